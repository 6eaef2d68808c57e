// What a move of a tenant notes in the two databases, and what keeps everybody else from writing the tenant's rows meanwhile.
// The state is a row of "disabled_tenant": PAUSED (no webhooks begin), CLOSED (nobody is let in; both end by themselves), MOVED;
// in the other database ARRIVING. What decides is a lock of the session that moves: when it ends, however, writers go on.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { clearTenant, copyTenant, freeRange, type TenantCopy } from './copyTenant.ts';
import { movedTables } from './tenantTables.ts';
import { findWriter } from '../connection/writer.ts';
import { ServiceError } from '../../domain/errors.ts';
import { queueState } from '../events/queueState.ts';
import { closeNow } from '../connection/connections.ts';
import { fromDatabase } from '../connection/databaseErrors.ts';
import type { Contract } from '../../contract/resource.ts';

/** How the database stands to a tenant. */
export type TenantState = 'DISABLED' | 'PAUSED' | 'CLOSED' | 'MOVED' | 'ARRIVING';

/** What has to be the same in both databases, or be taken over by an empty one. */
export interface DatabaseFacts {
  /** The newest migration; null in a database without tables. */
  readonly schema: string | null;
  /** What the webhook keys are known by; null where no service has started yet. */
  readonly keys: string | null;
  readonly epoch: number;
  readonly hasTenants: boolean;
  /** Whether both addresses are of one database. */
  readonly identity: string;
}

/** A connection to one of the two databases, without limits on time. */
export interface MoveSession {
  readonly client: pg.Client;
  /** Ends it at once, whatever it is doing. */
  cut(): void;
  end(): Promise<void>;
}

const session =
  '-c timezone=UTC -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0' +
  // A session whose command is gone keeps no lock.
  ' -c client_connection_check_interval=1000';

/** Connects to the host of the address that takes writes. Throws errors of the service, and what the driver throws. */
export async function openMoveSession(url: string): Promise<MoveSession> {
  const client = new pg.Client({ connectionString: await findWriter(url), options: session, keepAlive: true });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw unreachable(client, fromDatabase(error));
  }
  return { client, cut: () => closeNow(client), end: () => client.end().catch(() => undefined) };
}

// Of two databases, the operator has to know which one does not answer.
function unreachable({ host, port }: pg.Client, error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'UNAVAILABLE') return error;
  return new ServiceError('UNAVAILABLE', `The database at ${host}:${String(port)} cannot be reached.`);
}

/** What is known of a database. */
export async function databaseFacts({ client }: MoveSession): Promise<DatabaseFacts> {
  const one = async <T>(sql: string): Promise<T | null> => {
    const { rows } = await client.query<{ value: T }>(sql);
    return rows[0]?.value ?? null;
  };
  const identity = String(await one(`SELECT current_database() || ' ' || pg_postmaster_start_time() AS value`));
  if ((await one(`SELECT to_regclass('migration')::text AS value`)) === null)
    return { schema: null, keys: null, epoch: 1, hasTenants: false, identity };
  return {
    schema: await one('SELECT "name" AS value FROM "migration" ORDER BY "timestamp" DESC LIMIT 1'),
    keys: await one(`SELECT "value" #>> '{}' AS value FROM "setting" WHERE "name" = 'webhook keys'`),
    epoch: Number(await one(`SELECT "value"->>'epoch' AS value FROM "setting" WHERE "name" = 'event log'`)),
    hasTenants: (await one<boolean>('SELECT EXISTS (SELECT 1 FROM "company") AS value')) === true,
    identity,
  };
}

/** Takes over what an empty database has to have in common with the one that tenants come from. */
export async function adoptFacts({ client }: MoveSession, { keys, epoch }: DatabaseFacts): Promise<void> {
  if (keys !== null)
    await client.query(
      `INSERT INTO "setting" ("name", "value") VALUES ('webhook keys', to_json($1::text)) ON CONFLICT DO NOTHING`,
      [keys],
    );
  await client.query(
    `UPDATE "setting" SET "value" = json_build_object('epoch', $1::int) WHERE "name" = 'event log' AND ("value"->>'epoch')::int <> $1::int`,
    [epoch],
  );
}

