// Keeps secrets that must be used again, such as those of webhook subscriptions: sealed with AES-256-GCM, bound to the
// resource they belong to, so that a sealed text moved to another row cannot be opened there.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretBox } from '../../engine/context.ts';

/** A box with this key of 32 bytes. */
export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal(secret, urn) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(urn));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return {
        version: 1,
        iv: iv.toString('base64'),
        tag: cipher.getAuthTag().toString('base64'),
        text: text.toString('base64'),
      };
    },
    open(sealed, urn) {
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.iv, 'base64'), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(urn)).setAuthTag(Buffer.from(sealed.tag, 'base64'));
      return Buffer.concat([decipher.update(Buffer.from(sealed.text, 'base64')), decipher.final()]).toString('utf8');
    },
  };
}
