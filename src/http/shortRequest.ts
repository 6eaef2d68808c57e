// What the short ways of both faces share. A short way answers a read with the one statement that reads it, past the server's
// routes. Nothing is decided there that is decided otherwise elsewhere: the caller is the one decided last, and the statement
// itself says whether that decision still held when it read; limits, budget, headers, metrics and log are the same. Whatever
// is not plainly the usual case is left to the long way, whose request has then been neither taken nor counted.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { credentialOf, noteTokenUse } from '../actions/access/authenticate.ts';
import type { Observe } from '../domain/observation.ts';
import type { Admission } from '../domain/requestLimits.ts';
import { isTokenForm } from '../domain/tokenForm.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { Services } from '../engine/context.ts';
import type { BudgetLimits } from '../engine/requestBudget.ts';
import { bearerToken } from './bearer.ts';
import { codedJson, codingOfKnown, type CodedAnswer } from './compression.ts';
import type { Connections } from './connections.ts';
import { codedTag } from './contentCoding.ts';
import { quotaHeaders } from './requestLimits.ts';
import { noteAnswer, requestIdOf } from './server.ts';

/** What a short way is made of. */
export interface ShortParts {
  /** Throws as long as there are none. */
  readonly services: () => Services;
  readonly connections: Connections;
  readonly budget: BudgetLimits | undefined;
  readonly observe: Observe;
  readonly log: (facts: Readonly<Record<string, unknown>>) => void;
  /** Whether requests are the long way's now: the process ends, or takes no more than it must. */
  readonly isClosed: () => boolean;
}

/** A request that may go a short way, and the caller of whom a decision is kept. */
export interface ShortRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly began: number;
  readonly services: Services;
  readonly viewer: Viewer;
  /** Notes that the caller's token was used. */
  readonly noteUse: () => void;
  readonly heldAt: NonNullable<ReturnType<Services['callers']['keptOf']>>['heldAt'];
}

/** Headers that say more than the short ways listen to. */
const others = ['origin', 'cookie', 'content-encoding', 'transfer-encoding', 'idempotency-key', 'expect', 'upgrade'];

/** The request with its caller; null where it is left to the long way. */
export function shortRequest(
  parts: ShortParts,
  request: IncomingMessage,
  response: ServerResponse,
): ShortRequest | null {
  const { headers } = request;
  if (parts.isClosed() || others.some((name) => headers[name] !== undefined)) return null;
  const began = performance.now();
  try {
    const services = parts.services();
    // A replica may be behind what was acknowledged, and knows an older epoch.
    if (services.database.positions) return null;
    const token = bearerToken(headers.authorization);
    if (token === null || (token.startsWith('ccs_') && !isTokenForm(token))) return null;
    const credential = credentialOf(token);
    const kept = services.callers.keptOf(credential);
    if (kept?.viewer.kind !== 'CLIENT' || (kept.viewer.clientUrn ?? kept.viewer.identityUrn) === null) return null;
    const { viewer } = kept;
    const noteUse = (): void => noteTokenUse(services, credential, viewer);
    return { request, response, began, services, viewer, noteUse, heldAt: (at) => kept.heldAt(at) };
  } catch {
    // The long way says what is wrong.
    return null;
  }
}

/** An answer as it is made: JSON, null where the caller has it already; its tag if it has one, and the headers of its face. */
export interface ShortAnswer {
  readonly text: string | null;
  readonly tag: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Counts the request, makes its answer and sends it. False, and nothing is counted, where the long way is to answer. Throws
 * what `make` throws, and nothing is counted then, either.
 */
export async function answerShortly(
  parts: ShortParts,
  asked: ShortRequest,
  make: (admission: Admission | null) => Promise<ShortAnswer | null>,
): Promise<boolean> {
  const admission = (await asked.services.limiter?.admit(asked.viewer, '')) ?? null;
  // What refuses a request counts none, and the long way says so.
  if (admission?.refusal) return false;
  const made = await make(admission).catch((error: unknown) => {
    admission?.takeBack();
    throw error;
  });
  const coded = made && (await codedAnswer(made, asked.request));
  if (!coded || parts.isClosed() || !parts.connections.mayAnswer(asked.request.socket, coded.bytes)) {
    admission?.takeBack();
    return false;
  }
  send(parts, asked, admission, { ...made, ...coded });
  return true;
}

function codedAnswer({ text, tag }: ShortAnswer, { headers }: IncomingMessage): CodedAnswer | Promise<CodedAnswer> {
  const accepted = headers['accept-encoding'];
  if (text !== null) return codedJson(text, accepted);
  const coding = tag === null ? null : codingOfKnown(tag, { sent: headers['if-none-match'], accepted });
  return { body: '', bytes: 0, coding, isNegotiated: false };
}

function send(
  parts: ShortParts,
  { request, response, began }: ShortRequest,
  admission: Admission | null,
  { text, body, bytes, coding, isNegotiated, tag, headers }: ShortAnswer & CodedAnswer,
): void {
  const id = requestIdOf(request);
  const status = text === null ? 304 : 200;
  const all = {
    vary: isNegotiated ? 'Origin, Accept-Encoding' : 'Origin',
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    ...(admission && quotaHeaders(admission)),
    ...(tag !== null && { etag: coding === null || tag.startsWith('W/') ? tag : codedTag(tag, coding) }),
    ...headers,
    ...(text !== null && coding !== null && { 'content-encoding': coding }),
    ...(text !== null && { 'content-length': bytes }),
  };
  response.once('finish', () => {
    const milliseconds = performance.now() - began;
    const { method = '', url = '' } = request;
    const [path = ''] = url.split('?', 1);
    noteAnswer({ id, method, path, status, milliseconds }, parts.observe, (said) => parts.log({ reqId: id, ...said }));
  });
  // What was looked at has not been taken yet.
  request.resume();
  response.writeHead(status, all).end(body);
}
