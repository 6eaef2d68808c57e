// GraphQL over SSE, single connection mode: a client reserves a stream by PUT, opens it with the token that it was
// given, and starts and stops operations by requests of their own, whose answers all come on that one stream.
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../domain/errors.ts';
import { credentialsOf } from '../../http/credentials.ts';
import { documentTurns } from '../../domain/loopTurns.ts';
import { callerEnded, type Ending } from './ending.ts';
import { createEventWriter, type EventWriter, type OpenAnswers } from './eventWriter.ts';
import { operationCompleteFrame, operationFrame } from './frames.ts';
import type { Running } from './subscriberGroups.ts';
import { isRequest, readOperation } from './operation.ts';
import { sentOperation } from './streamRequest.ts';
import type { Session } from './session.ts';
import type { StreamParts } from './webSocket.ts';

/** The reservations of one process. */
export interface Reservations {
  /** Answers 201 with a new token. Throws what refuses the caller. */
  reserve(parts: StreamParts, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Opens the stream of a token. NOT_FOUND for one that is unknown, CONFLICT for a stream that is open. */
  connect(token: string, reply: FastifyReply): void;
  /**
   * Starts a subscription, and answers 202. For queries and mutations it answers where their result is to go instead, once it is
   * their turn; the caller runs them. Throws NOT_FOUND, FORBIDDEN for another caller than that of the reservation, CONFLICT for
   * an id that is taken, and what refuses the operation.
   */
  start(parts: StreamParts, token: string, request: FastifyRequest, reply: FastifyReply): Promise<Destination | null>;
  /** Stops an operation; nothing happens if it has ended. Throws as `start`. */
  stop(parts: StreamParts, token: string, request: FastifyRequest): Promise<void>;
}

/** Where the result of a query or mutation goes; one of the two is called, once. */
export interface Destination {
  /** Sends the JSON of the result. */
  send(result: Buffer): void;
  /** The request was refused as a whole, and answered itself. */
  release(): void;
}

type Place = { running: Running | null };

type Reservation = {
  readonly session: Session;
  readonly writer: EventWriter;
  /** By the client's id; nothing runs while it begins. */
  readonly places: Map<string, Place>;
  /** When the queries and mutations so far are answered, and the peer has taken the answers. */
  answered: Promise<unknown>;
  readonly end: () => void;
  readonly expiry: NodeJS.Timeout;
};

const longestId = 128;

/** Keeps reservations; streams are added to `answers` while they are open. */
export function createReservations(answers: OpenAnswers): Reservations {
  const reservations = new Map<string, Reservation>();
  const reservationOf = (token: string): Reservation => {
    const found = reservations.get(token);
    if (!found) throw new ServiceError('NOT_FOUND', 'The event stream does not exist. Reserve one with PUT.');
    return found;
  };
  // The token names a stream; who may use it is decided by the credentials, as for every request.
  const ownReservation = async (parts: StreamParts, token: string, request: FastifyRequest): Promise<Reservation> => {
    const found = reservationOf(token);
    if ((await parts.sessions.find(credentialsOf(request.headers, request.method, parts.isSecure))) !== found.session)
      throw new ServiceError('FORBIDDEN', 'Another caller has reserved this stream.');
    return found;
  };
  return {
    async reserve(parts, request, reply) {
      const token = randomBytes(32).toString('base64url');
      const session = await parts.sessions.open(credentialsOf(request.headers, request.method, parts.isSecure));
      reservations.set(
        token,
        createReservation(parts, session, answers, () => reservations.delete(token)),
      );
      void reply.status(201).header('Content-Type', 'text/plain; charset=utf-8').send(token);
    },
    connect(token, reply) {
      const { writer, expiry, end } = reservationOf(token);
      if (writer.isOpen()) throw new ServiceError('CONFLICT', 'This event stream is already open.');
      clearTimeout(expiry);
      writer.open(reply, end);
    },
    async start(parts, token, request, reply) {
      const destination = await start(parts, await ownReservation(parts, token, request), request);
      if (!destination) void reply.status(202).send();
      return destination;
    },
    async stop(parts, token, request) {
      const { places, writer } = await ownReservation(parts, token, request);
      // Fastify parses the query string into an object.
      const id = operationId((request.query as Readonly<Record<string, unknown>>)['operationId']);
      const place = places.get(id);
      if (!place) return;
      place.running?.leave();
      places.delete(id);
      writer.outbox.write(operationCompleteFrame(id));
    },
  };
}

function createReservation(
  parts: StreamParts,
  session: Session,
  answers: OpenAnswers,
  forget: () => boolean,
): Reservation {
  const places: Reservation['places'] = new Map();
  const writer = createEventWriter(answers, parts.limits.heartbeatMillis, () => null);
  const end = (): void => {
    if (!forget()) return;
    clearTimeout(expiry);
    stopListening();
    for (const { running } of places.values()) running?.leave();
    places.clear();
    writer.close();
    parts.sessions.close(session);
  };
  const expiry = setTimeout(end, parts.limits.reservationMillis);
  expiry.unref();
  const reservation = { session, writer, places, answered: Promise.resolve(), end, expiry };
  const stopListening = session.onEnd((reason) => {
    for (const [id, place] of places) {
      const ending = callerEnded(reason, place.running?.cursor() ?? null);
      place.running?.leave();
      finish(reservation, id, place, ending);
    }
    end();
  });
  return reservation;
}

async function start(
  parts: StreamParts,
  reservation: Reservation,
  request: FastifyRequest,
): Promise<Destination | null> {
  const { places, session } = reservation;
  const sent = sentOperation(request);
  const { extensions } = sent;
  const id = operationId(
    typeof extensions === 'object' && extensions !== null && 'operationId' in extensions && extensions.operationId,
  );
  if (places.has(id)) throw new ServiceError('CONFLICT', 'An operation with this operationId is already running.');
  if (places.size >= parts.limits.subscriptionsPerSocket)
    throw new ServiceError('RATE_LIMITED', 'Too many operations on one stream.');
  const place: Place = { running: null };
  places.set(id, place);
  try {
    const request = isRequest(sent) ? sent : await session.document(sent);
    if (isRequest(request)) return await nextTurn(reservation, id, place);
    await subscribe(parts, reservation, { id, place, request });
    return null;
  } catch (error) {
    if (places.get(id) === place) places.delete(id);
    throw error;
  }
}

function operationId(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= longestId) return value;
  throw new ServiceError('BAD_REQUEST', `operationId: a text of 1 to ${String(longestId)} characters is expected.`);
}

