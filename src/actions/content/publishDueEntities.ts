// Carries out scheduled publications and unpublications, each once, however many processes try. Readers see them on
// time anyway: the view looks at the times itself. Resource reference 10.1.
import type { Transaction } from '../../database/connection/database.ts';
import { lockDueEntities, type DueEntity } from '../../database/content/publicationStore.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Announcing } from '../../engine/announcements.ts';
import type { Services } from '../../engine/context.ts';
import { carryOutDue, giveUpPublication, entityRow } from './entityState.ts';

/** Entities taken in one transaction. */
const batch = 20;

/** What the publisher needs. */
export interface PublisherParts extends Announcing, Pick<Services, 'database'> {
  /** Hears of publications that failed; they are given up, and the entity says why. */
  readonly report?: (error: unknown) => void;
}

/** Carries out what is due; returns how many entities changed. One that fails keeps no other one back. */
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
