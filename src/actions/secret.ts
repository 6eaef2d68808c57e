// Making and recognising secrets: bearer tokens and client secrets. Only their SHA-256 is ever stored: they are random,
// so a slow hash adds nothing. Resource reference 7.4.
import { createHash, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * A new secret: `ccs_`, a letter for its type, `_`, 256 random bits and a check sum that tells typing errors. The types are
 * bearer tokens (a), and of OAuth authorization codes (c), access tokens (o) and refresh tokens (r).
 */
export function newToken(type: 'a' | 'c' | 'o' | 'r' = 'a'): string {
  const body = `ccs_${type}_${randomBytes(32).toString('base64url')}`;
  return body + checkSum(body);
}

/** Whether a text has the form of a token made by us, check sum included; such a text may still be unknown. */
export function isTokenForm(token: string): boolean {
  if (!/^ccs_[a-z]_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}$/.test(token)) return false;
  return checkSum(token.slice(0, -6)) === token.slice(-6);
}

/** What is stored of a secret: SHA-256, hex. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** 32 url-safe characters from 192 random bits, for client ids and secrets. */
export function newIdentifier(): string {
  return randomBytes(24).toString('base64url');
}

// CRC-32 (IEEE) in base 62, six characters.
function checkSum(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let digits = '';
  for (let at = 0; at < 6; at += 1) {
    digits = (alphabet[rest % 62] ?? '0') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
