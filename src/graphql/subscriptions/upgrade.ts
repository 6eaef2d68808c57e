// From an HTTP request to a WebSocket at `/graphql`: the path, the protocol and the origin are checked before anything
// is accepted, and at shutdown every peer is sent away, to reconnect later.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { ServiceError } from '../../domain/errors.ts';
import type { AddressRange } from '../../domain/networkAddress.ts';
import { callerAddress } from '../../http/callerAddress.ts';
import { writeRawAnswer, type AnswerError } from '../../http/rawAnswer.ts';
import { requestIdOf } from '../../http/server.ts';
import { serveSocket, type StreamParts } from './webSocket.ts';

/** What sockets are accepted with. */
export interface UpgradeParts extends StreamParts {
  /** Whether a page of that origin may connect. */
  readonly isAllowedOrigin: (origin: string) => Promise<boolean>;
  /** Whether the process is short of memory and takes nothing new. */
  readonly isShedding: () => boolean;
  /** The answer to what is refused. */
  readonly errorAnswer: AnswerError;
  /** Proxies that are believed where a socket comes from. */
  readonly trustedProxies: readonly AddressRange[];
}

const largestMessage = 1_048_576;
const goodbyeMillis = 1_000;
const goingAway = 1001;

const unavailable = (retryAfterSeconds: number): ServiceError =>
  new ServiceError('UNAVAILABLE', undefined, [], { retryAfterSeconds });

/** Accepts sockets on the server; the answer closes them all. */
export function acceptSockets(server: Server, parts: UpgradeParts): () => Promise<void> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    perMessageDeflate: false,
    handleProtocols: () => GRAPHQL_TRANSPORT_WS_PROTOCOL,
  });
  const refuse = (request: IncomingMessage, raw: Duplex, error: ServiceError): void => {
    const { url = '/', headers } = request;
    writeRawAnswer(raw, parts.errorAnswer(error, { url, id: requestIdOf(request), accept: headers.accept }));
    raw.end();
  };
  // What the library finds wrong with the handshake: RFC 6455, 4.2.1.
  sockets.on('wsClientError', (error: Error, raw: Duplex, request: IncomingMessage) =>
    refuse(request, raw, new ServiceError('BAD_REQUEST', `${error.message}.`)),
  );
  const accept = (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    raw.on('error', () => raw.destroy());
    refusal(request, parts).then(
      (error) => {
        if (error !== null) {
          refuse(request, raw, error);
          return;
        }
        const { headers } = request;
        const peer = request.socket.remoteAddress;
        const address = callerAddress({ peer, forwardedFor: headers['x-forwarded-for'] }, parts.trustedProxies);
        sockets.handleUpgrade(request, raw, head, (socket) =>
          serveSocket(parts, { socket, raw }, { headers, peer }, address),
        );
      },
      () => refuse(request, raw, unavailable(1)),
    );
  };
  server.on('upgrade', accept);
  return async () => {
    server.off('upgrade', accept);
    server.on('upgrade', (request: IncomingMessage, raw: Duplex) => refuse(request, raw, unavailable(1)));
    await Promise.all([...sockets.clients].map(sayGoodbye));
    sockets.close();
  };
}

async function refusal(request: IncomingMessage, parts: UpgradeParts): Promise<ServiceError | null> {
  const path = (request.url ?? '').split('?', 1)[0];
  if (path !== '/graphql') return new ServiceError('NOT_FOUND');
  if (parts.isShedding()) return unavailable(5);
  // Only the protocol of today: the older one was an entry without a login.
  const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (!protocols.includes(GRAPHQL_TRANSPORT_WS_PROTOCOL))
    return new ServiceError('BAD_REQUEST', `Sockets speak ${GRAPHQL_TRANSPORT_WS_PROTOCOL}.`);
  const { origin } = request.headers;
  return origin === undefined || (await parts.isAllowedOrigin(origin)) ? null : new ServiceError('FORBIDDEN');
}

function sayGoodbye(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => socket.terminate(), goodbyeMillis);
    socket.once('close', () => {
      clearTimeout(giveUp);
      resolve();
    });
    if (socket.readyState === socket.CLOSED) socket.emit('close');
    else socket.close(goingAway, 'Going away');
  });
}
