// A sealed secret opens with its key and for its resource alone.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox } from '../../../src/actions/access/secretBox.ts';

const [urn, other] = [crypto.randomUUID(), crypto.randomUUID()];
const box = createSecretBox(randomBytes(32));

test('a sealed secret is opened for its resource, and says nothing of itself', () => {
  const sealed = box.seal('geheim ü', urn);
  expect(box.open(sealed, urn)).toBe('geheim ü');
  expect(sealed).toMatchObject({ version: 1 });
  expect(Buffer.from(sealed.text, 'base64').toString()).not.toContain('geheim');
  // Each time under a number of its own.
  expect(box.seal('geheim ü', urn).iv).not.toBe(sealed.iv);
});

test('it is opened for no other resource, with no other key, and not when a bit of it differs', () => {
  const sealed = box.seal('secret', urn);
  const flipped = (text: string): string => {
    const bytes = Buffer.from(text, 'base64');
    bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
    return bytes.toString('base64');
  };
  expect(() => box.open(sealed, other)).toThrow();
  expect(() => createSecretBox(randomBytes(32)).open(sealed, urn)).toThrow();
  for (const part of ['iv', 'tag', 'text'] as const)
    expect(() => box.open({ ...sealed, [part]: flipped(sealed[part]) }, urn)).toThrow();
  // A shorter tag would be easier to guess.
  const short = Buffer.from(sealed.tag, 'base64').subarray(0, 4).toString('base64');
  expect(() => box.open({ ...sealed, tag: short }, urn)).toThrow();
});
