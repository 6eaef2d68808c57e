// Subscriptions as server-sent events at `/graphql/stream`, one per request: what the distinct connections mode of
// GraphQL over SSE says, with the cursor as the id of each event so that `Last-Event-ID` resumes after it.
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalogue, ServiceError } from '../../domain/errors.ts';
import { credentialsOf } from '../../http/credentials.ts';
import { endingOf, tokenEnded, type Ending } from './ending.ts';
import type { Running } from './hub.ts';
import { DocumentErrors, isSubscription, readOperation, type Operation, type SubscribeRequest } from './operation.ts';
import { streamFrame, type Frame } from './frames.ts';
import { createOutbox } from './outbox.ts';
import type { Session } from './session.ts';
import type { StreamParts } from './webSocket.ts';

/** Registers the path; `parts` is asked for once the service is ready. The answer ends every stream. */
export function registerEventStream(app: FastifyInstance, parts: () => StreamParts): () => void {
  const open = new Set<ServerResponse>();
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const serving = parts();
    try {
      if (!/\btext\/event-stream\b|\*\/\*/.test(request.headers.accept ?? ''))
        throw new ServiceError('NOT_ACCEPTABLE', 'Only text/event-stream is served here.');
      await serve(serving, request, reply, open);
    } catch (error) {
      refuse(reply, error, serving.report);
    }
    return reply;
  };
  app.route({ url: '/graphql/stream', method: ['GET', 'POST'], handler });
  // Clients that know one address for everything ask for events there.
  app.addHook('preHandler', async (request, reply) => (wantsStream(request) ? handler(request, reply) : undefined));
  return () => {
    // Not `complete`: the client is to come back with its cursor.
    for (const response of open) {
      // Taken now: the response lets go of its socket when it ends.
      const { socket } = response;
      response.end(() => socket?.destroySoon());
    }
  };
}

function refuse(reply: FastifyReply, error: unknown, report: (bug: unknown) => void): void {
  const errors = endingOf(error, null, report);
  const status = error instanceof DocumentErrors ? 400 : Number(errors[0]?.extensions?.['httpCode']);
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer error="invalid_token"');
  const body = JSON.stringify({ errors });
  void reply
    .status(status || errorCatalogue.INTERNAL_ERROR.status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(body);
}

async function serve(
  parts: StreamParts,
  request: FastifyRequest,
  reply: FastifyReply,
  open: Set<ServerResponse>,
): Promise<void> {
  const session = await parts.sessions.open(credentialsOf(request.headers, request.method, parts.isSecure));
  const response = reply.raw;
  const stream = new Stream(parts, session, response);
  try {
    const asked = readOperation(parts.schema, await session.document(requestOf(request)));
    const operation = resumed(asked, request.headers['last-event-id']);
    await stream.start(operation, () => {
      reply.hijack();
      open.add(response);
      response.writeHead(200, {
        ...headersOf(reply),
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      response.flushHeaders();
    });
    response.on('close', () => open.delete(response));
  } catch (error) {
    stream.close();
    throw error;
  }
}

/** Whether a request to `/graphql` is to be answered with events: it prefers them, or accepts them for a subscription. */
function wantsStream(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  if (!/\btext\/event-stream\b/.test(accept) || !/^\/graphql(\?|$)/.test(request.url)) return false;
  if (accept.trimStart().startsWith('text/event-stream')) return true;
  try {
    const { query, operationName } = requestOf(request);
    return typeof query === 'string' && isSubscription(query, operationName);
  } catch {
    // What cannot be read is refused by the graph.
    return false;
  }
}

// What hooks have set so far, such as CORS and the request id.
function headersOf(reply: FastifyReply): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) headers[name] = String(value);
  return headers;
}

function requestOf(request: FastifyRequest): SubscribeRequest {
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
    return JSON.parse(String(text)) as unknown;
  } catch {
    throw new ServiceError('BAD_REQUEST', `${name}: JSON is expected.`);
  }
}

// A client that reconnects resumes after the last event it has, wherever it had started before.
function resumed(operation: Operation, lastEventId: string | string[] | undefined): Operation {
  if (typeof lastEventId !== 'string' || lastEventId === '') return operation;
  return { ...operation, args: { ...operation.args, after: lastEventId } };
}

class Stream {
  private readonly parts: StreamParts;
  private readonly session: Session;
  private readonly response: ServerResponse;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly unhear: () => void;
  private running: Running | null = null;
  private isClosed = false;
  private readonly held: Buffer[] = [];
  private isOpen = false;

  constructor(parts: StreamParts, session: Session, response: ServerResponse) {
    this.parts = parts;
    this.session = session;
    this.response = response;
    this.unhear = session.onEnd(() => this.end(tokenEnded(this.running?.cursor() ?? null)));
    this.heartbeat = setInterval(() => this.sayHeartbeat(), parts.limits.heartbeatMillis);
    response.on('close', () => this.close());
  }

  /** Joins the hub; `accept` sends the head of the answer once nothing can refuse any more. */
  async start(operation: Operation, accept: () => void): Promise<void> {
    const outbox = createOutbox((frame, done) => this.write(frame, done));
    const lane = outbox.lane();
    const frame = (text: Buffer, cursor: string): Frame => streamFrame(cursor, text);
    const end = (ending: Ending): void => this.end(ending);
    const running = await this.parts.hub.join(this.session, operation, { lane, frame, end });
    if (this.isClosed) {
      running.leave();
      throw new ServiceError('UNAUTHENTICATED');
    }
    this.running = running;
    accept();
    this.isOpen = true;
    this.response.write(': ok\n\n');
    for (const piece of this.held.splice(0)) this.response.write(piece);
  }

  /** Leaves the hub and forgets the session; the response is not touched. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearInterval(this.heartbeat);
    this.unhear();
    this.running?.leave();
    this.parts.sessions.close(this.session);
  }

  // Messages that arrive before the response headers are sent wait for them.
  private write(frame: Frame, done: () => void): void {
    if (!this.isOpen) {
      this.held.push(...frame);
      done();
      return;
    }
    frame.forEach((piece, at) => this.response.write(piece, at === frame.length - 1 ? () => done() : undefined));
  }

  private end(ending: Ending): void {
    if (this.isClosed) return;
    this.close();
    if (!this.isOpen) return;
    this.response.write(`event: next\ndata: ${JSON.stringify({ errors: ending })}\n\n`);
    this.response.end('event: complete\ndata:\n\n');
  }

  // An id without data moves Last-Event-ID and is otherwise silent.
  private sayHeartbeat(): void {
    if (!this.isOpen) return;
    this.response.write(`: heartbeat\nid: ${this.running?.cursor() ?? this.parts.end(this.session.tenantUrn)}\n\n`);
  }
}
