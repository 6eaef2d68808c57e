// Server-sent events at `/graphql/stream`, and at `/graphql` for requests that accept them: GraphQL over SSE in both of
// its modes. With a stream for each operation the cursor is the id of each event, so that `Last-Event-ID` resumes after it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalog, ServiceError } from '../../domain/errors.ts';
import { credentialsOf } from '../../http/credentials.ts';
import { documentTurns } from '../../domain/loopTurns.ts';
import { callerEnded, endingOf, type Ending } from './ending.ts';
import { createEventWriter, eventHeaders, type EventWriter, type OpenAnswers } from './eventWriter.ts';
import { answerFrame, completeFrame, streamFrame } from './frames.ts';
import type { Running } from './subscriberGroups.ts';
import {
  DocumentErrors,
  isRequest,
  isSubscription,
  readOperation,
  type Operation,
  type SubscribeRequest,
} from './operation.ts';
import { acceptedBy, isPlain, sentOperation, streamPath, wantsEvents } from './streamRequest.ts';
import { beforeSending } from '../../http/beforeSending.ts';
import { perRequest } from '../../http/perRequest.ts';
import type { Session } from './session.ts';
import { createReservations, type Destination } from './singleConnection.ts';
import type { StreamParts } from './webSocket.ts';

/** What becomes of a request: it was answered here, or the graph answers, as JSON, as events, or to a shared stream. */
type Outcome = 'ANSWERED' | 'JSON' | 'EVENTS' | Destination;

/** Registers the paths; `parts` is called once the service is ready. The answer ends every stream. */
export function registerEventStream(app: FastifyInstance, parts: () => StreamParts): () => void {
  const answers: OpenAnswers = new Set();
  const reservations = createReservations(answers);
  const destinations = perRequest<'EVENTS' | Destination>('destination');
  const take = async (request: FastifyRequest, reply: FastifyReply): Promise<Outcome> => {
    const token = streamToken(request);
    if (token === null) return serve(parts, request, reply, answers);
    if (!wantsEvents(request)) return (await reservations.start(parts(), token, request, reply)) ?? 'ANSWERED';
    reservations.connect(token, reply);
    return 'ANSWERED';
  };
  app.addHook('preHandler', (request, reply, done) => {
    if (!isOfGraph(request) || !/^(GET|POST)$/.test(request.method) || isPlain(request)) {
      done();
      return;
    }
    const taken = take(request, reply).catch((error: unknown) => refuse(request, reply, error, parts));
    taken.then(
      (outcome) => {
        if (outcome === 'ANSWERED') return;
        if (outcome !== 'JSON') {
          destinations.set(request, outcome);
          // The graph answers with one piece of JSON, as it is.
          request.headers.accept = 'application/graphql-response+json';
          request.headers['accept-encoding'] = 'identity';
        }
        done();
      },
      (error: unknown) => done(error as Error),
    );
  });
  beforeSending(app, (request, reply, payload) => {
    const destination = destinations.get(request);
    return destination ? delivered(destination, reply, String(payload)) : payload;
  });
  for (const url of ['/graphql', streamPath]) {
    app.put(url, async (request, reply) => {
      await reservations
        .reserve(parts(), request, reply)
        .catch((error: unknown) => refuse(request, reply, error, parts));
      return reply;
    });
    app.delete(url, async (request, reply) => {
      const token = streamToken(request) ?? '';
      const stopped = reservations.stop(parts(), token, request).then(() => reply.status(200).send());
      await stopped.catch((error: unknown) => refuse(request, reply, error, parts));
      return reply;
    });
  }
  return () => {
    // Not `complete`: the client is to come back with its cursor.
    for (const response of answers) {
      // Taken now: the response lets go of its socket when it ends.
      const { socket } = response;
      response.end(() => socket?.destroySoon());
    }
  };
}

function isOfGraph({ url }: FastifyRequest): boolean {
  return /^\/graphql(\/stream)?(\?|$)/.test(url);
}

function streamToken({ headers, query }: FastifyRequest): string | null {
  // Fastify parses the query string into an object.
  const { 'x-graphql-event-stream-token': header } = headers;
  const { token } = query as Readonly<Record<string, unknown>>;
  if (typeof header === 'string') return header;
  return typeof token === 'string' ? token : null;
}

// What the graph has answered, sent where the request wanted it. What is no answer of GraphQL goes out as it is.
function delivered(destination: 'EVENTS' | Destination, reply: FastifyReply, text: string): string {
  const { statusCode } = reply;
  if (destination === 'EVENTS') {
    if (statusCode !== 200 && statusCode !== 400) return text;
    reply.status(200).headers(eventHeaders);
    return eventsOf(text);
  }
  if (statusCode !== 200 && !hasData(text)) {
    destination.release();
    return text;
  }
  destination.send(Buffer.from(text));
  reply.status(202).removeHeader('Content-Type');
  return '';
}

