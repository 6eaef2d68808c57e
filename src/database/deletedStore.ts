// Rows just written or deleted, whoever asks: what is announced of them. And rows that can be brought back.
import type { Resource } from '../contract/resource.ts';
import { quote } from './columns.ts';
import { Parameters, prepared, type Executor } from './statement.ts';

/** What an announcement tells of a row. */
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
  const field = resource.container ? resource.fieldByName.get(resource.container) : undefined;
  const container = field ? `t.${quote(field.column)}` : 'NULL::uuid';
  const text =
    `SELECT t."urn", t."owner", t."version", ${container} AS container FROM unnest(${p.add(urns, 'uuid[]')})` +
    ` WITH ORDINALITY AS wanted(urn, n) JOIN ${quote(resource.table)} t ON t."urn" = wanted.urn ORDER BY wanted.n`;
  const rows = await executor.query(prepared(text, p));
  return rows.map((row) => ({
    urn: String(row['urn']),
    owner: String(row['owner']),
    version: String(row['version']),
    container: row['container'] === null ? null : String(row['container']),
  }));
}

/** A deleted row and when it was deleted. */
export interface DeletedRow {
  readonly ownerUrn: string;
  readonly deletedTimestamp: string;
}

/** A row that is deleted and still kept; null when there is none. Locks it. */
export async function deletedRow(executor: Executor, resource: Resource, urn: string): Promise<DeletedRow | null> {
  const p = new Parameters();
  const text =
    `SELECT "owner", "deleted_timestamp" FROM ${quote(resource.table)} WHERE "urn" = ${p.add(urn, 'uuid')}` +
    ` AND "deleted_timestamp" IS NOT NULL FOR NO KEY UPDATE`;
  const [row] = await executor.query(prepared(text, p));
  return row ? { ownerUrn: String(row['owner']), deletedTimestamp: String(row['deleted_timestamp']) } : null;
}

/** Brings back the children that were deleted together with their parent; gives their urns. */
export async function reviveChildren(
  executor: Executor,
  child: Resource,
  parent: string,
  deletedTimestamp: string,
): Promise<string[]> {
  const field = child.container ? child.fieldByName.get(child.container) : undefined;
  if (!field) return [];
  const p = new Parameters();
  const kind = child.isItem ? ` AND "kind" = '${child.name}'` : '';
  const text =
    `UPDATE ${quote(child.table)} SET "deleted_timestamp" = NULL, "version" = "version" + 1` +
    ` WHERE ${quote(field.column)} = ${p.add(parent, 'uuid')} AND "deleted_timestamp" = ${p.add(deletedTimestamp, 'timestamptz')}${kind}` +
    ` RETURNING "urn"`;
  const rows = await executor.query(prepared(text, p));
  return rows.map((row) => String(row['urn']));
}
