// Lists of urns in the values of statements: most are sent in binary (database/connection/statement.ts).

// Behind a head of 20 bytes, which has their number at its thirteenth, each stands behind four bytes of its length.
const [numberAt, firstAt, apart, urnBytes] = [12, 24, 20, 16];

/** How many urns a value holds; 0 for one that is no list. */
export function urnCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return Buffer.isBuffer(value) && value.length > urnBytes ? value.readInt32BE(numberAt) : 0;
}

/** The urns of a list in binary, in hexadecimal digits. */
export function urnDigits(list: Buffer): string[] {
  const at = (index: number): number => firstAt + apart * index;
  return Array.from({ length: urnCount(list) }, (_, index) => list.toString('hex', at(index), at(index) + urnBytes));
}
