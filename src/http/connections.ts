// Limits per connection, per address and in total: one request of a connection is processed at a time, a response that
// is not read is abandoned, and bytes that wait to be read are bounded. Pipelined requests wait unread.
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The numbers of the limits. */
export interface ConnectionLimits {
  /** Open connections in all, and of one address that is no trusted proxy. */
  readonly inAll: number;
  readonly perAddress: number;
  /** Bytes of answers that wait to be read: in all, and of one address. */
  readonly pendingInAll: number;
  readonly pendingPerAddress: number;
  /** Requests that may wait behind another one of the same connection; in all, and of one connection. */
  readonly waitingInAll: number;
  readonly waitingPerConnection: number;
  /** For so long an answer may stand still; a caller that takes less than `minimumRead` bytes in that time counts as still. */
  readonly stallMillis: number;
  readonly minimumRead: number;
}

/** The numbers that no setting changes. */
export const usualConnections = {
  pendingInAll: 256 * 1024 * 1024,
  pendingPerAddress: 64 * 1024 * 1024,
  waitingInAll: 20_000,
  // What fits into one reading of a socket, so that only unread bytes of well-behaved callers wait outside.
  waitingPerConnection: 4_000,
  stallMillis: 30_000,
  minimumRead: 16 * 1024,
} as const;

/** What the connections of a server share. */
export interface Connections {
  /** The server whose connections these are, for Fastify's `serverFactory`. */
  serve(handler: Handler, options: ServerOptions): Server;
  /** Counts the answers of `app`: `refuse` is what is sent instead of one too many. Registered after what changes bodies. */
  countAnswers(app: FastifyInstance, parts: CountedAnswers): void;
  /** Counts so many bytes of an answer on a connection; false, and counts none, where too many wait to be read. */
  mayAnswer(socket: Socket, bytes: number): boolean;
  /** How many connections are open, and the bytes that wait to be read. */
  state(): { readonly open: number; readonly pending: number };
}

