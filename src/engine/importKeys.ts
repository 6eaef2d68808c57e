// Names that an import makes from what it was sent: the urn of a key, and that of a picture's file. The same names come out each time, so
// that a second import finds what the first one wrote.
import { createHash } from 'node:crypto';

/** The urn that a key stands for: the same for the same owner, kind and key, and another one for every other. */
export function urnOfKey(owner: string, kind: string, key: string): string {
  return named('key', owner, kind, key);
}

/** The urn of the file that holds these bytes as a format of an image item. `digest` is their SHA-256 in hexadecimal. */
export function fileUrnOf(imageItemUrn: string, format: string, digest: string): string {
  return named('file', imageItemUrn, format, digest);
}

/** The urn of a size that is derived from the file of that urn. */
export function derivedUrn(fileUrn: string, format: string): string {
  return named('derived', fileUrn, format);
}

const digestForm = /^sha-256=:([A-Za-z0-9+/]{43}=):$/;

/** The SHA-256 in hexadecimal of a digest in the form of RFC 9530, `sha-256=:<base64>:`; null for any other text. */
export function hexDigest(digest: string): string | null {
  const [, base64] = digestForm.exec(digest) ?? [];
  return base64 === undefined ? null : Buffer.from(base64, 'base64').toString('hex');
}

// A UUID of version 8 (RFC 9562, 5.8), made from a digest of the parts.
function named(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
