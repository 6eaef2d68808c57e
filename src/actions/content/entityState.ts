// The state of an entity within a transaction: its lock, its row, its status after a write to its items, and what ends with a
// removal once that is published; and what is due by its times, carried out once, however many processes try. Readers see that
// in time anyway: the view looks at the times itself. Resource reference 10.1, 15.7.
import type { Resource } from '../../contract/resource.ts';
import { databaseNow } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import {
  lockPublication,
  lockPublications,
  lockPublicationsOfItems,
  moveStatuses,
  type LockedEntity,
  draftsAmong,
  publishItems,
  unpublishItems,
  dropRemovedEdges,
  lockDueEntities,
  type DueEntity,
} from '../../database/content/publicationStore.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { settledStatus } from '../../domain/publication.ts';
import { requireLabel } from '../../engine/authorize.ts';
import type { Context, Services } from '../../engine/context.ts';
import {
  announceChanges,
  type AnnouncedWrite,
  type Announcing,
  type Change,
  changeLocked,
  updated,
} from '../../engine/announcements.ts';
import type { Row } from '../../database/engine/row.ts';
import { isAtOrBefore } from '../../domain/instant.ts';
import { systemViewer } from '../../domain/viewer.ts';
import { endedEdges } from '../../engine/removeRows.ts';
import { storedRow } from '../../engine/readResource.ts';
import { deviationsAt } from './typeRules.ts';

/**
 * Locks an entity for this transaction: all writes to its items and its publication wait for one another. What is due
 * by then is carried out first, so that the write finds the entity as its readers do.
 */
export async function lockEntity(services: Announcing, transaction: Transaction, urn: string): Promise<void> {
  await carryOutLocked(services, transaction, await lockPublication(transaction, urn));
}

/**
 * Locks entities in the same way, in the order of their urns, for a caller who may read them and holds the label there; answers those
 * that are locked. Who lacks the label waits for no lock.
 */
export async function lockEntities(
  { context, transaction }: { readonly context: Context; readonly transaction: Transaction },
  urns: readonly string[],
  label: string,
): Promise<ReadonlySet<string>> {
  const locked = await lockPublications(transaction, context.viewer, urns, label);
  for (const one of locked) await carryOutLocked(context, transaction, one);
  return new Set(locked.map(({ urn }) => urn));
}

/** Locks the entities of items of one kind in the same way. */
export async function lockEntitiesOfItems(
  { context, transaction }: { readonly context: Context; readonly transaction: Transaction },
  { resource, urns }: { readonly resource: Resource; readonly urns: readonly string[] },
  label: string,
): Promise<void> {
  const locked = await lockPublicationsOfItems(transaction, context.viewer, { resource, items: urns }, label);
  for (const one of locked) await carryOutLocked(context, transaction, one);
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
  const [locked] = await lockPublicationsOfItems(transaction, context.viewer, { resource, items: [itemUrn] }, label);
  if (!locked) {
    await requireLabel(transaction, context.viewer, { resource, urn: itemUrn }, label);
    throw notFound();
  }
  await carryOutLocked(context, transaction, locked);
  return locked.isDue;
}

// The status of entities as the last write locked them, by the transaction: it tells that there is nothing to settle.
const statuses = new WeakMap<Transaction, Map<string, string>>();

async function carryOutLocked(
  services: Announcing,
  transaction: Transaction,
  locked: LockedEntity | null,
): Promise<void> {
  if (!locked) return;
  const known = statuses.get(transaction) ?? new Map<string, string>();
  statuses.set(transaction, known);
  known.set(locked.urn, locked.status);
  if (!locked.isDue) return;
  known.delete(locked.urn);
  const entity = await entityRow(transaction, locked.urn);
  if (entity) await applyDuePublication(services, transaction, entity);
}

/**
 * Brings PUBLISHED and PUBLISHED_WITH_DRAFTS in line with the values there are, and announces the change of the entity
 * when its status moved. The caller holds the entity's lock.
 */
export function refreshStatus(write: AnnouncedWrite, entityUrn: string): Promise<void> {
  return refreshStatuses(write, [entityUrn]);
}

async function refreshStatuses(write: AnnouncedWrite, entities: readonly string[]): Promise<void> {
  const { context, transaction, now } = write;
  const resource = context.contract.kinds.Entity;
  const changes = (await moveStatuses(transaction, entities, now)).map((moved): Change => ({
    ...updated(resource, moved, ['status']),
    isOfDrafts: true,
  }));
  if (changes.length > 0) await announceChanges(write, changes);
}

/**
 * The same of all entities that this very write has locked by their items: none is looked at whose status cannot move.
 * @param isBehind whether what was written is newer than what is live
 */
export async function settleStatuses(
  write: AnnouncedWrite,
  entities: readonly string[],
  { isBehind }: { readonly isBehind: boolean },
): Promise<void> {
  const known = statuses.get(write.transaction);
  const may = [...new Set(entities)].filter((urn) => {
    const status = known?.get(urn);
    const moves = isBehind ? ['PUBLISHED'] : ['PUBLISHED', 'PUBLISHED_WITH_DRAFTS'];
    return status === undefined || moves.includes(status);
  });
  if (may.length > 0) await refreshStatuses(write, may);
}

/** What is due at `now`. */
interface Due {
  /** The time of the publication; null when none is due. */
  readonly start: string | null;
  /** The time of the end; null when none is due. */
  readonly end: string | null;
}

function dueOf(entity: Row<'Entity'>, now: string): Due {
  const { publishTimestamp: start, unpublishTimestamp: end } = entity;
  const publishes = entity.status === 'PUBLISH_PENDING' && typeof start === 'string' && isAtOrBefore(start, now);
  const isLive = publishes || entity.liveTimestamp !== null;
  const ends = isLive && typeof end === 'string' && isAtOrBefore(end, now);
  return { start: publishes ? start : null, end: ends ? end : null };
}

