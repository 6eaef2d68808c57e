// A connection to the service without a client library: it sends raw bytes, and reads only on request.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection. */
export interface RawSocket {
  readonly socket: Socket;
  send(text: string): void;
  /** Reads until the text contains so many of the pattern, or the connection ends; returns everything read so far. */
  readUntil(pattern: RegExp, count: number): Promise<string>;
  /** Resolves once the connection is closed. */
  closed(): Promise<void>;
  isClosed(): boolean;
  end(): void;
}

/**
 * Connects to the service at `url`, from that address of this machine. The socket is paused: its bytes stay with the service until
 * `readUntil`.
 */
export async function openRaw(url: string, from?: string): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ...(from && { localAddress: from }) });
  let isClosed = false;
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  socket.pause();
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  const chunks: Buffer[] = [];
  // What comes after the last `readUntil` is kept for the next one.
  let hear = (chunk: Buffer): void => void chunks.push(chunk);
  let isHeard = false;
  return {
    socket,
    send: (text) => void socket.write(text),
    async readUntil(pattern, count) {
      const all = (): string => Buffer.concat(chunks).toString('latin1');
      const isThere = (): boolean => (all().match(new RegExp(pattern, 'g')) ?? []).length >= count;
      if (isThere()) return all();
      await new Promise<void>((resolve) => {
        hear = (chunk) => {
          chunks.push(chunk);
          if (isThere()) resolve();
        };
        if (!isHeard) socket.on('data', (chunk) => hear(chunk));
        isHeard = true;
        socket.once('close', () => resolve());
        socket.resume();
      });
      return all();
    },
    async closed() {
      if (isClosed) return;
      // The end of a connection is noticed only while it is read.
      socket.resume();
      await once(socket, 'close');
    },
    isClosed: () => isClosed,
    end: () => void socket.destroy(),
  };
}

/** A request as text. */
export function rawGet(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Host: 'service', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
