// What a written item means for its entity: its lock, and its status. Resource reference 10.1, "item written".
import { resourceOf, type Contract } from '../contract/resource.ts';
import { changeRow } from '../database/changeStore.ts';
import type { Transaction } from '../database/database.ts';
import { rowsByUrn } from '../database/resourceStore.ts';
import type { Row } from '../database/row.ts';
import { hasDrafts } from '../database/publicationStore.ts';
import { Parameters, prepared } from '../database/statement.ts';
import type { Viewer } from '../domain/viewer.ts';
import { announceChanges } from './announcements.ts';
import { scopeFor } from './authorize.ts';
import type { Services } from './context.ts';
import type { Step } from './kinds/kind.ts';

/** Locks an entity for this transaction: all writes to its items and its publication wait for one another. */
export async function lockEntity(transaction: Transaction, urn: string): Promise<void> {
  const p = new Parameters();
  await transaction.query(prepared(`SELECT 1 FROM "entity" WHERE "urn" = ${p.add(urn, 'uuid')} FOR NO KEY UPDATE`, p));
}

/** The entity's row as it stands within the transaction, whoever asks. */
export async function entityRow(
  transaction: Transaction,
  contract: Contract,
  viewer: Viewer,
  urn: string,
): Promise<Row | null> {
  const system = scopeFor({ ...viewer, kind: 'SYSTEM' }, 'READ');
  const [row] = await rowsByUrn(transaction, contract, system, resourceOf(contract, 'Entity'), [urn]);
  return row ?? null;
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
  const entity = await entityRow(transaction, services.contract, viewer, entityUrn);
  if (!entity) return;
  const { status } = entity;
  if (status !== 'PUBLISHED' && status !== 'PUBLISHED_WITH_DRAFTS') return;
  const next = (await hasDrafts(transaction, entityUrn)) ? 'PUBLISHED_WITH_DRAFTS' : 'PUBLISHED';
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
