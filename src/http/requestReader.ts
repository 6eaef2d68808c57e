// Gives what a connection sends to Node's parser a few requests at a time, and leaves the rest unread. Node by itself parses
// all that it received at once, which may be thousands of requests and hold the event loop for 10 ms.
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that were received and not parsed yet, on all connections of a server, and how many there may be. */
export type UnreadBytes = {
  bytes: number;
  readonly most: number;
};

/** Reads the requests of one connection. */
export interface RequestReader {
  /** Whether something was received that is not parsed yet. */
  hasUnread(): boolean;
  /** Parses and receives on, to be called once nothing holds the connection back. Nothing on one that is closed. */
  readOn(): void;
  /** Drops what is unread: the connection has ended. */
  end(): void;
}

/**
 * A request that changes the protocol to WebSocket alone: one that offers another, as some clients do HTTP/2 without TLS, is
 * answered as if it had not. RFC 9110, 7.8.
 */
export class ServedRequest extends IncomingMessage {
  #upgrade = false;

  /** Called when the body is wanted for the first time, unless the request was answered without it: who waits for that is told to send it. */
  beforeRead: (() => void) | null = null;

  override _read(size: number): void {
    const tell = this.beforeRead;
    this.beforeRead = null;
    tell?.();
    super._read(size);
  }

  /** Whether what follows is another protocol; Node's parser sets it, and asks once the head is read. */
  get upgrade(): boolean {
    // Headers are put together when they are first read.
    return this.#upgrade && (this.method === 'CONNECT' || this.headers.upgrade?.toLowerCase() === 'websocket');
  }

  set upgrade(value: boolean) {
    // The constructor of the base class sets it, too.
    if (#upgrade in this) this.#upgrade = value;
  }
}

const nothing = Buffer.alloc(0);

/** So many bytes are parsed at once at least, and on to where a head ends. */
const leastParsed = 256;
const endOfHead = '\r\n\r\n';

/**
 * Takes the reading of a new connection over from Node. While `isHeld` answers true, nothing is parsed and no more is received. The
 * connection is closed when it sends while too many bytes are unread on all of them. What follows an upgrade is left to whoever takes the
 * connection over.
 * @param isHeld whether a request waits for the answer to the one before it, or would if what is unread were parsed
 */
export function readRequests(
  socket: Socket,
  total: UnreadBytes,
  isHeld: (hasUnread: boolean) => boolean,
): RequestReader {
  const parse = takeParser(socket);
  let unread: Buffer = nothing;
  const leaveUnread = (bytes: Buffer): void => {
    total.bytes += bytes.length - unread.length;
    unread = bytes;
  };
  const isBehind = (): boolean => isHeld(unread.length > 0);
  const parseOn = (): void => {
    while (unread.length > 0 && !isBehind()) {
      const bytes = unread;
      const end = bytes.length > leastParsed ? bytes.indexOf(endOfHead, leastParsed - endOfHead.length) : -1;
      const length = end < 0 ? bytes.length : end + endOfHead.length;
      leaveUnread(length === bytes.length ? nothing : bytes.subarray(length));
      parse(length === bytes.length ? bytes : bytes.subarray(0, length));
      if (socket.destroyed || !parserOf(socket)) return;
    }
    if (total.bytes > total.most) socket.destroy();
    else if (isBehind()) setReading(socket, false);
  };
  const receive = (bytes: Buffer): void => {
    leaveUnread(unread.length === 0 ? bytes : Buffer.concat([unread, bytes]));
    parseOn();
    if (socket.destroyed || parserOf(socket)) return;
    // The connection speaks HTTP no more: who took it over reads it.
    socket.off('data', receive);
    const rest = unread;
    leaveUnread(nothing);
    if (rest.length > 0) socket.unshift(rest);
  };
  socket.on('data', receive);
  // Node reads on after each answer that did not fit into the socket.
  socket.on('drain', () => {
    if (isBehind()) setReading(socket, false);
  });
  return {
    hasUnread: () => unread.length > 0,
    readOn() {
      if (socket.destroyed) return;
      setReading(socket, true);
      parseOn();
    },
    end: () => leaveUnread(nothing),
  };
}

// Node hands what comes straight from the socket to the parser, as long as nobody else listens to it.
function takeParser(socket: Socket): (bytes: Buffer) => void {
  const [listener] = socket.listeners('data');
  if (!listener) throw new Error('Node does not listen to what a connection sends.');
  // Node's listener takes what `data` brings.
  const parse = listener as (bytes: Buffer) => void;
  socket.off('data', parse);
  const { parser } = socket as unknown as ServerSocket;
  if (parser) parser.execute = executeOn;
  return (bytes) => parse.call(socket, bytes);
}

/** Node's parser of a connection; Node uses it for other connections afterwards. */
type Parser = {
  readonly incoming?: ServedRequest | null;
  /** How many bytes were parsed, or what is wrong with them. */
  execute(bytes: Buffer): number | Error;
  pause(): void;
  resume(): void;
};

// The parser stops behind a request that offers another protocol; where that is not taken, requests follow.
function executeOn(this: Parser, bytes: Buffer): number | Error {
  const node = Object.getPrototypeOf(this) as Parser;
  let parsed = 0;
  for (;;) {
    const more = node.execute.call(this, parsed === 0 ? bytes : bytes.subarray(parsed));
    if (typeof more !== 'number') return more;
    parsed += more;
    if (more === 0 || parsed >= bytes.length || !this.incoming || this.incoming.upgrade) return parsed;
  }
}

/** A socket as Node's HTTP server sees it: while `_paused` is set, nothing else starts its reading again. */
type ServerSocket = {
  _paused?: boolean;
  readonly parser?: Parser | null;
};

// A socket of an HTTP server is one.
const parserOf = (socket: Socket): unknown => (socket as unknown as ServerSocket).parser;

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
