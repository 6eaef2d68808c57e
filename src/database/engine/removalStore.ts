// What a delete meets: the rows that refer to what goes, what a company owns, and the links and permission edges that go with it.
// Callers decide what becomes of it, and hold the locks.
import { linkColumns } from '../../contract/fieldGroups.ts';
import type { Field, Resource } from '../../contract/resource.ts';
import type { Actor } from '../../domain/actor.ts';
import { newUrn } from '../../domain/urn.ts';
import { quote } from '../mapping/columns.ts';
import { unregistered } from '../mapping/kindDetails.ts';
import type { Transaction } from '../connection/database.ts';
import { firstOf, onlyRow, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import type { AnnouncedRow } from './deletedStore.ts';
import { deletionSql } from './deletionStore.ts';
import { entryOf } from './itemEntry.ts';
import { keepEndedSql } from './endedLinkStore.ts';
import { linkField } from './listStatement.ts';
import { staysLive } from './liveRows.ts';

/** Something that points at an object which is to be deleted. */
export interface Referrer {
  readonly resource: Resource;
  readonly field: Field;
  readonly urns: readonly string[];
}

/**
 * The living rows whose single link points at one of the urns, by kind and field, in one statement: of each field all of them, or
 * one more than `most`.
 */
export async function referrersOf(
  executor: Executor,
  kind: string,
  urns: readonly string[],
  most: number,
): Promise<Referrer[]> {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const limit = p.add(most + 1, 'int');
  const pairs = executor.contract.resources.flatMap((resource) =>
    linkColumns(resource)
      .filter((f) => f.typeName === kind && f.name !== 'owner')
      .map((field) => ({ resource, field })),
  );
  if (pairs.length === 0) return [];
  const selects = pairs.map(({ resource, field }, at) => {
    const ofKind = resource.isItem ? ` AND "kind" = '${resource.name}'` : '';
    const order = resource.isItem ? '"sort_order"' : '"created_timestamp"';
    const some = `SELECT "urn", ${order} AS place FROM ${quote(resource.table)} WHERE ${quote(field.column)} = ANY(${wanted})${ofKind} AND "deleted_timestamp" IS NULL LIMIT ${limit}`;
    return `SELECT ${String(at)} AS pair, array_agg("urn" ORDER BY place, "urn") AS urns FROM (${some}) found HAVING count(*) > 0`;
  });
  const rows = await rowsOf<{ pair: number; urns: string[] }>(executor, prepared(selects.join(' UNION ALL '), p));
  return rows.flatMap((row) => {
    const pair = pairs[row.pair];
    return pair ? [{ ...pair, urns: row.urns }] : [];
  });
}

/** Whether a company owns anything that lives, besides itself. */
export async function ownsAnything(executor: Executor, company: string): Promise<boolean> {
  const p = new Parameters();
  const owner = p.add(company, 'uuid');
  const tables = new Set(
    executor.contract.resources.filter((r) => r.subject || !r.name.startsWith('Webhook')).map((r) => r.table),
  );
  const each = [...tables].map(
    (table) =>
      `EXISTS (SELECT 1 FROM ${quote(table)} WHERE "owner" = ${owner} AND "urn" <> ${owner} AND "deleted_timestamp" IS NULL)`,
  );
  const row = await firstOf<{ owns: boolean }>(executor, prepared(`SELECT ${each.join(' OR ')} AS owns`, p));
  return row?.owns === true;
}

/** Empties an optional link of the rows, which then have one version more. What it named is kept: a restore fills it again. */
export async function clearLink(
  transaction: Transaction,
  { resource, field, urns }: Referrer,
  timestamp: string,
): Promise<void> {
  const p = new Parameters();
  const [table, column] = [quote(resource.table), quote(field.column)];
  const named = `SELECT "urn", ${column} AS "target" FROM ${table} WHERE "urn" = ANY(${p.add(urns, 'uuid[]')}) FOR NO KEY UPDATE`;
  const emptied =
    `UPDATE ${table} t SET ${column} = NULL, "version" = t."version" + 1, "updated_timestamp" = ${p.add(timestamp, 'timestamptz')}` +
    ` FROM named WHERE t."urn" = named."urn" RETURNING t."urn", t."tenant", named."target"`;
  const kept = keepEndedSql(
    `SELECT "target", "tenant", "urn", '${linkField(resource, field)}', "target", NULL::integer FROM emptied WHERE "target" IS NOT NULL`,
  );
  await transaction.query(prepared(`WITH named AS MATERIALIZED (${named}), emptied AS (${emptied}) ${kept}`, p));
}

/** A permission edge that ended with its object. */
export interface EndedEdge {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
}

/** Edges that were ended, and how many there were to end. */
export interface EndedEdges {
  readonly ended: readonly EndedEdge[];
  /** All of them, or one more than the most. */
  readonly found: number;
}

/**
 * Ends permission edges on and of deleted objects, `atOnce` of them; none where there are more than `most`. Edges on what is still
 * live stay until it is not.
 */
export async function endEdges(
  transaction: Transaction,
  {
    resource,
    urns,
    timestamp,
  }: { readonly resource: Resource; readonly urns: readonly string[]; readonly timestamp: string },
  { most, atOnce }: { readonly most: number; readonly atOnce: number },
): Promise<EndedEdges> {
  const p = new Parameters();
  const text =
    `WITH ${endEdgesSql({ resource, objects: p.add(urns, 'uuid[]'), at: p.add(timestamp, 'timestamptz') }, { most, atOnce }, p)}` +
    ` SELECT found, ended."urn", ended."owner", ended."version" FROM found LEFT JOIN ended ON true`;
  const rows = await rowsOf<{ found: number } & { readonly [Name in keyof EndedEdge]: EndedEdge[Name] | null }>(
    transaction,
    prepared(text, p),
  );
  // Where none was ended there is a row of the number alone; of others the statement selects what EndedEdge names.
  const ended = rows.filter(({ urn }) => urn !== null) as readonly (EndedEdge & { found: number })[];
  return { ended: ended.map(({ urn, owner, version }) => ({ urn, owner, version })), found: rows[0]?.found ?? 0 };
}

/** How many edges are ended. */
interface EdgeBounds {
  readonly most: number;
  readonly atOnce: number;
}

// The parts of a WITH clause that end edges on and of objects (SQL of a list of urns): `found` says how many there are, `ended` which
// ended.
function endEdgesSql(
  { resource, objects, at }: { readonly resource: Resource; readonly objects: string; readonly at: string },
  { most, atOnce }: EdgeBounds,
  p: Parameters,
): string {
  const stays = staysLive(resource, 't');
  const isStill = `EXISTS (SELECT 1 FROM ${quote(resource.table)} t WHERE t."urn" = g."object_urn" AND ${String(stays)})`;
  const limit = p.add(most, 'int');
  // Joined, not compared: PostgreSQL would compare each edge with each of a thousand objects. OFFSET 0 has it ask what is still live
  // about these edges alone. One may be of two of the objects.
  const edgesBy = (column: string): string =>
    `SELECT g."urn" FROM (SELECT p."urn", p."object_urn" FROM "permission" p WHERE p.${quote(column)} IN (SELECT o.urn FROM unnest(${objects}) AS o(urn))` +
    ` AND p."deleted_timestamp" IS NULL OFFSET 0) g${stays === null ? '' : ` WHERE NOT ${isStill}`}`;
  const kept = keepEndedSql(
    `SELECT CASE WHEN "object_urn" = ANY(${objects}) THEN "object_urn" ELSE "subject_urn" END, "tenant", "urn", '', "object_urn", NULL::integer FROM ended`,
  );
  return (
    `due AS MATERIALIZED (SELECT DISTINCT e."urn" FROM (${edgesBy('object_urn')} UNION ALL ${edgesBy('subject_urn')}` +
    ` LIMIT 2 * (${limit} + 1)) e LIMIT ${limit} + 1),` +
    ` found AS (SELECT count(*)::int AS found FROM due),` +
    ` ended AS (UPDATE "permission" SET "deleted_timestamp" = ${at}, "version" = "version" + 1` +
    ` WHERE "urn" IN (SELECT "urn" FROM due LIMIT ${p.add(atOnce, 'int')}) AND "deleted_timestamp" IS NULL` +
    ` AND (SELECT found FROM found) <= ${limit} RETURNING "urn", "owner", "version", "tenant", "object_urn", "subject_urn"),` +
    ` kept AS (${kept})`
  );
}

/** Rows to be deleted, when, and by whom. */
export interface Removal {
  readonly resource: Resource;
  readonly urns: readonly string[];
  readonly timestamp: string;
  readonly actor: Actor;
  /** Whether they are noted as what the actor deleted, and not as what went along. */
  readonly isNoted: boolean;
}

/** Rows that were deleted, and the permission edges that ended with them. */
export interface Removed extends EndedEdges {
  /** In the order of the given urns. */
  readonly rows: readonly AnnouncedRow[];
}

/**
 * Marks rows of one kind as deleted, in one statement with all that goes with them: the last entry of an item, which says so (the item
 * stays live until the next publication), the links in lists, kept for a restore, and permission edges as `endEdges` says. What lives
 * in them was removed before.
 */
export async function removeRowsAtOnce(
  transaction: Transaction,
  { resource, urns, timestamp, actor, isNoted }: Removal,
  bounds: EdgeBounds,
): Promise<Removed> {
  const p = new Parameters();
  const [objects, at] = [p.add(urns, 'uuid[]'), p.add(timestamp, 'timestamptz')];
  const { isItem, container } = resource;
  const entries = isItem
    ? p.add(
        urns.map(() => newUrn()),
        'uuid[]',
      )
    : `ARRAY[]::uuid[]`;
  // Files are shown as they were as long as they are live, version included.
  const isSame = !isItem && staysLive(resource, 't') !== null;
  const isLive = `EXISTS (SELECT 1 FROM "item_live" l WHERE l."item_urn" = t."urn" AND l."until_timestamp" IS NULL)`;
  const set = [
    `"deleted_timestamp" = ${at}`,
    ...(isSame ? [] : ['"version" = t."version" + 1']),
    ...(isItem ? ['"entry" = w.entry', `"is_published" = ${isLive}`] : []),
  ];
  const gone =
    `UPDATE ${quote(resource.table)} t SET ${set.join(', ')} FROM unnest(${objects}, ${entries}) WITH ORDINALITY AS w(urn, entry, place)` +
    ` WHERE t."urn" = w.urn RETURNING t.*, w.place`;
  const dropped = `DELETE FROM "link" WHERE "to_urn" = ANY(${objects}) RETURNING *`;
  const parts = [
    `gone AS (${gone})`,
    ...(isItem ? [entryOf(resource.contract, 'gone', { isTombstone: true, actor, timestamp }, p)] : []),
    ...(isNoted && !unregistered.has(resource.name) ? [`noted AS (${deletionSql(resource, 'gone', actor, p)})`] : []),
    `dropped AS (${dropped})`,
    `links AS (${keepEndedSql(`SELECT "to_urn", "tenant", "from_urn", "field", "to_urn", "position" FROM dropped`)})`,
    endEdgesSql({ resource, objects, at }, bounds, p),
  ];
  const within = container ? `g.${quote(container.column)}` : 'NULL';
  const row = `json_build_object('urn', g."urn", 'owner', g."owner", 'version', g."version"::text, 'container', ${within})`;
  const edge = `json_build_object('urn', e."urn", 'owner', e."owner", 'version', e."version"::text)`;
  const text =
    `WITH ${parts.join(', ')} SELECT (SELECT coalesce(json_agg(${row} ORDER BY g.place), '[]') FROM gone g) AS "rows",` +
    ` (SELECT coalesce(json_agg(${edge}), '[]') FROM ended e) AS "ended", (SELECT found FROM found) AS "found"`;
  return onlyRow<Removed>(transaction, prepared(text, p));
}
