// Limits per connection, per address and in total: one request of a connection is processed at a time, a response that
// is not read is abandoned, and bytes that wait to be read are bounded. Pipelined requests wait unread, see requestReader.ts.
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { beforeSending } from './beforeSending.ts';
import { asksForHealth } from './pressure.ts';
import { readRequests, ServedRequest, type RequestReader, type UnreadBytes } from './requestReader.ts';
import { ServiceError } from '../domain/errors.ts';
import type { CutReason } from '../domain/observation.ts';
import { documentTurns, longTextTurns, LoopTurns, turnOfText } from '../domain/loopTurns.ts';

/** The numbers of the limits. */
export interface ConnectionLimits {
  /** Open connections in all, and of one address that is no trusted proxy. */
  readonly inAll: number;
  readonly perAddress: number;
  /** Bytes of answers that wait to be read: in all, and of one address. */
  readonly pendingInAll: number;
  readonly pendingPerAddress: number;
  /** Requests that may wait behind another one of the same connection, and bytes that wait behind requests; both in all. */
  readonly waitingInAll: number;
  readonly unreadInAll: number;
  /** For so long an answer may stand still; a caller that takes less than `minimumRead` bytes in that time counts as still. */
  readonly stallMillis: number;
  /** For so long nothing may move on a connection, one whose request is answered included. */
  readonly idleMillis: number;
  readonly minimumRead: number;
}

/** Whether the caller left before all of the answer was sent. */
export const hasLeft = ({ closed, writableFinished }: ServerResponse): boolean => closed && !writableFinished;

/** The numbers that no setting changes. */
export const usualConnections = {
  pendingInAll: 256 * 1024 * 1024,
  pendingPerAddress: 64 * 1024 * 1024,
  waitingInAll: 20_000,
  unreadInAll: 64 * 1024 * 1024,
  stallMillis: 30_000,
  idleMillis: 65_000,
  minimumRead: 16 * 1024,
} as const;

/** What the connections of a server share. */
export interface Connections {
  /** The server whose connections these are, for Fastify's `serverFactory`. */
  serve(handler: Handler, options: ServerOptions, onCut?: (cut: CutConnection) => void): Server;
  /** Counts the answers of `app`: `refuse` is what is sent instead of one too many. Registered after what changes bodies. */
  countAnswers(app: FastifyInstance, parts: CountedAnswers): void;
  /** How many connections are open, the bytes that wait to be read, and how many addresses are known. */
  state(): { readonly open: number; readonly pending: number; readonly addresses: number };
}

/** A request whose connection was ended before it was answered. */
export interface CutConnection {
  readonly reason: CutReason;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly milliseconds: number;
}

/** What is answered instead of one answer too many. */
export function tooManyUnread(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'Too many responses are waiting to be read.', [], { retryAfterSeconds: 5 });
}

/** How answers are counted. */
export interface CountedAnswers {
  /** Whether the bytes of the reply are shared with other replies. */
  readonly isShared: (reply: unknown) => boolean;
  /** LoopTurns the reply into a refusal; answers its body. */
  readonly refuse: (request: unknown, reply: unknown) => string;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

type Connection = {
  readonly socket: Socket;
  readonly address: string | null;
  isAnswering: boolean;
  /** The request that is answered, and since when. */
  answered: { readonly request: IncomingMessage; readonly since: number } | null;
  /** The request that came last, and those that wait behind the one that is answered. */
  last: IncomingMessage | null;
  readonly waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[];
  readonly reader: RequestReader;
  /** Bytes of the answer that is being sent. */
  pending: number;
  /** How far sending had come when it was last looked at, and since when it is less than `minimumRead` further. */
  sent: number;
  since: number;
};

type Totals = {
  open: number;
  pending: number;
};

const sweepMillis = 1_000;

/** Making an answer of so many bytes takes a turn of the event loop. */
const takesTurn = 1024 * 1024;

/** Requests that waited behind another one of their connection and begin in one turn of the event loop. */
const begunPerTurn = 1;

/**
 * Requests that begin in one turn of the event loop. Of hundreds that come in one moment each may take a millisecond until it waits for
 * the database: what asks for health, and callers that come later, get their turn in between.
 */
const takenPerTurn = 8;

/** Connections under these limits. `addressOf` names the address of a peer; null where none is counted. */
export function createConnections(
  limits: ConnectionLimits,
  addressOf: (peer: string | undefined) => string | null,
): Connections {
  return new ConnectionTable(limits, addressOf);
}

class ConnectionTable implements Connections {
  private readonly limits: ConnectionLimits;
  private readonly addressOf: (peer: string | undefined) => string | null;
  private readonly known = new Map<Socket, Connection>();
  private readonly byAddress = new Map<string, Totals>();
  private readonly all: Totals = { open: 0, pending: 0 };
  private waiting = 0;
  private onCut: (cut: CutConnection) => void = () => undefined;
  private readonly unread: UnreadBytes;
  private readonly beginnings = new LoopTurns(begunPerTurn);
  private readonly takings = new LoopTurns(takenPerTurn);

