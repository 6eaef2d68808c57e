// What a request of GraphQL over SSE says, by POST or GET: its operation, and whether it accepts events at all.
import { readJson } from '../../http/jsonBody.ts';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../domain/errors.ts';
import type { SubscribeRequest } from './operation.ts';

/** How a request takes its answer: as events in any case, for subscriptions only, or not. */
export type Accepted = 'EVENTS' | 'EVENTS_OF_SUBSCRIPTIONS' | 'JSON';

/** The path on which everything is answered as events. */
export const streamPath = '/graphql/stream';

/** Whether the request names events among what it accepts. */
export const wantsEvents = ({ headers }: FastifyRequest): boolean =>
  /\btext\/event-stream\b/.test(headers.accept ?? '');

/** Whether a request of the graph is answered as JSON, whatever it asks. */
export const isPlain = (request: FastifyRequest): boolean =>
  request.url === '/graphql' && !wantsEvents(request) && request.headers['x-graphql-event-stream-token'] === undefined;

/** What the request accepts. Throws NOT_ACCEPTABLE on the path of events for a request that takes none. */
export function acceptedBy(request: FastifyRequest): Accepted {
  const accept = request.headers.accept ?? '';
  if (request.url.startsWith(streamPath)) {
    if (wantsEvents(request) || accept.includes('*/*')) return 'EVENTS';
    throw new ServiceError('NOT_ACCEPTABLE', 'This path answers text/event-stream only.');
  }
  if (!wantsEvents(request)) return 'JSON';
  return accept.trimStart().startsWith('text/event-stream') ? 'EVENTS' : 'EVENTS_OF_SUBSCRIPTIONS';
}

/** The operation of a request. Throws BAD_REQUEST for what is no JSON. */
export function sentOperation(request: FastifyRequest): SubscribeRequest {
  if (request.method === 'POST') {
    const { body } = request;
    if (typeof body !== 'object' || body === null) throw new ServiceError('BAD_REQUEST', 'A JSON object is expected.');
    // Its members are checked by readOperation.
    return body;
  }
  // Fastify parses the query string into texts and lists of them.
  const { query, documentId, operationName, variables, extensions } = request.query as Readonly<
    Record<string, unknown>
  >;
  const parsed = { variables: jsonOf('variables', variables), extensions: jsonOf('extensions', extensions) };
  return { query, documentId, operationName, ...parsed };
}

function jsonOf(name: string, text: unknown): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return readJson(Buffer.from(String(text)));
  } catch {
    throw new ServiceError('BAD_REQUEST', `${name}: JSON is expected.`);
  }
}
