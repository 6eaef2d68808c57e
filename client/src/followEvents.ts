// Follows the events of a service, and goes on behind the last one after a cut: each is handled at least once, in order.
import { authorization, GraphError, refusalOf, type GraphOptions } from './graph.ts';

/** One event. */
export interface FollowedEvent {
  readonly id: string;
  /** Keep it once the event is handled, and give it as `after` to go on. */
  readonly cursor: string;
  readonly sequence: string | number;
  readonly timestamp: string;
  readonly subject: string;
  readonly event: 'CREATE' | 'UPDATE' | 'DELETE' | 'ALL';
  readonly targetUrn: string | null;
  readonly targetVersion: string | number | null;
  readonly changedFields: readonly string[];
}

/** What to follow, and from where. */
export interface FollowOptions extends GraphOptions {
  readonly after?: string | null;
  readonly subjects?: readonly string[];
  readonly events?: readonly string[];
  readonly targetUrns?: readonly string[];
  /** Ends the following. */
  readonly signal?: AbortSignal;
  /** Hears why a connection ended, and after how many milliseconds the next is tried. */
  readonly onCut?: (error: unknown, wait: number) => void;
}

/** The cursor is older than events are kept: read what you keep again, and follow without a cursor. */
export class CursorExpiredError extends Error {}

/** The database came back without events that were told: read what you keep again, and go on behind `lastCommonCursor`. */
export class CursorLostError extends Error {
  /** Up to here nothing was lost; null where that is not known. */
  readonly lastCommonCursor: string | null;

  constructor(message: string, lastCommonCursor: string | null) {
    super(message);
    this.lastCommonCursor = lastCommonCursor;
  }
}

const query =
  'subscription ($after: String, $subjects: [EventSubject!], $events: [EventKind!], $targetUrns: [ID!]) {' +
  ' events(after: $after, subjects: $subjects, events: $events, targetUrns: $targetUrns)' +
  ' { id cursor sequence timestamp subject event targetUrn targetVersion changedFields } }';
const longestWait = 30_000;

/**
 * The events, for as long as the loop over them goes on. Connections that are lost are made again, with growing pauses; a
 * refusal that waiting does not mend rejects: GraphError, CursorExpiredError or CursorLostError.
 */
export async function* followEvents(options: FollowOptions): AsyncGenerator<FollowedEvent, void, void> {
  const { signal, onCut } = options;
  let after = options.after ?? null;
  for (let attempt = 0; !signal?.aborted; attempt += 1) {
    let problem: unknown = new Error('the service closed the stream');
    try {
      for await (const event of connect(options, after)) {
        attempt = 0;
        yield event;
        after = event.cursor;
      }
    } catch (error) {
      if (isOver(error) || (error instanceof GraphError && !isPassing(error))) throw error;
      problem = error;
    }
    if (signal?.aborted) return;
    const asked = problem instanceof GraphError ? problem.retryAfter : null;
    // Spread, so that the clients of a service that comes back do not come at once.
    const wait = asked === null ? Math.min(longestWait, 500 * 2 ** attempt) * (0.5 + Math.random() / 2) : asked * 1000;
    onCut?.(problem, wait);
    await pause(wait, signal);
  }
}

function isPassing({ status, code }: GraphError): boolean {
  return status >= 500 || status === 429 || ['RATE_LIMITED', 'UNAVAILABLE', 'TIMEOUT', 'INTERNAL_ERROR'].includes(code);
}

async function* connect(options: FollowOptions, after: string | null): AsyncGenerator<FollowedEvent, void, void> {
  const { url, token, fetch: send = fetch, signal, subjects, events, targetUrns } = options;
  const stop = new AbortController();
  const end = (): void => stop.abort();
  signal?.addEventListener('abort', end);
  try {
    const response = await send(`${url.replace(/\/+$/, '')}/graphql/stream`, {
      method: 'POST',
      signal: stop.signal,
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...(await authorization(token)) },
      body: JSON.stringify({ query, variables: { after, subjects, events, targetUrns } }),
    });
    if (!response.ok || !response.body) throw expired(refusalOf(await response.text(), response));
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: ?(.+)$/m.exec(block)?.[1];
        if (!data) continue;
        // A result of the subscription above.
        const result = JSON.parse(data) as { data?: { events?: FollowedEvent } | null; errors?: readonly unknown[] };
        if (result.data?.events) yield result.data.events;
        else if (result.errors) throw expired(refusalOf(data, response));
      }
    }
  } finally {
    signal?.removeEventListener('abort', end);
    stop.abort();
  }
}

function isOver(error: unknown): boolean {
  return error instanceof CursorExpiredError || error instanceof CursorLostError;
}

function expired(error: GraphError): Error {
  if (error.code === 'CURSOR_LOST') return new CursorLostError(error.message, error.lastCommonCursor);
  return error.code === 'CURSOR_EXPIRED' ? new CursorExpiredError(error.message) : error;
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
}
