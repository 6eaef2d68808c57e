// The keys of webhooks, as they are given and as they are kept: nothing else than 32 bytes is one.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadWebhookKeys, type WebhookKeys } from '../../../src/webhooks/keys.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'commonplace-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const text = (bytes: number): string => randomBytes(bytes).toString('base64');
const load = (secretKey: string | null, signingKey: string | null): WebhookKeys =>
  loadWebhookKeys({ dataDir, secretKey, signingKey }, []);

test.each([0, 16, 31, 33, 64])('a key of %s bytes is refused, given or kept', (bytes) => {
  const wrong = `${text(bytes)} `;
  expect(() => load(wrong, text(32))).toThrow('is not base64 of 32 bytes');
  expect(() => load(text(32), wrong)).toThrow('is not base64 of 32 bytes');
  load(null, null);
  const file = path.join(dataDir, 'keys', 'webhook-signing.key');
  writeFileSync(file, wrong);
  expect(() => load(null, null)).toThrow(`The webhook key (${file}) is not base64 of 32 bytes`);
});

test('keys that are made are kept for their owner alone, and are the same at the next start', () => {
  const first = load(null, null);
  const again = load(null, null);
  expect(again.fingerprint).toBe(first.fingerprint);
  expect(again.parts.publicKeys).toEqual(first.parts.publicKeys);
  for (const name of ['webhook-secret.key', 'webhook-signing.key']) {
    const file = path.join(dataDir, 'keys', name);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32);
  }
});

test('each of the two keys is told by the fingerprint', () => {
  const [secret, signing, other] = [text(32), text(32), text(32)];
  const prints = [load(secret, signing), load(other, signing), load(secret, other), load(secret, signing)];
  expect(new Set(prints.map(({ fingerprint }) => fingerprint)).size).toBe(3);
});
