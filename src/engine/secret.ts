// Making and recognizing secrets: bearer tokens and client secrets. Only their SHA-256 is ever stored: they are random,
// so a slow hash adds nothing. Resource reference 7.4.
import { createHash, randomBytes } from 'node:crypto';
import { checkSum } from '../domain/tokenForm.ts';

/**
 * A new secret: `ccs_`, a letter for its type, `_`, 256 random bits and a checksum that detects typing errors. The types are
 * bearer tokens (a), preview links (p), and of OAuth authorization codes (c), access tokens (o) and refresh tokens (r).
 */
export function newToken(type: 'a' | 'c' | 'o' | 'p' | 'r' = 'a'): string {
  const body = `ccs_${type}_${randomBytes(32).toString('base64url')}`;
  return body + checkSum(body);
}

/** What is stored of a secret: SHA-256, hex. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** 32 url-safe characters from 192 random bits, for client ids and secrets. */
export function newIdentifier(): string {
  return randomBytes(24).toString('base64url');
}