/** Carries out what is due and announces it as one UPDATE by the system; whether anything was. */
async function carryOutDue(
  parts: Announcing,
  transaction: Transaction,
  entity: Row<'Entity'>,
  now: string,
): Promise<boolean> {
  const { start, end } = dueOf(entity, now);
  const values: Record<string, unknown> = {};
  let isSettled = false;
  if (start !== null && (await isBroken(parts, transaction, entity, { now, start }))) return true;
  if (start !== null) {
    isSettled = (await publishItems(transaction, [entity.urn], start)).length > 0;
    const isBehind = (await draftsAmong(transaction, [entity.urn])).has(entity.urn);
    Object.assign(values, {
      status: settledStatus({ isLive: true, hasDrafts: isBehind }),
      liveTimestamp: start,
      lastError: null,
    });
  }
  if (end !== null) {
    isSettled = (await unpublishItems(transaction, [entity.urn], end)).length > 0 || isSettled;
    Object.assign(values, {
      status: 'DRAFT_UNPUBLISHED',
      liveTimestamp: null,
      publishTimestamp: null,
      unpublishTimestamp: null,
    });
  }
  if (Object.keys(values).length === 0) return false;
  await writeAsSystem(parts, transaction, entity, { values, now });
  if (isSettled) {
    const write = { context: { ...parts, viewer: systemViewer }, transaction, now };
    await announceChanges(write, await endRemovals(write, [entity.urn]));
  }
  return true;
}

// Drafts that joined the schedule may break the type: then the publication is given up, as one that fails.
async function isBroken(
  parts: Announcing,
  transaction: Transaction,
  entity: Row<'Entity'>,
  { now, start }: { readonly now: string; readonly start: string },
): Promise<boolean> {
  const [first] = await deviationsAt(transaction, entity, { asOf: start });
  if (!first) return false;
  const reason = `The publication of ${start} failed: it breaks the type at ${first.path}. ${first.message}`;
  await giveUpPublication(parts, transaction, entity, { now, reason });
  return true;
}

/** The locked entity once its times are kept: as it was given, or as it stands after what was due. */
export async function applyDuePublication(
  parts: Announcing,
  transaction: Transaction,
  entity: Row<'Entity'>,
): Promise<Row<'Entity'>> {
  if (entity.status !== 'PUBLISH_PENDING' && entity.unpublishTimestamp === null) return entity;
  if (!(await carryOutDue(parts, transaction, entity, await databaseNow(transaction)))) return entity;
  return (await entityRow(transaction, entity.urn)) ?? entity;
}

/** After a publication that failed at its time: the state before it, and why. What was live stays live. */
async function giveUpPublication(
  parts: Announcing,
  transaction: Transaction,
  entity: Row<'Entity'>,
  { now, reason }: { readonly now: string; readonly reason: string },
): Promise<void> {
  const isLive = entity.liveTimestamp !== null;
  const isBehind = (await draftsAmong(transaction, [entity.urn])).has(entity.urn);
  const status = settledStatus({ isLive, hasDrafts: isBehind });
  const values = { status, publishTimestamp: entity.$livePublishTimestamp ?? null, lastError: reason };
  await writeAsSystem(parts, transaction, entity, { values, now });
}

async function writeAsSystem(
  parts: Announcing,
  transaction: Transaction,
  entity: Row<'Entity'>,
  { values, now }: { readonly values: Readonly<Record<string, unknown>>; readonly now: string },
): Promise<void> {
  const write = { context: { ...parts, viewer: systemViewer }, transaction, now };
  await announceChanges(write, [await changeLocked(write, entity, values, { hidden: { publish_requested_by: null } })]);
}

/** The entity's row, independent of the caller; null when it does not live. */
export function entityRow(transaction: Transaction, urn: string): Promise<Row<'Entity'> | null> {
  return storedRow(transaction, transaction.contract.kinds.Entity, urn);
}

/**
 * Ends the permission edges on removed items of the entities that are live no more, for their removal is published or the page
 * is gone. Returns the changes to announce. The caller holds the locks of the entities.
 */
export async function endRemovals(
  { context, transaction, now }: AnnouncedWrite,
  entities: readonly string[],
): Promise<Change[]> {
  return endedEdges(context.contract, await dropRemovedEdges(transaction, entities, now));
}

/** Entities taken in one transaction. */
const batch = 20;

/** What the publisher needs. */
interface PublisherParts extends Announcing, Pick<Services, 'database'> {
  /** Called for publications that failed; they are given up, and the entity records why. */
  readonly report?: (error: unknown) => void;
}

/** Carries out what is due; returns how many entities changed. One that fails does not hold up the others. */
export async function publishDueEntities(parts: PublisherParts): Promise<number> {
  return parts.database.transaction(async (transaction) => {
    const due = await lockDueEntities(transaction, batch);
    let changed = 0;
    for (const one of due) if (await publishOne(parts, transaction, one)) changed += 1;
    return changed;
  });
}

async function publishOne(parts: PublisherParts, transaction: Transaction, { urn, now }: DueEntity): Promise<boolean> {
  const entity = await entityRow(transaction, urn);
  if (!entity) return false;
  const failure = await transaction.attempt(() => carryOutDue(parts, transaction, entity, now));
  if (!failure) return true;
  parts.report?.(failure.error);
  if (entity.status !== 'PUBLISH_PENDING') return false;
  const why = failure.error instanceof ServiceError ? failure.error.message : 'The database refused the change.';
  const reason = `The publication of ${String(entity.publishTimestamp)} failed: ${why}`;
  await giveUpPublication(parts, transaction, entity, { now, reason });
  return true;
}
