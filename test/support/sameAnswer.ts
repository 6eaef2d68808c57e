// Answers in a form that can be compared: what one request may tell of an object, and the next of one that does not exist.
import type { RestAnswer } from './client.ts';
import type { SharedService } from './service.ts';

/** Headers that differ from request to request. */
const passing = ['date', 'x-request-id', 'server-timing'];

/** All that a REST answer shows, but for what names the request; `urn` is replaced wherever it stands. */
export function shownBy(
  { status, headers, text }: Pick<RestAnswer, 'status' | 'headers' | 'text'>,
  urn: string,
): string {
  // A tag is a hash of the whole body: of one that repeats the urn, such as in its own address, it is another one. What
  // HEAD asks for has its body unseen.
  const ofUrn = text === '' || text.includes(urn) ? ['etag'] : [];
  const left = [...passing, ...ofUrn];
  const fields = [...headers].filter(([name]) => !left.includes(name)).map(([name, value]) => `${name}: ${value}`);
  return withoutUrn([String(status), ...fields, text].join('\n'), urn);
}

function withoutUrn(text: string, urn: string): string {
  return text
    .replaceAll(urn, '<urn>')
    .replace(/("requestId":)"[^"]+"/g, '$1"<request>"')
    .replace(/("(?:timestamp|lastUsedTimestamp)":)"[^"]+"/g, '$1"<now>"');
}

/** Statements of the service's own work, and what comes with a caller that was not seen for a while. */
const background =
  /last_used_timestamp = now\(\)|min\(due\)|SKIP LOCKED LIMIT|INSERT INTO "setting"|event_log|727279|access_record|^LISTEN/;

/** The texts of the statements that were sent for something. Nothing else may be asked meanwhile. */
export async function statementsOf<T>(
  service: SharedService,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly statements: readonly string[] }> {
  const before = service.statements.length;
  const result = await work();
  return { result, statements: service.statements.slice(before).filter((text) => !background.test(text)) };
}
