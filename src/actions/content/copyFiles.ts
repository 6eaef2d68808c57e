// The image files of a copied entity: its image items name files of their own, with the bytes of the original's. Readers
// of the copy then see its images, which stay when the original is deleted. Resource reference 3.1, 3.4.
import { insertRows } from '../../database/engine/changeStore.ts';
import { fileBytes } from '../../database/images/fileStore.ts';
import { rowsByUrn } from '../../database/engine/resourceStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { newUrn } from '../../domain/urn.ts';
import { readScope } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { imagePath } from '../../domain/imagePath.ts';
import { imageFields } from '../../engine/fields.ts';
import type { WriteContext } from '../../engine/kind.ts';

/** The values of an image item that is about to be created, with its urn. */
export type CopiedItem = Record<string, unknown> & { readonly urn: string };

interface FileCopy {
  readonly urn: string;
  readonly original: string;
  readonly imageItem: string;
}

/** The files of a copy, planned and not yet there. */
export interface FileCopies {
  /** Inserts their rows, once the items are there. */
  insert(step: Pick<WriteContext, 'transaction' | 'owner' | 'now'>): Promise<void>;
}

/**
 * Makes the items name new files wherever they name one that the caller may read; other addresses stay. The bytes are
 * not stored a second time: files are kept by their digest.
 */
export async function planFileCopies(context: Context, items: readonly CopiedItem[]): Promise<FileCopies> {
  const ours = context.baseUrl + imagePath;
  const named = items.flatMap((item) =>
    Object.values(imageFields).flatMap((field) => {
      const address = item[field];
      const isOurs = typeof address === 'string' && address.startsWith(ours);
      return isOurs ? [{ item, field, file: address.slice(ours.length) }] : [];
    }),
  );
  const resource = context.contract.kinds.ImageItemFile;
  const urns = [...new Set(named.map(({ file }) => file))];
  const scope = readScope(context.viewer, resource);
  const rows = urns.length > 0 ? await rowsByUrn(context.database, scope, { resource, urns }) : [];
  const originals = new Map(rows.map((row) => [row.urn, row]));
  const copies: FileCopy[] = [];
  for (const { item, field, file } of named) {
    if (!originals.has(file)) continue;
    const urn = newUrn();
    item[field] = ours + urn;
    copies.push({ urn, original: file, imageItem: item.urn });
  }
  return { insert: (step) => insertCopies(context, step, copies, originals) };
}

async function insertCopies(
  context: Context,
  { transaction, owner, now }: Pick<WriteContext, 'transaction' | 'owner' | 'now'>,
  copies: readonly FileCopy[],
  originals: ReadonlyMap<string, Row>,
): Promise<void> {
  if (copies.length === 0) return;
  const bytes = await fileBytes(transaction, [...originals.keys()]);
  const rows = copies.flatMap(({ urn, original, imageItem }) => {
    const [file, kept] = [originals.get(original), bytes.get(original)];
    if (!file || !kept) return [];
    const hidden = { sha256: kept.sha256, is_derived: kept.isDerived };
    return [{ urn, owner, values: { ...file, imageItem }, hidden, timestamp: now }];
  });
  await insertRows(transaction, context.contract.kinds.ImageItemFile, rows);
}
