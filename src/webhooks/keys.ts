// The keys of webhooks: one that seals secrets at rest and one that signs deliveries. Given by configuration, or made at
// the first start and kept in the data directory, readable by its owner only.
import { createHmac, createPrivateKey, createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { WebhookParts } from '../engine/context.ts';
import { createSecretBox } from '../actions/access/secretBox.ts';
import type { AddressRange } from '../domain/networkAddress.ts';

/** Where keys come from; null for one that is to be made and kept. Given keys are base64 of 32 bytes. */
export interface KeySource {
  readonly dataDir: string;
  readonly secretKey: string | null;
  readonly signingKey: string | null;
}

/** What the rest of the service needs of webhooks, and the key only deliveries are signed with. */
export interface WebhookKeys {
  readonly parts: WebhookParts;
  readonly signingKey: KeyObject;
  /** Identifies these keys, and reveals nothing else about them. */
  readonly fingerprint: string;
}

/** Reads the keys, making those that are neither given nor kept yet. Throws when a kept key is damaged. */
export function loadWebhookKeys(source: KeySource, allowedRanges: readonly AddressRange[]): WebhookKeys {
  const secret = source.secretKey
    ? fromText(source.secretKey, 'given')
    : kept(source.dataDir, 'webhook-secret.key').key;
  const signing = source.signingKey
    ? { key: fromText(source.signingKey, 'given'), madeTimestamp: null }
    : kept(source.dataDir, 'webhook-signing.key');
  const signingKey = ed25519(signing.key);
  const key = `whpk_${rawPublicKey(signingKey).toString('base64')}`;
  const seal = createHmac('sha256', secret).update('webhook secrets').digest('base64url').slice(0, 16);
  return {
    signingKey,
    fingerprint: `${seal} ${key}`,
    parts: {
      secrets: createSecretBox(secret),
      allowedRanges,
      publicKeys: [{ key, fromTimestamp: signing.madeTimestamp, toTimestamp: null }],
    },
  };
}

interface Kept {
  readonly key: Buffer;
  readonly madeTimestamp: string | null;
}

function kept(dataDir: string, name: string): Kept {
  const directory = path.resolve(dataDir, 'keys');
  const file = path.join(directory, name);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  try {
    // Of processes that start together one makes the key; the others read it.
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Node's file errors carry a code.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return { key: fromText(readFileSync(file, 'utf8'), file), madeTimestamp: statSync(file).mtime.toISOString() };
}

function fromText(text: string, where: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32) throw new Error(`The webhook key (${where}) is not base64 of 32 bytes`);
  return key;
}

// A private key of RFC 8410 is its 32 bytes behind a fixed head.
function ed25519(seed: Buffer): KeyObject {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' });
}

function rawPublicKey(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
}
