// One WebSocket: the `graphql-transport-ws` protocol, its limits, and its end. GraphQL over WebSocket; resource
// reference 9.7.
import { CloseCode, MessageType, validateMessage, type SubscribeMessage } from 'graphql-ws';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { GraphQLSchema } from 'graphql';
import { ServiceError } from '../../domain/errors.ts';
import { earliestCursor } from '../../domain/eventCursor.ts';
import type { Credentials } from '../../actions/session/recognizeCaller.ts';
import { credentialsOf } from '../../http/credentials.ts';
import { readJson, writeExactly } from '../../http/jsonBody.ts';
import { documentTurns } from '../../domain/loopTurns.ts';
import { callerEnded, endingOf, endsCaller, type Ending } from './ending.ts';
import type { SubscriberGroups, Running } from './subscriberGroups.ts';
import { isRequest, readOperation, type SubscribeRequest } from './operation.ts';
import { socketFrame, type Frame } from './frames.ts';
import { createOutbox, type Lane, type Outbox } from './outbox.ts';
import type { Session, Sessions } from './session.ts';
import { authorizationOf, paramsOf, type AnswerRequest, type Handshake } from './socketRequests.ts';

/** Times and numbers of a connection. */
export interface StreamLimits {
  readonly initMillis: number;
  readonly subscriptionsPerSocket: number;
  /** How often a peer must show that it is there. */
  readonly pingMillis: number;
  /** How often a peer is sent the current position of the log. */
  readonly heartbeatMillis: number;
  /** For so long a reserved event stream waits to be opened. */
  readonly reservationMillis: number;
}

/** What serves a connection. */
export interface StreamParts {
  readonly schema: GraphQLSchema;
  readonly groups: SubscriberGroups;
  readonly sessions: Sessions;
  readonly limits: StreamLimits;
  /** Whether session cookies are those of https. */
  readonly isSecure: boolean;
  /** The newest cursor of a tenant, for peers that follow nothing. */
  readonly end: (tenantUrn: string | null) => string;
  readonly report: (bug: unknown) => void;
  /** Runs what is no subscription. */
  readonly answerRequest: AnswerRequest;
}

/** A subscription of the socket; nothing runs while it begins. */
type Place = { started: Running | null };

/** Close code of what is too much for now (RFC 6455, registry of IANA): clients connect again, as they do not after those of the protocol. */
const tryAgainLater = 1013;

type Connection = StreamParts & {
  readonly socket: WebSocket;
  readonly outbox: Outbox;
  /** By the client's id. */
  readonly running: Map<string, Place>;
  /** How many operations are about to run, those included that the peer has completed already. */
  beginning: number;
  /** What the socket's requests are counted under, for callers without a token. */
  readonly address: string;
  isInitialised: boolean;
  session: Session | null;
  handshake: Handshake;
  /** When the queries and mutations so far are answered, and the peer has taken the answers. */
  answered: Promise<unknown>;
};

/** A WebSocket and the connection below it. */
export interface AcceptedSocket {
  readonly socket: WebSocket;
  readonly raw: Duplex;
}

// Frames go to the connection itself: they are made once for all peers. Nothing of the socket's own waits between (no
// compression, no fragments), so the order is that of the calls. All of one turn of the event loop leaves together.
function sendFrame({ socket, raw }: AcceptedSocket, frame: Frame, done: () => void): void {
  if (socket.readyState !== socket.OPEN) {
    done();
    return;
  }
  if (raw.writableCorked === 0) {
    raw.cork();
    process.nextTick(() => raw.uncork());
  }
  frame.forEach((piece, at) => raw.write(piece, at === frame.length - 1 ? () => done() : undefined));
}

const noBytes = Buffer.alloc(0);

const textFrame = (text: string): Frame => socketFrame(noBytes, Buffer.from(text), noBytes);

const messageFrame = (message: unknown): Frame => textFrame(JSON.stringify(message));

const closingBrace = Buffer.from('}');

