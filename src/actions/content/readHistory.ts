// Reads the values an item had. Spec: Item history objects; resource reference 3.3.
import type { Resource } from '../../contract/resource.ts';
import type { Page, PageQuery } from '../../database/engine/resourceStore.ts';
import { itemUrnOf, type Row } from '../../database/engine/row.ts';
import { forbidden, notFound } from '../../domain/errors.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';

/** The item and a page of its values, newest first. NOT_FOUND without the item; FORBIDDEN without READ_DRAFT on it. */
export async function readHistory(
  context: Context,
  { resource, itemUrn }: { readonly resource: Resource; readonly itemUrn: string },
  page: PageQuery,
  asOf: string | null,
): Promise<{ item: Row; page: Page }> {
  requireCaller(context.viewer);
  const row = await context.loaders.byUrn(resource.name, itemUrn);
  if (!row) throw notFound();
  const item = row.$itemUrn === undefined ? row : await context.loaders.byUrn(resource.name, row.$itemUrn);
  if (!item) throw notFound();
  return { item, page: await historyOf(context, { resource, row: item }, page, asOf) };
}

/** A page of the values of an item that was read already, or of the item that an entry belongs to. */
export async function historyOf(
  context: Context,
  { resource, row }: { readonly resource: Resource; readonly row: Row },
  page: PageQuery,
  asOf: string | null,
): Promise<Page> {
  if (!row.$seesDrafts) throw forbidden('The label READ_DRAFT is needed to read a history.');
  return context.loaders.history(resource.name, itemUrnOf(row), page, asOf);
}
