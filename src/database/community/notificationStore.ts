// What each identity has not yet read of each thread. Posts are numbered in their thread under the thread's lock; a
// notification keeps the number up to which its identity has read, and counts derived from it. Every change of counts
// is made under the row's own lock, so that a mark and a post that cross lose nothing. Resource reference 6.5, 6.6.
import type { Transaction } from '../connection/database.ts';
import { firstOf, onlyRow, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** A notification that was changed, as it is announced. */
export interface ChangedNotification {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
  /** Whether the change is of a kind its identity wants notifications of. */
  readonly isNotified: boolean;
}

/** Counts of what is unread. */
export interface Unread {
  readonly notificationCount: number;
  readonly mentionCount: number;
  readonly notifiedCount: number;
  readonly firstUnreadPost: string | null;
}

// Counts over the unread posts of others for an identity (all arguments are SQL).
function unreadSql(thread: string, identity: string, position: string, level: string): string {
  return (
    `SELECT count(*)::int AS unread, (count(*) FILTER (WHERE u.mentioned))::int AS mentions,` +
    ` (count(*) FILTER (WHERE CASE ${level} WHEN 'ALL' THEN true WHEN 'MENTIONS' THEN u.mentioned OR u.replied ELSE false END))::int AS notified,` +
    ` (array_agg(u."urn" ORDER BY u."position"))[1] AS first FROM (SELECT t."urn", t."position",` +
    ` EXISTS (SELECT 1 FROM "link" l WHERE l."from_urn" = t."urn" AND l."field" = 'ThreadPost.mentions' AND l."to_urn" = ${identity}) AS mentioned,` +
    ` COALESCE(r."author_identity" = ${identity}, false) AS replied FROM "thread_post" t` +
    ` LEFT JOIN "thread_post" r ON r."urn" = t."reply_to" WHERE t."message_thread" = ${thread} AND t."position" > ${position}` +
    ` AND t."author_identity" <> ${identity} AND NOT t."is_deleted" AND t."deleted_timestamp" IS NULL) u`
  );
}

/** Counts what an identity has not read beyond a place of the thread. */
export async function unreadBeyond(
  executor: Executor,
  thread: string,
  identity: string,
  { position, level }: { readonly position: string; readonly level: string },
): Promise<Unread> {
  const p = new Parameters();
  const text = unreadSql(
    p.add(thread, 'uuid'),
    p.add(identity, 'uuid'),
    p.add(position, 'bigint'),
    p.add(level, 'text'),
  );
  const row = await onlyRow<{ unread: number; mentions: number; notified: number; first: string | null }>(
    executor,
    prepared(text, p),
  );
  return {
    notificationCount: row.unread,
    mentionCount: row.mentions,
    notifiedCount: row.notified,
    firstUnreadPost: row.first,
  };
}

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

/** A new post as notifications see it. */
export interface PostedTo {
  readonly thread: string;
  readonly group: string;
  readonly post: string;
  readonly position: string;
  readonly author: string;
  readonly mentions: readonly string[];
  /** The author of the post that is answered. */
  readonly answered: string | null;
  readonly timestamp: string;
}

/** Counts a new post as unread for everyone but its author who still takes part; brings dismissed notifications back. */
export async function addUnread(transaction: Transaction, posted: PostedTo): Promise<ChangedNotification[]> {
  const p = new Parameters();
  const thread = p.add(posted.thread, 'uuid');
  const mentions = p.add(posted.mentions, 'uuid[]');
  const isNotified =
    `CASE n."level" WHEN 'ALL' THEN true WHEN 'MENTIONS' THEN n."identity" = ANY(${mentions})` +
    ` OR n."identity" IS NOT DISTINCT FROM ${p.add(posted.answered, 'uuid')} ELSE false END`;
  const text =
    `WITH mine AS (SELECT n."urn" FROM "message_thread_notification" n WHERE n."message_thread" = ${thread}` +
    ` AND n."identity" <> ${p.add(posted.author, 'uuid')} AND (n."identity" = ANY(${mentions}) OR EXISTS (SELECT 1 FROM "group_membership" m` +
    ` WHERE m."group" = ${p.add(posted.group, 'uuid')} AND m."identity" = n."identity" AND m."status" = 'ACTIVE'` +
    ` AND m."deleted_timestamp" IS NULL)) ORDER BY n."urn" FOR NO KEY UPDATE)` +
    ` UPDATE "message_thread_notification" n SET "notification_count" = n."notification_count" + 1,` +
    ` "mention_count" = n."mention_count" + (n."identity" = ANY(${mentions}))::int, "notified_count" = n."notified_count" + (${isNotified})::int,` +
    ` "first_unread_post" = COALESCE(n."first_unread_post", ${p.add(posted.post, 'uuid')}), "deleted_timestamp" = NULL,` +
    ` "version" = n."version" + 1, "updated_timestamp" = ${p.add(posted.timestamp, 'timestamptz')} FROM mine` +
    ` WHERE n."urn" = mine."urn" AND n."last_read_position" < ${p.add(posted.position, 'bigint')}` +
    ` RETURNING n."urn", n."owner", n."version", ${isNotified} AS "isNotified"`;
  return rowsOf<ChangedNotification>(transaction, prepared(text, p));
}

/** Counts again for everyone who has not read as far as the place: the post there was changed or deleted. */
export async function recountFrom(
  transaction: Transaction,
  thread: string,
  position: string,
  timestamp: string,
): Promise<ChangedNotification[]> {
  const p = new Parameters();
  const urn = p.add(thread, 'uuid');
  const where = `n."message_thread" = ${urn} AND n."last_read_position" < ${p.add(position, 'bigint')}`;
  return recount(
    transaction,
    where,
    { position: `n."last_read_position"`, timestamp: p.add(timestamp, 'timestamptz') },
    p,
  );
}

/** Counts again what an identity has not read: what counts as its own posts has changed. */
export function recountAll(
  transaction: Transaction,
  identity: string,
  timestamp: string,
): Promise<ChangedNotification[]> {
  const p = new Parameters();
  const where = `n."identity" = ${p.add(identity, 'uuid')} AND n."deleted_timestamp" IS NULL`;
  return recount(
    transaction,
    where,
    { position: `n."last_read_position"`, timestamp: p.add(timestamp, 'timestamptz') },
    p,
  );
}

/** Marks as read, for the identity, all posts written up to the instant, in every thread. Marks that lie beyond stay. */
export async function readUpTo(
  transaction: Transaction,
  identity: string,
  before: string,
  timestamp: string,
): Promise<ChangedNotification[]> {
  const lock = new Parameters();
  const locked =
    `SELECT 1 FROM "message_thread_notification" WHERE "identity" = ${lock.add(identity, 'uuid')} AND "deleted_timestamp" IS NULL` +
    ` AND "notification_count" > 0 ORDER BY "urn" FOR NO KEY UPDATE`;
  await transaction.query(prepared(locked, lock));
  const p = new Parameters();
  const read =
    `(SELECT max(r."position") FROM "thread_post" r WHERE r."message_thread" = n."message_thread"` +
    ` AND r."created_timestamp" <= ${p.add(before, 'timestamptz')})`;
  const where =
    `n."identity" = ${p.add(identity, 'uuid')} AND n."deleted_timestamp" IS NULL AND n."notification_count" > 0` +
    ` AND ${read} > n."last_read_position"`;
  return recount(transaction, where, { position: read, timestamp: p.add(timestamp, 'timestamptz') }, p);
}

async function recount(
  transaction: Transaction,
  where: string,
  { position, timestamp }: { readonly position: string; readonly timestamp: string },
  p: Parameters,
): Promise<ChangedNotification[]> {
  const isMark = position !== `n."last_read_position"`;
  const newest =
    `(SELECT r."urn" FROM "thread_post" r WHERE r."message_thread" = n."message_thread" AND r."position" <= ${position}` +
    ` AND r."deleted_timestamp" IS NULL ORDER BY r."position" DESC LIMIT 1)`;
  const mark = isMark ? `"last_read_position" = ${position}, "last_read_post" = ${newest},` : '';
  const counts = unreadSql('n."message_thread"', 'n."identity"', position, 'n."level"');
  const text =
    `UPDATE "message_thread_notification" n SET ${mark} ("notification_count", "mention_count", "notified_count", "first_unread_post") =` +
    ` (${counts}), "version" = n."version" + 1, "updated_timestamp" = ${timestamp} WHERE ${where}` +
    ` RETURNING n."urn", n."owner", n."version", n."deleted_timestamp" IS NULL AND n."level" <> 'NONE' AS "isNotified"`;
  return rowsOf<ChangedNotification>(transaction, prepared(text, p));
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