/** A tenant in a database. */
export interface TenantPlace {
  /** Null when it has no such tenant. */
  readonly name: string | null;
  /** Null for one that is let in. */
  readonly state: TenantState | null;
  /** Where it moved to. */
  readonly cell: string | null;
}

/** How a database stands to a tenant. */
export async function tenantPlace({ client }: MoveSession, tenant: string): Promise<TenantPlace> {
  const { rows } = await client.query<TenantPlace>(
    `SELECT (SELECT "name" FROM "company" WHERE "urn" = $1 AND "tenant" = $1 AND "deleted_timestamp" IS NULL) AS name, z."state", z."cell"` +
      ` FROM (VALUES (1)) one LEFT JOIN "disabled_tenant" z ON z."tenant" = $1`,
    [tenant],
  );
  return rows[0] ?? { name: null, state: null, cell: null };
}

const oneMove = 727_278;

/** Whether no other session moves a tenant to or from this database; until the session ends. */
export async function isOnlyMove({ client }: MoveSession): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('SELECT pg_try_advisory_lock($1) AS is', [oneMove]);
  return rows[0]?.is === true;
}

const isWaitedFor = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03';
const ddlMillis = 200;
const ddlTries = 25;

// Whoever waits for a table holds up all who come after: not for long, and again.
async function withoutWaiting(client: pg.Client, sql: string): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${String(ddlMillis)}; ${sql}; COMMIT`);
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (!isWaitedFor(error) || tries === ddlTries) throw fromDatabase(error);
      await wait(ddlMillis);
    }
}

// The sequencer alone writes the heads of the logs, along with the numbers of events, which are guarded.
const guardedTables = (contract: Contract): string[] =>
  movedTables(contract).flatMap(({ name }) => (name === '"event_log"' ? [] : [name]));

const guardOf = (tenant: string): string => `moving_${tenant.replaceAll('-', '')}`;

/** Puts triggers on all tables that take part in keeping others from writing rows of the tenant: see migration 0380. */
export async function guardTenant({ client }: MoveSession, contract: Contract, tenant: string): Promise<void> {
  const guard = guardOf(tenant);
  const run = `FOR EACH ROW WHEN (ROW."tenant" = '${tenant}') EXECUTE FUNCTION "refuse_moving"('${tenant}')`;
  for (const name of guardedTables(contract))
    await withoutWaiting(
      client,
      `CREATE OR REPLACE TRIGGER "${guard}" AFTER INSERT OR UPDATE ON ${name} ${run.replace('ROW.', 'NEW.')};` +
        ` CREATE OR REPLACE TRIGGER "${guard}_gone" AFTER DELETE ON ${name} ${run.replace('ROW.', 'OLD.')}`,
    );
}

/** Takes them away. */
export async function unguardTenant({ client }: MoveSession, contract: Contract, tenant: string): Promise<void> {
  const guard = guardOf(tenant);
  const { rows } = await client.query('SELECT 1 FROM pg_trigger WHERE tgname = ANY($1)', [[guard, `${guard}_gone`]]);
  if (rows.length === 0) return;
  for (const name of guardedTables(contract))
    await withoutWaiting(
      client,
      `DROP TRIGGER IF EXISTS "${guard}" ON ${name}; DROP TRIGGER IF EXISTS "${guard}_gone" ON ${name}`,
    );
}

/** Notes that the tenant arrives, so that nobody is let in, and removes what an earlier attempt left. */
export async function receiveTenant({ client }: MoveSession, contract: Contract, tenant: string): Promise<void> {
  await client.query(
    `INSERT INTO "disabled_tenant" ("tenant", "since_timestamp", "state") VALUES ($1, clock_timestamp(), 'ARRIVING')` +
      ` ON CONFLICT ("tenant") DO UPDATE SET "state" = 'ARRIVING', "since_timestamp" = clock_timestamp(), "until_timestamp" = NULL, "cell" = NULL`,
    [tenant],
  );
  await inTransaction(client, () => clearTenant(client, movedTables(contract), tenant));
}

/** Removes everything of a tenant that was arriving. */
export async function forgetTenant({ client }: MoveSession, contract: Contract, tenant: string): Promise<void> {
  await inTransaction(client, () => clearTenant(client, movedTables(contract), tenant));
  await client.query(`DELETE FROM "disabled_tenant" WHERE "tenant" = $1 AND "state" = 'ARRIVING'`, [tenant]);
}

/** Runs the work in a transaction of the session, which is undone when it rejects. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>, how = 'BEGIN'): Promise<T> {
  await client.query(how);
  try {
    const answer = await work();
    await client.query('COMMIT');
    return answer;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** What moves, between which sessions. */
export interface Move {
  readonly from: MoveSession;
  readonly to: MoveSession;
  readonly contract: Contract;
  readonly tenant: string;
  readonly range: number;
}

/** A move between two sessions whose databases were found fit; the other one has nothing of the tenant. */
export async function beginMove(parts: Omit<Move, 'range'>): Promise<Move> {
  return { ...parts, range: await freeRange(parts.to.client) };
}

const copyOf = ({ from, to, tenant, range }: Move): TenantCopy => ({ from: from.client, to: to.client, tenant, range });

/**
 * Copies while the tenant is served: all rows, or what changed since an earlier copy. Resolves to what the next copy goes on
 * from, and how many rows were sent.
 */
export async function copyServed(
  move: Move,
  since: string | null,
): Promise<{ readonly since: string; readonly rows: number }> {
  const from = move.from.client;
  const tables = movedTables(move.contract);
  return inTransaction(
    from,
    async () => {
      const { rows } = await from.query<{ oldest: string }>(
        'SELECT pg_snapshot_xmin(pg_current_snapshot())::xid::text AS oldest',
      );
      const oldest = String(rows[0]?.oldest);
      const extent = { since, isLast: false };
      const sent = await inTransaction(move.to.client, () => copyTenant(copyOf(move), tables, extent));
      return { since: oldest, rows: sent };
    },
    'BEGIN ISOLATION LEVEL REPEATABLE READ',
  );
}

/** Begins no webhook of the tenant for that many seconds; its callers are served. */
export async function pauseTenant({ client }: MoveSession, tenant: string, seconds: number): Promise<void> {
  await setState(client, tenant, 'PAUSED', seconds);
}

/** Closes the tenant to all of its callers for that many seconds. */
export async function closeTenant({ client }: MoveSession, tenant: string, seconds: number): Promise<void> {
  await setState(client, tenant, 'CLOSED', seconds);
}

async function setState(client: pg.Client, tenant: string, state: TenantState, seconds: number): Promise<void> {
  await client.query(
    `INSERT INTO "disabled_tenant" ("tenant", "since_timestamp", "state", "until_timestamp")` +
      ` VALUES ($1, clock_timestamp(), $2, clock_timestamp() + make_interval(secs => $3))` +
      ` ON CONFLICT ("tenant") DO UPDATE SET "state" = excluded."state", "until_timestamp" = excluded."until_timestamp"` +
      ` WHERE "disabled_tenant"."state" IN ('PAUSED', 'CLOSED')`,
    [tenant, state, seconds],
  );
}

/** Lets the tenant in again, unless it has moved, and sends what waited. */
export async function reopenTenant({ client }: MoveSession, tenant: string): Promise<void> {
  await openAgain(client, tenant, ['PAUSED', 'CLOSED']);
}

/** Lets a tenant in that has arrived. */
export async function admitTenant({ client }: MoveSession, tenant: string): Promise<void> {
  await openAgain(client, tenant, ['ARRIVING']);
}

async function openAgain(client: pg.Client, tenant: string, states: readonly TenantState[]): Promise<void> {
  await client.query(
    `WITH gone AS (DELETE FROM "disabled_tenant" WHERE "tenant" = $1 AND "state" = ANY($2) RETURNING "tenant")` +
      ` UPDATE "webhook_pace" w SET "wake_timestamp" = clock_timestamp() FROM gone WHERE w."tenant" = gone."tenant"`,
    [tenant, states],
  );
}

/** How many requests of webhooks of the tenant are under way. */
export async function requestsUnderWay({ client }: MoveSession, tenant: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM "webhook_queue" WHERE "tenant" = $1 AND "state" = ${String(queueState.IN_FLIGHT)}`,
    [tenant],
  );
  return rows[0]?.count ?? 0;
}

