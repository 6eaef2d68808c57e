// Which stored files some row names, and the order between writing such rows and removing files.
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** Those of the digests that some row names: a deleted one that can be restored, or a size that is kept, included. */
export async function namedFiles(executor: Executor, digests: readonly string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const p = new Parameters();
  const some = p.add(digests, 'text[]');
  const text =
    `SELECT "sha256" FROM "image_item_file" WHERE "sha256" = ANY(${some})` +
    ` UNION SELECT "sha256" FROM "asset" WHERE "sha256" = ANY(${some})` +
    ` UNION SELECT "sha256" FROM "derived_image" WHERE "sha256" = ANY(${some})`;
  const rows = await rowsOf<{ sha256: string }>(executor, prepared(text, p));
  return new Set(rows.map((row) => row.sha256));
}

/**
 * Keeps the sweep of files and the rows that name files apart until the transaction ends: many rows can be written at
 * once, but none while a sweep decides and removes.
 */
export async function lockFileSweep(transaction: Executor, side: 'SWEEP' | 'ROW'): Promise<void> {
  const shared = side === 'ROW' ? '_shared' : '';
  await transaction.query(prepared(`SELECT pg_advisory_xact_lock${shared}(727277)`, new Parameters()));
}
