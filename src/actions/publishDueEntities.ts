// Carries out scheduled publications and unpublications, each once, however many processes try. Readers see them on
// time anyway: the view looks at the times itself. Resource reference 10.1.
import { resourceOf } from '../contract/resource.ts';
import { changeRow } from '../database/changeStore.ts';
import type { Transaction } from '../database/database.ts';
import { hasDrafts, lockDueEntities, publishItems, unpublishItems } from '../database/publicationStore.ts';
import type { Row } from '../database/row.ts';
import { anonymousViewer, type Viewer } from '../domain/viewer.ts';
import { announceChanges } from './announcements.ts';
import type { Services } from './context.ts';
import { entityRow } from './entityOfItem.ts';

/** The service itself, for what it does without a request. */
export const systemViewer: Viewer = { ...anonymousViewer, kind: 'SYSTEM' };

/** Entities taken in one transaction. */
const batch = 20;

/** Carries out what is due; gives how many entities changed. */
export async function publishDueEntities(services: Pick<Services, 'contract' | 'database'>): Promise<number> {
  return services.database.transaction(async (transaction) => {
    const due = await lockDueEntities(transaction, batch);
    for (const { urn, now } of due) {
      const entity = await entityRow(transaction, services.contract, systemViewer, urn);
      if (entity) await carryOut(services, transaction, entity, now);
    }
    return due.length;
  });
}

async function carryOut(
  services: Pick<Services, 'contract'>,
  transaction: Transaction,
  entity: Row,
  now: string,
): Promise<void> {
  const start = entity['publishTimestamp'];
  const end = entity['unpublishTimestamp'];
  const publishes = entity['status'] === 'PUBLISH_PENDING' && typeof start === 'string' && start <= now;
  const ends = typeof end === 'string' && end <= now;
  const values: Record<string, unknown> = {};
  if (publishes) {
    await publishItems(transaction, entity.urn, start);
    const status = (await hasDrafts(transaction, entity.urn)) ? 'PUBLISHED_WITH_DRAFTS' : 'PUBLISHED';
    Object.assign(values, { status, liveTimestamp: start, lastError: null });
  }
  // An end that lies before the start that was just carried out belonged to what was live before.
  if (ends && !(publishes && end <= start)) {
    await unpublishItems(transaction, entity.urn, end);
    Object.assign(values, {
      status: 'DRAFT_UNPUBLISHED',
      liveTimestamp: null,
      publishTimestamp: null,
      unpublishTimestamp: null,
    });
  }
  if (Object.keys(values).length === 0) return;
  const resource = resourceOf(services.contract, 'Entity');
  const version = String(BigInt(entity.version) + 1n);
  await changeRow(transaction, resource, entity.urn, { values, version, timestamp: now });
  const change = {
    resource,
    event: 'UPDATE' as const,
    urn: entity.urn,
    owner: entity.$owner,
    version,
    changedFields: [...Object.keys(values), 'updatedTimestamp'],
    containerUrn: null,
  };
  await announceChanges(services, transaction, systemViewer, [change], now);
}