  constructor(limits: ConnectionLimits, addressOf: (peer: string | undefined) => string | null) {
    this.limits = limits;
    this.unread = { bytes: 0, most: limits.unreadInAll };
    this.addressOf = addressOf;
  }

  state(): ReturnType<Connections['state']> {
    return { ...this.all, addresses: this.byAddress.size };
  }

  serve(handler: Handler, options: ServerOptions, onCut: (cut: CutConnection) => void = () => undefined): Server {
    const own = { ...options, IncomingMessage: ServedRequest };
    const server = createHttpServer(own, (request, response) => this.take(handler, request, response));
    // Node would write `100 Continue` before anybody has looked at the request.
    server.on('checkContinue', (request: ServedRequest, response: ServerResponse) => {
      request.beforeRead = () => response.writeContinue();
      this.take(handler, request, response);
    });
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      this.take(handler, request, response),
    );
    this.onCut = onCut;
    server.maxConnections = this.limits.inAll;
    // Node would end it without a word.
    server.setTimeout(this.limits.idleMillis);
    server.on('timeout', (socket: Socket) => this.cut(socket, 'IDLE'));
    server.on('connection', (socket: Socket) => this.accept(socket));
    const sweep = setInterval(() => this.endStalled(), sweepMillis);
    sweep.unref();
    server.on('close', () => clearInterval(sweep));
    return server;
  }

