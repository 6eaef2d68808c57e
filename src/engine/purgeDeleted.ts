// Keeps what is promised of deleted things: they can be brought back for some days, then their rows go for good, and the
// bytes of files that no row names any more go after them. In batches; many processes may do so at once.
import { purgeDeletedRows, purgedTables } from '../database/engine/deletedStore.ts';
import { derivedBytes } from '../database/images/derivedImageStore.ts';
import { forgetOrphans, forgetUnused } from '../database/images/derivedImageSweep.ts';
import { lockFileSweep, namedFiles } from '../database/images/fileSweep.ts';
import type { Transaction } from '../database/connection/database.ts';
import type { Observe } from '../domain/observation.ts';
import type { Services } from './context.ts';

/** What the work needs. */
export type PurgeParts = Pick<Services, 'contract' | 'database' | 'files' | 'limits'> & { readonly observe: Observe };

const rowsAtOnce = 200;
const filesAtOnce = 500;

// While these are looked at and removed, uploads wait: fewer than a moment's worth.
const filesUnderLock = 20;

/** Removes rows that were deleted longer ago than they can be brought back; returns how many. */
export async function purgeDeleted({ contract, database, limits, observe }: PurgeParts): Promise<number> {
  let total = 0;
  for (const table of purgedTables(contract)) {
    for (let removed = rowsAtOnce; removed === rowsAtOnce;) {
      removed = await purgeDeletedRows(database, table, { days: limits.deletedDays, limit: rowsAtOnce });
      total += removed;
      if (removed > 0) observe({ kind: 'ROWS_PURGED', rows: removed });
    }
  }
  return total;
}

/** Removes the bytes that no row has named for some hours, and sizes that are not to be kept; returns the number of files. */
export async function sweepFiles(parts: PurgeParts): Promise<number> {
  const before = Date.now() - parts.limits.unusedFileHours * 3_600_000;
  let total = (await forgetSizes(parts, forgetOrphans)) + (await makeRoom(parts));
  if (total > 0) parts.observe({ kind: 'FILES_SWEPT', files: total });
  let old: string[] = [];
  for await (const { digestHex, modified } of parts.files.list()) {
    if (modified.getTime() > before) continue;
    old.push(digestHex);
    if (old.length < filesAtOnce) continue;
    total += await sweepUnnamed(parts, old);
    old = [];
  }
  await parts.files.sweepUnfinished?.(new Date(before));
  return total + (await sweepUnnamed(parts, old));
}

/** When the kept sizes of images take more room than they may, those that were used longest ago go, until a tenth is free. */
export async function makeRoom(parts: Pick<Services, 'database' | 'files' | 'limits'>): Promise<number> {
  const { imageCacheBytes } = parts.limits;
  if ((await derivedBytes(parts.database)) <= imageCacheBytes) return 0;
  return forgetSizes(parts, (transaction, limit) => forgetUnused(transaction, imageCacheBytes * 0.9, limit));
}

// Rows first: whoever finds none makes the picture again.
async function forgetSizes(
  { database, files }: Pick<Services, 'database' | 'files'>,
  forget: (transaction: Transaction, limit: number) => Promise<string[]>,
): Promise<number> {
  let total = 0;
  for (let forgotten = filesUnderLock; forgotten === filesUnderLock;) {
    await database.transaction(async (transaction) => {
      const digests = await forget(transaction, filesUnderLock);
      forgotten = digests.length;
      if (forgotten === 0) return;
      await lockFileSweep(transaction, 'SWEEP');
      total += await removeUnnamed(transaction, files, digests);
    });
  }
  return total;
}

// Within a transaction that holds the lock of the sweep.
async function removeUnnamed(
  transaction: Transaction,
  files: Services['files'],
  digests: readonly string[],
): Promise<number> {
  const named = await namedFiles(transaction, digests);
  const gone = [...new Set(digests)].filter((digest) => !named.has(digest));
  for (const digest of gone) await files.remove(digest);
  return gone.length;
}

async function sweepUnnamed({ database, files, observe }: PurgeParts, digests: readonly string[]): Promise<number> {
  const named = await namedFiles(database, digests);
  const unnamed = digests.filter((digest) => !named.has(digest));
  let total = 0;
  for (let at = 0; at < unnamed.length; at += filesUnderLock) {
    const some = unnamed.slice(at, at + filesUnderLock);
    // An upload that names one of them meanwhile waits, and then sees that it has to put the bytes again.
    const removed = await database.transaction(async (transaction) => {
      await lockFileSweep(transaction, 'SWEEP');
      return removeUnnamed(transaction, files, some);
    });
    total += removed;
    if (removed > 0) observe({ kind: 'FILES_SWEPT', files: removed });
  }
  return total;
}