function hasData(text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null && 'data' in answer;
  } catch {
    return false;
  }
}

const eventsOf = (text: string): string => Buffer.concat([...answerFrame(Buffer.from(text)), completeFrame]).toString();

// A wrong document is answered with events, which every client can read; EventSource knows nothing of other answers.
function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown, parts: () => StreamParts): 'ANSWERED' {
  const errors: Ending = endingOf(error, null, (bug) => parts().report(bug)).map((one) => ({
    ...one,
    extensions: { ...one.extensions, requestId: request.id },
  }));
  const text = JSON.stringify({ errors });
  const known = error instanceof DocumentErrors ? 400 : Number(errors[0]?.extensions?.['httpCode']);
  const status = known || errorCatalog.INTERNAL_ERROR.status;
  const takesEvents = wantsEvents(request) || request.url.startsWith(streamPath);
  if (status === 400 && takesEvents && streamToken(request) === null) {
    void reply.status(200).headers(eventHeaders).send(eventsOf(text));
    return 'ANSWERED';
  }
  const retryAfterSeconds = errors[0]?.extensions?.['retryAfterSeconds'];
  if (retryAfterSeconds !== undefined) void reply.header('Retry-After', String(retryAfterSeconds));
  void reply
    .status(status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(text);
  return 'ANSWERED';
}

// A stream of its own for each operation.
async function serve(
  partsOf: () => StreamParts,
  request: FastifyRequest,
  reply: FastifyReply,
  answers: OpenAnswers,
): Promise<Outcome> {
  const accepted = acceptedBy(request);
  if (accepted === 'JSON') return 'JSON';
  const sent = sentOperation(request);
  if (accepted === 'EVENTS_OF_SUBSCRIPTIONS' && !holdsSubscription(sent)) return 'JSON';
  if (isRequest(sent)) return 'EVENTS';
  const parts = partsOf();
  const session = await parts.sessions.open(credentialsOf(request.headers, request.method, parts.isSecure));
  try {
    const registered = await session.document(sent);
    if (isRequest(registered)) {
      parts.sessions.close(session);
      return 'EVENTS';
    }
    await documentTurns.take(1);
    const operation = resumed(readOperation(parts.schema, registered), request.headers['last-event-id']);
    await follow(parts, session, operation, { reply, answers });
    return 'ANSWERED';
  } catch (error) {
    parts.sessions.close(session);
    throw error;
  }
}

// Whatever cannot be read is refused by the graph.
function holdsSubscription({ query, operationName }: SubscribeRequest): boolean {
  try {
    return typeof query === 'string' && isSubscription(query, operationName);
  } catch {
    return false;
  }
}

// A client that reconnects resumes after the last event it has, wherever it had started before.
function resumed(operation: Operation, lastEventId: string | string[] | undefined): Operation {
  if (typeof lastEventId !== 'string' || lastEventId === '') return operation;
  return { ...operation, args: { ...operation.args, after: lastEventId } };
}

interface Answer {
  readonly reply: FastifyReply;
  readonly answers: OpenAnswers;
}

// The head of the answer is sent once nothing can refuse any more. From then on the session is closed with the stream.
async function follow(
  parts: StreamParts,
  session: Session,
  operation: Operation,
  { reply, answers }: Answer,
): Promise<void> {
  const state: { running: Running | null; hasEnded: boolean } = { running: null, hasEnded: false };
  const cursor = (): string => state.running?.cursor() ?? parts.end(session.tenantUrn);
  const writer: EventWriter = createEventWriter(answers, parts.limits.heartbeatMillis, cursor);
  const close = (ending: Ending | null): void => {
    if (state.hasEnded) return;
    state.hasEnded = true;
    stopListening();
    state.running?.leave();
    writer.close(ending ? Buffer.from(eventsOf(JSON.stringify({ errors: ending }))) : undefined);
    if (writer.isOpen()) parts.sessions.close(session);
  };
  const stopListening = session.onEnd((reason) => close(callerEnded(reason, state.running?.cursor() ?? null)));
  try {
    const running = await parts.groups.join(session, operation, {
      lane: writer.outbox.lane(),
      frame: (text, at) => streamFrame(at, text),
      end: close,
    });
    if (state.hasEnded) {
      running.leave();
      throw new ServiceError('UNAUTHENTICATED');
    }
    state.running = running;
  } catch (error) {
    close(null);
    throw error;
  }
  writer.open(reply, () => close(null));
}
