// What a client does with its webhooks beyond writing the subscription: test the destination, change the secret without
// a gap, have events sent again. Resource reference 9.1, 9.3, 10.5.
import { fieldOf, resourceOf } from '../contract/resource.ts';
import { changeRow, databaseNow } from '../database/changeStore.ts';
import type { Transaction } from '../database/database.ts';
import { insertTest, redeliver, replay, type ReplayRange } from '../database/deliveryStore.ts';
import type { Row } from '../database/row.ts';
import { subscriptionSecrets } from '../database/subscriptionStore.ts';
import { invalid, invalidTransition, notFound, type Violation } from '../domain/errors.ts';
import { parseInstant } from '../domain/instant.ts';
import { parseInt64 } from '../domain/int64.ts';
import { codePoints, isStorable } from '../domain/text.ts';
import { newUrn } from '../domain/urn.ts';
import { secretViolation } from '../domain/webhookSecret.ts';
import { announceChanges } from './announcements.ts';
import { requireCaller, requireLabel } from './authorize.ts';
import type { Context } from './context.ts';
import { lockForWrite } from './lockForWrite.ts';

const anyVersion = { expectedVersion: null };
const longestOverlap = 604_800;
const usualOverlap = 86_400;

type Input = Readonly<Record<string, unknown>>;

/** Sends a `webhook.test` event, whatever the subscription's status; gives its delivery. */
export async function testWebhook(context: Context, urn: string): Promise<Row> {
  const delivery = newUrn();
  await onSubscription(context, urn, async (transaction, subscription) => {
    const now = await databaseNow(transaction);
    await insertTest(transaction, { urn: delivery, subscription: urn, owner: subscription.$owner, now });
    transaction.announced();
  });
  return readBack(context, 'WebhookDelivery', delivery);
}

/** Replaces the secret; for `overlapSeconds` (0 to 604,800, else 86,400) the old one signs as well. */
export async function rotateWebhookSecret(context: Context, urn: string, input: Input): Promise<Row> {
  const overlap = input['overlapSeconds'] ?? usualOverlap;
  await onSubscription(context, urn, async (transaction, subscription) => {
    const { secret } = input;
    const violations = [...secretProblems(context, secret, String(subscription['auth'])), ...overlapProblems(overlap)];
    if (violations.length > 0 || typeof secret !== 'string') throw invalid(violations);
    const stored = await subscriptionSecrets(transaction, urn);
    const now = await databaseNow(transaction);
    const end = new Date(Date.parse(now) + Number(overlap) * 1000).toISOString();
    const resource = resourceOf(context.contract, 'WebhookSubscription');
    const version = String(BigInt(subscription.version) + 1n);
    const isOverlapping = Number(overlap) > 0;
    await changeRow(transaction, resource, urn, {
      values: { previousSecretExpirationTimestamp: isOverlapping ? end : null },
      hidden: {
        secret_sealed: context.webhooks.secrets.seal(secret, urn),
        previous_secret_sealed: isOverlapping ? stored?.sealed : null,
      },
      version,
      timestamp: now,
    });
    const changedFields = ['previousSecretExpirationTimestamp', 'updatedTimestamp'];
    const change = { resource, event: 'UPDATE' as const, urn, owner: subscription.$owner, version, changedFields };
    await announceChanges(context, transaction, context.viewer, [{ ...change, containerUrn: null }], now);
  });
  return readBack(context, 'WebhookSubscription', urn);
}

/** Sends the events of a range to the subscription again; gives how many. */
export async function replayWebhooks(context: Context, urn: string, input: Input): Promise<number> {
  const range = replayRange(input);
  return onSubscription(context, urn, async (transaction) => {
    transaction.announced();
    return replay(transaction, urn, range);
  });
}

