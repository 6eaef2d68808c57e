// The digests of files are computed beside the event loop.
import { createHash, pbkdf2 } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sha256Of } from '../../../src/files/fileKey.ts';

test('a digest waits for a thread of the pool while the event loop turns', async () => {
  // More work than the pool has threads, each piece of many milliseconds.
  const busy = Array.from({ length: 16 }, () => promisify(pbkdf2)('one', 'two', 20_000, 64, 'sha512'));
  const bytes = Buffer.from('a file');
  const known = { isDone: false };
  const digest = sha256Of(bytes).finally(() => (known.isDone = true));
  await turn();
  expect(known.isDone).toBe(false);
  expect(await digest).toEqual(createHash('sha256').update(bytes).digest());
  await Promise.all(busy);
});