interface Started {
  readonly id: string;
  readonly place: Place;
  readonly request: Parameters<typeof readOperation>[1];
}

async function subscribe(parts: StreamParts, reservation: Reservation, { id, place, request }: Started): Promise<void> {
  const { session, places, writer } = reservation;
  await documentTurns.take(1);
  const operation = readOperation(parts.schema, request);
  const running = await parts.groups.join(session, operation, {
    lane: writer.outbox.lane(),
    frame: (text) => operationFrame(id, text),
    end: (ending) => finish(reservation, id, place, ending),
  });
  // It may have been stopped, or the stream closed, while it began.
  if (places.get(id) === place) place.running = running;
  else running.leave();
}

function finish({ places, writer }: Reservation, id: string, place: Place, ending: Ending): void {
  if (places.get(id) !== place) return;
  places.delete(id);
  writer.outbox.write(operationFrame(id, Buffer.from(JSON.stringify({ errors: ending }))));
  writer.outbox.write(operationCompleteFrame(id));
}

// One answer of a stream is on its way at a time, as on a connection of its own.
async function nextTurn(reservation: Reservation, id: string, place: Place): Promise<Destination> {
  const { places, writer } = reservation;
  const before = reservation.answered;
  const lane = writer.outbox.lane();
  let endTurn: () => void = () => undefined;
  reservation.answered = new Promise<void>((resolve) => (endTurn = resolve));
  const release = (): void => {
    if (places.get(id) === place) places.delete(id);
    void lane.calm().then(endTurn);
  };
  await before;
  if (places.get(id) !== place) {
    release();
    throw new ServiceError('NOT_FOUND', 'The operation was canceled before it started.');
  }
  return {
    send(result) {
      // A client that stopped it meanwhile no longer listens.
      if (places.get(id) === place) {
        writer.outbox.write(operationFrame(id, result));
        writer.outbox.write(operationCompleteFrame(id));
      }
      release();
    },
    release,
  };
}
