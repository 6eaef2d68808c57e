// What is live: which entry of each item, since when, and until when. One row per period in `item_live`; at most one
// open period per item, held by the database. Who changes it writes the row of the entity in the same transaction: kept views are
// compared by that row (viewSignature.ts). Resource reference 10.1, 10.2.
import type { Resource } from '../../contract/resource.ts';
import { accessScope } from '../../domain/accessScope.ts';
import type { Viewer } from '../../domain/viewer.ts';
import type { Transaction } from '../connection/database.ts';
import type { EndedEdge } from '../engine/removalStore.ts';
import { keepEndedSql } from '../engine/endedLinkStore.ts';
import { hasLiveValue, isDraftItem, isDue, staysLiveItem } from '../engine/liveRows.ts';
import { holds, shown } from '../engine/scope.ts';
import { isEnabled } from '../engine/tenant.ts';
import { firstOf, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';

/**
 * Makes the values newest at `asOf` the live ones of the entities, from `asOf` on. Items deleted by then leave the view.
 * The caller holds the row locks of the entities. Gives those of which an item that was removed is live no more.
 */
export async function publishItems(
  transaction: Transaction,
  entities: readonly string[],
  asOf: string,
): Promise<string[]> {
  if (entities.length === 0) return [];
  const newest =
    `WITH newest AS (SELECT DISTINCT ON (v."entity", v."item_urn") v."item_urn", v."urn" AS entry, v."entity", v."repeats", v."tenant",` +
    ` v."is_tombstone" FROM "item_value" v WHERE v."entity" = ANY($1::uuid[]) AND v."created_timestamp" <= $2::timestamptz` +
    ` ORDER BY v."entity", v."item_urn", v."version" DESC)`;
  const run = async <T>(text: string): Promise<T[]> => {
    const p = new Parameters();
    p.add(entities, 'uuid[]');
    p.add(asOf, 'timestamptz');
    return rowsOf<T>(transaction, prepared(text, p));
  };
  const ended = await run<Ended>(
    `${newest} UPDATE "item_live" l SET "until_timestamp" = greatest($2::timestamptz, l."from_timestamp") FROM newest n` +
      ` WHERE l."item_urn" = n."item_urn" AND l."until_timestamp" IS NULL` +
      ` AND ((l."entry" <> n.entry AND l."entry" IS DISTINCT FROM n."repeats") OR n."is_tombstone")` +
      ` RETURNING ${endedSql}`,
  );
  await run(
    `${newest} INSERT INTO "item_live" ("item_urn", "from_timestamp", "entry", "entity", "tenant")` +
      ` SELECT n."item_urn", $2::timestamptz, n.entry, n."entity", n."tenant" FROM newest n WHERE NOT n."is_tombstone"` +
      ` AND NOT ${hasLiveValue('n."item_urn"')}`,
  );
  await refreshPublished(transaction, entities);
  return withRemoved(ended);
}

// A period `l` that ended: of which entity, and whether its item was removed.
const endedSql = `l."entity", EXISTS (SELECT 1 FROM "item" i WHERE i."urn" = l."item_urn" AND i."deleted_timestamp" IS NOT NULL) AS "isRemoved"`;

interface Ended {
  readonly entity: string;
  readonly isRemoved: boolean;
}

const withRemoved = (ended: readonly Ended[]): string[] => [
  ...new Set(ended.filter(({ isRemoved }) => isRemoved).map(({ entity }) => entity)),
];

/**
 * Ends every open period of the entities: nothing is live any more. Gives those of which an item that was removed was live
 * until then.
 */
export async function unpublishItems(
  transaction: Transaction,
  entities: readonly string[],
  at: string,
): Promise<string[]> {
  if (entities.length === 0) return [];
  const p = new Parameters();
  const text =
    `UPDATE "item_live" l SET "until_timestamp" = greatest(${p.add(at, 'timestamptz')}, "from_timestamp")` +
    ` WHERE "entity" = ANY(${p.add(entities, 'uuid[]')}) AND "until_timestamp" IS NULL RETURNING ${endedSql}`;
  const ended = await rowsOf<Ended>(transaction, prepared(text, p));
  await refreshPublished(transaction, entities);
  return withRemoved(ended);
}

/** Ends the permission edges on items that were removed from the entities and are live no more, and returns them. */
export async function dropRemovedEdges(
  transaction: Transaction,
  entities: readonly string[],
  at: string,
): Promise<EndedEdge[]> {
  const p = new Parameters();
  const ended =
    `UPDATE "permission" SET "deleted_timestamp" = ${p.add(at, 'timestamptz')}, "version" = "version" + 1` +
    ` WHERE "deleted_timestamp" IS NULL AND "object_urn" IN (SELECT i."urn" FROM "item" i WHERE i."entity" =` +
    ` ANY(${p.add(entities, 'uuid[]')}) AND i."deleted_timestamp" IS NOT NULL AND NOT ${staysLiveItem('i')})` +
    ` RETURNING "urn", "owner", "version", "tenant", "object_urn"`;
  const kept = keepEndedSql(`SELECT "object_urn", "tenant", "urn", '', "object_urn", NULL::integer FROM ended`);
  const text = `WITH ended AS (${ended}), kept AS (${kept}) SELECT "urn", "owner", "version" FROM ended`;
  return rowsOf<EndedEdge>(transaction, prepared(text, p));
}

/** Makes one entry the live value of its item; the caller holds the entity's row lock. */
export async function makeLive(
  transaction: Transaction,
  { item, entry, entity }: { readonly item: string; readonly entry: string; readonly entity: string },
  at: string,
): Promise<void> {
  const close = new Parameters();
  const closed = close.add(item, 'uuid');
  await transaction.query(
    prepared(
      `UPDATE "item_live" SET "until_timestamp" = greatest(${close.add(at, 'timestamptz')}, "from_timestamp")` +
        ` WHERE "item_urn" = ${closed} AND "until_timestamp" IS NULL`,
      close,
    ),
  );
  const p = new Parameters();
  const values = [p.add(item, 'uuid'), p.add(at, 'timestamptz'), p.add(entry, 'uuid'), p.add(entity, 'uuid')];
  await transaction.query(
    prepared(
      `INSERT INTO "item_live" ("item_urn", "from_timestamp", "entry", "entity", "tenant") VALUES (${values.join(', ')},` +
        ` (SELECT t."tenant" FROM "item" t WHERE t."urn" = $1))` +
        ` ON CONFLICT ("item_urn", "from_timestamp", "entry") DO UPDATE SET "until_timestamp" = NULL`,
      p,
    ),
  );
  await refreshPublished(transaction, [entity]);
}

/**
 * Brings `is_published` of the items in line with what is live: of an item whether its newest value is, itself or as a repeat
 * of the live one (`is_repeated`), of a removed one whether any is, on a page that is there. Derived, so that lists need no join.
 */
export async function refreshPublished(transaction: Transaction, entities: readonly string[]): Promise<void> {
  const p = new Parameters();
  const text =
    `UPDATE "item" t SET "is_published" = live.is, "is_repeated" = live.repeated FROM (SELECT i."urn", r.repeated,` +
    ` CASE WHEN i."deleted_timestamp" IS NULL THEN r.repeated OR EXISTS` +
    ` (SELECT 1 FROM "item_live" l WHERE l."entry" = i."entry" AND l."until_timestamp" IS NULL) ELSE ${staysLiveItem('i')} END AS is` +
    ` FROM "item" i CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM "item_value" v JOIN "item_live" l ON l."entry" = v."repeats"` +
    ` AND l."item_urn" = v."item_urn" AND l."until_timestamp" IS NULL WHERE v."urn" = i."entry") AS repeated) r` +
    ` WHERE i."entity" = ANY(${p.add(entities, 'uuid[]')})) live` +
    ` WHERE live."urn" = t."urn" AND (t."is_published" <> live.is OR t."is_repeated" <> live.repeated)`;
  await transaction.query(prepared(text, p));
}

/** Those of the entities that an item of another one of them refers to. */
export async function referredAmong(executor: Executor, entities: readonly string[]): Promise<Set<string>> {
  const p = new Parameters();
  const own = p.add(entities, 'uuid[]');
  const text =
    `SELECT DISTINCT "entity_reference" AS urn FROM "item" WHERE "entity" = ANY(${own}) AND "entity_reference" = ANY(${own})` +
    ` AND "deleted_timestamp" IS NULL`;
  return new Set(await urnsOf(executor, prepared(text, p)));
}

/** Those of the entities that have values newer than the live ones, or deleted items that are still live. */
export async function draftsAmong(executor: Executor, entities: readonly string[]): Promise<Set<string>> {
  if (entities.length === 0) return new Set();
  const p = new Parameters();
  const text = `SELECT e.urn FROM unnest(${p.add(entities, 'uuid[]')}) AS e(urn) WHERE ${draftsSql('e.urn')}`;
  return new Set(await urnsOf(executor, prepared(text, p)));
}

const draftsSql = (entity: string): string =>
  `EXISTS (SELECT 1 FROM "item" t WHERE t."entity" = ${entity} AND ${isDraftItem('t')})`;

/** An entity whose time has come, for the publisher; locked, so that no other process takes it too. */
export interface DueEntity {
  readonly urn: string;
  readonly now: string;
}

/** Entities due to be published or unpublished by the database's clock, locked for this transaction. */
export async function lockDueEntities(transaction: Transaction, limit: number): Promise<DueEntity[]> {
  const p = new Parameters();
  const text =
    `SELECT "urn", date_trunc('milliseconds', clock_timestamp()) AS now FROM "entity" t WHERE "deleted_timestamp" IS NULL` +
    ` AND ${isDue('t', 'now()')} AND ${isEnabled('t."tenant"')} ORDER BY least("publish_timestamp", "unpublish_timestamp") LIMIT ${p.add(limit, 'int')} FOR NO KEY UPDATE SKIP LOCKED`;
  return rowsOf<DueEntity>(transaction, prepared(text, p));
}

/** An entity that was locked. */
export interface LockedEntity {
  readonly urn: string;
  readonly status: string;
  /** Whether something of it is due by the database's clock. */
  readonly isDue: boolean;
}

/** Locks an entity against changes of it and its items by others; null when there is none. */
export async function lockPublication(transaction: Transaction, entityUrn: string): Promise<LockedEntity | null> {
  const p = new Parameters();
  return (await locked(transaction, `t."urn" = ${p.add(entityUrn, 'uuid')}`, p))[0] ?? null;
}

/** Locks those of the entities that the viewer may read and holds the label on, in the order of their urns. */
export async function lockPublications(
  transaction: Transaction,
  viewer: Viewer,
  urns: readonly string[],
  label: string,
): Promise<LockedEntity[]> {
  const p = new Parameters();
  const resource = transaction.contract.kinds.Entity;
  const wanted = p.add(urns, 'uuid[]');
  const seen = shown(resource, 't', accessScope(viewer, resource.labels.read), p);
  const held = holds({ resource, alias: 't' }, { viewer, label }, p);
  return locked(transaction, `t."urn" = ANY(${wanted}) AND ${seen} AND ${held}`, p);
}

/** Locks the entities of those items that the viewer may read and holds the label on, in the order of their urns. */
export async function lockPublicationsOfItems(
  transaction: Transaction,
  viewer: Viewer,
  { resource, items }: { readonly resource: Resource; readonly items: readonly string[] },
  label: string,
): Promise<LockedEntity[]> {
  const p = new Parameters();
  const wanted = `i."urn" = ANY(${p.add(items, 'uuid[]')}) AND i."kind" = '${resource.name}'`;
  const seen = shown(resource, 'i', accessScope(viewer, resource.labels.read), p);
  const held = holds({ resource, alias: 'i' }, { viewer, label }, p);
  const entities = `SELECT i."entity" FROM "item" i WHERE ${wanted} AND ${seen} AND ${held}`;
  return locked(transaction, `t."urn" = ANY(ARRAY(${entities}))`, p);
}

// The clock is read outside of what may wait for the lock.
async function locked(transaction: Transaction, which: string, p: Parameters): Promise<LockedEntity[]> {
  const text =
    `WITH locked AS MATERIALIZED (SELECT t.* FROM "entity" t WHERE ${which} ORDER BY t."urn" FOR NO KEY UPDATE OF t)` +
    ` SELECT "urn", "status", ${isDue('locked', 'clock_timestamp()')} IS TRUE AS "isDue" FROM locked ORDER BY "urn"`;
  return rowsOf<LockedEntity>(transaction, prepared(text, p));
}

/** An entity whose status moved, at its new version. */
export interface MovedStatus {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
}

/**
 * Brings PUBLISHED and PUBLISHED_WITH_DRAFTS of the entities that live in line with whether there are drafts; gives those that moved, in
 * the order of their urns. The caller holds their locks.
 */
export async function moveStatuses(
  transaction: Transaction,
  entities: readonly string[],
  timestamp: string,
): Promise<MovedStatus[]> {
  const p = new Parameters();
  const settled = `CASE WHEN ${draftsSql('e."urn"')} THEN 'PUBLISHED_WITH_DRAFTS' ELSE 'PUBLISHED' END`;
  const facts =
    `SELECT e."urn", ${settled} AS status FROM "entity" e WHERE e."urn" = ANY(${p.add(entities, 'uuid[]')})` +
    ` AND e."deleted_timestamp" IS NULL AND e."status" IN ('PUBLISHED', 'PUBLISHED_WITH_DRAFTS')`;
  const text =
    `WITH facts AS MATERIALIZED (${facts}), moved AS (UPDATE "entity" t SET "status" = f.status, "version" = t."version" + 1,` +
    ` "updated_timestamp" = ${p.add(timestamp, 'timestamptz')} FROM facts f WHERE t."urn" = f."urn" AND t."status" <> f.status` +
    ` RETURNING t."urn", t."owner", t."version") SELECT * FROM moved ORDER BY "urn"`;
  return rowsOf<MovedStatus>(transaction, prepared(text, p));
}

/** When the next scheduled change is due, as milliseconds from now by the database's clock; null when none is. */
export async function nextDueIn(executor: Executor): Promise<number | null> {
  const text =
    `/* schedule */ SELECT extract(epoch FROM min(due) - clock_timestamp()) * 1000 AS wait FROM (` +
    `SELECT "publish_timestamp" AS due FROM "entity" WHERE "status" = 'PUBLISH_PENDING' AND "deleted_timestamp" IS NULL AND ${isEnabled('"entity"."tenant"')}` +
    ` UNION ALL SELECT "unpublish_timestamp" FROM "entity" WHERE "live_timestamp" IS NOT NULL AND "unpublish_timestamp" IS NOT NULL` +
    ` AND "deleted_timestamp" IS NULL AND ${isEnabled('"entity"."tenant"')}) x`;
  const wait = (await firstOf<{ wait: string | null }>(executor, prepared(text, new Parameters())))?.wait ?? null;
  return wait === null ? null : Math.max(0, Number(wait));
}
