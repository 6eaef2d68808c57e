// Uploads by resource reference 3.4: one file, within its size, in a readable form.
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../src/rest/response/errors.ts';
import { readUploadForm } from '../../../src/rest/request/uploadForm.ts';

const mostBytes = 1000;
let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  await app.register(multipart);
  app.setErrorHandler((error, request, reply) => {
    const answer = errorBody(error, { url: request.url, id: request.id, accept: undefined });
    return reply.code(answer.status).send(answer.body);
  });
  app.post('/', async (request) => {
    const { fields, src } = await readUploadForm(request, mostBytes);
    return { fields: Object.fromEntries(fields), src: src?.toString() ?? null };
  });
});

afterAll(() => app.close());

async function upload(...parts: readonly (readonly [string, string, string?])[]) {
  const form = new FormData();
  for (const [name, content, file] of parts) {
    if (file === undefined) form.append(name, content);
    else form.append(name, new Blob([content]), file);
  }
  const request = new Request('http://x/', { method: 'POST', body: form });
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return app.inject({ method: 'POST', url: '/', headers, payload: Buffer.from(await request.arrayBuffer()) });
}

const raw = (type: string, payload: string) =>
  app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload });

describe('readUploadForm', () => {
  it('returns the file and the fields, in any order', async () => {
    const expected = { fields: { imageItemFormat: 'LARGE', imageItem: 'u' }, src: 'bytes' };
    const first = await upload(['src', 'bytes', 'a.png'], ['imageItemFormat', 'LARGE'], ['imageItem', 'u']);
    expect(first.json()).toEqual(expected);
    const last = await upload(['imageItemFormat', 'LARGE'], ['imageItem', 'u'], ['src', 'bytes', 'a.png']);
    expect(last.json()).toEqual(expected);
  });

  it('accepts a file of exactly the limit, and answers 413 to one byte more', async () => {
    expect((await upload(['src', 'x'.repeat(mostBytes), 'a'])).statusCode).toBe(200);
    const answer = await upload(['src', 'x'.repeat(mostBytes + 1), 'a']);
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('refuses a second file: TOO_MANY', async () => {
    const answer = await upload(['src', 'a', 'a.png'], ['src', 'b', 'b.png']);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([422, 'TOO_MANY']);
  });

  it('refuses a repeated field, known or not, and names it: DUPLICATE', async () => {
    for (const name of ['imageItemFormat', 'anything']) {
      const answer = await upload(['src', 'a', 'a.png'], [name, 'DEFAULT'], [name, 'LARGE']);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toMatchObject([{ path: `/${name}`, code: 'DUPLICATE' }]);
    }
  });

  it('refuses a field that is too long, known or not, instead of truncating it', async () => {
    for (const name of ['imageItem', 'anything']) {
      const answer = await upload(['src', 'a', 'a.png'], [name, 'x'.repeat(3_000)]);
      expect([answer.statusCode, answer.json().code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    }
  });

  it('reads no more than 20 headers of a part', async () => {
    const behind = (others: number): string =>
      `--b\r\n${'X-Other: 1\r\n'.repeat(others)}Content-Disposition: form-data; name="imageItem"\r\n\r\nu\r\n--b--\r\n`;
    const type = 'multipart/form-data; boundary=b';
    expect((await raw(type, behind(19))).json().fields).toEqual({ imageItem: 'u' });
    expect((await raw(type, behind(20))).json().fields).toEqual({});
  });

  it('finds no file if none has that name, or only text', async () => {
    expect((await upload(['image', 'a', 'a.png'])).json().src).toBeNull();
    expect((await upload(['src', 'a'])).json().src).toBeNull();
  });

  it.each([
    [10, 200],
    [11, 413],
    [40, 413],
  ])('with a file and %i fields is answered with %i', async (count, status) => {
    const fields = Array.from({ length: count }, (_, at) => [`f${String(at)}`, 'x'] as const);
    expect((await upload(...fields, ['src', 'a', 'a.png'])).statusCode).toBe(status);
  });

  it('with parts that are neither fields nor files is refused for their number', async () => {
    const form = (count: number): string => `${'--x\r\nContent-Type: text/plain\r\n\r\na\r\n'.repeat(count)}--x--\r\n`;
    const codes = [11, 12].map(async (count) => (await raw('multipart/form-data; boundary=x', form(count))).statusCode);
    expect(await Promise.all(codes)).toEqual([200, 413]);
  });

  it.each([
    [2_048, 200],
    [2_049, 413],
  ])('with a field of %i characters is answered with %i', async (length, status) => {
    expect((await upload(['src', 'a', 'a.png'], ['name', 'x'.repeat(length)])).statusCode).toBe(status);
  });

  it.each([
    ['multipart/form-data; boundary=x', '--x\r\nrubbish'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="src"; filename="a"\r\n\r\nhalf'],
    ['multipart/form-data', '--x\r\n'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
    ],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n{\r\n--x--\r\n',
    ],
  ])('answers 400 to a broken form: %s %j', async (type, payload) => {
    const answer = await raw(type, payload);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'BAD_REQUEST']);
  });
});
