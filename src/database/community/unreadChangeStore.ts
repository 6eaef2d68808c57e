// Changes that the notifications of a thread do not count yet. In a large group a post is counted for its members after its commit, some
// at a time, so that a write costs the same however many there are: what is to be counted is written with it, in the order of
// the thread's changes, and each notification keeps the number up to which it has counted them. Resource reference 6.5.
import type { Transaction } from '../connection/database.ts';
import { firstOf, isTrue, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import {
  firstUnreadSql,
  isMember,
  mark,
  type Addressed,
  type ChangedNotification,
  type CountedPost,
} from './unreadStore.ts';

/** Members of a group that a change of a post is counted for in its own transaction. */
const countedAtOnce = 1_000;

// Distinguishes the look that follows every commit from the statements of requests.
const inBackground = '/* unread */ ';

/** Whether changes of the thread's posts are counted after their commit: its group is large, or others are yet to be counted. */
export function countsLater(executor: Executor, thread: string): Promise<boolean> {
  const p = new Parameters();
  return isTrue(executor, prepared(`SELECT ${countsLaterSql(p.add(thread, 'uuid'), p)} AS is`, p));
}

/** The same of a thread (an argument in SQL), as SQL. */
export function countsLaterSql(thread: string, p: Parameters): string {
  const members =
    `SELECT true FROM "group_membership" m WHERE m."group" = (SELECT t."group" FROM "message_thread" t WHERE t."urn" = ${thread})` +
    ` AND m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL OFFSET ${p.add(countedAtOnce, 'int')} LIMIT 1`;
  return (
    `(EXISTS (SELECT 1 FROM "unread_change" WHERE "message_thread" = ${thread})` + ` OR COALESCE((${members}), false))`
  );
}

/** A change that counts for everyone who has not read as far: a post that came, went, or came back. */
export interface UncountedChange extends CountedPost, Addressed {
  readonly event: 'POSTED' | 'REMOVED' | 'RETURNED';
}

/** Writes down what is to be counted. The caller holds the thread's lock. */
export function countLater(transaction: Transaction, change: UncountedChange): void {
  const p = new Parameters();
  const isRemoved = change.event === 'REMOVED';
  const text =
    `WITH t AS (UPDATE "message_thread" SET "change_count" = "change_count" + 1 WHERE "urn" = ${p.add(change.thread, 'uuid')}` +
    ` RETURNING "tenant", "urn", "change_count") INSERT INTO "unread_change" ("tenant", "message_thread", "number", "position", "author",` +
    ` "mentions", "answered", "added", "is_new") SELECT "tenant", "urn", "change_count", ${p.add(change.position, 'bigint')},` +
    ` ${p.add(change.author, 'uuid')}, ${p.add(change.mentions, 'uuid[]')}, ${p.add(change.answered, 'uuid')},` +
    ` ${p.add(isRemoved ? -1 : 1, 'int')}, ${p.add(change.event === 'POSTED', 'boolean')} FROM t`;
  transaction.send(prepared(text, p));
}

/** Lets what is yet to be counted of a post address others: whom it addressed, and addresses now, has been counted for already. */
export function addressAnew(transaction: Transaction, { thread, position }: CountedPost, addressed: Addressed): void {
  const p = new Parameters();
  const text =
    `UPDATE "unread_change" SET "mentions" = ${p.add(addressed.mentions, 'uuid[]')}, "answered" = ${p.add(addressed.answered, 'uuid')}` +
    ` WHERE "message_thread" = ${p.add(thread, 'uuid')} AND "position" = ${p.add(position, 'bigint')}`;
  transaction.send(prepared(text, p));
}

/** A thread with changes that are yet to be counted. */
export interface ThreadBehind {
  readonly thread: string;
  readonly group: string;
  readonly owner: string;
  /** The number of its newest change. */
  readonly newest: string;
}

/** The thread that has waited longest to be counted, but for those passed by; null when none waits. */
export async function nextBehind(executor: Executor, passedBy: readonly string[]): Promise<ThreadBehind | null> {
  const p = new Parameters();
  const text =
    `${inBackground}SELECT c."message_thread" AS thread, t."group", t."owner", t."change_count" AS newest FROM "unread_change" c` +
    ` JOIN "message_thread" t ON t."urn" = c."message_thread" WHERE c."message_thread" <> ALL(${p.add(passedBy, 'uuid[]')})` +
    ` ORDER BY c."id" LIMIT 1`;
  return firstOf<ThreadBehind>(executor, prepared(text, p));
}

/** The next active members of a group, in the order of their urns. */
export async function membersAfter(executor: Executor, group: string, after: string, limit: number): Promise<string[]> {
  const p = new Parameters();
  const text =
    `SELECT m."identity" AS urn FROM "group_membership" m WHERE m."group" = ${p.add(group, 'uuid')}` +
    ` AND m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL AND m."identity" > ${p.add(after, 'uuid')}` +
    ` ORDER BY m."identity" LIMIT ${p.add(limit, 'int')}`;
  return urnsOf(executor, prepared(text, p));
}

/** Whom to count for. */
export interface Counting {
  readonly thread: string;
  readonly identities: readonly string[];
  /** A post that this transaction deletes, and has not yet. */
  readonly leaving?: string;
}

/**
 * Counts, in the notifications that these identities have of the thread, every change that they have not counted: of members all, of
 * others what is addressed to them. The caller holds the thread's lock.
 */
export async function countFor(
  transaction: Transaction,
  { thread, identities, leaving }: Counting,
  timestamp: string,
): Promise<ChangedNotification[]> {
  const lock = new Parameters();
  const locked =
    `SELECT 1 FROM "message_thread_notification" WHERE "message_thread" = ${lock.add(thread, 'uuid')}` +
    ` AND "identity" = ANY(${lock.add(identities, 'uuid[]')}) ORDER BY "urn" FOR NO KEY UPDATE`;
  // What a mark that held one of them has counted is seen by the statement that follows.
  transaction.send(prepared(locked, lock));
  const p = new Parameters();
  const isNamed = `n."identity" = ANY(c."mentions")`;
  const isHeard =
    `CASE n."level" WHEN 'ALL' THEN true WHEN 'MENTIONS' THEN ${isNamed} OR n."identity" IS NOT DISTINCT FROM c."answered"` +
    ` ELSE false END`;
  const text =
    `WITH missed AS MATERIALIZED (SELECT n."urn", sum(c."added")::int AS unread, sum(c."added" * (${isNamed})::int)::int AS mentions,` +
    ` sum(c."added" * (${isHeard})::int)::int AS notified, max(c."number") AS number, bool_or(c."is_new") AS "isNew",` +
    ` bool_or(${isHeard}) AS "isHeard" FROM "message_thread_notification" n JOIN "unread_change" c ON c."message_thread" = n."message_thread"` +
    ` AND c."number" > n."counted_change" AND c."position" > n."last_read_position" AND c."author" <> n."identity"` +
    ` WHERE n."message_thread" = ${p.add(thread, 'uuid')} AND n."identity" = ANY(${p.add(identities, 'uuid[]')})` +
    ` AND (${isNamed} OR ${isMember('(SELECT t."group" FROM "message_thread" t WHERE t."urn" = $1::uuid)')}) GROUP BY n."urn")` +
    ` UPDATE "message_thread_notification" n SET "notification_count" = n."notification_count" + unread,` +
    ` "mention_count" = n."mention_count" + mentions, "notified_count" = n."notified_count" + notified, "counted_change" = number,` +
    ` "first_unread_post" = (${firstUnreadSql(mark, `t."urn" IS DISTINCT FROM ${p.add(leaving ?? null, 'uuid')}`)}),` +
    ` "deleted_timestamp" = CASE WHEN "isNew" THEN NULL ELSE n."deleted_timestamp" END, "version" = n."version" + 1,` +
    ` "updated_timestamp" = ${p.add(timestamp, 'timestamptz')} FROM missed WHERE n."urn" = missed."urn"` +
    ` RETURNING n."urn", n."owner", n."version", "isHeard" AND n."deleted_timestamp" IS NULL AS "isNotified"`;
  return rowsOf<ChangedNotification>(transaction, prepared(text, p));
}

/** Forgets the changes of a thread up to that number; returns whether posts that were there went or came back with them. */
export async function forgetChanges(transaction: Transaction, thread: string, upTo: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `WITH gone AS (DELETE FROM "unread_change" WHERE "message_thread" = ${p.add(thread, 'uuid')}` +
    ` AND "number" <= ${p.add(upTo, 'bigint')} RETURNING "is_new") SELECT EXISTS (SELECT 1 FROM gone WHERE NOT "is_new") AS is`;
  return isTrue(transaction, prepared(text, p));
}
