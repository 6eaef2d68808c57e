// Requests over a fixed number of kept connections, each sending the next as soon as the last is answered. Written on bare
// sockets: a client shares the machine with what it measures, and must cost as little as it can.
import { connect } from 'node:net';

/** One request. */
export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: string;
}

/** Where to send the requests, and how. */
export interface LoadOptions {
  readonly url: string;
  readonly token: string | null;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  /** The request of each number from 0. */
  readonly ask: (number: number) => Asked;
}

/** When to stop: after so many requests, or after so many seconds. */
export type Amount = { readonly count: number } | { readonly seconds: number };

/** What was measured. */
export interface Measured {
  readonly count: number;
  readonly perSecond: number;
  /** Milliseconds from sending to the last byte of the answer, of each request, ascending. */
  readonly latencies: readonly number[];
}

/** Sends so many requests and reads every answer to its end. Throws for an unsuccessful answer. */
export async function load(options: LoadOptions, amount: Amount): Promise<Measured> {
  const latencies: number[] = [];
  const started = performance.now();
  const [most, until] = 'count' in amount ? [amount.count, Infinity] : [Infinity, started + amount.seconds * 1000];
  let sent = 0;
  const next = (): Buffer | null =>
    sent >= most || performance.now() > until ? null : bytesOf(options, options.ask(sent++));
  await Promise.all(Array.from({ length: options.connections }, () => converse(options.url, next, latencies)));
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  return { count: latencies.length, perSecond: latencies.length / seconds, latencies };
}

function bytesOf({ url, token, headers = {} }: LoadOptions, { method, path, body }: Asked): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    'Accept: application/json',
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${String(Buffer.byteLength(body))}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** One connection: asks while `next` has something to ask. */
function converse(url: string, next: () => Buffer | null, latencies: number[]): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).setNoDelay(true);
    let answer: Answer | null = null;
    let at = 0;
    const ask = (): void => {
      const bytes = next();
      if (bytes === null) {
        socket.destroy();
        resolve();
        return;
      }
      answer = new Answer();
      at = performance.now();
      socket.write(bytes);
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`${url} closed the connection`)));
    socket.on('data', (data) => {
      if (!answer?.take(data)) return;
      latencies.push(performance.now() - at);
      const problem = answer.problem();
      if (problem === null) ask();
      else {
        reject(new Error(problem));
        socket.destroy();
      }
    });
  });
}

/** The bytes of one answer as they come. */
class Answer {
  private head: Buffer | null = null;
  private readonly parts: Buffer[] = [];
  private missing = 0;
  private isChunked = false;

  /** Whether the answer is complete now. */
  take(data: Buffer): boolean {
    if (this.head && !this.isChunked) {
      this.parts.push(data);
      this.missing -= data.length;
      return this.missing <= 0;
    }
    this.parts.push(data);
    if (!this.head) {
      const soFar = this.parts.length === 1 ? data : Buffer.concat(this.parts);
      const end = soFar.indexOf('\r\n\r\n');
      if (end < 0) return false;
      this.head = soFar.subarray(0, end);
      // A deletion is answered without a body, and without its length.
      if (this.head.toString('latin1', 9, 12) === '204') return true;
      const length = /content-length: *(\d+)/i.exec(this.head.toString('latin1'));
      this.isChunked = length === null;
      this.missing = Number(length?.[1] ?? 0) - (soFar.length - end - 4);
    }
    return this.isChunked ? data.toString('latin1', Math.max(0, data.length - 5)) === '0\r\n\r\n' : this.missing <= 0;
  }

  /** What is wrong with a complete answer; null if nothing is. */
  problem(): string | null {
    const status = this.head?.toString('latin1', 9, 12) ?? '';
    const start = this.parts[0]?.toString('latin1', 0, 2_000) ?? '';
    return status < '300' && !start.includes('"errors"') && !/"userErrors":\[\{/.test(start)
      ? null
      : Buffer.concat(this.parts).toString().slice(0, 1_000);
  }
}
