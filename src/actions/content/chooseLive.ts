// Makes one value of an item's history the live one, without writing a new value. Resource reference 3.3, 10.1, 10.2.
import { resourceOf } from '../../contract/resource.ts';
import { changeRow, databaseNow } from '../../database/engine/changeStore.ts';
import { makeLive } from '../../database/content/publicationStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { invalidTransition } from '../../domain/errors.ts';
import { announceChanges } from '../../engine/announcements.ts';
import type { Context } from '../../engine/context.ts';
import { refreshStatus } from './entityOfItem.ts';
import { entityRow } from './entityRow.ts';
import { withEntry, type EntryOfItem } from './historyChange.ts';

/** The item after its entry became the live value. Needs PUBLISH; the entity must be published. */
export function chooseLive(context: Context, chosen: EntryOfItem): Promise<Row> {
  const { resource, itemUrn } = chosen;
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
    const version = String(BigInt(item.version) + 1n);
    await changeRow(transaction, resource, itemUrn, { values: {}, version, timestamp: now });
    const change = {
      resource: resourceOf(context.contract, resource.name),
      event: 'UPDATE' as const,
      urn: itemUrn,
      owner: item.$owner,
      version,
      changedFields: ['isPublished', 'updatedTimestamp'],
      containerUrn: entityUrn,
    };
    await announceChanges({ context, transaction, now }, [change]);
    await refreshStatus({ context, transaction, now }, entityUrn);
  });
}
