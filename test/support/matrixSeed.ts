// Which share of the matrices a run tries (matrix.ts).

/** The seed of the share that this run tries: `MATRIX_SEED`, or else the number of the day. Throws where that is no whole number. */
export function matrixSeed(): number {
  const seed = Number(process.env['MATRIX_SEED'] ?? Math.floor(Date.now() / 86_400_000));
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error('MATRIX_SEED is a whole number, 0 or more.');
  return seed;
}
