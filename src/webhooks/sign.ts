// Signatures of deliveries, as Standard Webhooks has them: `v1` with the subscription's secrets, `v1a` with the
// platform's key. Resource reference 9.4.
import { createHash, createHmac, sign, type KeyObject } from 'node:crypto';
import { secretKey } from '../domain/webhookSecret.ts';

/** What is signed. */
export interface Signed {
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** The value of webhook-signature: one `v1` per secret, then the `v1a`, separated by spaces. */
export function signatures(signed: Signed, secrets: readonly string[], platformKey: KeyObject): string {
  const text = `${signed.id}.${String(signed.timestamp)}.${signed.body}`;
  const own = secrets.map((secret) => {
    const key = secretKey(secret);
    return `v1,${createHmac('sha256', Buffer.from(key.text, key.encoding)).update(text).digest('base64')}`;
  });
  return [...own, `v1a,${sign(null, Buffer.from(text), platformKey).toString('base64')}`].join(' ');
}

/** The SHA-256 of the exact bytes of a body, in base64. */
export function bodyDigest(body: string): string {
  return createHash('sha256').update(body).digest('base64');
}
