// What a written item means for its entity: its lock, and its status. Resource reference 10.1, "item written".
import type { Resource } from '../../contract/resource.ts';
import { changeRow } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import {
  lockPublication,
  lockPublicationOfItem,
  statusFacts,
  type LockedEntity,
} from '../../database/content/publicationStore.ts';
import { notFound } from '../../domain/errors.ts';
import { settledStatus } from '../../domain/publication.ts';
import { requireLabel } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { announceChanges, type AnnouncedWrite, type Announcing } from '../../engine/announcements.ts';
import { applyDuePublication } from './duePublication.ts';
import { entityRow } from './entityRow.ts';

/**
 * Locks an entity for this transaction: all writes to its items and its publication wait for one another. What is due
 * by then is carried out first, so that the write finds the entity as its readers do.
 */
export async function lockEntity(services: Announcing, transaction: Transaction, urn: string): Promise<void> {
  await carryOutLocked(services, transaction, await lockPublication(transaction, urn));
}

/**
 * Locks the entity of an item in the same way, for a caller who holds the label on the item; answers whether something was
 * due and carried out. Throws NOT_FOUND for one who may not read it and FORBIDDEN for one who may: they wait for no lock.
 */
export async function lockEntityOfItem(
  context: Context,
  transaction: Transaction,
  { resource, itemUrn }: { readonly resource: Resource; readonly itemUrn: string },
  label: string,
): Promise<boolean> {
  const locked = await lockPublicationOfItem(transaction, context.viewer, { resource, itemUrn }, label);
  if (!locked) {
    await requireLabel(transaction, context.viewer, { resource, urn: itemUrn }, label);
    throw notFound();
  }
  await carryOutLocked(context, transaction, locked);
  return locked.isDue;
}

async function carryOutLocked(
  services: Announcing,
  transaction: Transaction,
  locked: LockedEntity | null,
): Promise<void> {
  if (!locked?.isDue) return;
  const entity = await entityRow(transaction, locked.urn);
  if (entity) await applyDuePublication(services, transaction, entity);
}

/**
 * Brings PUBLISHED and PUBLISHED_WITH_DRAFTS in line with the values there are, and announces the change of the entity
 * when its status moved. The caller holds the entity's lock.
 */
export async function refreshStatus(write: AnnouncedWrite, entityUrn: string): Promise<void> {
  const { context, transaction, now } = write;
  const entity = await statusFacts(transaction, entityUrn);
  if (!entity) return;
  const { status, hasDrafts } = entity;
  if (status !== 'PUBLISHED' && status !== 'PUBLISHED_WITH_DRAFTS') return;
  const next = settledStatus({ isLive: true, hasDrafts });
  if (next === status) return;
  const resource = context.contract.kinds.Entity;
  const version = String(BigInt(entity.version) + 1n);
  await changeRow(transaction, resource, entityUrn, { values: { status: next }, version, timestamp: now });
  const change = {
    resource,
    event: 'UPDATE' as const,
    urn: entityUrn,
    owner: entity.owner,
    version,
    changedFields: ['status', 'updatedTimestamp'],
    containerUrn: null,
  };
  await announceChanges(write, [change]);
}
