// Answers written to a connection itself: to what is no request that a route could answer. RFC 9112, 9.6.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** An answer to an error, in the form of its face. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Makes the answer to an error of a request. */
export type AnswerError = (
  error: unknown,
  request: { readonly url: string; readonly id: string; readonly accept: string | undefined },
) => ErrorAnswer;

/** Writes an answer, after which the connection ends. Nothing on one that takes no more. */
export function writeRawAnswer(socket: Duplex, { status, headers, body }: ErrorAnswer): void {
  if (!socket.writable) return;
  const text = JSON.stringify(body);
  const all = { ...headers, Connection: 'close', 'Content-Length': String(Buffer.byteLength(text)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
}
