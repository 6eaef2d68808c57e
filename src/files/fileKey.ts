// Validates keys and contents before they reach a storage.
import { createHash } from 'node:crypto';

/** True if a text is a file key: the hexadecimal SHA-256 of a file. */
export function isFileKey(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** The key itself. Throws a TypeError for anything else, `..` and empty text included. */
export function checkFileKey(digestHex: string): string {
  if (!isFileKey(digestHex)) throw new TypeError('a file key is 64 lower case hexadecimal characters');
  return digestHex;
}

/** The key itself. Throws a TypeError also when it is not the SHA-256 of the bytes. */
export function checkFileContent(digestHex: string, bytes: Buffer): string {
  const key = checkFileKey(digestHex);
  if (createHash('sha256').update(bytes).digest('hex') !== key) throw new TypeError('the bytes have another digest');
  return key;
}
