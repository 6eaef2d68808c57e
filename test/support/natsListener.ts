// A listener that speaks enough of the NATS protocol to hear who comes, and which stream is asked for. It has no stream.
import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A running listener. */
export interface NatsListener {
  readonly url: string;
  /** What a caller has to sign. */
  readonly nonce: string;
  /** How the first caller presents itself. */
  readonly caller: Promise<Readonly<Record<string, unknown>>>;
  /** The first stream that is asked for. */
  readonly madeStream: Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

const missing = JSON.stringify({ error: { code: 404, err_code: 10_059, description: 'stream not found' } });

/** Starts one on 127.0.0.1. */
export async function startNatsListener(): Promise<NatsListener> {
  const nonce = 'sign-this';
  const heard = new EventEmitter();
  const first = (name: 'caller' | 'stream'): Promise<Readonly<Record<string, unknown>>> =>
    once(heard, name).then(([said]) => said as Readonly<Record<string, unknown>>);
  const [caller, madeStream] = [first('caller'), first('stream')];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const { port } = server.address() as AddressInfo;
    const info = { server_id: 'x', version: '2.10.0', proto: 1, host: '127.0.0.1', port, max_payload: 1_048_576 };
    socket.write(`INFO ${JSON.stringify({ ...info, headers: true, auth_required: true, nonce })}\r\n`);
    let subscription = '1';
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const [word = '', ...words] = text.slice(0, end).split(' ');
        const length = word === 'PUB' ? Number(words.at(-1)) : -2;
        if (text.length < end + 4 + length) return;
        const body = text.slice(end + 2, end + 2 + Math.max(0, length));
        text = text.slice(end + 4 + length);
        if (word === 'CONNECT') heard.emit('caller', JSON.parse(words.join(' ')));
        else if (word === 'PING') socket.write('PONG\r\n');
        else if (word === 'SUB') subscription = words.at(-1) ?? '';
        else if (word === 'PUB') {
          const [subject = '', reply = ''] = words;
          if (subject.includes('STREAM.CREATE')) heard.emit('stream', JSON.parse(body));
          else socket.write(`MSG ${reply} ${subscription} ${String(missing.length)}\r\n${missing}\r\n`);
        }
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `nats://127.0.0.1:${String(port)}`,
    nonce,
    caller,
    madeStream,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