  countAnswers(app: FastifyInstance, { isShared, refuse }: CountedAnswers): void {
    beforeSending(app, (request, reply, payload) => {
      const connection = this.known.get(request.raw.socket);
      if (!connection || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload;
      const bytes = Buffer.byteLength(payload);
      if (!isShared(reply) && !this.mayAnswer(connection, bytes)) return refuse(request, reply);
      // Making it has taken a while, too: others first.
      if (bytes >= takesTurn) return new Promise(setImmediate).then(() => turnOfText(bytes)).then(() => payload);
      // Writing copies its bytes into the socket: a small answer never waits for all of many large ones.
      return turnOfText(bytes)?.then(() => payload) ?? payload;
    });
  }

  private mayAnswer(connection: Connection, bytes: number): boolean {
    const totals = this.totalsOf(connection);
    const { pendingInAll, pendingPerAddress } = this.limits;
    const isTooMuch =
      (totals.pending > 0 && totals.pending + bytes > pendingPerAddress) ||
      (this.all.pending > 0 && this.all.pending + bytes > pendingInAll);
    if (!isTooMuch) this.hold(connection, bytes);
    return !isTooMuch;
  }

  private accept(socket: Socket): void {
    // A turn accepts a single connection (libuv): while many are opened at once, a new caller waits for as many turns as there are
    // connections before its own, and turns are kept short.
    longTextTurns.putOff();
    this.beginnings.putOff();
    this.takings.putOff();
    documentTurns.putOff();
    const address = this.addressOf(socket.remoteAddress);
    const connection: Connection = {
      socket,
      address,
      isAnswering: false,
      answered: null,
      last: null,
      waiting: [],
      reader: readRequests(socket, this.unread, (hasUnread) => isHeld(connection, hasUnread)),
      pending: 0,
      sent: 0,
      since: performance.now(),
    };
    this.known.set(socket, connection);
    const totals = this.totalsOf(connection);
    totals.open += 1;
    this.all.open = this.known.size;
    socket.once('close', () => this.forget(connection));
    if (address !== null && totals.open > this.limits.perAddress) socket.destroy();
  }

  private cut(socket: Socket, reason: CutReason): void {
    const answered = this.known.get(socket)?.answered;
    if (answered && !socket.destroyed) {
      const { method = '', url = '' } = answered.request;
      const [path = ''] = url.split('?', 1);
      this.onCut({ reason, method, path, milliseconds: Math.round(performance.now() - answered.since) });
    }
    socket.destroy();
  }

  private forget(connection: Connection): void {
    const { socket, address, reader } = connection;
    this.waiting -= connection.waiting.splice(0).length;
    reader.end();
    this.known.delete(socket);
    this.all.open = this.known.size;
    if (address === null) return;
    const totals = this.totalsOf(connection);
    totals.open -= 1;
    if (totals.open <= 0) this.byAddress.delete(address);
  }

  private totalsOf({ address }: Connection): Totals {
    if (address === null) return { open: 0, pending: 0 };
    const known = this.byAddress.get(address) ?? { open: 0, pending: 0 };
    this.byAddress.set(address, known);
    return known;
  }

  private hold(connection: Connection, bytes: number): void {
    connection.pending += bytes;
    this.totalsOf(connection).pending += bytes;
    this.all.pending += bytes;
  }

  private release(connection: Connection): void {
    this.hold(connection, -connection.pending);
  }

  private take(handler: Handler, request: IncomingMessage, response: ServerResponse): void {
    const connection = this.known.get(request.socket);
    if (!connection?.isAnswering) {
      if (connection) this.begin(handler, connection, request, response);
      else handler(request, response);
      return;
    }
    connection.last = request;
    if (this.waiting >= this.limits.waitingInAll) {
      this.cut(connection.socket, 'TOO_MUCH');
      return;
    }
    connection.waiting.push({ request, response });
    this.waiting += 1;
  }

  private begin(handler: Handler, connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.isAnswering = true;
    connection.answered = { request, since: performance.now() };
    connection.last ??= request;
    response.once('close', () => {
      this.release(connection);
      const next = connection.waiting.shift();
      if (!next) {
        connection.isAnswering = false;
        connection.answered = null;
        connection.last = null;
        if (connection.reader.hasUnread()) void this.beginnings.take(1).then(() => connection.reader.readOn());
        return;
      }
      this.waiting -= 1;
      void this.beginnings.take(1).then(() => {
        if (connection.socket.destroyed) return;
        this.begin(handler, connection, next.request, next.response);
        // The body of the last one may be still on its way.
        if (connection.waiting.length === 0) connection.reader.readOn();
      });
    });
    if (asksForHealth(request)) handler(request, response);
    else
      this.takings.run(1, () => {
        if (!connection.socket.destroyed) handler(request, response);
      });
  }

  private endStalled(): void {
    const now = performance.now();
    for (const connection of this.known.values()) {
      const { socket } = connection;
      const { unsent, sent } = progressOf(socket);
      if (unsent === 0 || sent - connection.sent >= this.limits.minimumRead) {
        connection.sent = sent;
        connection.since = now;
      } else if (now - connection.since >= this.limits.stallMillis) this.cut(socket, 'UNREAD');
    }
  }
}

// Whether a request waits for the answer to the one before it, or would, if more were parsed.
function isHeld({ waiting, isAnswering, last }: Connection, hasUnread: boolean): boolean {
  return waiting.length > 0 || (hasUnread && isAnswering && last?.complete === true);
}

// Bytes leave a socket in two steps, the second of which only the handle knows. `sent` grows with both of them.
function progressOf(socket: Socket): { readonly unsent: number; readonly sent: number } {
  // A socket of an HTTP server has a handle until it is closed.
  const { _handle: handle } = socket as unknown as { readonly _handle?: { readonly writeQueueSize?: number } | null };
  const queued = handle?.writeQueueSize ?? 0;
  const unsent = socket.writableLength + queued;
  return { unsent, sent: 2 * socket.bytesWritten - unsent };
}
