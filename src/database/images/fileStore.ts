// What the rows of image files hold beyond their fields: where the bytes are, and which were derived.
import { firstOf, rowsOf, urnsOf, type RowExecutor } from '../connection/statement.ts';
import { selectFrom, written } from '../connection/written.ts';

const filesOf = written<{ imageItem: string; isDerived: boolean }>((manager) =>
  selectFrom(manager, 'image_item_file', 'f')
    .select('f.urn', 'urn')
    .where('f.image_item = :imageItem')
    .andWhere('f.is_derived = :isDerived')
    .andWhere('f.deleted_timestamp IS NULL'),
);

/** The living files of an image item that were (or were not) derived by the service. */
export async function fileUrns(executor: RowExecutor, imageItem: string, isDerived: boolean): Promise<string[]> {
  return urnsOf(executor, filesOf(executor, { imageItem, isDerived }));
}

const someFilesOf = written<{ imageItem: string; urns: readonly string[] }>((manager) =>
  selectFrom(manager, 'image_item_file', 'f')
    .select('f.urn', 'urn')
    .addSelect('f.image_item_format', 'format')
    .where('f.image_item = :imageItem')
    .andWhere('f.urn = ANY(:urns)')
    .andWhere('f.deleted_timestamp IS NULL'),
);

/** The living files of an image item among these, each with the format that it is. */
export async function filesAmong(
  executor: RowExecutor,
  imageItem: string,
  urns: readonly string[],
): Promise<{ readonly urn: string; readonly format: string }[]> {
  return rowsOf<{ urn: string; format: string }>(executor, someFilesOf(executor, { imageItem, urns }));
}

/** What is kept of a file beyond its fields. */
export interface FileBytes {
  readonly sha256: string;
  readonly isDerived: boolean;
}

const bytesOf = written<{ urns: readonly string[] }>((manager) =>
  selectFrom(manager, 'image_item_file', 'f')
    .select('f.urn', 'urn')
    .addSelect('f.sha256', 'sha256')
    .addSelect('f.is_derived', 'isDerived')
    .where('f.urn = ANY(:urns)'),
);

/** The bytes behind files, by their urn. The caller has checked that the files may be read. */
export async function fileBytes(executor: RowExecutor, urns: readonly string[]): Promise<Map<string, FileBytes>> {
  const rows = await rowsOf<FileBytes & { readonly urn: string }>(executor, bytesOf(executor, { urns }));
  return new Map(rows.map(({ urn, ...bytes }) => [urn, bytes]));
}

/** Where a file belongs, beyond its fields. */
export interface FilePlace {
  /** The key of its bytes in the file storage. */
  readonly sha256: string;
  readonly entity: string;
  readonly tenant: string;
}

const place = written<{ urn: string }>((manager) =>
  selectFrom(manager, 'image_item_file', 'f')
    .select('f.sha256', 'sha256')
    .addSelect('f.tenant', 'tenant')
    .addSelect('i.entity', 'entity')
    .innerJoin('item', 'i', 'i.urn = f.image_item')
    .where('f.urn = :urn'),
);

/** Where a file belongs. The caller has checked that the file may be read. */
export async function filePlace(
  executor: Pick<RowExecutor, 'query' | 'manager'>,
  urn: string,
): Promise<FilePlace | null> {
  return firstOf<FilePlace>(executor, place(executor, { urn }));
}

/** The entity that a file belongs to through its image item; null when there is no such file. */
export async function entityOfFile(executor: RowExecutor, urn: string): Promise<string | null> {
  return (await filePlace(executor, urn))?.entity ?? null;
}
