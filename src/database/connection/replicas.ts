// Reads that standbys answer. A standby answers when it has replayed as far as the read needs, which it says itself, on the
// same connection, before the statement runs; one that is away, behind or cancels what it runs is left out for a while.
// Whatever a replica cannot answer, the server that takes writes does.
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { BoundedQueue } from '../../domain/boundedQueue.ts';
import { ServiceError } from '../../domain/errors.ts';
import { sharedRuns } from '../../domain/sharedRuns.ts';
import { connectionQueue, runInPlace, statementLimits, type StatementRequest } from './connectionQueue.ts';
import { gatherWrites, plannedByValue, plannedOnce, send } from './connections.ts';
import { fromDatabase, isConnectionLost } from './databaseErrors.ts';
import { unlimitedTime, type DatabaseTime } from './databaseTime.ts';
import { openPool, poolState, type PoolState } from './pools.ts';
import { Parameters, prepared, type Statement } from './statement.ts';
import { followWriter } from './writer.ts';

/** The replicas of a process. */
export interface Replicas {
  /**
   * The rows of a statement that only reads, from a replica that has replayed to `needed`; null when none has within 50 ms,
   * or the statement cannot run on one. Throws errors of the service for a statement that fails wherever it runs.
   */
  readonly answer: (
    statement: Statement,
    needed: bigint,
    request: StatementRequest,
  ) => Promise<Record<string, unknown>[] | null>;
  readonly pools: () => PoolState[];
  readonly close: () => Promise<void>;
}

/** What they are opened with. */
export interface ReplicaParts {
  /** One host each. */
  readonly urls: readonly string[];
  /** Connections to each. */
  readonly size: number;
  /** By what the server that takes writes and its standbys are known; null where it does not tell. */
  readonly cluster: string | null;
  /** The timeline of the server that takes writes: a replica on another one follows another past. */
  readonly timeline: () => string;
  readonly onStatement: (statement: Statement) => void;
  /** Called for idle connections that broke. */
  readonly onLost: (error: Error) => void;
}

/** How long a read waits for a replica to come as far as it needs. */
const waitMillis = 50;
const againMillis = 5;
/** How long a replica may take to say how far it is. */
const checkMillis = 500;
const outMillis = { AWAY: 2_000, CANCELED: 1_000 } as const;
/** For how long nobody waits again for a replica that one has waited for in vain. */
const behindMillis = 250;

const checkStatement = prepared(
  `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END AS replayed,` +
    ` "value"->>'past' AS past FROM "setting" WHERE "name" = 'event log'`,
  new Parameters(),
);

// What changes while it is used.
type Replica = {
  readonly once: QueuedPool;
  readonly byValue: QueuedPool;
  readonly look: () => Promise<Place>;
  /** As it last said of itself. */
  place: Place;
  /** Left out until then, by `performance.now()`. */
  outUntil: number;
  /** Answers only what it has come far enough for, until then. */
  behindUntil: number;
};

/** A pool, and the queue before it. */
interface QueuedPool {
  readonly pool: pg.Pool;
  readonly queue: BoundedQueue;
}

/** How far a server is: no distance at all for one that follows no other. */
interface Place {
  readonly replayed: bigint;
  /** Server, database and timeline, as the event log notes them; null where they are not known. */
  readonly past: string | null;
}

const nowhere: Place = { replayed: -1n, past: null };

