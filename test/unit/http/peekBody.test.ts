// A look at the body of a request leaves all of it to a later reader, however it comes, and ends with a caller that leaves.
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { peekBody } from '../../../src/http/peekBody.ts';

const look = (body: PassThrough, length: number): Promise<Buffer | null> =>
  peekBody(body as unknown as IncomingMessage, length);

test.each([
  ['at once', ['0123456789']],
  ['in parts', ['012', '3456', '789']],
])('a body that comes %s is seen as a whole, and read afterwards', async (_, parts) => {
  const body = new PassThrough();
  const seen = look(body, 10);
  for (const part of parts) {
    body.write(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  body.end();
  expect(String(await seen)).toBe('0123456789');
  expect(await text(body)).toBe('0123456789');
});

test.each([
  ['is longer than was said', (body: PassThrough) => body.end('0123456789a')],
  ['breaks off', (body: PassThrough) => body.write('012') && body.destroy()],
  ['never begins', (body: PassThrough) => body.destroy()],
])('a body that %s is not seen', async (_, send) => {
  const body = new PassThrough();
  const seen = look(body, 10);
  await new Promise((resolve) => setImmediate(resolve));
  send(body);
  expect(await seen).toBeNull();
});
