// Who edits which entity: a row for each, until its time is over. What changes is told to all processes with the commit.
import type { Actor } from '../../domain/actor.ts';
import { actorSql } from '../engine/actorSql.ts';
import { editorsChannel } from '../connection/channels.ts';
import type { Transaction } from '../connection/database.ts';
import { onlyRow, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** Somebody who edits an entity. */
export interface Editor {
  readonly actor: Actor;
  readonly sinceTimestamp: string;
  /** For how long yet, unless it is renewed. */
  readonly millisLeft: number;
}

const isNow = `e."until_timestamp" > clock_timestamp()`;

/** Those who edit the entity, as the server knows it that takes writes, in the order in which they began; `limit` of them. */
export async function editorsOf(executor: Executor, entity: string, limit: number): Promise<Editor[]> {
  const p = new Parameters();
  const text =
    `SELECT e."actor", e."since_timestamp" AS "sinceTimestamp",` +
    ` (extract(epoch FROM e."until_timestamp" - clock_timestamp()) * 1000)::float8 AS "millisLeft" FROM "entity_editor" e` +
    ` WHERE e."entity" = ${p.add(entity, 'uuid')} AND ${isNow} ORDER BY e."since_timestamp", e."actor_urn" LIMIT ${p.add(limit, 'int')}`;
  return rowsOf<Editor>(executor, { ...prepared(text, p), isOfPrimary: true });
}

/** Who edits what, and for how many seconds from now. */
export interface Editing {
  readonly entity: string;
  readonly actor: Actor;
  readonly seconds: number;
}

/** How many may edit one entity, and those of one tenant. */
export interface EditorBounds {
  readonly perEntity: number;
  readonly perTenant: number;
}

/** Notes that somebody edits the entity; false, with nothing noted, where too many do. */
export async function keepEditor(
  transaction: Transaction,
  { entity, actor, seconds }: Editing,
  { perEntity, perTenant }: EditorBounds,
): Promise<boolean> {
  const p = new Parameters();
  const [page, own] = [p.add(entity, 'uuid'), p.add(actor.urn, 'uuid')];
  const fewer = (which: string, most: number): string => {
    const limit = p.add(most, 'int');
    return `(SELECT count(*) FROM (SELECT 1 FROM "entity_editor" e WHERE ${which} AND ${isNow} LIMIT ${limit}) x) < ${limit}`;
  };
  const isFree = `${fewer(`e."entity" = ${page}`, perEntity)} AND ${fewer('e."tenant" = p."tenant"', perTenant)}`;
  const ends = `clock_timestamp() + make_interval(secs => ${p.add(seconds, 'float8')})`;
  const text =
    `WITH held AS MATERIALIZED (SELECT 1 FROM "entity_editor" e WHERE e."entity" = ${page} AND e."actor_urn" = ${own} AND ${isNow}),` +
    ` kept AS (INSERT INTO "entity_editor" AS e ("entity", "actor_urn", "tenant", "actor", "since_timestamp", "until_timestamp")` +
    ` SELECT p."urn", ${own}, p."tenant", ${actorSql(actor, p)}, clock_timestamp(), ${ends} FROM "entity" p WHERE p."urn" = ${page}` +
    ` AND (EXISTS (SELECT 1 FROM held) OR (${isFree})) ON CONFLICT ("entity", "actor_urn") DO UPDATE` +
    ` SET "actor" = excluded."actor", "until_timestamp" = excluded."until_timestamp",` +
    ` "since_timestamp" = CASE WHEN ${isNow} THEN e."since_timestamp" ELSE excluded."since_timestamp" END RETURNING 1)` +
    ` SELECT count(*)::int AS kept, max(CASE WHEN NOT EXISTS (SELECT 1 FROM held) THEN ${told(page)} END) FROM kept`;
  return (await onlyRow<{ kept: number }>(transaction, prepared(text, p))).kept > 0;
}

/** Notes that somebody edits the entity no longer. */
export async function dropEditor(transaction: Transaction, entity: string, { urn }: Actor): Promise<void> {
  const p = new Parameters();
  const page = p.add(entity, 'uuid');
  const text =
    `WITH gone AS (DELETE FROM "entity_editor" WHERE "entity" = ${page} AND "actor_urn" = ${p.add(urn, 'uuid')} RETURNING 1)` +
    ` SELECT max(${told(page)}) FROM gone`;
  await transaction.query(prepared(text, p));
}

// A text, so that it can be aggregated: the function itself gives nothing.
const told = (entity: string): string => `pg_notify('${editorsChannel}', ${entity}::text)::text`;

/** Forgets those whose time is over, so many at most; answers how many. */
export async function purgeEditors(executor: Executor, most: number): Promise<number> {
  const p = new Parameters();
  const old =
    `SELECT "entity", "actor_urn" FROM "entity_editor" WHERE "until_timestamp" <= now()` +
    ` ORDER BY "until_timestamp" LIMIT ${p.add(most, 'int')} FOR UPDATE SKIP LOCKED`;
  const text = `DELETE FROM "entity_editor" WHERE ("entity", "actor_urn") IN (${old}) RETURNING 1`;
  return (await executor.query(prepared(text, p))).length;
}
