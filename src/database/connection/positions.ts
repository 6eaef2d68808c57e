// How far the server that takes writes has come, as this process has last seen it: what a replica has to have replayed before
// it may answer. Samples come with statements that are sent anyway; only where none is new enough a statement of its own is sent.
import { sharedRuns } from '../../domain/sharedRuns.ts';
import { ServiceError } from '../../domain/errors.ts';
import { Parameters, prepared, type Executor, type Statement } from './statement.ts';

/**
 * The end of what is written, and on which timeline, as SQL; null on a standby. Every commit that a snapshot of the same
 * statement sees stands before it.
 */
export const positionSql =
  `CASE WHEN NOT pg_is_in_recovery() THEN (SELECT left(pg_walfile_name(l), 8) || ' ' || (l - '0/0')` +
  ` FROM pg_current_wal_insert_lsn() l) END`;

/** Reads the position alone. */
export const positionStatement: Statement = prepared(`SELECT ${positionSql} AS position`, new Parameters());

/** What is known of the server that takes writes. */
export interface Positions {
  /** Takes in what `positionSql` gave to a statement that was sent then (`performance.now()`). Null when it proves nothing. */
  readonly note: (position: unknown, sentAt: number) => bigint | null;
  /** The position at a moment after the call. Throws UNAVAILABLE when no server takes writes. */
  readonly now: () => Promise<bigint>;
  /** A position at a moment after that one, by `performance.now()`. Throws UNAVAILABLE when no server takes writes. */
  readonly since: (moment: number) => Promise<bigint>;
  /** A position that was the end of everything at most the allowed lag ago. */
  readonly recent: () => Promise<bigint>;
  /** The farthest position that was seen. */
  readonly farthest: () => bigint;
  /** The timeline of the server; changes with each promotion. */
  readonly timeline: () => string;
}

const mostSamples = 20;
const none = { at: -Infinity, lsn: 0n };

/** Positions of the server behind the executor, where reads may be so many milliseconds behind. */
export function createPositions(executor: () => Executor, lagMillis: number): Positions {
  let timeline = '';
  let farthest = 0n;
  let samples: { readonly at: number; readonly lsn: bigint }[] = [];
  let newest = none;
  const note = (position: unknown, sentAt: number): bigint | null => {
    if (typeof position !== 'string') return null;
    const [seen = '', bytes = ''] = position.split(' ');
    // An answer of a server that was the one before the present one.
    if (seen < timeline) return null;
    if (seen > timeline) [timeline, farthest, samples, newest] = [seen, 0n, [], none];
    const lsn = BigInt(bytes);
    if (sentAt > newest.at) newest = { at: sentAt, lsn };
    if (lsn > farthest) farthest = lsn;
    const last = samples.at(-1);
    if (!last || sentAt - last.at >= lagMillis / mostSamples) samples.push({ at: sentAt, lsn });
    return lsn;
  };
  const now = sharedRuns(async () => {
    const sentAt = performance.now();
    const [row] = await executor().query(positionStatement);
    const lsn = note(row?.['position'], sentAt);
    if (lsn === null) throw new ServiceError('UNAVAILABLE', undefined, [], { retryAfterSeconds: 1 });
    return lsn;
  });
  return {
    note,
    now,
    since: (moment) => (newest.at > moment ? Promise.resolve(newest.lsn) : now()),
    async recent() {
      const since = performance.now() - lagMillis;
      samples = samples.filter(({ at }) => at >= since);
      return samples[0]?.lsn ?? now();
    },
    farthest: () => farthest,
    timeline: () => timeline,
  };
}
