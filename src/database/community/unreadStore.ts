// How much each identity has not read of a thread. Posts are numbered in their thread under the thread's lock; a notification keeps
// the number up to which its identity has read, and counts of what lies beyond. Every change of counts is made under the row's
// own lock, so that a mark and a post that cross lose nothing. Resource reference 6.5, 6.6.
import type { Transaction } from '../connection/database.ts';
import { onlyRow, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

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
  /** The number of the last change of the thread that this has counted, of those that are counted later for others. */
  readonly countedChange: string;
}

// What a count of all that is unread has counted, of the changes of the thread (an argument in SQL) that are counted later for others.
const newestChange = (thread: string): string =>
  `(SELECT w."change_count" FROM "message_thread" w WHERE w."urn" = ${thread})`;

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
  const urn = p.add(thread, 'uuid');
  const unread = unreadSql(urn, p.add(identity, 'uuid'), p.add(position, 'bigint'), p.add(level, 'text'));
  const text = `SELECT x.*, ${newestChange(urn)} AS newest FROM (${unread}) x`;
  const row = await onlyRow<CountedRow>(executor, prepared(text, p));
  return {
    notificationCount: row.unread,
    mentionCount: row.mentions,
    notifiedCount: row.notified,
    firstUnreadPost: row.first,
    countedChange: row.newest,
  };
}

interface CountedRow {
  readonly unread: number;
  readonly mentions: number;
  readonly notified: number;
  readonly first: string | null;
  readonly newest: string;
}

/** Whom a post is for, beside everyone who takes part. */
export interface Addressed {
  readonly mentions: readonly string[];
  /** The author of the post that is answered. */
  readonly answered: string | null;
}

/** A post of a thread as notifications see it. */
export interface CountedPost {
  readonly thread: string;
  readonly post: string;
  readonly position: string;
  readonly author: string;
}

/** A new post of a thread that is known. */
export type NewPost = Omit<CountedPost, 'thread'> & Addressed;

/** A new post as notifications see it. */
export interface PostedTo extends CountedPost, Addressed {
  readonly group: string;
  readonly timestamp: string;
}

const counts = ['notification_count', 'mention_count', 'notified_count'] as const;
const countColumns = counts.map((count) => `"${count}"`).join(', ');

// The posts `s`, of those given, that are ones of others that are not read yet for a notification `n`, which may have changed until it is
// locked: the end of a SELECT.
function unreadAmong(posts: readonly NewPost[], p: Parameters): string {
  return (
    `FROM json_to_recordset(${p.add(JSON.stringify(posts), 'json')})` +
    ` AS s("post" uuid, "position" bigint, "author" uuid, "mentions" uuid[], "answered" uuid)` +
    ` WHERE n."identity" <> s."author" AND n."last_read_position" < s."position"`
  );
}

// Whether a post `s` names the identity of a notification `n`, and whether it addresses it at all.
const names = `n."identity" = ANY(s."mentions")`;
const addresses = `(${names} OR n."identity" IS NOT DISTINCT FROM s."answered")`;

// The counts of a notification `n` with, or without, those of the posts `s`: what such a SELECT gives.
function countsWith(sign: '+' | '-'): string {
  return (
    `n."notification_count" ${sign} count(*)::int, n."mention_count" ${sign} (count(*) FILTER (WHERE ${names}))::int, n."notified_count" ${sign}` +
    ` CASE n."level" WHEN 'ALL' THEN count(*) WHEN 'MENTIONS' THEN count(*) FILTER (WHERE ${addresses}) ELSE 0 END::int`
  );
}

// What a post adds to each count of a notification `n`, in SQL; nothing if it counts for nobody.
function addedBy(addressed: Addressed | null, p: Parameters): Readonly<Record<(typeof counts)[number], string>> {
  if (addressed === null) return { notification_count: '0', mention_count: '0', notified_count: '0' };
  const isNamed = `n."identity" = ANY(${p.add(addressed.mentions, 'uuid[]')})`;
  const isAnswered = `n."identity" IS NOT DISTINCT FROM ${p.add(addressed.answered, 'uuid')}`;
  const notified = `CASE n."level" WHEN 'ALL' THEN 1 WHEN 'MENTIONS' THEN (${isNamed} OR ${isAnswered})::int ELSE 0 END`;
  return { notification_count: '1', mention_count: `(${isNamed})::int`, notified_count: notified };
}

/** Whether the identity of a notification `n` is an active member of the group (an argument in SQL), as SQL. */
export function isMember(group: string): string {
  return (
    `EXISTS (SELECT 1 FROM "group_membership" m WHERE m."group" = ${group} AND m."identity" = n."identity"` +
    ` AND m."status" = 'ACTIVE' AND m."deleted_timestamp" IS NULL)`
  );
}

