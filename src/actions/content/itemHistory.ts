// The values that an item had: reading them, making one of them live, writing one again as the newest; and removing those
// that were replaced long ago, where the operator does not keep them for good. Spec: Item history objects; resource reference
// 3.3, 10.1, 10.2, the table of limits ("History values kept per item").
import { type Resource, isUpdatable } from '../../contract/resource.ts';
import { itemsByUrn, type Page, type PageQuery } from '../../database/engine/resourceStore.ts';
import { itemUrnOf, type Row, type ItemRow } from '../../database/engine/row.ts';
import { forbidden, invalid, invalidTransition, type ServiceError } from '../../domain/errors.ts';
import { requireCaller, scopeFor } from '../../engine/authorize.ts';
import type { Context, Services } from '../../engine/context.ts';
import type { Transaction } from '../../database/connection/database.ts';
import {
  keepPlace,
  keptPlace,
  newestEntryOf,
  removeSuperseded,
  supersededAfter,
} from '../../database/content/historyStore.ts';
import type { Observe } from '../../domain/observation.ts';
import { lockForWrite, beginUpdate, turnAt } from '../../engine/lockForWrite.ts';
import { databaseNow } from '../../database/engine/changeStore.ts';
import { noteEdit } from '../../database/content/entityStore.ts';
import { makeLive } from '../../database/content/publicationStore.ts';
import { actorOf } from '../../domain/actor.ts';
import { announceChanges, changeLocked } from '../../engine/announcements.ts';
import { refreshStatus, entityRow } from './entityState.ts';
import { requireType } from './typeRules.ts';
import { checkLinks } from '../../engine/links.ts';
import { applyUpdate } from '../../engine/updateResource.ts';
import { readBack } from '../../engine/readResource.ts';

/** Without READ_DRAFT on an item its history is not shown. */
export const noDrafts = (): ServiceError => forbidden('The label READ_DRAFT is needed to read a history.');

/** A page of the values of an item that was read already, or of the item that an entry belongs to. */
export async function historyOf(context: Context, row: Row, page: PageQuery, asOf: string | null): Promise<Page> {
  if (!row.$seesDrafts) throw noDrafts();
  return context.loaders.history(itemUrnOf(row), page, asOf);
}

/** An entry of an item, and the version that the item is to have; null when any will do. */
export interface EntryOfItem {
  readonly resource: Resource;
  readonly itemUrn: string;
  readonly entryUrn: string;
  /** Where the request names the entry. */
  readonly path: string;
  readonly expectedVersion: string | null;
}

/**
 * Runs `work` with the locked item and its entry. An entry of another item is refused as INVALID_REFERENCE, another version as
 * PRECONDITION_FAILED.
 */
async function withEntry(
  context: Context,
  { resource, itemUrn, entryUrn, path, expectedVersion }: EntryOfItem,
  label: string,
  work: (transaction: Transaction, item: ItemRow, entry: ItemRow) => Promise<void>,
): Promise<Row> {
  requireCaller(context.viewer);
  const change = { context, resource, operation: 'UPDATE', urn: itemUrn } as const;
  await context.database.transaction(
    async (transaction) => {
      const locked = await lockForWrite({ ...change, transaction }, { label, expectedVersion });
      const system = scopeFor({ ...context.viewer, kind: 'SYSTEM' }, 'READ');
      // The item's own urn stands for its newest value.
      const wanted = entryUrn === itemUrn ? await newestEntryOf(transaction, itemUrn) : entryUrn;
      const [entry] = await itemsByUrn(transaction, system, resource, [wanted]);
      if (entry?.$itemUrn !== itemUrn) {
        const message = 'This is not a value of the item.';
        throw invalid([{ path, code: 'INVALID_REFERENCE', message, related: [entryUrn] }]);
      }
      // What has entries is an item.
      await work(transaction, locked as unknown as ItemRow, entry);
    },
    turnAt(change, { label }),
  );
  return readBack(context, resource, itemUrn);
}

/** The item after its entry became the live value. Needs PUBLISH; the entity must be published. */
export function chooseLive(context: Context, chosen: EntryOfItem): Promise<Row> {
  const { itemUrn } = chosen;
  return withEntry(context, chosen, 'PUBLISH', async (transaction, item, entry) => {
    const entityUrn = item.entity;
    const entity = await entityRow(transaction, entityUrn);
    if (!entity?.liveTimestamp) {
      const status = String(entity?.status);
      throw invalidTransition('/item', status, 'a live value', ['publish the entity first']);
    }
    if (entry.isPublished) return;
    const now = await databaseNow(transaction);
    await makeLive(transaction, { item: itemUrn, entry: entry.urn, entity: entityUrn }, now);
    await requireType(transaction, entity, 'LIVE', ({ field }) => field === entry.name);
    noteEdit(transaction, entityUrn, actorOf(context.viewer), now);
    const write = { context, transaction, now };
    await announceChanges(write, [
      await changeLocked(write, item, {}, { fields: ['isPublished'], container: entityUrn }),
    ]);
    await refreshStatus(write, entityUrn);
  });
}

/** The item with the old value as its newest. Needs UPDATE. */
export function restoreValue(context: Context, chosen: EntryOfItem): Promise<Row> {
  const { resource } = chosen;
  return withEntry(context, chosen, resource.labels.update, async (transaction, item, entry) => {
    await writeValuesOf(context, transaction, { resource, item, entry });
  });
}

// The values over the locked item, as a new entry. What they link to may be gone since: that is checked as in any write.
async function writeValuesOf(
  context: Context,
  transaction: Transaction,
  { resource, item, entry }: { readonly resource: Resource; readonly item: Row; readonly entry: Row },
): Promise<void> {
  const fields = resource.fields.filter((f) => f.storage === 'COLUMN' && isUpdatable(f));
  const values = Object.fromEntries(fields.map((f) => [f.name, entry[f.name]]));
  const step = beginUpdate({ context, transaction, now: await databaseNow(transaction) }, 'UPDATE', item, { values });
  await context.kindOf(resource).prepare?.(step);
  await checkLinks([step]);
  if (step.violations.length > 0) throw invalid(step.violations);
  await applyUpdate(step, item);
}

/** What the work needs. */
export type HistoryPurgeParts = Pick<Services, 'database' | 'limits'> & { readonly observe: Observe };

// With a round each ten minutes, a day sees three million entries: late by a few days at most where there are many.
const usual = { atOnce: 500, perRound: 20_000 };

/**
 * Looks through some of all histories, from where the round before ended, of whichever process; returns the number of values
 * removed. Without HISTORY_RETENTION_DAYS nothing is ever removed, and no statement is sent.
 */
export async function purgeHistory(
  { database, limits, observe }: HistoryPurgeParts,
  { atOnce, perRound }: { readonly atOnce: number; readonly perRound: number } = usual,
): Promise<number> {
  const { historyRetentionDays: days } = limits;
  if (days === null) return 0;
  let total = 0;
  let place = await keptPlace(database);
  for (let seen = 0; seen < perRound; seen += atOnce) {
    const found = await supersededAfter(database, place, { days, limit: atOnce });
    const removed =
      found.entries.length === 0
        ? 0
        : await database.transaction((transaction) => removeSuperseded(transaction, found, days));
    total += removed;
    if (removed > 0) observe({ kind: 'ROWS_PURGED', rows: removed });
    place = found.next;
    if (!place) break;
  }
  await keepPlace(database, place);
  return total;
}
