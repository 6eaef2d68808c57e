// Many concurrent WebSocket subscribers, each as cheap as possible: received messages are kept as text.
import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Sockets that all follow the same thing. */
export interface Crowd {
  readonly size: number;
  /** How many answers were received in total. */
  count(): number;
  /** Resolves once that many answers were received in total; rejects when a socket ends before. */
  until(count: number): Promise<void>;
  /** The payloads of the answers a socket got, as text. */
  heardBy(at: number): readonly string[];
  close(): void;
}

/** How a crowd is created. */
export interface CrowdOptions {
  readonly url: string;
  readonly token: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly size: number;
  /** Called with each message as it arrives; the message is then not kept. */
  readonly onAnswer?: (text: string) => void;
}

/** Opens the sockets and subscribes with each; resolves once every subscription was sent. */
export async function openCrowd(options: CrowdOptions): Promise<Crowd> {
  const { size } = options;
  const state: { count: number; failed: Error | null; isClosed: boolean; check: () => void } = {
    count: 0,
    failed: null,
    isClosed: false,
    check: () => undefined,
  };
  const heard = Array.from({ length: size }, (): string[] => []);
  const onAnswer = (text: string, at: number): void => {
    state.count += 1;
    if (options.onAnswer) options.onAnswer(text);
    else heard[at]?.push(text.slice(text.indexOf('"payload":') + 10, -1));
    state.check();
  };
  const onEnd = (reason: string): void => {
    if (state.isClosed) return;
    state.failed ??= new Error(`A socket ended: ${reason}`);
    state.check();
  };
  const sockets: WebSocket[] = [];
  // A listening socket has a short queue: not all at once.
  for (let at = 0; at < size; at += 50) {
    const some = Array.from({ length: Math.min(50, size - at) }, (_, n) => member(options, at + n, onAnswer, onEnd));
    sockets.push(...(await Promise.all(some)));
  }
  return {
    size,
    count: () => state.count,
    until: (count) =>
      new Promise((resolve, reject) => {
        state.check = () => {
          if (state.failed) reject(state.failed);
          else if (state.count >= count) resolve();
        };
        state.check();
      }),
    heardBy: (at) => heard[at] ?? [],
    close() {
      state.isClosed = true;
      for (const socket of sockets) socket.terminate();
    },
  };
}

async function member(
  { url, token, query, variables = {} }: CrowdOptions,
  at: number,
  onAnswer: (text: string, at: number) => void,
  onEnd: (reason: string) => void,
): Promise<WebSocket> {
  const address = `${url.replace(/^http/, 'ws')}/graphql`;
  const socket = new WebSocket(address, 'graphql-transport-ws', { perMessageDeflate: false });
  const acknowledged = new Promise<void>((resolve, reject) => {
    socket.on('message', (data) => {
      // With the default binaryType a message is one Buffer.
      const text = String(data);
      if (text.includes('"type":"next"')) onAnswer(text, at);
      else if (text.includes('connection_ack')) resolve();
      else if (!text.includes('"type":"ping"')) onEnd(text);
    });
    socket.on('close', (code, reason) => {
      onEnd(`${String(code)} ${String(reason)}`);
      reject(new Error(`Closed with ${String(code)} ${String(reason)}`));
    });
    socket.on('error', reject);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  await acknowledged;
  socket.send(JSON.stringify({ id: String(at), type: 'subscribe', payload: { query, variables } }));
  return socket;
}