/** Whether nothing of the tenant waits to be numbered, indexed, counted, or given its place in a lane. */
export async function isAtRest({ client }: MoveSession, tenant: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM "webhook_trigger" WHERE "sequence" IS NULL AND "tenant" = $1)` +
      ` AND NOT EXISTS (SELECT 1 FROM "search_queue" WHERE "tenant" = $1)` +
      ` AND NOT EXISTS (SELECT 1 FROM "search_row_queue" WHERE "tenant" = $1)` +
      ` AND NOT EXISTS (SELECT 1 FROM "unread_change" WHERE "tenant" = $1)` +
      ` AND NOT EXISTS (SELECT 1 FROM "webhook_queue" WHERE "tenant" = $1 AND "state" = ${String(queueState.NEW)})` +
      ` AND NOT EXISTS (SELECT 1 FROM "webhook_pace" WHERE "tenant" = $1 AND "wake_timestamp" <= clock_timestamp()) AS is`,
    [tenant],
  );
  return rows[0]?.is === true;
}

// What background work would go on with here: it is in the other database by now.
const workLeft: readonly string[] = [
  'DELETE FROM "webhook_queue" WHERE "tenant" = $1',
  'DELETE FROM "webhook_pace" WHERE "tenant" = $1',
  'DELETE FROM "webhook_subscription" WHERE "tenant" = $1',
  'DELETE FROM "search_queue" WHERE "tenant" = $1',
  'DELETE FROM "search_row_queue" WHERE "tenant" = $1',
  'DELETE FROM "unread_change" WHERE "tenant" = $1',
  'DELETE FROM "webhook_trigger" WHERE "sequence" IS NULL AND "tenant" = $1',
];

/**
 * Copies what has changed since, with no writer of the tenant left, and notes in one commit that it lives in the cell. Rejects,
 * with nothing decided, when writers do not end in time; when a connection ends it may have been decided: see `tenantPlace`.
 */
export async function switchTenant(
  move: Move,
  { since, cell, seconds }: { readonly since: string; readonly cell: string; readonly seconds: number },
): Promise<number> {
  const { tenant } = move;
  const [from, to] = [move.from.client, move.to.client];
  const millis = String(Math.round(seconds * 1_000));
  return inTransaction(from, async () => {
    // A session that stands still ends by itself, and the lock with it.
    await from.query(`SET LOCAL idle_in_transaction_session_timeout = ${millis}; SET LOCAL lock_timeout = ${millis}`);
    // The sequencer passes by a log that is locked.
    await from.query('SELECT 1 FROM "event_log" WHERE "tenant" = $1 FOR UPDATE', [tenant]);
    await from.query('SELECT pg_advisory_xact_lock(hashtextextended($1::uuid::text, 727277))', [tenant]);
    const sent = await inTransaction(to, () =>
      copyTenant(copyOf(move), movedTables(move.contract), { since, isLast: true }),
    );
    for (const sql of workLeft) await from.query(sql, [tenant]);
    const { rowCount } = await from.query(
      `UPDATE "disabled_tenant" SET "state" = 'MOVED', "cell" = $2, "until_timestamp" = NULL WHERE "tenant" = $1 AND "state" = 'CLOSED'`,
      [tenant, cell],
    );
    if (rowCount !== 1) throw new Error('The tenant is not closed any more');
    return sent;
  });
}

/** The digests of the files that the tenant's images name. */
export async function filesOfTenant({ client }: MoveSession, tenant: string): Promise<string[]> {
  const { rows } = await client.query<{ sha256: string }>(
    'SELECT DISTINCT "sha256" FROM "image_item_file" WHERE "tenant" = $1',
    [tenant],
  );
  return rows.map(({ sha256 }) => sha256);
}
