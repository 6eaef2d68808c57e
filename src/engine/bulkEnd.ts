// What is checked when all writes of a bulk are done, and not while they are: that no two rows share what is unique, and that nothing
// refers to what is not there. So values change places, and pages that refer to each other go at once. Resource reference 16.8.
import type { Resource } from '../contract/resource.ts';
import { brokenSet, checkSets, putOffSets, rowsSharing } from '../database/engine/uniqueSetStore.ts';
import type { Transaction } from '../database/connection/database.ts';

/** What one operation of a bulk wrote. */
export interface BulkWrite {
  readonly urn: string;
  readonly resource: Resource;
  /** The members that were sent; null where it made the resource. */
  readonly names: readonly string[] | null;
}

/** An operation that is to blame, and for what. */
interface LateRefusal {
  readonly at: number;
  readonly error: unknown;
}

/** The checks of a transaction that wait for its end. */
interface End {
  /** Adds a check of what the operation did; it throws to refuse. */
  add(at: number, check: () => Promise<void>): void;
  /** Runs all of them: null when nothing is wrong, else the first that is. */
  check(writes: readonly BulkWrite[]): Promise<LateRefusal | null>;
}

/** Puts the checks of the transaction off. */
export function putOffTo(transaction: Transaction): End {
  const checks: { readonly at: number; readonly run: () => Promise<void> }[] = [];
  putOffSets(transaction);
  return {
    add: (at, run) => void checks.push({ at, run }),
    async check(writes) {
      const broken = await transaction.attempt(() => checkSets(transaction));
      if (broken) return { at: await lastSharing(transaction, broken.error, writes), error: broken.error };
      for (const { at, run } of checks) {
        const refusal = await transaction.attempt(run);
        if (refusal) return { at, error: refusal.error };
      }
      return null;
    },
  };
}

// The last operation that wrote a value that another row has, too, as it would be if each were checked by itself.
async function lastSharing(transaction: Transaction, error: unknown, writes: readonly BulkWrite[]): Promise<number> {
  const set = brokenSet(transaction.contract, error);
  if (!set) throw error;
  const sharing = await rowsSharing(
    transaction,
    set,
    writes.map(({ urn }) => urn),
  );
  const names = new Set(set.fields);
  const isOne = ({ urn, resource, names: sent }: BulkWrite): boolean =>
    sharing.some((row) => row.urn === urn || row.container === urn) &&
    (sent === null || !set.kinds.includes(resource) || sent.some((name) => names.has(name)));
  const at = writes.findLastIndex(isOne);
  if (at < 0) throw error;
  return at;
}
