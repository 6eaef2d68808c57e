// The hash of a body, for its entity tag. RFC 9110, 8.8.3.
import { createHash } from 'node:crypto';

/**
 * What tells the contents of answers apart. In base 16: what stands behind the last hyphen of a tag names a coding
 * (http/contentCoding.ts).
 */
export function contentHash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