/** Serves a socket that has been accepted with the right protocol. */
export function serveSocket(
  parts: StreamParts,
  { socket, raw }: AcceptedSocket,
  handshake: Omit<Handshake, 'params'>,
  address: string,
): void {
  const outbox = createOutbox((frame, done) => sendFrame({ socket, raw }, frame, done));
  const connection: Connection = {
    ...parts,
    socket,
    outbox,
    address,
    running: new Map(),
    beginning: 0,
    isInitialised: false,
    session: null,
    handshake: { ...handshake, params: {} },
    answered: Promise.resolve(),
  };
  const init = setTimeout(
    () => socket.close(CloseCode.ConnectionInitialisationTimeout, 'Connection initialisation timeout'),
    parts.limits.initMillis,
  );
  const stopPings = keepAlive(connection);
  const heartbeat = setInterval(() => sayHeartbeat(connection), parts.limits.heartbeatMillis);
  let stopListening: () => void = () => undefined;
  const begin = async (payload: Readonly<Record<string, unknown>> | undefined): Promise<void> => {
    if (connection.isInitialised) {
      socket.close(CloseCode.TooManyInitialisationRequests, 'Too many initialisation requests');
      return;
    }
    connection.isInitialised = true;
    clearTimeout(init);
    connection.handshake = { ...handshake, params: paramsOf(payload ?? {}) };
    const session = await open(connection);
    if (!session) return;
    if (socket.readyState !== socket.OPEN) {
      parts.sessions.close(session);
      return;
    }
    connection.session = session;
    stopListening = session.onEnd((reason) => endSession(connection, reason));
    outbox.write(messageFrame({ type: MessageType.ConnectionAck }));
  };
  socket.on('message', (data) => {
    // With the default binaryType a message is one Buffer.
    receive(connection, data as Buffer, begin).catch(parts.report);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(init);
    clearInterval(heartbeat);
    stopPings();
    stopListening();
    leaveAll(connection);
    if (connection.session) parts.sessions.close(connection.session);
    connection.session = null;
  });
}

// Null where it was refused.
async function open({ sessions, socket, report, isSecure, address, handshake }: Connection): Promise<Session | null> {
  try {
    const headers = { ...handshake.headers, ...authorizationOf(handshake) };
    const credentials = credentialsOf(headers, 'SOCKET', isSecure);
    return await openCounted(sessions, credentials, address);
  } catch (error) {
    if (!(error instanceof ServiceError)) report(error);
    const code = error instanceof ServiceError ? error.code : 'INTERNAL_ERROR';
    if (endsCaller(error) || code === 'FORBIDDEN') socket.close(CloseCode.Forbidden, code);
    else if (code === 'RATE_LIMITED' || code === 'UNAVAILABLE') socket.close(tryAgainLater, code);
    else socket.close(CloseCode.InternalServerError, code);
    return null;
  }
}

// Opening a socket counts as a request, and so does each subscription on it; delivered messages do not.
async function openCounted(sessions: Sessions, credentials: Credentials, address: string): Promise<Session> {
  const session = await sessions.open(credentials).catch(async (error: unknown) => {
    await sessions.countRefused(address);
    throw error;
  });
  await session.count(address).catch((error: unknown) => {
    sessions.close(session);
    throw error;
  });
  return session;
}

async function receive(
  connection: Connection,
  bytes: Buffer,
  begin: (payload: Readonly<Record<string, unknown>> | undefined) => Promise<void>,
): Promise<void> {
  const { socket, outbox, running } = connection;
  const message = readMessage(bytes);
  if (!message) {
    socket.close(CloseCode.BadRequest, 'Invalid message');
    return;
  }
  switch (message.type) {
    case MessageType.ConnectionInit:
      return begin(message.payload);
    case MessageType.Ping: {
      outbox.write(textFrame(writeExactly({ type: MessageType.Pong, payload: message.payload })));
      return;
    }
    case MessageType.Pong:
      return;
    case MessageType.Subscribe:
      if (!connection.session) {
        socket.close(CloseCode.Unauthorized, 'Unauthorized');
        return;
      }
      if (running.has(message.id)) {
        socket.close(CloseCode.SubscriberAlreadyExists, `Subscriber for ${message.id} already exists`);
        return;
      }
      return subscribe(connection, connection.session, message);
    case MessageType.Complete: {
      const known = running.get(message.id);
      running.delete(message.id);
      known?.started?.leave();
      return;
    }
    default: {
      socket.close(CloseCode.BadRequest, 'Unexpected message');
      return;
    }
  }
}

const longestId = 128;

// Read as a body is: no number changes, and nothing is nested without end.
function readMessage(bytes: Buffer): ReturnType<typeof validateMessage> | null {
  try {
    const message = validateMessage(readJson(bytes));
    // The protocol sets no bound to an id; it comes back with every answer.
    return 'id' in message && message.id.length > longestId ? null : message;
  } catch {
    return null;
  }
}

