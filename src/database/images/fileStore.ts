// What the rows of image files hold beyond their fields: where the bytes are, and which were derived.
import { firstOf, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import { selectList, type Row } from '../engine/row.ts';

/** The living files of an image item that were (or were not) derived by the service. */
export async function fileUrns(executor: Executor, imageItem: string, isDerived: boolean): Promise<string[]> {
  const p = new Parameters();
  const text =
    `SELECT "urn" FROM "image_item_file" WHERE "image_item" = ${p.add(imageItem, 'uuid')}` +
    ` AND "is_derived" = ${p.add(isDerived, 'boolean')} AND "deleted_timestamp" IS NULL`;
  return urnsOf(executor, prepared(text, p));
}

/** The living files of an image item among these, each with the format that it is. */
export async function filesAmong(
  executor: Executor,
  imageItem: string,
  urns: readonly string[],
): Promise<{ readonly urn: string; readonly format: string }[]> {
  const p = new Parameters();
  const text =
    `SELECT "urn", "image_item_format" AS "format" FROM "image_item_file" WHERE "image_item" = ${p.add(imageItem, 'uuid')}` +
    ` AND "urn" = ANY(${p.add(urns, 'uuid[]')}) AND "deleted_timestamp" IS NULL`;
  return rowsOf<{ urn: string; format: string }>(executor, prepared(text, p));
}

/** What is kept of a file beyond its fields. */
export interface FileBytes {
  readonly sha256: string;
  readonly isDerived: boolean;
}

/** The bytes behind files, by their urn. The caller has checked that the files may be read. */
export async function fileBytes(executor: Executor, urns: readonly string[]): Promise<Map<string, FileBytes>> {
  const p = new Parameters();
  const text = `SELECT "urn", "sha256", "is_derived" FROM "image_item_file" WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})`;
  const rows = await rowsOf<{ urn: string; sha256: string; is_derived: boolean }>(executor, prepared(text, p));
  return new Map(rows.map((row) => [row.urn, { sha256: row.sha256, isDerived: row.is_derived }]));
}

/** Where a file belongs, beyond its fields. */
export interface FilePlace {
  /** The key of its bytes in the file storage. */
  readonly sha256: string;
  readonly entity: string;
  readonly tenant: string;
}

/** Where a file belongs. The caller has checked that the file may be read. */
export async function filePlace(executor: Pick<Executor, 'query'>, urn: string): Promise<FilePlace | null> {
  const p = new Parameters();
  const text =
    `SELECT f."sha256", f."tenant", i."entity" FROM "image_item_file" f JOIN "item" i ON i."urn" = f."image_item"` +
    ` WHERE f."urn" = ${p.add(urn, 'uuid')}`;
  return firstOf<FilePlace>(executor, prepared(text, p));
}

/** A file, removed or not, as long as its row is kept. The caller has checked that it may be shown. */
export async function keptFile(executor: Executor, urn: string): Promise<Row<'ImageItemFile'> | null> {
  const p = new Parameters();
  const select = selectList(executor.contract.kinds.ImageItemFile, 't');
  const text = `SELECT ${select}, false AS "$seesDrafts" FROM "image_item_file" t WHERE t."urn" = ${p.add(urn, 'uuid')}`;
  return firstOf<Row<'ImageItemFile'>>(executor, prepared(text, p));
}

/** Those of the digests that some row names: a deleted one that can be restored, or a size that is kept, included. */
export async function namedFiles(executor: Executor, digests: readonly string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const p = new Parameters();
  const some = p.add(digests, 'text[]');
  const text =
    `SELECT "sha256" FROM "image_item_file" WHERE "sha256" = ANY(${some})` +
    ` UNION SELECT "sha256" FROM "asset" WHERE "sha256" = ANY(${some})` +
    ` UNION SELECT "sha256" FROM "derived_image" WHERE "sha256" = ANY(${some})`;
  const rows = await rowsOf<{ sha256: string }>(executor, prepared(text, p));
  return new Set(rows.map((row) => row.sha256));
}

/**
 * Keeps the sweep of files and the rows that name files apart until the transaction ends: many rows can be written at
 * once, but none while a sweep decides and removes.
 */
export async function lockFileSweep(transaction: Executor, side: 'SWEEP' | 'ROW'): Promise<void> {
  const shared = side === 'ROW' ? '_shared' : '';
  await transaction.query(prepared(`SELECT pg_advisory_xact_lock${shared}(727277)`, new Parameters()));
}

/** The entity that a file belongs to through its image item; null when there is no such file. */
export async function entityOfFile(executor: Executor, urn: string): Promise<string | null> {
  const p = new Parameters();
  const text =
    `SELECT i."entity" FROM "image_item_file" f JOIN "item" i ON i."urn" = f."image_item"` +
    ` WHERE f."urn" = ${p.add(urn, 'uuid')}`;
  return (await firstOf<{ entity: string }>(executor, prepared(text, p)))?.entity ?? null;
}
