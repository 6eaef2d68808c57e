// A receiver of webhooks: a real HTTP server that records its requests and answers as configured.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  // A test knows what the service sends; what it reads is asserted.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
}

/** What to answer: a status with headers and body, or a function that misuses the response. */
export type Answer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string | string[]>>; readonly body?: string }
  | ((response: ServerResponse, request: IncomingMessage) => void);

/** A running receiver. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Decides the answer to each request from now on; the default is 204. */
  answer(decide: (request: Received, index: number) => Answer | Promise<Answer>): void;
  /** Resolves with the first `count` requests as soon as they are there. */
  until(count: number): Promise<readonly Received[]>;
  /** Clears the received requests. */
  forget(): void;
  close(): Promise<void>;
}

/** Starts a receiver on 127.0.0.1. */
export async function startReceiver(): Promise<Receiver> {
  let received: Received[] = [];
  let decide: (request: Received, index: number) => Answer | Promise<Answer> = () => ({ status: 204 });
  let waiting: { readonly count: number; readonly resolve: (list: readonly Received[]) => void }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = recorded(request, Buffer.concat(chunks));
      received.push(entry);
      const index = received.length - 1;
      const satisfied = waiting.filter(({ count }) => received.length >= count);
      waiting = waiting.filter(({ count }) => received.length < count);
      void Promise.resolve(decide(entry, index)).then((answer) => send(request, response, answer));
      for (const { count, resolve } of satisfied) resolve(received.slice(0, count));
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  // A caller on a busy machine comes again late, and finds its connection as it left it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}/hook`,
    get received() {
      return received;
    },
    answer(next) {
      decide = next;
    },
    until: (count) =>
      received.length >= count
        ? Promise.resolve(received.slice(0, count))
        : new Promise((resolve) => waiting.push({ count, resolve })),
    forget() {
      received = [];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function recorded(request: IncomingMessage, body: Buffer): Received {
  const text = body.toString('utf8');
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body,
    json: text === '' ? null : (JSON.parse(text) as unknown),
    at: performance.now(),
  };
}

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  response.on('error', () => undefined);
  if (typeof answer === 'function') {
    answer(response, request);
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}
