// Requests over a fixed number of kept connections, each sending the next as soon as the last is answered.
import { Pool } from 'undici';

/** One request. */
export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: string;
}

/** Where to send the requests, and how. */
export interface LoadOptions {
  readonly url: string;
  readonly token: string | null;
  readonly connections: number;
  /** The request of each number from 0. */
  readonly ask: (number: number) => Asked;
}

/** Sends so many requests; resolves with how many were answered per second. Throws for an unsuccessful answer. */
export async function load(options: LoadOptions, count: number): Promise<number> {
  const pool = new Pool(options.url, { connections: options.connections, pipelining: 1 });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(options.token === null ? {} : { authorization: `Bearer ${options.token}` }),
  };
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const { method, path, body = null } = options.ask(next++);
      const answer = await pool.request({ method, path, body, headers: method === 'GET' ? { ...headers } : headers });
      const text = await answer.body.text();
      if (answer.statusCode >= 300 || text.includes('"errors"')) throw new Error(`${path}: ${text.slice(0, 500)}`);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: options.connections }, work));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return count / seconds;
}
