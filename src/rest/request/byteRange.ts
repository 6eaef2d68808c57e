// A single byte range of the Range header (RFC 9110, 14.1 and 14.2).

/** Bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range to answer with: null for the whole (no header, another unit, several ranges, or no range at all), `NONE`
 * when no byte of it exists (416).
 * @param length bytes in all
 */
export function readRange(header: string | undefined, length: number): ByteRange | 'NONE' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '') {
    if (last === '') return null;
    const size = Math.min(Number(last), length);
    return size === 0 ? 'NONE' : { start: length - size, end: length - 1 };
  }
  const start = Number(first);
  const end = last === '' ? length - 1 : Math.min(Number(last), length - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= length ? 'NONE' : { start, end };
}
