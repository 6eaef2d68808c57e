// The link of a start works on this machine alone.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createLocalCode, isLoopback, registerLocalLink } from '../../../src/http/localLink.ts';

test.each([
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['localhost', true],
  ['128.0.0.1', false],
  ['10.0.0.7', false],
  ['::ffff:10.0.0.7', false],
  ['::2', false],
  ['localhost.example', false],
  ['', false],
  [undefined, false],
])('%s is this machine: %s', (address, isLocal) => {
  expect(isLoopback(address)).toBe(isLocal);
});

test('A request from another machine is refused, and leaves the code as it was.', async () => {
  const code = createLocalCode();
  const app = Fastify();
  registerLocalLink(app, code, () => expect.fail('nothing is read for it'));
  const answer = await app.inject({
    method: 'POST',
    url: '/graphql/ide/session',
    remoteAddress: '10.0.0.7',
    payload: { code: code.code },
  });
  expect(answer.json()).toMatchObject({ code: 'FORBIDDEN' });
  expect(code.use(code.code)).toBe(true);
  await app.close();
});

test('A code works once, and no other text does.', () => {
  const link = createLocalCode();
  const tries = [`${link.code}a`, link.code, link.code];
  expect(tries.map((code) => link.use(code))).toEqual([false, true, false]);
});
