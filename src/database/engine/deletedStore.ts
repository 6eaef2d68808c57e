// Rows just written or deleted, independent of the caller: the data of their announcements; rows that can be restored, and their links to what was deleted meanwhile; the
// removal for good of those that no longer can, a few at a time; and what a urn was given to.
import { isHeldLink, linkColumns } from '../../contract/fieldGroups.ts';
import { type Field, type Resource, type Contract, targetOf } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';
import { firstOf, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import { keepEndedSql } from './endedLinkStore.ts';
import { linkField } from './listStatement.ts';
import { staysLive } from './liveRows.ts';
import { unregistered } from '../mapping/kindDetails.ts';

/** What an announcement reports of a row. */
export interface AnnouncedRow {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
  readonly container: string | null;
}

/** The rows, living or deleted, in the order of the given urns. */
export async function deletedRows(
  executor: Executor,
  resource: Resource,
  urns: readonly string[],
): Promise<AnnouncedRow[]> {
  const p = new Parameters();
  const field = resource.container;
  const container = field ? `t.${quote(field.column)}` : 'NULL::uuid';
  const text =
    `SELECT t."urn", t."owner", t."version", ${container} AS container FROM unnest(${p.add(urns, 'uuid[]')})` +
    ` WITH ORDINALITY AS wanted(urn, n) JOIN ${quote(resource.table)} t ON t."urn" = wanted.urn ORDER BY wanted.n`;
  return rowsOf<AnnouncedRow>(executor, prepared(text, p));
}

/** A deleted row and when it was deleted. */
export interface DeletedRow {
  readonly ownerUrn: string;
  readonly deletedTimestamp: string;
}

/** A row that was deleted no longer ago than `days` days; null when there is none. */
export async function deletedRow(
  executor: Executor,
  resource: Resource,
  urn: string,
  { days, lock }: { readonly days: number; readonly lock: 'NONE' | 'UPDATE' },
): Promise<DeletedRow | null> {
  const p = new Parameters();
  const text =
    `SELECT "owner" AS "ownerUrn", "deleted_timestamp" AS "deletedTimestamp" FROM ${quote(resource.table)} WHERE "urn" = ${p.add(urn, 'uuid')}` +
    `${ofKind(resource)} AND "deleted_timestamp" > now() - make_interval(days => ${p.add(days, 'int')})${lock === 'UPDATE' ? ' FOR NO KEY UPDATE' : ''}`;
  return firstOf<DeletedRow>(executor, prepared(text, p));
}

/** Brings back the children of the parents that were deleted together with these; returns their urns. */
export async function reviveChildren(
  executor: Executor,
  child: Resource,
  parents: readonly string[],
  deletedTimestamp: string,
): Promise<string[]> {
  const field = child.container;
  if (!field) return [];
  const p = new Parameters();
  const text =
    `UPDATE ${quote(child.table)} SET "deleted_timestamp" = NULL, "version" = "version" + 1` +
    ` WHERE ${quote(field.column)} = ANY(${p.add(parents, 'uuid[]')}) AND "deleted_timestamp" = ${p.add(deletedTimestamp, 'timestamptz')}${ofKind(child)}` +
    ` RETURNING "urn"`;
  return urnsOf(executor, prepared(text, p));
}

// The item kinds share one table.
const ofKind = (resource: Resource): string => (resource.isItem ? ` AND "kind" = '${resource.name}'` : '');

/** The tables of deleted rows, those that live in others before these, companies last. */
export function purgedTables(contract: Contract): string[] {
  const depth = (resource: Resource): number => {
    if (resource.name === 'Company') return -1;
    const parent = resource.container?.target;
    return parent ? depth(parent) + 1 : 0;
  };
  const deepest = contract.resources.toSorted((a, b) => depth(b) - depth(a));
  return [...new Set(deepest.map(({ table }) => table))];
}

/**
 * Removes up to `limit` rows of a table that were deleted more than `days` days ago, with what belongs to them alone:
 * links, histories, what was live. Returns the number removed. Rows that are being restored, and those that are still live,
 * are left alone.
 */
export async function purgeDeletedRows(
  executor: Executor,
  table: string,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> {
  const p = new Parameters();
  // Where a merged identity went is kept for as long as it may be requested.
  const kept =
    table === 'identity'
      ? ` AND NOT EXISTS (SELECT 1 FROM "identity_end" e WHERE e."urn" = t."urn" AND e."merged_into" IS NOT NULL)`
      : '';
  const kind = executor.contract.resources.find((resource) => resource.table === table);
  const stays = kind ? staysLive(kind, 't') : null;
  const ended = stays === null ? '' : ` AND NOT ${stays}`;
  const old =
    `SELECT t."urn" FROM ${quote(table)} t WHERE t."deleted_timestamp" <= now() - make_interval(days => ${p.add(days, 'int')})${kept}${ended}` +
    ` ORDER BY t."deleted_timestamp" LIMIT ${p.add(limit, 'int')} FOR UPDATE SKIP LOCKED`;
  // Rows of registered kinds go with their entry in the registry.
  const from = [...unregistered.values()].includes(table) ? table : 'resource';
  const rows = await executor.query(prepared(`DELETE FROM ${quote(from)} WHERE "urn" IN (${old}) RETURNING 1`, p));
  return rows.length;
}

/** What a urn was given to, living or not. */
export interface Creation {
  /** How its create was noted; null where none was noted. */
  readonly createdAs: string | null;
}

/** What the urn was given to; null for one that is free. */
export async function creationOf(executor: Executor, urn: string): Promise<Creation | null> {
  return (await creationsOf(executor, [urn])).get(urn) ?? null;
}

/** What each of the urns was given to, by the urn; free ones are missing. */
export async function creationsOf(executor: Executor, urns: readonly string[]): Promise<Map<string, Creation>> {
  if (urns.length === 0) return new Map();
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  // What the registry does not hold stands in tables of its own.
  const others = [...unregistered.values()].map(
    (table) => `SELECT "urn", NULL AS "createdAs" FROM ${quote(table)} WHERE "urn" = ANY(${wanted})`,
  );
  const text = [
    ...others,
    `SELECT "urn", NULL FROM "item_value" WHERE "urn" = ANY(${wanted})`,
    `SELECT "urn", "created_as" FROM "resource" WHERE "urn" = ANY(${wanted})`,
  ].join(' UNION ALL ');
  const rows = await rowsOf<Creation & { readonly urn: string }>(executor, prepared(text, p));
  return new Map(rows.map(({ urn, createdAs }) => [urn, { createdAs }]));
}

// The rows among these whose link names what does not live.
function deadLinkSql(field: Field, urns: readonly string[], p: Parameters): string {
  const column = `t.${quote(field.column)}`;
  return (
    `t."urn" = ANY(${p.add(urns, 'uuid[]')}) AND ${column} IS NOT NULL` +
    ` AND NOT EXISTS (SELECT 1 FROM ${quote(targetOf(field).table)} o WHERE o."urn" = ${column} AND o."deleted_timestamp" IS NULL)`
  );
}

/** What the link of any of the rows names and does not live. */
export async function deadTargets(
  executor: Executor,
  resource: Resource,
  field: Field,
  urns: readonly string[],
): Promise<string[]> {
  const p = new Parameters();
  const dead = deadLinkSql(field, urns, p);
  const text = `SELECT DISTINCT t.${quote(field.column)} AS urn FROM ${quote(resource.table)} t WHERE ${dead}`;
  return urnsOf(executor, prepared(text, p));
}

/** Empties the links of rows that come back, where what they name does not live; they wait for that. */
export async function clearDeadLinks(
  transaction: Executor,
  resource: Resource,
  urns: readonly string[],
): Promise<void> {
  for (const field of linkColumns(resource).filter((f) => !isHeldLink(f))) {
    const p = new Parameters();
    const [table, column] = [quote(resource.table), quote(field.column)];
    const named = `SELECT t."urn", t.${column} AS "target" FROM ${table} t WHERE ${deadLinkSql(field, urns, p)}`;
    const emptied =
      `UPDATE ${table} t SET ${column} = NULL FROM named WHERE t."urn" = named."urn"` +
      ` RETURNING t."urn", t."tenant", named."target"`;
    const kept = keepEndedSql(
      `SELECT "target", "tenant", "urn", '${linkField(resource, field)}', "target", NULL::integer FROM emptied` +
        ` WHERE EXISTS (SELECT 1 FROM "resource" r WHERE r."urn" = "target")`,
    );
    await transaction.query(prepared(`WITH named AS MATERIALIZED (${named}), emptied AS (${emptied}) ${kept}`, p));
  }
}