/** Sends a delivery that succeeded or failed again, under the same urn. INVALID_TRANSITION for any other. */
export async function redeliverWebhook(context: Context, urn: string): Promise<Row> {
  requireCaller(context.viewer);
  const resource = resourceOf(context.contract, 'WebhookDelivery');
  const delivery = await context.loaders.byUrn(resource.name, urn);
  if (!delivery) throw notFound();
  const subscription = resourceOf(context.contract, 'WebhookSubscription');
  await context.database.transaction(async (transaction) => {
    const { contract, viewer } = context;
    const target = String(delivery['subscription']);
    await requireLabel({ contract }, transaction, viewer, subscription, target, subscription.labels.update);
    if (!(await redeliver(transaction, urn))) {
      throw invalidTransition('/status', String(delivery['status']), 'PENDING', []);
    }
    transaction.announced();
  });
  return readBack(context, 'WebhookDelivery', urn);
}

async function onSubscription<T>(
  context: Context,
  urn: string,
  work: (transaction: Transaction, subscription: Row) => Promise<T>,
): Promise<T> {
  requireCaller(context.viewer);
  const resource = resourceOf(context.contract, 'WebhookSubscription');
  return context.database.transaction(async (transaction) => {
    const row = await lockForWrite(context, transaction, resource, urn, resource.labels.update, anyVersion);
    return work(transaction, row);
  });
}

async function readBack(context: Context, kind: string, urn: string): Promise<Row> {
  context.loaders.clear();
  const row = await context.loaders.byUrn(kind, urn);
  if (!row) throw notFound();
  return row;
}

function secretProblems(context: Context, secret: unknown, auth: string): Violation[] {
  const path = '/secret';
  if (secret === undefined) return [{ path, code: 'REQUIRED', message: 'Required.' }];
  if (secret === null) return [{ path, code: 'NULL_NOT_ALLOWED', message: 'Null is not allowed.' }];
  if (typeof secret !== 'string' || !isStorable(secret)) {
    return [{ path, code: 'INVALID_FORMAT', message: 'A text is expected.' }];
  }
  const { length } = fieldOf(resourceOf(context.contract, 'WebhookSubscription'), 'secret');
  const count = codePoints(secret);
  if (length && count > length.max) {
    return [{ path, code: 'TOO_LONG', message: `At most ${String(length.max)} characters.`, limit: length.max }];
  }
  if (length && count < length.min) {
    return [{ path, code: 'TOO_SHORT', message: `At least ${String(length.min)} characters.`, limit: length.min }];
  }
  const violation = secretViolation(secret, auth, path);
  return violation ? [violation] : [];
}

function overlapProblems(overlap: unknown): Violation[] {
  const isWhole = typeof overlap === 'number' && Number.isInteger(overlap) && overlap >= 0 && overlap <= longestOverlap;
  if (isWhole) return [];
  const message = `A whole number from 0 to ${String(longestOverlap)} is expected.`;
  return [{ path: '/overlapSeconds', code: 'OUT_OF_RANGE', message, limit: longestOverlap }];
}

function replayRange(input: Input): ReplayRange {
  const violations: Violation[] = [];
  const instant = (name: string): string | null => {
    const value = input[name];
    if (value === undefined || value === null) return null;
    const parsed = parseInstant(value);
    if (parsed === null)
      violations.push({ path: `/${name}`, code: 'INVALID_FORMAT', message: 'A date-time is expected.' });
    return parsed;
  };
  const given = input['fromSequence'];
  const fromSequence = given === undefined || given === null ? null : parseInt64(given);
  if (given !== undefined && given !== null && fromSequence === null) {
    violations.push({ path: '/fromSequence', code: 'INVALID_FORMAT', message: 'A whole number is expected.' });
  }
  const range = {
    fromSequence,
    fromTimestamp: instant('fromTimestamp'),
    toTimestamp: instant('toTimestamp'),
    onlyFailed: input['onlyFailed'] === true,
  };
  const hasStart = (given ?? null) !== null || (input['fromTimestamp'] ?? null) !== null;
  if (!hasStart) {
    const message = 'Name where to begin: fromSequence or fromTimestamp.';
    violations.push({ path: '/fromSequence', code: 'REQUIRED', message });
  }
  if (violations.length > 0) throw invalid(violations);
  return range;
}
