// A client of the WebSocket protocol of GraphQL, by hand: what it sends is up to the test.
import { WebSocket } from 'ws';

/** A message of the protocol. */
export interface Message {
  readonly id?: string;
  readonly type: string;
  // A test knows the shape it requested; what it reads is asserted.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly payload?: any;
}

/** A client that speaks the protocol by hand. */
export interface Peer {
  readonly socket: WebSocket;
  readonly closed: Promise<{ code: number; reason: string }>;
  send(message: unknown): void;
  /** The next message that is not a heartbeat. */
  next(): Promise<Message>;
  /** The payload of the next heartbeat from now on. */
  beat(): Promise<unknown>;
}

/** What it connects with; without options, as a client does. */
export interface PeerOptions {
  readonly protocol?: string | string[];
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

/** Connects to the service at that address. */
export function connectPeer(url: string, options: PeerOptions = {}): Peer {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}${options.path ?? '/graphql'}`,
    options.protocol ?? 'graphql-transport-ws',
    { headers: options.headers ?? {} },
  );
  const messages: Message[] = [];
  let wake: () => void = () => undefined;
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)) as Message);
    wake();
  });
  socket.on('error', () => undefined);
  return {
    socket,
    closed: new Promise((resolve) => socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }))),
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async next() {
      for (;;) {
        const message = messages.shift();
        if (message && message.type !== 'ping') return message;
        if (!message) await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    beat: () =>
      new Promise((resolve) => {
        socket.on('message', (data) => {
          const { type, payload } = JSON.parse(String(data)) as Message;
          if (type === 'ping') resolve(payload);
        });
      }),
  };
}