async function subscribe(connection: Connection, session: Session, { id, payload }: SubscribeMessage): Promise<void> {
  const { schema, groups, running, outbox, limits, report, address } = connection;
  const lane = outbox.lane();
  const place: Place = { started: null };
  const end = (ending: Ending): void => {
    if (running.get(id) !== place) return;
    running.delete(id);
    outbox.write(messageFrame({ id, type: MessageType.Error, payload: ending }));
  };
  const most = limits.subscriptionsPerSocket;
  const isFull = running.size >= most || connection.beginning >= 2 * most;
  running.set(id, place);
  connection.beginning += 1;
  try {
    if (isFull) throw new ServiceError('RATE_LIMITED', 'Too many subscriptions on one socket.');
    if (isRequest(payload)) {
      await answerInTurn(connection, { id, request: payload, place }, lane);
      return;
    }
    await session.count(address);
    const request = await session.document(payload);
    await documentTurns.take(1);
    // A message always has a text: one that is registered is this one.
    const operation = readOperation(schema, request);
    const head = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);
    const started = await groups.join(session, operation, {
      lane,
      frame: (text) => socketFrame(head, text, closingBrace),
      end,
    });
    // It may have been completed, or the socket closed, while it began.
    if (running.get(id) === place) place.started = started;
    else started.leave();
  } catch (error) {
    end(endingOf(error, null, report));
    if (endsCaller(error) && session.key !== '') session.end(error);
  } finally {
    connection.beginning -= 1;
  }
}

// One answer of a socket is on its way at a time, as on an HTTP connection, so that a peer that does not read holds no more
// than that.
function answerInTurn(
  connection: Connection,
  { id, request, place }: { readonly id: string; readonly request: SubscribeRequest; readonly place: Place },
  lane: Lane,
): Promise<void> {
  const { running, outbox, answerRequest, handshake } = connection;
  const turn = connection.answered.then(async () => {
    if (running.get(id) !== place) return;
    const { isResult, text } = await answerRequest(handshake, request);
    // A client that completed it meanwhile no longer listens.
    if (running.get(id) !== place) return;
    running.delete(id);
    const head = (type: MessageType): Buffer => Buffer.from(`{"id":${JSON.stringify(id)},"type":"${type}","payload":`);
    if (isResult) {
      outbox.write(socketFrame(head(MessageType.Next), Buffer.from(text), closingBrace));
      outbox.write(messageFrame({ id, type: MessageType.Complete }));
    } else {
      // The body of a refusal is `{ errors }`.
      const { errors } = JSON.parse(text) as { readonly errors: unknown };
      outbox.write(messageFrame({ id, type: MessageType.Error, payload: errors }));
    }
    await lane.calm();
  });
  connection.answered = turn.catch(() => undefined);
  return turn;
}

function endSession(connection: Connection, reason: ServiceError): void {
  const { running, outbox, socket } = connection;
  for (const [id, { started }] of running) {
    const ending = callerEnded(reason, started?.cursor() ?? null);
    outbox.write(messageFrame({ id, type: MessageType.Error, payload: ending }));
  }
  leaveAll(connection);
  socket.close(CloseCode.Forbidden, reason.code);
}

function leaveAll({ running }: Connection): void {
  const all = [...running.values()];
  running.clear();
  for (const { started } of all) started?.leave();
}

// A peer that has answered none of two pings half an interval after the second is gone.
function keepAlive({ socket, limits }: Connection): () => void {
  let silentHalves = 0;
  socket.on('pong', () => (silentHalves = 0));
  const timer = setInterval(() => {
    silentHalves += 1;
    if (silentHalves >= 5) socket.terminate();
    else if (silentHalves % 2 === 0 && socket.readyState === socket.OPEN) socket.ping();
  }, limits.pingMillis / 2);
  return () => clearInterval(timer);
}

// Everything up to the cursor has been delivered to every subscription of the socket.
function sayHeartbeat({ session, running, outbox, end }: Connection): void {
  if (!session) return;
  const cursors = [...running.values()].flatMap(({ started }) => (started ? [started.cursor()] : []));
  const cursor = earliestCursor(cursors) ?? end(session.tenantUrn);
  outbox.write(messageFrame({ type: MessageType.Ping, payload: { cursor } }));
}
