// The notifications that identities have of threads: who gets one, where its mark stands, and when it is out of sight. What is
// counted in them is in unreadStore. Resource reference 6.5.
import type { Transaction } from '../connection/database.ts';
import { firstOf, onlyRow, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** An identity that takes part in a thread and has no notification yet. */
export interface Listener {
  readonly identity: string;
  readonly level: 'ALL' | 'NONE';
}

/** Who is to be notified of the thread and has no notification of it: active members of the group, and those named. */
export async function newListeners(
  executor: Executor,
  thread: string,
  group: string,
  named: readonly string[],
): Promise<Listener[]> {
  const p = new Parameters();
  const wanted = p.add(named, 'uuid[]');
  const text =
    `SELECT x.identity, CASE WHEN bool_or(x.subscribed) THEN 'ALL' ELSE 'NONE' END AS level FROM (SELECT m."identity", m."in_app_notification" = 'SUBSCRIBED' AS subscribed` +
    ` FROM "group_membership" m WHERE m."group" = ${p.add(group, 'uuid')} AND m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL` +
    ` UNION ALL SELECT i.urn, true FROM unnest(${wanted}) AS i(urn) WHERE NOT EXISTS (SELECT 1 FROM "group_membership" m` +
    ` WHERE m."group" = $2::uuid AND m."identity" = i.urn AND m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL)) x` +
    ` WHERE NOT EXISTS (SELECT 1 FROM "message_thread_notification" n WHERE n."message_thread" = ${p.add(thread, 'uuid')}` +
    ` AND n."identity" = x.identity) GROUP BY x.identity ORDER BY x.identity`;
  return rowsOf<Listener>(executor, prepared(text, p));
}

/** Takes the notifications of an identity that left a group out of sight; its next post there brings them back. */
export async function dismissInGroup(
  transaction: Transaction,
  identity: string,
  group: string,
  timestamp: string,
): Promise<void> {
  const p = new Parameters();
  const text =
    `UPDATE "message_thread_notification" n SET "deleted_timestamp" = ${p.add(timestamp, 'timestamptz')}, "version" = n."version" + 1` +
    ` FROM "message_thread" t WHERE t."urn" = n."message_thread" AND t."group" = ${p.add(group, 'uuid')}` +
    ` AND n."identity" = ${p.add(identity, 'uuid')} AND n."deleted_timestamp" IS NULL`;
  await transaction.query(prepared(text, p));
}

/** The place before the oldest of the newest `count` posts of others; 0 when there are not as many. */
export async function placeBeforeNewest(
  executor: Executor,
  thread: string,
  identity: string,
  count: number,
): Promise<string> {
  const p = new Parameters();
  const text =
    `SELECT "position" - 1 AS place FROM "thread_post" WHERE "message_thread" = ${p.add(thread, 'uuid')}` +
    ` AND "author_identity" <> ${p.add(identity, 'uuid')} AND NOT "is_deleted" AND "deleted_timestamp" IS NULL` +
    ` ORDER BY "position" DESC OFFSET ${p.add(count - 1, 'bigint')} LIMIT 1`;
  return (await firstOf<{ place: string }>(executor, prepared(text, p)))?.place ?? '0';
}

/** The newest post up to a place; null when there is none. */
export async function postUpTo(executor: Executor, thread: string, position: string): Promise<string | null> {
  const p = new Parameters();
  const text =
    `SELECT "urn" FROM "thread_post" WHERE "message_thread" = ${p.add(thread, 'uuid')} AND "position" <= ${p.add(position, 'bigint')}` +
    ` AND "deleted_timestamp" IS NULL ORDER BY "position" DESC LIMIT 1`;
  return (await firstOf<{ urn: string }>(executor, prepared(text, p)))?.urn ?? null;
}

/** The place up to which a notification's identity has read. */
export async function readPosition(executor: Executor, notification: string): Promise<string> {
  const p = new Parameters();
  const text = `SELECT "last_read_position" FROM "message_thread_notification" WHERE "urn" = ${p.add(notification, 'uuid')}`;
  return (await onlyRow<{ last_read_position: string }>(executor, prepared(text, p))).last_read_position;
}

/** The living notification of an identity for a thread; null when there is none. */
export async function notificationOf(executor: Executor, thread: string, identity: string): Promise<string | null> {
  const p = new Parameters();
  const text =
    `SELECT "urn" FROM "message_thread_notification" WHERE "message_thread" = ${p.add(thread, 'uuid')}` +
    ` AND "identity" = ${p.add(identity, 'uuid')} AND "deleted_timestamp" IS NULL`;
  return (await firstOf<{ urn: string }>(executor, prepared(text, p)))?.urn ?? null;
}