/** Opens them, without waiting for any. */
export function openReplicas(parts: ReplicaParts): Replicas {
  const replicas = parts.urls.map((url) => open(url, parts));
  const pools = replicas.flatMap(({ once, byValue }) => [once, byValue]);
  const isAt = reachedIn(parts);
  let turn = 0;
  const choose = (needed: bigint): Replica | null => {
    const now = performance.now();
    turn += 1;
    const allowed = replicas.filter(({ outUntil }) => outUntil <= now);
    const ready = allowed.filter(({ place }) => isAt(place, needed));
    const some = ready.length > 0 ? ready : allowed.filter(({ behindUntil }) => behindUntil <= now);
    // Whoever comes next may find that it has caught up.
    if (some.length === 0) for (const replica of allowed) replica.look().catch(() => leaveOut(replica, 'AWAY'));
    return some[turn % Math.max(1, some.length)] ?? null;
  };
  const leaveOut = (replica: Replica, reason: keyof typeof outMillis): null => {
    replica.outUntil = performance.now() + outMillis[reason];
    return null;
  };
  const isBehind = (replica: Replica): null => {
    replica.behindUntil = performance.now() + behindMillis;
    return null;
  };
  const answerOf: Answering = async (replica, statement, needed, request) => {
    const hasReached = await reaches(replica, (place) => isAt(place, needed)).catch(() => null);
    if (!hasReached) return hasReached === null ? leaveOut(replica, 'AWAY') : isBehind(replica);
    const { pool, queue } = statement.isPlannedByValue ? replica.byValue : replica.once;
    const leave = await queue.enter(Math.min(waitMillis, request.time.left()), request.caller).catch(() => null);
    // It is busy, not away.
    if (!leave) return null;
    return runInPlace(leave, statement, { ...request, onStatement: parts.onStatement }, async (time) => {
      const client = await pool.connect().catch(() => null);
      if (!client) return leaveOut(replica, 'AWAY');
      const [place, rows] = await run(client, statement, time);
      replica.place = place;
      return isAt(place, needed) ? rows : isBehind(replica);
    });
  };
  return {
    async answer(statement, needed, request) {
      const replica = choose(needed);
      if (!replica) return null;
      return answerOf(replica, statement, needed, request).catch((error: unknown) => {
        if (error instanceof ServiceError) throw error;
        if (isConnectionLost(error)) return leaveOut(replica, 'AWAY');
        // What the replay needed stood in the way of the statement.
        if (codeOf(error) === '40001') return leaveOut(replica, 'CANCELED');
        if (notHere.has(codeOf(error))) return null;
        throw fromDatabase(error);
      });
    },
    pools: () => [
      poolState(
        'replica',
        pools.map(({ pool }) => pool),
        pools.reduce((sum, { queue }) => sum + queue.waiting(), 0),
      ),
    ],
    async close() {
      await Promise.all(pools.map(({ pool }) => pool.end()));
    },
  };
}

type Answering = (
  replica: Replica,
  statement: Statement,
  needed: bigint,
  request: StatementRequest,
) => ReturnType<Replicas['answer']>;

// Whether a server has replayed so far, in the past that is ours.
function reachedIn({ cluster, timeline }: ReplicaParts): (place: Place, needed: bigint) => boolean {
  const isOurs = (past: string): boolean =>
    past.startsWith(`${cluster ?? past.split(' ')[0] ?? ''} `) && past.endsWith(` ${timeline()}`);
  return ({ replayed, past }, needed) => replayed >= needed && (past === null || isOurs(past));
}

async function reaches(replica: Replica, isEnough: (place: Place) => boolean): Promise<boolean> {
  const end = performance.now() + waitMillis;
  while (!isEnough(replica.place)) {
    if (performance.now() >= end) return false;
    await replica.look();
    if (!isEnough(replica.place)) await wait(againMillis);
  }
  return true;
}

// What writes, takes a lock or reads a table that is not replicated.
const notHere: ReadonlySet<string> = new Set(['25006', '0A000', '55000']);

// Errors of PostgreSQL carry it; of others there is none.
const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | null)?.code);

function open(url: string, { size, onLost }: ReplicaParts): Replica {
  const at = followWriter(url);
  const more = { connectionTimeoutMillis: checkMillis, pipeline: true };
  const onceSize = Math.ceil(size / 2);
  const byValueSize = Math.max(1, Math.floor(size / 2));
  const once = {
    // One more, to be asked how far it is while it is busy.
    pool: openPool(at, onceSize + 1, plannedOnce, { onLost, more }),
    queue: connectionQueue(onceSize, statementLimits),
  };
  const byValue = {
    pool: openPool(at, byValueSize, plannedByValue, { onLost, more }),
    queue: connectionQueue(byValueSize, statementLimits),
  };
  const look = sharedRuns(async () => {
    const client = await once.pool.connect();
    try {
      replica.place = placeOf(await send(client, checkStatement, shortTime));
      client.release();
      return replica.place;
    } catch (error) {
      client.release(true);
      throw error;
    }
  });
  const replica: Replica = { once, byValue, look, place: nowhere, outUntil: 0, behindUntil: 0 };
  return replica;
}

const shortTime: DatabaseTime = { ...unlimitedTime, left: () => checkMillis };

// Both leave together; the statement sees what was replayed when the look was taken, or more.
async function run(
  client: pg.PoolClient,
  statement: Statement,
  time: DatabaseTime,
): Promise<readonly [Place, Record<string, unknown>[]]> {
  try {
    gatherWrites(client)();
    const looked = send(client, checkStatement, shortTime);
    const rows = send(client, statement, time);
    rows.catch(() => undefined);
    const answered = [placeOf(await looked), await rows] as const;
    client.release();
    return answered;
  } catch (error) {
    client.release(isConnectionLost(error));
    throw error;
  }
}

function placeOf([row]: readonly Record<string, unknown>[]): Place {
  const replayed = row?.['replayed'];
  const past = row?.['past'];
  return {
    replayed: typeof replayed === 'string' ? BigInt(replayed) : nowhere.replayed,
    past: typeof past === 'string' ? past : null,
  };
}