/**
 * Counts new posts of a thread as unread for everyone but their authors who still takes part, each notification once for all of them;
 * brings dismissed notifications back.
 */
export async function addUnread(
  transaction: Transaction,
  { thread, group, timestamp }: Pick<PostedTo, 'thread' | 'group' | 'timestamp'>,
  posts: readonly NewPost[],
): Promise<ChangedNotification[]> {
  const p = new Parameters();
  const counting = `${unreadAmong(posts, p)} AND (${names} OR ${isMember(p.add(group, 'uuid'))})`;
  const added = `SELECT ${countsWith('+')}, COALESCE(n."first_unread_post", (array_agg(s."post" ORDER BY s."position"))[1]) ${counting}`;
  const text =
    `WITH ${concerned(thread, counting, p)}` +
    ` UPDATE "message_thread_notification" n SET (${countColumns}, "first_unread_post") = (${added}),` +
    ` "deleted_timestamp" = NULL, "version" = n."version" + 1, "updated_timestamp" = ${p.add(timestamp, 'timestamptz')} FROM mine` +
    ` WHERE n."urn" = mine."urn" RETURNING n."urn", n."owner", n."version", n."level" = 'ALL' OR (n."level" = 'MENTIONS'` +
    ` AND EXISTS (SELECT 1 ${counting} AND ${addresses})) AS "isNotified"`;
  return rowsOf<ChangedNotification>(transaction, prepared(text, p));
}

// The notifications `mine` of a thread that posts count for, locked in one order.
function concerned(thread: string, counting: string, p: Parameters): string {
  return (
    `mine AS (SELECT n."urn" FROM "message_thread_notification" n WHERE n."message_thread" = ${p.add(thread, 'uuid')}` +
    ` AND EXISTS (SELECT 1 ${counting}) ORDER BY n."urn" FOR NO KEY UPDATE)`
  );
}

/**
 * Counts posts of a thread that are about to be deleted no more, for every member that has not read as far, each notification once for all
 * of them. The counts change by what the posts added to them, however much else is not read. The caller holds the thread's lock.
 */
export async function dropUnread(
  transaction: Transaction,
  thread: string,
  posts: readonly NewPost[],
  timestamp: string,
): Promise<ChangedNotification[]> {
  const p = new Parameters();
  const counting = `${unreadAmong(posts, p)} AND ${isMember(groupOf)}`;
  const leaving = p.add(
    posts.map(({ post }) => post),
    'uuid[]',
  );
  const next = firstUnreadSql(mark, `t."urn" <> ALL(${leaving})`);
  const first = `CASE WHEN n."first_unread_post" = ANY(${leaving}) THEN (${next}) ELSE n."first_unread_post" END`;
  const text =
    `WITH ${concerned(thread, counting, p)} UPDATE "message_thread_notification" n SET (${countColumns}) = (SELECT ${countsWith('-')} ${counting}),` +
    ` "first_unread_post" = ${first}, "version" = n."version" + 1, "updated_timestamp" = ${p.add(timestamp, 'timestamptz')}` +
    ` FROM mine WHERE n."urn" = mine."urn" RETURNING ${announcedColumns}`;
  return rowsOf<ChangedNotification>(transaction, prepared(text, p));
}

/** A change of a post: how it counted, null where it was deleted, and how it counts now. */
export interface Recounted {
  readonly before: Addressed | null;
  readonly after: Addressed;
  readonly timestamp: string;
}

/**
 * Counts a changed post again for who has not read as far. The counts of members change by what the post adds to them, however
 * much else they have not read. Who was mentioned without being a member has not had every post counted: for them all are
 * counted again. The caller holds the thread's lock.
 */
export async function recountPost(
  transaction: Transaction,
  post: CountedPost,
  change: Recounted,
): Promise<ChangedNotification[]> {
  const p = new Parameters();
  const where = concernedIn(post, change, p);
  const [had, has] = [addedBy(change.before, p), addedBy(change.after, p)];
  const changed = counts.map((count) => `"${count}" = n."${count}" + ${has[count]} - ${had[count]}`);
  const differs = counts.map((count) => `${had[count]} <> ${has[count]}`);
  const text =
    `UPDATE "message_thread_notification" n SET ${changed.join(', ')}, "first_unread_post" = ${firstAfter(post, change, p)},` +
    ` "version" = n."version" + 1, "updated_timestamp" = ${p.add(change.timestamp, 'timestamptz')}` +
    ` WHERE ${where} AND ${isMember(groupOf)} AND (${differs.join(' OR ')}) RETURNING ${announcedColumns}`;
  const ofMembers = await rowsOf<ChangedNotification>(transaction, prepared(text, p));
  const guests = new Parameters();
  const counted = await recountGuests(transaction, concernedIn(post, change, guests), change.timestamp, guests);
  return [...ofMembers, ...counted];
}

