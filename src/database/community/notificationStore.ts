// The notifications that identities have of threads: who gets one, where its mark stands, and when it is out of sight. What is
// counted in them is in unreadStore. Resource reference 6.5.
import type { Transaction } from '../connection/database.ts';
import { firstOf, onlyRow, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** An identity that takes part in a thread and has no notification yet. */
export interface Listener {
  readonly identity: string;
  readonly level: 'ALL' | 'NONE';
  /** The place of the last post that counts as read. */
  readonly position: string;
}

/** Who is to be notified of a thread. */
export interface Audience {
  readonly thread: string;
  readonly group: string;
  /** Those who are named beside the active members of the group. */
  readonly named: readonly string[];
  /** The members in question; null for all of them. */
  readonly among: readonly string[] | null;
  /** The place of the last post before the one that they are notified of; null when that is one that is yet to be counted. */
  readonly before: string | null;
}

/** Who is to be notified of the thread and has no notification of it. Of members, what is yet to be counted is not read. */
export async function newListeners(
  executor: Executor,
  { thread, group, named, among, before }: Audience,
): Promise<Listener[]> {
  const p = new Parameters();
  const wanted = p.add(named, 'uuid[]');
  const active = `m."group" = ${p.add(group, 'uuid')} AND m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL`;
  const some = among === null ? '' : ` AND m."identity" = ANY(${p.add(among, 'uuid[]')})`;
  const [urn, place] = [p.add(thread, 'uuid'), p.add(before, 'bigint')];
  const uncounted = `(SELECT min("position") - 1 FROM "unread_change" WHERE "message_thread" = ${urn} AND "is_new")`;
  const text =
    `SELECT x.identity, CASE WHEN bool_or(x.subscribed) THEN 'ALL' ELSE 'NONE' END AS level,` +
    ` COALESCE(CASE WHEN bool_or(x.is_member) THEN ${uncounted} END, ${place}) AS position` +
    ` FROM (SELECT m."identity", m."in_app_notification" = 'SUBSCRIBED' AS subscribed, true AS is_member` +
    ` FROM "group_membership" m WHERE ${active}${some} UNION ALL SELECT i.urn, true, false FROM unnest(${wanted}) AS i(urn)` +
    ` WHERE NOT EXISTS (SELECT 1 FROM "group_membership" m WHERE ${active} AND m."identity" = i.urn)) x` +
    ` WHERE NOT EXISTS (SELECT 1 FROM "message_thread_notification" n WHERE n."message_thread" = ${urn}` +
    ` AND n."identity" = x.identity) GROUP BY x.identity ORDER BY x.identity`;
  const rows = await rowsOf<Omit<Listener, 'position'> & { readonly position: string | null }>(
    executor,
    prepared(text, p),
  );
  return rows.flatMap(({ position, ...row }) => (position === null ? [] : [{ ...row, position }]));
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
