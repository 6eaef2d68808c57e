// Threads and posts beyond the common statements: the lock that puts posts in order, their places, and who of some
// identities may read a thread.
import { accessScope } from '../../domain/accessScope.ts';
import type { Viewer } from '../../domain/viewer.ts';
import type { Transaction } from '../connection/database.ts';
import { holds, shown } from '../engine/scope.ts';
import { countsLaterSql } from './unreadChangeStore.ts';
import type { Addressed, CountedPost } from './unreadStore.ts';
import { firstOf, onlyRow, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';

/** Locks a thread for this transaction, so that writers of its posts wait for one another. */
export async function lockThread(transaction: Transaction, thread: string): Promise<void> {
  const p = new Parameters();
  const text = `SELECT 1 FROM "message_thread" WHERE "urn" = ${p.add(thread, 'uuid')} FOR NO KEY UPDATE`;
  await transaction.query(prepared(text, p));
}

/** Locks it for a caller who may read it and holds the label on it; whether it is locked. Who lacks the label waits for no lock. */
export async function lockThreadFor(
  transaction: Transaction,
  viewer: Viewer,
  thread: string,
  label: string,
): Promise<boolean> {
  const p = new Parameters();
  const resource = transaction.contract.kinds.MessageThread;
  const wanted = p.add(thread, 'uuid');
  const seen = shown(resource, 't', accessScope(viewer, resource.labels.read), p);
  const held = holds({ resource, alias: 't' }, { viewer, label }, p);
  const text = `SELECT 1 FROM "message_thread" t WHERE t."urn" = ${wanted} AND ${seen} AND ${held} FOR NO KEY UPDATE OF t`;
  return (await transaction.query(prepared(text, p))).length > 0;
}

/** The same for the threads of posts that the caller may read and holds the label on, in the order of their urns. */
export async function lockThreadsOfPosts(
  transaction: Transaction,
  viewer: Viewer,
  posts: readonly string[],
  label: string,
): Promise<void> {
  const p = new Parameters();
  const resource = transaction.contract.kinds.ThreadPost;
  const wanted = p.add(posts, 'uuid[]');
  const seen = shown(resource, 't', accessScope(viewer, resource.labels.read), p);
  const held = holds({ resource, alias: 't' }, { viewer, label }, p);
  const text =
    `SELECT 1 FROM "message_thread" w WHERE w."urn" = ANY(ARRAY(SELECT t."message_thread" FROM "thread_post" t` +
    ` WHERE t."urn" = ANY(${wanted}) AND ${seen} AND ${held})) ORDER BY w."urn" FOR NO KEY UPDATE OF w`;
  await transaction.query(prepared(text, p));
}

/** The same for the thread that a notification is of. */
export async function lockThreadOf(transaction: Transaction, notification: string): Promise<void> {
  const p = new Parameters();
  const text =
    `SELECT 1 FROM "message_thread" WHERE "urn" = (SELECT n."message_thread" FROM "message_thread_notification" n` +
    ` WHERE n."urn" = ${p.add(notification, 'uuid')}) FOR NO KEY UPDATE`;
  await transaction.query(prepared(text, p));
}

/** What a locked thread says of itself to a new post. */
export interface ThreadState {
  readonly isClosed: boolean;
  readonly name: string | null;
  readonly group: string;
  /** Whether its group is the private one of a chat. */
  readonly isChat: boolean;
  readonly lastPosition: string;
}

/** The state of a thread as it is now; null when it is gone. */
export async function threadState(executor: Executor, thread: string): Promise<ThreadState | null> {
  const p = new Parameters();
  const text =
    `SELECT t."is_closed" AS "isClosed", t."name", t."group", t."last_position" AS "lastPosition", v."is_chat" AS "isChat"` +
    ` FROM "message_thread" t JOIN "group" v ON v."urn" = t."group" WHERE t."urn" = ${p.add(thread, 'uuid')} AND t."deleted_timestamp" IS NULL`;
  return firstOf<ThreadState>(executor, prepared(text, p));
}

/** What a thread says of itself to a new post. */
export interface PostingState {
  readonly isClosed: boolean;
  readonly name: string | null;
  readonly group: string;
  /** As `countsLater` says. */
  readonly countsLater: boolean;
  /** Whether some active member of its group may have no notification of it yet. */
  readonly hasNewMembers: boolean;
}

/** The place that a post was given, the last one of several, and what the thread says of itself to it. */
export interface TakenPlace extends PostingState {
  readonly position: string;
}

// The columns of what a row of threads, named in SQL, says to a new post.
function postingSql(thread: string, p: Parameters): string {
  const later = countsLaterSql(`${thread}."urn"`, p);
  const isNew =
    `EXISTS (SELECT 1 FROM "group_membership" m WHERE m."group" = ${thread}."group" AND m."status" = 'ACTIVE'` +
    ` AND m."deleted_timestamp" IS NULL AND NOT EXISTS (SELECT 1 FROM "message_thread_notification" n` +
    ` WHERE n."message_thread" = ${thread}."urn" AND n."identity" = m."identity"))`;
  return (
    `"is_closed" AS "isClosed", "name", "group", ${later} AS "countsLater",` +
    // A large group is not looked through for each post.
    ` CASE WHEN ${later} THEN true ELSE ${isNew} END AS "hasNewMembers"`
  );
}

/** What the threads say to new posts, by their urns; those that are gone are missing. */
export async function postingStates(
  executor: Executor,
  threads: readonly string[],
): Promise<Map<string, PostingState>> {
  const p = new Parameters();
  const wanted = p.add(threads, 'uuid[]');
  const text = `SELECT "urn", ${postingSql('"message_thread"', p)} FROM "message_thread" WHERE "urn" = ANY(${wanted}) AND "deleted_timestamp" IS NULL`;
  const rows = await rowsOf<PostingState & { readonly urn: string }>(executor, prepared(text, p));
  return new Map(rows.map((row) => [row.urn, row]));
}

/**
 * Counts the thread so many posts on and gives them their places; null for a thread that is gone. The caller holds the thread's lock.
 */
export async function takePlaces(transaction: Transaction, thread: string, posts = 1): Promise<TakenPlace | null> {
  const p = new Parameters();
  const [urn, count] = [p.add(thread, 'uuid'), p.add(posts, 'int')];
  const text =
    `UPDATE "message_thread" SET "last_position" = "last_position" + ${count}, "post_count" = "post_count" + ${count}` +
    ` WHERE "urn" = ${urn} AND "deleted_timestamp" IS NULL` +
    ` RETURNING "last_position" AS "position", ${postingSql('"message_thread"', p)}`;
  return firstOf<TakenPlace>(transaction, prepared(text, p));
}

/**
 * Counts posts of the thread that came back, or, with a number below 0, were deleted: each gives it another version. The caller holds the
 * thread's lock.
 */
export function countPosts(transaction: Transaction, thread: string, by: number, timestamp: string): void {
  const p = new Parameters();
  const count = p.add(by, 'int');
  const text =
    `UPDATE "message_thread" SET "post_count" = "post_count" + ${count}, "version" = "version" + abs(${count}),` +
    ` "updated_timestamp" = ${p.add(timestamp, 'timestamptz')} WHERE "urn" = ${p.add(thread, 'uuid')}`;
  transaction.send(prepared(text, p));
}

/** The thread and the place of a post that was not removed; null when there is none. */
export async function placeOfPost(
  executor: Executor,
  post: string,
): Promise<{ readonly thread: string; readonly position: string } | null> {
  const p = new Parameters();
  const text =
    `SELECT "message_thread" AS thread, "position" FROM "thread_post" WHERE "urn" = ${p.add(post, 'uuid')}` +
    ` AND "deleted_timestamp" IS NULL`;
  return firstOf<{ thread: string; position: string }>(executor, prepared(text, p));
}

/** The place of a post in its thread, also of one that was removed. */
export async function positionOf(executor: Executor, post: string): Promise<string> {
  const p = new Parameters();
  const text = `SELECT "position" FROM "thread_post" WHERE "urn" = ${p.add(post, 'uuid')}`;
  return (await onlyRow<{ position: string }>(executor, prepared(text, p))).position;
}

/** A post that is to be deleted: what it counts for, and what answers it. */
export interface LeavingPost extends CountedPost, Addressed {
  /** Whether it is counted later for others, as `countsLater` says of its thread. */
  readonly countsLater: boolean;
  /** Those of the posts, living, that answer it. */
  readonly answers: readonly string[];
  /** Whether another living post answers it. */
  readonly isAnswered: boolean;
}

/** What is to be known of living posts that are to be deleted. */
export async function leavingPosts(executor: Executor, posts: readonly string[]): Promise<LeavingPost[]> {
  const p = new Parameters();
  const wanted = p.add(posts, 'uuid[]');
  const threads = `SELECT DISTINCT x."message_thread" AS urn FROM "thread_post" x WHERE x."urn" = ANY(${wanted})`;
  const answers = `"thread_post" a WHERE a."reply_to" = t."urn" AND a."deleted_timestamp" IS NULL AND a."urn"`;
  const text =
    `WITH threads AS MATERIALIZED (SELECT w.urn, ${countsLaterSql('w.urn', p)} AS later FROM (${threads}) w)` +
    ` SELECT t."urn" AS "post", t."message_thread" AS "thread", t."position", t."author_identity" AS "author", w.later AS "countsLater",` +
    ` ARRAY(SELECT l."to_urn" FROM "link" l WHERE l."from_urn" = t."urn" AND l."field" = 'ThreadPost.mentions') AS "mentions",` +
    ` (SELECT r."author_identity" FROM "thread_post" r WHERE r."urn" = t."reply_to" AND r."deleted_timestamp" IS NULL) AS "answered",` +
    ` ARRAY(SELECT a."urn" FROM ${answers} = ANY(${wanted})) AS "answers", EXISTS (SELECT 1 FROM ${answers} <> ALL(${wanted})) AS "isAnswered"` +
    ` FROM "thread_post" t JOIN threads w ON w.urn = t."message_thread" WHERE t."urn" = ANY(${wanted}) AND t."deleted_timestamp" IS NULL`;
  return rowsOf<LeavingPost>(executor, prepared(text, p));
}

/** Lets posts mention nobody. */
export function dropMentions(transaction: Transaction, posts: readonly string[]): void {
  const p = new Parameters();
  const text = `DELETE FROM "link" WHERE "from_urn" = ANY(${p.add(posts, 'uuid[]')}) AND "field" = 'ThreadPost.mentions'`;
  transaction.send(prepared(text, p));
}

/** Those of the identities that may read the thread: active members of its group, and holders of a grant on it. */
export async function readersAmong(
  executor: Executor,
  thread: string,
  identities: readonly string[],
): Promise<Set<string>> {
  const p = new Parameters();
  const urn = p.add(thread, 'uuid');
  const text =
    `SELECT i.urn FROM unnest(${p.add(identities, 'uuid[]')}) AS i(urn) WHERE EXISTS (SELECT 1 FROM "message_thread" t` +
    ` JOIN "group_membership" m ON m."group" = t."group" WHERE t."urn" = ${urn} AND m."identity" = i.urn` +
    ` AND m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL) OR EXISTS (SELECT 1 FROM "permission" g` +
    ` WHERE g."object_urn" = ${urn} AND g."object_scope" = 'MESSAGE_THREAD' AND g."label" NOT LIKE 'x-%' AND g."label" <> 'MEMBER'` +
    ` AND g."deleted_timestamp" IS NULL AND (g."from_timestamp" IS NULL OR g."from_timestamp" <= statement_timestamp())` +
    ` AND (g."to_timestamp" IS NULL OR g."to_timestamp" > statement_timestamp()) AND ((g."subject_scope" = 'IDENTITY'` +
    ` AND g."subject_urn" = i.urn) OR (g."subject_scope" = 'GROUP' AND EXISTS (SELECT 1 FROM "group_membership" m` +
    ` WHERE m."group" = g."subject_urn" AND m."identity" = i.urn AND m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL))))`;
  return new Set(await urnsOf(executor, prepared(text, p)));
}

/** Whether the thread names an anonymous identity as an active member, and which: a session that has no identity speaks as it. */
export async function anonymousSpeaker(executor: Executor, thread: string): Promise<string | null> {
  const p = new Parameters();
  const text =
    `SELECT i."urn" FROM "message_thread" t JOIN "group" v ON v."urn" = t."group" AND v."is_chat"` +
    ` JOIN "group_membership" m ON m."group" = v."urn" AND m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL` +
    ` JOIN "identity" i ON i."urn" = m."identity" AND i."type" = 'ANONYMOUS' AND i."deleted_timestamp" IS NULL` +
    ` WHERE t."urn" = ${p.add(thread, 'uuid')} ORDER BY m."created_timestamp", i."urn" LIMIT 1`;
  return (await firstOf<{ urn: string }>(executor, prepared(text, p)))?.urn ?? null;
}