/** Those whom a post addresses, or addressed: for them a change of it makes another difference than for all who take part. */
export function addressees(...of: readonly (Addressed | null)[]): string[] {
  const named = of.flatMap((one) => (one ? [...one.mentions, one.answered] : []));
  return [...new Set(named.filter((urn) => urn !== null))];
}

// The notifications `n` that a change of a post may concern: where it counted and still counts, of those who are named.
function concernedIn(post: CountedPost, change: Recounted, p: Parameters): string {
  const { before, after } = change;
  const among = before === null ? '' : ` AND n."identity" = ANY(${p.add(addressees(before, after), 'uuid[]')})`;
  return `${unreadIn(post, p)}${among}`;
}

/**
 * Counts again what is unread in a thread for those who have a notification of it without being members: of posts that went or came
 * back it is not known whether they were counted. The caller holds the thread's lock.
 * @param posts the posts, for those alone who have not read as far; absent for everybody
 */
export function recountGuestsOf(
  transaction: Transaction,
  thread: string,
  timestamp: string,
  posts?: readonly NewPost[],
): Promise<ChangedNotification[]> {
  const p = new Parameters();
  const unread = posts ? ` AND EXISTS (SELECT 1 ${unreadAmong(posts, p)})` : '';
  return recountGuests(transaction, `n."message_thread" = ${p.add(thread, 'uuid')}${unread}`, timestamp, p);
}

function recountGuests(
  transaction: Transaction,
  where: string,
  timestamp: string,
  p: Parameters,
): Promise<ChangedNotification[]> {
  const guests = `${where} AND n."deleted_timestamp" IS NULL AND NOT ${isMember(groupOf)}`;
  return recount(transaction, guests, { position: mark, timestamp }, p);
}

const groupOf = `(SELECT t."group" FROM "message_thread" t WHERE t."urn" = n."message_thread")`;

// The notifications `n` for which the post is one of another that is not read yet.
function unreadIn({ thread, author, position }: CountedPost, p: Parameters): string {
  return (
    `n."message_thread" = ${p.add(thread, 'uuid')} AND n."identity" <> ${p.add(author, 'uuid')}` +
    ` AND n."last_read_position" < ${p.add(position, 'bigint')}`
  );
}

// The first unread post of a notification `n`, once a post that was deleted counts again.
function firstAfter({ post, position }: CountedPost, { before }: Recounted, p: Parameters): string {
  const first = 'n."first_unread_post"';
  if (before !== null) return first;
  const [urn, place] = [p.add(post, 'uuid'), p.add(position, 'bigint')];
  const isEarlier = `EXISTS (SELECT 1 FROM "thread_post" f WHERE f."urn" = ${first} AND f."position" < ${place})`;
  return `CASE WHEN ${isEarlier} THEN ${first} ELSE ${urn} END`;
}

/** The first post `t` of others beyond a place that meets a condition (both in SQL), of the thread of a notification `n`, as SQL. */
export function firstUnreadSql(place: string, condition = 'true'): string {
  return (
    `SELECT t."urn" FROM "thread_post" t WHERE t."message_thread" = n."message_thread" AND t."position" > ${place}` +
    ` AND t."author_identity" <> n."identity" AND NOT t."is_deleted" AND t."deleted_timestamp" IS NULL AND ${condition}` +
    ` ORDER BY t."position" LIMIT 1`
  );
}

/**
 * Counts again what an identity has not read in the threads of a group: it takes part once more, and what was written meanwhile was
 * not counted for it. Takes the locks of the threads.
 */
export async function recountInGroup(
  transaction: Transaction,
  identity: string,
  group: string,
  timestamp: string,
): Promise<ChangedNotification[]> {
  const of = (p: Parameters): string =>
    `n."identity" = ${p.add(identity, 'uuid')} AND ${groupOf} = ${p.add(group, 'uuid')}`;
  const lock = new Parameters();
  const locked =
    `SELECT 1 FROM "message_thread" WHERE "urn" IN (SELECT n."message_thread" FROM "message_thread_notification" n` +
    ` WHERE ${of(lock)}) ORDER BY "urn" FOR NO KEY UPDATE`;
  await transaction.query(prepared(locked, lock));
  const p = new Parameters();
  const where = of(p);
  return recount(transaction, where, { position: mark, timestamp }, p);
}

