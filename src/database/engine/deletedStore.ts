// Rows just written or deleted, independent of the caller: the data of their announcements. And rows that can be restored.
import type { Resource } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';
import { firstOf, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';

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

/** Brings back the children that were deleted together with their parent; returns their urns. */
export async function reviveChildren(
  executor: Executor,
  child: Resource,
  parent: string,
  deletedTimestamp: string,
): Promise<string[]> {
  const field = child.container;
  if (!field) return [];
  const p = new Parameters();
  const text =
    `UPDATE ${quote(child.table)} SET "deleted_timestamp" = NULL, "version" = "version" + 1` +
    ` WHERE ${quote(field.column)} = ${p.add(parent, 'uuid')} AND "deleted_timestamp" = ${p.add(deletedTimestamp, 'timestamptz')}${ofKind(child)}` +
    ` RETURNING "urn"`;
  return urnsOf(executor, prepared(text, p));
}

// The item kinds share one table.
const ofKind = (resource: Resource): string => (resource.isItem ? ` AND "kind" = '${resource.name}'` : '');
