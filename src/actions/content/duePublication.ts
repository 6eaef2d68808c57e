// Carries out what an entity's times say, once they are reached: its scheduled publication and its scheduled end. The
// caller holds the entity's lock. Resource reference 10.1.
import { changeRow, databaseNow } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import { hasDrafts, publishItems, unpublishItems } from '../../database/content/publicationStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { isAtOrBefore } from '../../domain/instant.ts';
import { settledStatus } from '../../domain/publication.ts';
import { announceChanges, type Announcing } from '../../engine/announcements.ts';
import { systemViewer } from '../../domain/viewer.ts';
import { endRemovals } from './endRemovals.ts';
import { entityRow } from './entityRow.ts';

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
export async function carryOutDue(
  parts: Announcing,
  transaction: Transaction,
  entity: Row<'Entity'>,
  now: string,
): Promise<boolean> {
  const { start, end } = dueOf(entity, now);
  const values: Record<string, unknown> = {};
  let isSettled = false;
  if (start !== null) {
    isSettled = await publishItems(transaction, entity.urn, start);
    const isBehind = await hasDrafts(transaction, entity.urn);
    Object.assign(values, {
      status: settledStatus({ isLive: true, hasDrafts: isBehind }),
      liveTimestamp: start,
      lastError: null,
    });
  }
  if (end !== null) {
    isSettled = (await unpublishItems(transaction, entity.urn, end)) || isSettled;
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
    await announceChanges(write, await endRemovals(write, entity.urn));
  }
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
export async function giveUpPublication(
  parts: Announcing,
  transaction: Transaction,
  entity: Row<'Entity'>,
  { now, reason }: { readonly now: string; readonly reason: string },
): Promise<void> {
  const isLive = entity.liveTimestamp !== null;
  const isBehind = await hasDrafts(transaction, entity.urn);
  const status = settledStatus({ isLive, hasDrafts: isBehind });
  const values = { status, publishTimestamp: entity.liveTimestamp, lastError: reason };
  await writeAsSystem(parts, transaction, entity, { values, now });
}

async function writeAsSystem(
  parts: Announcing,
  transaction: Transaction,
  entity: Row<'Entity'>,
  { values, now }: { readonly values: Readonly<Record<string, unknown>>; readonly now: string },
): Promise<void> {
  const resource = parts.contract.kinds.Entity;
  const version = String(BigInt(entity.version) + 1n);
  const hidden = { publish_requested_by: null };
  await changeRow(transaction, resource, entity.urn, { values, hidden, version, timestamp: now });
  const change = {
    resource,
    event: 'UPDATE' as const,
    urn: entity.urn,
    owner: entity.$owner,
    version,
    changedFields: [...Object.keys(values), 'updatedTimestamp'],
    containerUrn: null,
  };
  await announceChanges({ context: { ...parts, viewer: systemViewer }, transaction, now }, [change]);
}