/** Counts again what an identity has not read anywhere: what counts as its own posts has changed. */
export async function recountAll(
  transaction: Transaction,
  identity: string,
  timestamp: string,
): Promise<ChangedNotification[]> {
  await lockNotifications(transaction, identity, '');
  const p = new Parameters();
  const where = `n."identity" = ${p.add(identity, 'uuid')}`;
  return recount(transaction, where, { position: mark, timestamp }, p);
}

/** Marks as read, for the identity, all posts written up to the instant, in every thread. Marks that lie beyond stay. */
export async function readUpTo(
  transaction: Transaction,
  identity: string,
  before: string,
  timestamp: string,
): Promise<ChangedNotification[]> {
  await lockNotifications(transaction, identity, ` AND "deleted_timestamp" IS NULL AND "notification_count" > 0`);
  const p = new Parameters();
  const read =
    `(SELECT max(r."position") FROM "thread_post" r WHERE r."message_thread" = n."message_thread"` +
    ` AND r."created_timestamp" <= ${p.add(before, 'timestamptz')})`;
  const where =
    `n."identity" = ${p.add(identity, 'uuid')} AND n."deleted_timestamp" IS NULL AND n."notification_count" > 0` +
    ` AND ${read} > n."last_read_position"`;
  return recount(transaction, where, { position: read, timestamp }, p);
}

// What is counted next sees every post that was counted in them before.
async function lockNotifications(transaction: Transaction, identity: string, condition: string): Promise<void> {
  const p = new Parameters();
  const text =
    `SELECT 1 FROM "message_thread_notification" WHERE "identity" = ${p.add(identity, 'uuid')}${condition}` +
    ` ORDER BY "urn" FOR NO KEY UPDATE`;
  await transaction.query(prepared(text, p));
}

/**
 * Lets the last post that somebody has read be the newest that is left of those up to where they have read: one that was deleted gives
 * way to the one before it, and one that was restored is the last one again. The caller holds the thread's lock.
 * @param identities of whom; null for all
 */
export async function moveLastRead(
  transaction: Transaction,
  thread: string,
  identities: readonly string[] | null,
  timestamp: string,
): Promise<ChangedNotification[]> {
  const p = new Parameters();
  const of = identities === null ? '' : ` AND m."identity" = ANY(${p.add(identities, 'uuid[]')})`;
  const left =
    `(SELECT r."urn" FROM "thread_post" r WHERE r."message_thread" = m."message_thread" AND r."position" <= m."last_read_position"` +
    ` AND r."deleted_timestamp" IS NULL ORDER BY r."position" DESC LIMIT 1)`;
  const text =
    `UPDATE "message_thread_notification" n SET "last_read_post" = x.post, "version" = n."version" + 1,` +
    ` "updated_timestamp" = ${p.add(timestamp, 'timestamptz')} FROM (SELECT m."urn", ${left} AS post FROM "message_thread_notification" m` +
    ` WHERE m."message_thread" = ${p.add(thread, 'uuid')} AND m."last_read_position" > 0${of}) x` +
    ` WHERE n."urn" = x."urn" AND n."last_read_post" IS DISTINCT FROM x.post RETURNING ${announcedColumns}`;
  return rowsOf<ChangedNotification>(transaction, prepared(text, p));
}

/** The place up to which the identity of a notification `n` has read, as SQL. */
export const mark = `n."last_read_position"`;

// Counts again what lies beyond a position, and lets the mark stand there.
async function recount(
  transaction: Transaction,
  where: string,
  { position, timestamp }: { readonly position: string; readonly timestamp: string },
  p: Parameters,
): Promise<ChangedNotification[]> {
  const newest =
    `(SELECT r."urn" FROM "thread_post" r WHERE r."message_thread" = n."message_thread" AND r."position" <= ${position}` +
    ` AND r."deleted_timestamp" IS NULL ORDER BY r."position" DESC LIMIT 1)`;
  const moved = `${position === mark ? '' : `"last_read_position" = ${position},`} "last_read_post" = ${newest},`;
  const unread = unreadSql('n."message_thread"', 'n."identity"', position, 'n."level"');
  const text =
    `UPDATE "message_thread_notification" n SET ${moved} (${countColumns}, "first_unread_post") =` +
    ` (${unread}), "counted_change" = COALESCE(${newestChange('n."message_thread"')}, n."counted_change"), "version" = n."version" + 1, "updated_timestamp" = ${p.add(timestamp, 'timestamptz')} WHERE ${where}` +
    ` RETURNING ${announcedColumns}`;
  return rowsOf<ChangedNotification>(transaction, prepared(text, p));
}

const announcedColumns = `n."urn", n."owner", n."version", n."deleted_timestamp" IS NULL AND n."level" <> 'NONE' AS "isNotified"`;
