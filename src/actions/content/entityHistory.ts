// What was written of a page, with all its items in one list: who wrote it, and the values before and after. Resource reference 3.3.
import { checkLimit } from '../../contract/listQuery.ts';
import { entriesNamed, entriesOfEntity, type WrittenEntry } from '../../database/content/historyStore.ts';
import type { ItemRow } from '../../database/engine/row.ts';
import { forbidden, notFound } from '../../domain/errors.ts';
import type { Context } from '../../engine/context.ts';
import { positionFrom } from '../../engine/cursor.ts';
import { recordPage, type RecordPage } from '../../engine/recordPage.ts';

/** What happened to an item, with its values as entries of its history: null before it was there, and after it went. */
export interface ItemChange {
  readonly itemUrn: string;
  readonly kind: string;
  readonly change: 'ADDED' | 'CHANGED' | 'REMOVED';
  readonly name: string | null;
  readonly before: ItemRow | null;
  readonly after: ItemRow | null;
}

/** The same as something that was written. */
export type EntityHistoryEntry = ItemChange & Pick<WrittenEntry, 'timestamp' | 'actor'>;

const list = 'entityhistory';

/** Reads a page, newest first. NOT_FOUND without the entity, FORBIDDEN without READ_DRAFT on it. */
export async function readEntityHistory(
  context: Context,
  urn: string,
  { first, after }: { readonly first: number | null; readonly after: string | null },
): Promise<RecordPage<EntityHistoryEntry>> {
  const entity = await context.loaders.byUrn('Entity', urn);
  if (!entity) throw notFound();
  if (!entity.$seesDrafts) throw forbidden('The label READ_DRAFT is needed to read a history.');
  const limit = checkLimit(first, 'first');
  const name = `${list} ${urn}`;
  const [timestamp, entry] = after === null ? [] : positionFrom(context, name, ['timestamp'], after);
  const place = after === null ? null : { timestamp: String(timestamp), urn: String(entry) };
  const found = await entriesOfEntity(context.database, urn, { after: place, limit: limit + 1 });
  const shown = found.slice(0, limit);
  context.budget.addRows(2 * shown.length);
  const values = await entriesNamed(
    context.database,
    shown.flatMap((one) => [one.urn, ...(one.before === null ? [] : [one.before])]),
  );
  const rows = found.map((one) => ({ ...changeOf(one, values), timestamp: one.timestamp, actor: one.actor, at: one }));
  return recordPage(context, { list: name, rows, limit, isFirst: place === null }, ({ at }) => [at.timestamp, at.urn]);
}

function changeOf(
  { itemUrn, kind, urn, before: old, isTombstone }: WrittenEntry,
  values: ReadonlyMap<string, ItemRow>,
): ItemChange {
  const [before, after] = [(old !== null && values.get(old)) || null, values.get(urn) ?? null];
  const change = isTombstone ? 'REMOVED' : old === null ? 'ADDED' : 'CHANGED';
  return { itemUrn, kind, change, name: (after ?? before)?.name ?? null, before, after };
}
