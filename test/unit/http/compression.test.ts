// Which answers are compressed, and what becomes of tags and conditions: one table over types, lengths and callers, on a
// server that answers nothing else. RFC 9110, 8.8.3.3, 12.5.3 and 13.1.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressAnswers } from '../../../src/http/compression.ts';
import { addVary } from '../../../src/http/contentCoding.ts';

let app: FastifyInstance;
let seen: Record<string, string | undefined> = {};

beforeAll(async () => {
  app = Fastify();
  compressAnswers(app);
  app.post('/', async (request, reply) => {
    // What the test sends says what is answered.
    const { status = 200, headers = {}, text = '', isBuffer } = request.body as Answer;
    seen = { match: request.headers['if-match'], noneMatch: request.headers['if-none-match'] };
    addVary(reply, ['Origin']);
    return reply
      .code(status)
      .headers(headers)
      .send(isBuffer === true ? Buffer.from(text) : text);
  });
  await app.ready();
});
afterAll(() => app.close());

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly isBuffer?: boolean;
}

async function answered(answer: Answer, headers: Readonly<Record<string, string>> = {}) {
  const sent = await app.inject({ method: 'POST', url: '/', payload: { ...answer }, headers });
  const { etag, vary, 'content-encoding': coding } = sent.headers;
  return { status: sent.statusCode, etag, vary, coding, bytes: sent.rawPayload };
}

const long = 'x'.repeat(4_096);
const accepting = { 'accept-encoding': 'gzip' };

test.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['application/problem+json', true],
  ['application/graphql-response+json; charset=utf-8', true],
  ['application/merge-patch+json', true],
  ['application/x-ndjson', true],
  ['text/html; charset=utf-8', true],
  ['text/plain', true],
  ['image/png', false],
  ['image/svg+xml', false],
  ['application/octet-stream', false],
])('an answer of type %s is compressed: %s', async (type, isCompressed) => {
  for (const isBuffer of [false, true]) {
    const { coding, vary, bytes } = await answered(
      { headers: { 'content-type': type }, text: long, isBuffer },
      accepting,
    );
    expect([coding, vary]).toEqual(isCompressed ? ['gzip', 'Origin, Accept-Encoding'] : [undefined, 'Origin']);
    expect((isCompressed ? gunzipSync(bytes) : bytes).toString()).toBe(long);
  }
});

test('an answer whose length was said is sent with the length that it has then', async () => {
  const headers = { 'content-type': 'text/plain', 'content-length': String(long.length) };
  const { coding, bytes } = await answered({ headers, text: long }, accepting);
  expect([coding, gunzipSync(bytes).toString()]).toEqual(['gzip', long]);
});

test.each([
  [4_095, undefined, 'Origin'],
  [4_096, 'br', 'Origin, Accept-Encoding'],
])('an answer of %i bytes is sent in the coding %s', async (length, coding, vary) => {
  const text = 'x'.repeat(length);
  const sent = await answered({ headers: { 'content-type': 'text/plain' }, text }, { 'accept-encoding': 'br' });
  expect([sent.coding, sent.vary]).toEqual([coding, vary]);
  expect((coding ? brotliDecompressSync(sent.bytes) : sent.bytes).toString()).toBe(text);
});

test('what might have been compressed for another caller says so', async () => {
  for (const accepted of [undefined, 'identity', 'gzip;q=0']) {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = { headers: { 'content-type': 'text/plain', etag: '"1"' }, text: long };
    const { coding, vary, etag } = await answered(answer, headers);
    expect([coding, vary, etag]).toEqual([undefined, 'Origin, Accept-Encoding', '"1"']);
  }
});

test('what is coded already is left as it is', async () => {
  const headers = { 'content-type': 'text/plain', 'content-encoding': 'x-own', etag: '"1"' };
  const { coding, etag, bytes } = await answered({ headers, text: long }, accepting);
  expect([coding, etag, bytes.toString()]).toEqual(['x-own', '"1"', long]);
});

test.each([
  ['"1"', '"1-gzip"'],
  ['W/"1"', 'W/"1"'],
])('the tag %s of a compressed answer is sent as %s: a weak one names every coding', async (tag, sent) => {
  const answer = { headers: { 'content-type': 'text/plain', etag: tag }, text: long };
  expect((await answered(answer, accepting)).etag).toBe(sent);
});

test.each([
  ['the tag of the coding', '"1-gzip"', 'gzip', '"1-gzip"'],
  ['the tag of the coding among others', '"0", "1-gzip"', 'gzip', '"1-gzip"'],
  ['the plain tag', '"1"', 'gzip', '"1"'],
  ['the tag of another coding', '"1-br"', 'gzip', '"1"'],
  ['the tag of a coding that is not accepted now', '"1-gzip"', undefined, '"1"'],
  ['any', '*', 'gzip', '"1"'],
])('an unchanged answer to a caller that has %s keeps the tag it has', async (_, known, accepted, tag) => {
  const headers = { 'if-none-match': known, ...(accepted !== undefined && { 'accept-encoding': accepted }) };
  const { status, etag } = await answered({ status: 304, headers: { etag: '"1"' } }, headers);
  expect([status, etag]).toEqual([304, tag]);
});

test.each([
  ['may be compressed', {}, 'Origin, Accept-Encoding'],
  ['can be had in parts', { 'accept-ranges': 'bytes' }, 'Origin'],
])('an unchanged answer that %s says which', async (_, headers, vary) => {
  const sent = await answered({ status: 304, headers: { ...headers, etag: '"1"' } }, { 'if-none-match': '"1"' });
  expect([sent.status, sent.vary]).toEqual([304, vary]);
});

test('routes see no codings in conditions', async () => {
  await answered({}, { 'if-match': '"1-gzip", "2-br"', 'if-none-match': '"3-br", W/"4"' });
  expect(seen).toEqual({ match: '"1", "2"', noneMatch: '"3", W/"4"' });
});
