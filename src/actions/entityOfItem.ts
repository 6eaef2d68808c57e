// What a written item means for its entity: its lock, and its status. Resource reference 10.1, "item written".
import { resourceOf } from '../contract/resource.ts';
import { changeRow } from '../database/changeStore.ts';
import type { Transaction } from '../database/database.ts';
import { hasDrafts, lockPublication } from '../database/publicationStore.ts';
import type { Row } from '../database/row.ts';
import { settledStatus } from '../domain/publication.ts';
import type { Viewer } from '../domain/viewer.ts';
import { announceChanges } from './announcements.ts';
import type { Services } from './context.ts';
import { settleDue } from './duePublication.ts';
import { entityRow } from './entityRow.ts';
import type { Step } from './kinds/kind.ts';

/**
 * Locks an entity for this transaction: all writes to its items and its publication wait for one another. What is due
 * by then is carried out first, so that the write finds the entity as its readers do.
 */
export async function lockEntity(
  services: Pick<Services, 'contract'>,
  transaction: Transaction,
  urn: string,
): Promise<void> {
  if (!(await lockPublication(transaction, urn))) return;
  const entity = await entityRow(transaction, services.contract, urn);
  if (entity) await settleDue(services, transaction, entity);
}

/** After an item was written, added or deleted: a published entity now has drafts. */
export async function itemsWritten(step: Step, row: Row): Promise<void> {
  if (!step.resource.isItem) return;
  await refreshStatus(step.context, step.transaction, step.context.viewer, String(row['entity']), step.now);
}

/**
 * Brings PUBLISHED and PUBLISHED_WITH_DRAFTS in line with the values there are, and announces the change of the entity
 * when its status moved. The caller holds the entity's lock.
 */
export async function refreshStatus(
  services: Pick<Services, 'contract'>,
  transaction: Transaction,
  viewer: Viewer,
  entityUrn: string,
  now: string,
): Promise<void> {
  const entity = await entityRow(transaction, services.contract, entityUrn);
  if (!entity) return;
  const { status } = entity;
  if (status !== 'PUBLISHED' && status !== 'PUBLISHED_WITH_DRAFTS') return;
  const next = settledStatus({ isLive: true, hasDrafts: await hasDrafts(transaction, entityUrn) });
  if (next === status) return;
  const resource = resourceOf(services.contract, 'Entity');
  const version = String(BigInt(entity.version) + 1n);
  await changeRow(transaction, resource, entityUrn, { values: { status: next }, version, timestamp: now });
  const change = {
    resource,
    event: 'UPDATE' as const,
    urn: entityUrn,
    owner: entity.$owner,
    version,
    changedFields: ['status', 'updatedTimestamp'],
    containerUrn: null,
  };
  await announceChanges(services, transaction, viewer, [change], now);
}
