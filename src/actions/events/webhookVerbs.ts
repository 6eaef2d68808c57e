// What a client does with its webhooks beyond writing the subscription: test the destination, change the secret without
// a gap, have events sent again. Resource reference 9.1, 9.3, 10.5.
import { databaseNow } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import {
  cancel,
  countWaiting,
  discardUnfinished,
  insertTest,
  redeliver,
  replay,
  type ReplayRange,
} from '../../database/events/deliveryStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { subscriptionSecrets } from '../../database/events/subscriptionStore.ts';
import { invalid, invalidTransition, notFound, ServiceError } from '../../domain/errors.ts';
import { isBefore } from '../../domain/instant.ts';
import { newUrn } from '../../domain/urn.ts';
import { secretViolation } from '../../domain/webhookSecret.ts';
import { announceChanges, changeLocked } from '../../engine/announcements.ts';
import { requireCaller, requireLabel } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { lockForWrite } from '../../engine/lockForWrite.ts';
import { readBack } from '../../engine/readResource.ts';

/** Sends a `webhook.test` event, whatever the subscription's status; returns its delivery. */
export async function testWebhook(context: Context, urn: string): Promise<Row> {
  const delivery = newUrn();
  await onSubscription(context, urn, async (transaction, subscription) => {
    const now = await databaseNow(transaction);
    await insertTest(transaction, { urn: delivery, subscription: urn, owner: subscription.$owner, now });
    transaction.announced();
  });
  return readBack(context, context.contract.kinds.WebhookDelivery, delivery);
}

/** Replaces the secret; for `overlap` seconds the old one signs as well. */
export async function rotateWebhookSecret(
  context: Context,
  urn: string,
  secret: string,
  overlap: number,
): Promise<Row> {
  await onSubscription(context, urn, async (transaction, subscription) => {
    const violation = secretViolation(secret, subscription.auth, '/secret');
    if (violation) throw invalid([violation]);
    const stored = await subscriptionSecrets(transaction, urn);
    const now = await databaseNow(transaction);
    const end = new Date(Date.parse(now) + overlap * 1000).toISOString();
    const isOverlapping = overlap > 0;
    const values = { previousSecretExpirationTimestamp: isOverlapping ? end : null };
    const hidden = {
      secret_sealed: context.webhooks.secrets.seal(secret, urn),
      previous_secret_sealed: isOverlapping ? stored?.sealed : null,
    };
    const write = { context, transaction, now };
    await announceChanges(write, [await changeLocked(write, subscription, values, { hidden })]);
  });
  return readBack(context, context.contract.kinds.WebhookSubscription, urn);
}

/** Sends the events of a range to the subscription again; returns how many. REQUIRED for a range without a beginning. */
export async function replayWebhooks(context: Context, urn: string, range: ReplayRange): Promise<number> {
  if (range.fromSequence === null && range.fromTimestamp === null) {
    const message = 'Name where to begin: fromSequence or fromTimestamp.';
    throw invalid([{ path: '/fromSequence', code: 'REQUIRED', message }]);
  }
  return onSubscription(context, urn, async (transaction) => {
    transaction.announced();
    return replay(transaction, urn, range);
  });
}

/** Sends a delivery that succeeded or failed again, under the same urn. INVALID_TRANSITION for any other. */
export async function redeliverWebhook(context: Context, urn: string): Promise<Row> {
  const delivery = await changeableDelivery(context, urn);
  await context.database.transaction(async (transaction) => {
    await requireSubscription(context, transaction, delivery);
    if (!(await redeliver(transaction, urn))) {
      throw invalidTransition('/status', delivery.status, 'PENDING', []);
    }
    transaction.announced();
  });
  return readBack(context, context.contract.kinds.WebhookDelivery, urn);
}

/** Drops a delivery that waits. INVALID_TRANSITION for one that is being sent or finished. */
export async function cancelWebhookDelivery(context: Context, urn: string): Promise<Row> {
  const delivery = await changeableDelivery(context, urn);
  await context.database.transaction(async (transaction) => {
    await requireSubscription(context, transaction, delivery);
    if (await cancel(transaction, urn)) return;
    throw invalidTransition('/status', delivery.status, 'DISCARDED', []);
  });
  return readBack(context, context.contract.kinds.WebhookDelivery, urn);
}

/** Drops what waits for the subscription, was made until then and is of these events; returns how many, counted up to 100,000. */
export async function cancelWebhookDeliveries(
  context: Context,
  urn: string,
  { fromSequence, toSequence, toTimestamp }: EventRange,
): Promise<number> {
  return onSubscription(context, urn, async (transaction) => {
    const now = await databaseNow(transaction);
    const until = toTimestamp !== null && isBefore(toTimestamp, now) ? toTimestamp : now;
    const range = { until, fromSequence, toSequence };
    const count = await countWaiting(transaction, urn, range, mostCounted);
    if (count > 0 && !(await discardUnfinished(transaction, urn, 'CANCELED', range)))
      throw new ServiceError('CONFLICT', 'Deliveries of this subscription are being canceled. Try again in a moment.');
    transaction.announced();
    return count;
  });
}

/** Which events are meant: the sequences and the time belong to it. */
export interface EventRange {
  readonly fromSequence: string | null;
  readonly toSequence: string | null;
  readonly toTimestamp: string | null;
}

const mostCounted = 100_000;

async function changeableDelivery(context: Context, urn: string): Promise<Row<'WebhookDelivery'>> {
  requireCaller(context.viewer);
  const delivery = await context.loaders.byUrn('WebhookDelivery', urn);
  if (!delivery) throw notFound();
  return delivery;
}

async function requireSubscription(
  context: Context,
  transaction: Transaction,
  delivery: Row<'WebhookDelivery'>,
): Promise<void> {
  const { contract, viewer } = context;
  const resource = contract.kinds.WebhookSubscription;
  if (delivery.subscription === null) throw notFound();
  await requireLabel(transaction, viewer, { resource, urn: delivery.subscription }, resource.labels.update);
}

async function onSubscription<T>(
  context: Context,
  urn: string,
  work: (transaction: Transaction, subscription: Row<'WebhookSubscription'>) => Promise<T>,
): Promise<T> {
  requireCaller(context.viewer);
  const resource = context.contract.kinds.WebhookSubscription;
  return context.database.transaction(async (transaction) => {
    const row = await lockForWrite({ context, transaction, resource, operation: 'UPDATE', urn }, {});
    return work(transaction, row);
  });
}
