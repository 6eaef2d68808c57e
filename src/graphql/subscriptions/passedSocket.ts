// A WebSocket whose caller's tenant lives in another cell: from its initialization on it is led to a gateway there, and messages
// go both ways as they are. docs/scaling.md.
import { CloseCode, GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Cell } from '../../domain/cell.ts';
import { passedOnWith } from '../../http/otherCells.ts';
import { authorizationOf, type Handshake } from './socketRequests.ts';

/** The other half of a socket that was passed on. */
export interface PassedSocket {
  /** Hands on what the peer has sent. */
  receive(message: Buffer): void;
  /** The peer has left. */
  end(): void;
}

/** More than this waits for neither side: then the other one is read no further. */
const mostWaiting = 1_048_576;
const openMillis = 5_000;

/** Leads the socket to the cell, and begins there with that message. What ends there ends here. */
export function passSocket(socket: WebSocket, cell: Cell, handshake: Handshake, first: string): PassedSocket {
  const other = new WebSocket(`${cell.url.replace(/^http/, 'ws')}/graphql`, GRAPHQL_TRANSPORT_WS_PROTOCOL, {
    headers: headersOf(handshake),
    handshakeTimeout: openMillis,
    perMessageDeflate: false,
  });
  const early: (string | Buffer)[] = [first];
  const receive = (message: Buffer | string): void => {
    if (other.readyState === other.CONNECTING) early.push(message);
    else handOn(message, socket, other);
  };
  // A peer that sends before it was answered waits for the other side.
  socket.pause();
  other.on('open', () => {
    for (const message of early.splice(0)) handOn(message, socket, other);
    socket.resume();
  });
  // With the default binaryType a message is one Buffer.
  other.on('message', (message) => handOn(message as Buffer, other, socket));
  other.on('error', () => socket.close(CloseCode.InternalServerError, 'UNAVAILABLE'));
  other.on('close', (code, reason) => {
    // 1005 and 1006 say that no code was sent, and are never sent.
    if (code === 1006) socket.terminate();
    else if (code === 1005) socket.close();
    else socket.close(code, reason);
  });
  return { receive, end: () => other.terminate() };
}

function handOn(message: string | Buffer, from: WebSocket, to: WebSocket): void {
  if (to.readyState !== to.OPEN) return;
  to.send(message, { binary: false }, () => {
    if (from.isPaused && to.bufferedAmount <= mostWaiting) from.resume();
  });
  if (to.bufferedAmount > mostWaiting) from.pause();
}

function headersOf(handshake: Handshake): Record<string, string> {
  const { headers, peer } = handshake;
  const { origin, 'user-agent': agent, 'accept-language': language } = headers;
  return {
    ...(origin !== undefined && { origin }),
    ...(agent !== undefined && { 'user-agent': agent }),
    ...(language !== undefined && { 'accept-language': language }),
    ...authorizationOf(handshake),
    ...passedOnWith(headers, peer),
  };
}
