// Copies an entity with the newest values of its items, as another language, variant or path. The image items of the copy name
// files of their own, with the bytes of the original's, which stay when the original is deleted. Resource reference 3.1, 3.4.
import { isChildList } from '../../contract/fieldGroups.ts';
import { resourceOf, isCreatable } from '../../contract/resource.ts';
import type { Row } from '../../database/engine/row.ts';
import { newUrn } from '../../domain/urn.ts';
import { notFound } from '../../domain/errors.ts';
import { requireCaller, readScope } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { columnValue, imageFields } from '../../engine/fields.ts';
import type { WriteContext } from '../../engine/kind.ts';
import type { CopyEntityInput } from '../../generated/verbs.ts';
import { createResource } from '../../engine/createResource.ts';
import { insertRows } from '../../database/engine/changeStore.ts';
import { fileBytes } from '../../database/images/fileStore.ts';
import { rowsByUrn } from '../../database/engine/resourceStore.ts';
import { imagePath } from '../../domain/imagePath.ts';

/** The copy, as a draft. `input` overrides fields of the copy; what is not overridden is taken from the original. */
export async function copyEntity(context: Context, entityUrn: string, input: CopyEntityInput): Promise<Row> {
  requireCaller(context.viewer);
  const resource = context.contract.kinds.Entity;
  const original = await context.loaders.byUrn('Entity', entityUrn);
  if (!original) throw notFound();
  const copy: Record<string, unknown> = {};
  for (const name of ['owner', 'name', 'path', 'language', 'entityType', 'variant'] as const)
    copy[name] = original[name];
  for (const field of resource.fields.filter(isChildList)) {
    const items = await context.loaders.list('Entity', field.name, entityUrn);
    copy[field.name] = items.map((item) => ({ ...valuesOf(context, item), urn: newUrn() }));
  }
  const body: Record<string, unknown> = { ...copy, urn: newUrn(), ...input, status: 'DRAFT_UNPUBLISHED' };
  const files = await planFileCopies(context, imagesOf(body));
  const also = (step: WriteContext): Promise<void> => files.insert(step);
  const options = { expectedVersion: null, isStrict: false, isForced: false, isWhole: true, also };
  const written = await createResource(context, resource, body, options);
  return written.row;
}

// The list was put together above, of items with a urn.
const imagesOf = (body: Record<string, unknown>): CopiedItem[] => body['images'] as CopiedItem[];

function valuesOf(context: Context, item: Row): Record<string, unknown> {
  const fields = resourceOf(context.contract, item.$kind).fields;
  const kept = fields.filter((f) => f.storage === 'COLUMN' && isCreatable(f) && !f.isImported);
  return Object.fromEntries(kept.map((f) => [f.name, columnValue(context, item, f)]));
}

/** The values of an image item that is about to be created, with its urn. */
type CopiedItem = Record<string, unknown> & { readonly urn: string };

interface FileCopy {
  readonly urn: string;
  readonly original: string;
  readonly imageItem: string;
}

/** The files of a copy, planned and not yet there. */
interface FileCopies {
  /** Inserts their rows, once the items are there. */
  insert(step: Pick<WriteContext, 'transaction' | 'owner' | 'now'>): Promise<void>;
}

/**
 * Makes the items name new files wherever they name one that the caller may read; other addresses stay. The bytes are
 * not stored a second time: files are kept by their digest.
 */
async function planFileCopies(context: Context, items: readonly CopiedItem[]): Promise<FileCopies> {
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
    // The copy was made now, whenever the original was.
    const { createdTimestamp: _, ...values } = file;
    return [{ urn, owner, values: { ...values, imageItem }, hidden, timestamp: now }];
  });
  await insertRows(transaction, context.contract.kinds.ImageItemFile, rows);
}
