// Reads that standbys answer. A standby answers when it has replayed as far as the read needs, which it says itself, on the
// same connection, before the statement runs; one that is away, behind or cancels what it runs is left out for a while.
// Whatever a replica cannot answer, the server that takes writes does.
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { sharedRuns } from '../../domain/sharedRuns.ts';
import { gatherWrites, isCrowded, plannedByValue, plannedOnce, send } from './connections.ts';
import { fromDatabase, isConnectionLost } from './databaseErrors.ts';
import { unlimitedTime, type DatabaseTime } from './databaseTime.ts';
import { openPool } from './pools.ts';
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
    time: DatabaseTime,
  ) => Promise<Record<string, unknown>[] | null>;
  readonly pools: () => readonly pg.Pool[];
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
const outMillis = { AWAY: 2_000, BEHIND: 250, CANCELED: 1_000 } as const;

const checkStatement = prepared(
  `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END AS replayed,` +
    ` "value"->>'past' AS past FROM "setting" WHERE "name" = 'event log'`,
  new Parameters(),
);

// What changes while it is used.
type Replica = {
  readonly once: pg.Pool;
  readonly byValue: pg.Pool;
  readonly look: () => Promise<Place>;
  /** As it last said of itself. */
  place: Place;
  /** Left out until then, by `performance.now()`. */
  outUntil: number;
};

/** How far a server is: no distance at all for one that follows no other. */
interface Place {
  readonly replayed: bigint;
  /** Server, database and timeline, as the event log notes them; null where they are not known. */
  readonly past: string | null;
}

const nowhere: Place = { replayed: -1n, past: null };

/** Opens them, without waiting for any. */
export function openReplicas(parts: ReplicaParts): Replicas {
  const { cluster, timeline, onStatement } = parts;
  const replicas = parts.urls.map((url) => open(url, parts));
  let turn = 0;
  const isOurs = (past: string): boolean =>
    past.startsWith(`${cluster ?? past.split(' ')[0] ?? ''} `) && past.endsWith(` ${timeline()}`);
  const isAt = ({ replayed, past }: Place, needed: bigint): boolean =>
    replayed >= needed && (past === null || isOurs(past));
  const choose = (needed: bigint): Replica | null => {
    const now = performance.now();
    turn += 1;
    const allowed = replicas.filter(({ outUntil }) => outUntil <= now);
    const ready = allowed.filter(({ place }) => isAt(place, needed));
    const some = ready.length > 0 ? ready : allowed;
    return some[turn % Math.max(1, some.length)] ?? null;
  };
  const leaveOut = (replica: Replica, reason: keyof typeof outMillis): null => {
    replica.outUntil = performance.now() + outMillis[reason];
    return null;
  };
  const reaches = async (replica: Replica, needed: bigint): Promise<boolean> => {
    const end = performance.now() + waitMillis;
    while (!isAt(replica.place, needed)) {
      if (performance.now() >= end) return false;
      await replica.look();
      if (!isAt(replica.place, needed)) await wait(againMillis);
    }
    return true;
  };
  return {
    async answer(statement, needed, time) {
      const replica = choose(needed);
      if (!replica) return null;
      let client: pg.PoolClient | null = null;
      try {
        if (!(await reaches(replica, needed))) return leaveOut(replica, 'BEHIND');
        client = await (statement.isPlannedByValue ? replica.byValue : replica.once).connect();
        onStatement(statement);
        const [place, rows] = await run(client, statement, time);
        replica.place = place;
        client.release(isCrowded(client, statement));
        return isAt(place, needed) ? rows : leaveOut(replica, 'BEHIND');
      } catch (error) {
        const isLost = isConnectionLost(error);
        client?.release(isLost);
        if (isLost || client === null) return leaveOut(replica, 'AWAY');
        // What the replay needed stood in the way of the statement.
        if (codeOf(error) === '40001') return leaveOut(replica, 'CANCELED');
        if (notHere.has(codeOf(error))) return null;
        throw fromDatabase(error);
      }
    },
    pools: () => replicas.flatMap(({ once, byValue }) => [once, byValue]),
    async close() {
      await Promise.all(replicas.flatMap(({ once, byValue }) => [once.end(), byValue.end()]));
    },
  };
}

// What writes, takes a lock or reads a table that is not replicated.
const notHere: ReadonlySet<string> = new Set(['25006', '0A000', '55000']);

// Errors of PostgreSQL carry it; of others there is none.
const codeOf = (error: unknown): string => String((error as { readonly code?: unknown } | null)?.code);

function open(url: string, { size, onLost }: ReplicaParts): Replica {
  const at = followWriter(url);
  const settings = { connectionTimeoutMillis: checkMillis, pipeline: true };
  const once = openPool(at, Math.ceil(size / 2), plannedOnce, { onLost, more: settings });
  const byValue = openPool(at, Math.max(1, Math.floor(size / 2)), plannedByValue, { onLost, more: settings });
  const look = sharedRuns(async () => {
    const client = await once.connect();
    try {
      replica.place = placeOf(await send(client, checkStatement, shortTime));
      client.release();
      return replica.place;
    } catch (error) {
      client.release(true);
      throw error;
    }
  });
  const replica: Replica = { once, byValue, look, place: nowhere, outUntil: 0 };
  return replica;
}

const shortTime: DatabaseTime = { ...unlimitedTime, left: () => checkMillis };

// Both leave together; the statement sees what was replayed when the look was taken, or more.
async function run(
  client: pg.PoolClient,
  statement: Statement,
  time: DatabaseTime,
): Promise<readonly [Place, Record<string, unknown>[]]> {
  gatherWrites(client)();
  const looked = send(client, checkStatement, shortTime);
  const rows = send(client, statement, time);
  rows.catch(() => undefined);
  const place = placeOf(await looked);
  return [place, await rows];
}

function placeOf([row]: readonly Record<string, unknown>[]): Place {
  const replayed = row?.['replayed'];
  const past = row?.['past'];
  return {
    replayed: typeof replayed === 'string' ? BigInt(replayed) : nowhere.replayed,
    past: typeof past === 'string' ? past : null,
  };
}