/** How answers are counted. */
export interface CountedAnswers {
  /** Whether the bytes of the reply are shared with other replies. */
  readonly isShared: (reply: unknown) => boolean;
  /** Turns the reply into a refusal; answers its body. */
  readonly refuse: (request: unknown, reply: unknown) => string;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

type Connection = {
  readonly socket: Socket;
  readonly address: string | null;
  isAnswering: boolean;
  readonly waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[];
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

/**
 * Writing copies the bytes of an answer into its socket: so many of large answers in one turn of the event loop, and the
 * rest in later ones, so that a small answer never waits for all of them.
 */
const bytesPerTurn = 1024 * 1024;
const largeAnswer = 64 * 1024;

/**
 * Requests that waited behind another one of their connection and begin in one turn of the event loop. A turn accepts a single
 * connection (libuv), so however many connections send ahead of their answers, turns stay short for those that do not.
 */
const begunPerTurn = 1;

/** Spreads work, measured in bytes or in steps, over the turns of the event loop, in the order in which it came. */
export class Turns {
  private readonly perTurn: number;
  private left: number;
  private isScheduled = false;
  private readonly waiting: { readonly units: number; readonly begin: () => void }[] = [];

  constructor(perTurn: number) {
    this.perTurn = perTurn;
    this.left = perTurn;
  }

  /** Resolves in the turn in which so many units may be worked; the first ones of a turn may, however many they are. */
  take(units: number): Promise<void> {
    if (this.waiting.length === 0 && this.left > 0) {
      this.spend(units);
      return Promise.resolve();
    }
    return new Promise((begin) => this.waiting.push({ units, begin }));
  }

  private spend(units: number): void {
    this.left -= units;
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.isScheduled = false;
    this.left = this.perTurn;
    while (this.left > 0) {
      const next = this.waiting.shift();
      if (!next) return;
      this.spend(next.units);
      next.begin();
    }
  }
}

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
  private readonly turns = new Turns(bytesPerTurn);
  private readonly beginnings = new Turns(begunPerTurn);

  constructor(limits: ConnectionLimits, addressOf: (peer: string | undefined) => string | null) {
    this.limits = limits;
    this.addressOf = addressOf;
  }

  state(): { readonly open: number; readonly pending: number } {
    return { ...this.all };
  }

  serve(handler: Handler, options: ServerOptions): Server {
    const server = createHttpServer(options, (request, response) => this.take(handler, request, response));
    server.maxConnections = this.limits.inAll;
    server.on('connection', (socket: Socket) => this.accept(socket));
    const sweep = setInterval(() => this.endStalled(), sweepMillis);
    sweep.unref();
    server.on('close', () => clearInterval(sweep));
    return server;
  }

  countAnswers(app: FastifyInstance, { isShared, refuse }: CountedAnswers): void {
    app.addHook('onSend', async (request, reply, payload: unknown) => {
      const connection = this.known.get(request.raw.socket);
      if (!connection || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload;
      const bytes = Buffer.byteLength(payload);
      if (!isShared(reply) && !this.mayAnswer(request.raw.socket, bytes)) return refuse(request, reply);
      if (bytes >= largeAnswer) await this.turns.take(bytes);
      return payload;
    });
  }

  mayAnswer(socket: Socket, bytes: number): boolean {
    const connection = this.known.get(socket);
    if (!connection) return true;
    const totals = this.totalsOf(connection);
    const { pendingInAll, pendingPerAddress } = this.limits;
    const isTooMuch =
      (totals.pending > 0 && totals.pending + bytes > pendingPerAddress) ||
      (this.all.pending > 0 && this.all.pending + bytes > pendingInAll);
    if (!isTooMuch) this.hold(connection, bytes);
    return !isTooMuch;
  }

  private accept(socket: Socket): void {
    const address = this.addressOf(socket.remoteAddress);
    const connection: Connection = {
      socket,
      address,
      isAnswering: false,
      waiting: [],
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

  private forget(connection: Connection): void {
    const { socket, address } = connection;
    this.release(connection);
    this.waiting -= connection.waiting.splice(0).length;
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
    const { waitingInAll, waitingPerConnection } = this.limits;
    if (connection.waiting.length >= waitingPerConnection || this.waiting >= waitingInAll) {
      connection.socket.destroy();
      return;
    }
    connection.waiting.push({ request, response });
    this.waiting += 1;
    setReading(connection.socket, false);
  }

  private begin(handler: Handler, connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.isAnswering = true;
    response.once('close', () => {
      this.release(connection);
      const next = connection.waiting.shift();
      if (!next) {
        connection.isAnswering = false;
        return;
      }
      this.waiting -= 1;
      // The body of the last one is still on its way.
      if (connection.waiting.length === 0) setReading(connection.socket, true);
      void this.beginnings.take(1).then(() => {
        if (!connection.socket.destroyed) this.begin(handler, connection, next.request, next.response);
      });
    });
    handler(request, response);
  }

  private endStalled(): void {
    const now = performance.now();
    for (const connection of this.known.values()) {
      const { socket } = connection;
      const { unsent, sent } = progressOf(socket);
      if (unsent === 0 || sent - connection.sent >= this.limits.minimumRead) {
        connection.sent = sent;
        connection.since = now;
      } else if (now - connection.since >= this.limits.stallMillis) socket.destroy();
    }
  }
}

/** A socket as Node's HTTP server sees it: while `_paused` is set, nothing else starts its reading again. */
type ServerSocket = {
  _paused?: boolean;
  readonly parser?: { pause(): void; resume(): void } | null;
  readonly _handle?: { readonly writeQueueSize?: number } | null;
};

// The way Node itself holds back a socket whose answers pile up, lib/_http_server.js.
function setReading(socket: Socket, isReading: boolean): void {
  const server = socket as unknown as ServerSocket;
  server._paused = !isReading;
  if (!isReading) {
    socket.pause();
    return;
  }
  server.parser?.resume();
  socket.resume();
}

// Bytes leave a socket in two steps, the second of which only the handle knows. `sent` grows with both of them.
function progressOf(socket: Socket): { readonly unsent: number; readonly sent: number } {
  const queued = (socket as unknown as ServerSocket)._handle?.writeQueueSize ?? 0;
  const unsent = socket.writableLength + queued;
  return { unsent, sent: 2 * socket.bytesWritten - unsent };
}
