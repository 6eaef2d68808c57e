// What is kept of webhook subscriptions beyond what callers see: sealed secrets, pace and health. Resource reference 9.1.
import type { ViewerSubject } from '../../domain/viewer.ts';
import type { Transaction } from '../connection/database.ts';
import { firstOf, Parameters, prepared, type Executor } from '../connection/statement.ts';

/** The hidden columns of a subscription. Sealed secrets are as they were stored. */
export interface SubscriptionSecrets {
  readonly sealed: unknown;
  readonly previousSealed: unknown;
  readonly testPassed: boolean;
}

/** The hidden columns; null when there is no such living subscription. */
export async function subscriptionSecrets(executor: Executor, urn: string): Promise<SubscriptionSecrets | null> {
  const p = new Parameters();
  const text =
    `SELECT "secret_sealed" AS "sealed", "previous_secret_sealed" AS "previousSealed", "test_passed" AS "testPassed" FROM "webhook_subscription"` +
    ` WHERE "urn" = ${p.add(urn, 'uuid')} AND "deleted_timestamp" IS NULL`;
  return firstOf<SubscriptionSecrets>(executor, prepared(text, p));
}

/** How many subscriptions the API client has. Locks the client, so that of two creates at once one counts the other. */
export async function countOfClient(transaction: Transaction, apiClient: string): Promise<number> {
  const lock = new Parameters();
  await transaction.query(
    prepared(`SELECT 1 FROM "api_client" WHERE "urn" = ${lock.add(apiClient, 'uuid')} FOR NO KEY UPDATE`, lock),
  );
  const p = new Parameters();
  const text =
    `SELECT count(*)::int AS total FROM "webhook_subscription" WHERE "api_client" = ${p.add(apiClient, 'uuid')}` +
    ` AND "deleted_timestamp" IS NULL`;
  return (await firstOf<{ total: number }>(transaction, prepared(text, p)))?.total ?? 0;
}

/** Whether any permission edge is there for one of the subjects. */
export async function holdsAnything(executor: Executor, subjects: readonly ViewerSubject[]): Promise<boolean> {
  const p = new Parameters();
  const urns = p.add(
    subjects.map((subject) => subject.urn),
    'uuid[]',
  );
  const text =
    `SELECT EXISTS (SELECT 1 FROM "permission" WHERE "subject_urn" = ANY(${urns}) AND "deleted_timestamp" IS NULL` +
    ` AND ("to_timestamp" IS NULL OR "to_timestamp" > now())) AS held`;
  const row = await firstOf<{ held: boolean }>(executor, prepared(text, p));
  return row?.held === true;
}

/** Gives a new subscription its pace: it may send at once. */
export async function insertPace(transaction: Transaction, subscription: string): Promise<void> {
  const p = new Parameters();
  const urn = p.add(subscription, 'uuid');
  const text =
    `INSERT INTO "webhook_pace" ("subscription", "tenant", "tat", "claimed", "slow_until", "failed_attempts")` +
    ` VALUES (${urn}, (SELECT s."tenant" FROM "webhook_subscription" s WHERE s."urn" = ${urn}), 0, 0, 0, 0) ON CONFLICT DO NOTHING`;
  await transaction.query(prepared(text, p));
}

/** Forgets failures: the subscription starts afresh. */
export async function resetPace(transaction: Transaction, subscription: string): Promise<void> {
  const p = new Parameters();
  const text = `UPDATE "webhook_pace" SET "failed_attempts" = 0, "slow_until" = 0 WHERE "subscription" = ${p.add(subscription, 'uuid')}`;
  await transaction.query(prepared(text, p));
}
