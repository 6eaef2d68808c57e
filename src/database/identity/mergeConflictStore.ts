// Where two identities that become one have something only one of them may have: a membership of a group, a notification
// of a thread, an e-mail address, a primary address. The one that stays takes over what the other one knew.
import { quote } from '../mapping/columns.ts';
import type { Transaction } from '../connection/database.ts';
import type { AnnouncedRow } from '../engine/deletedStore.ts';
import type { Move } from './mergeStore.ts';
import { Parameters, prepared, rowsOf, urnsOf } from '../connection/statement.ts';

/** What a row of an identity says of a group, and which of its fields differ from what was said before. */
type JoinedRow = AnnouncedRow & { readonly changed: readonly string[] };

/**
 * Lets the memberships that stay hold what either identity decided or had imposed in the group: an opt-out or a ban of one
 * is one of both; of two that were deleted together, one stays to come back. Marks of deleted memberships count too, and are
 * used up. Returns the living ones that show it.
 */
export async function joinMemberships(
  transaction: Transaction,
  { from, into, timestamp }: Move,
): Promise<readonly JoinedRow[]> {
  const p = new Parameters();
  const [one, two, now] = [p.add(from, 'uuid'), p.add(into, 'uuid'), p.add(timestamp, 'timestamptz')];
  const facts =
    `SELECT x."group", x."deleted", bool_or(x.opt) AS opt, bool_or(x.ban) AS ban, bool_or(x.agreed) AS agreed, bool_or(x.active) AS active,` +
    ` bool_or(x.moderates) AS moderates FROM (SELECT m."group", m."deleted_timestamp" AS deleted, m."member_opt_out" AS opt, m."owner_ban" AS ban,` +
    ` m."owner_agreed" AS agreed, m."status" = 'ACTIVE' AS active, m."role" = 'MODERATOR' AND m."status" = 'ACTIVE' AS moderates` +
    ` FROM "group_membership" m WHERE m."identity" = ${one} UNION ALL SELECT k."group", NULL, k."member_opt_out", k."owner_ban",` +
    ` false, false, false FROM "membership_mark" k WHERE k."identity" IN (${one}, ${two})) x GROUP BY 1, 2`;
  const twin =
    `SELECT 1 FROM "group_membership" o WHERE o."identity" = ${two} AND o."group" = m."group"` +
    ` AND o."deleted_timestamp" IS NOT DISTINCT FROM m."deleted_timestamp"`;
  const said =
    `SELECT m."urn", m."member_opt_out" OR f.opt AS opt, m."owner_ban" OR f.ban AS ban, m."owner_agreed" OR f.agreed AS agreed,` +
    ` n.status, n.role, array_remove(ARRAY[CASE WHEN n.status <> m."status" THEN 'status' END, CASE WHEN n.status <> m."status"` +
    ` THEN 'statusTimestamp' END, CASE WHEN n.role <> m."role" THEN 'role' END], NULL) AS changed FROM "group_membership" m` +
    ` JOIN f ON f."group" = m."group" AND f."deleted" IS NOT DISTINCT FROM m."deleted_timestamp" CROSS JOIN LATERAL (SELECT` +
    ` CASE WHEN m."owner_ban" OR f.ban THEN 'BANNED_BY_OWNER' WHEN m."member_opt_out" OR f.opt THEN 'BLOCKED_BY_MEMBER'` +
    ` WHEN f.active THEN 'ACTIVE' ELSE m."status" END AS status, CASE WHEN f.moderates THEN 'MODERATOR' ELSE m."role" END AS role) n` +
    ` WHERE m."identity" = ${two} OR (m."identity" = ${one} AND NOT EXISTS (${twin}))`;
  const text =
    `WITH f AS (${facts}), s AS (${said}), ended AS (UPDATE "group_membership" m SET "deleted_timestamp" = ${now}` +
    ` WHERE m."identity" = ${one} AND m."deleted_timestamp" IS NOT NULL AND EXISTS (${twin})), w AS (UPDATE "group_membership" m` +
    ` SET "member_opt_out" = s.opt, "owner_ban" = s.ban, "owner_agreed" = s.agreed, "role" = s.role, "status" = s.status,` +
    ` "status_timestamp" = CASE WHEN s.status = m."status" THEN m."status_timestamp" ELSE ${now} END,` +
    ` "version" = m."version" + (s.changed <> '{}')::int, "updated_timestamp" = CASE WHEN s.changed = '{}' THEN m."updated_timestamp"` +
    ` ELSE ${now} END FROM s WHERE s."urn" = m."urn" RETURNING m."urn", m."owner", m."version", m."group" AS container,` +
    ` m."deleted_timestamp", s.changed) SELECT * FROM w WHERE "deleted_timestamp" IS NULL AND changed <> '{}' ORDER BY "urn"`;
  const joined = await rowsOf<JoinedRow>(transaction, prepared(text, p));
  const marks = new Parameters();
  const [mine, theirs] = [marks.add(from, 'uuid'), marks.add(into, 'uuid')];
  const moved =
    `WITH gone AS (DELETE FROM "membership_mark" k WHERE k."identity" IN (${mine}, ${theirs}) RETURNING k."group", k."member_opt_out", k."owner_ban"),` +
    ` left_over AS (SELECT g."group", bool_or(g."member_opt_out") AS opt, bool_or(g."owner_ban") AS ban FROM gone g WHERE NOT EXISTS` +
    ` (SELECT 1 FROM "group_membership" m WHERE m."group" = g."group" AND m."identity" IN (${mine}, ${theirs}) AND m."deleted_timestamp" IS NULL)` +
    ` GROUP BY 1) SELECT "group", opt, ban FROM left_over`;
  const left = await rowsOf<{ group: string; opt: boolean; ban: boolean }>(transaction, prepared(moved, marks));
  for (const { group, opt, ban } of left) {
    const kept = new Parameters();
    const values = [
      kept.add(into, 'uuid'),
      kept.add(group, 'uuid'),
      kept.add(opt, 'boolean'),
      kept.add(ban, 'boolean'),
    ];
    const insert = `INSERT INTO "membership_mark" ("identity", "group", "member_opt_out", "owner_ban", "tenant") VALUES (${values.join(', ')}, (SELECT g."tenant" FROM "group" g WHERE g."urn" = $2))`;
    await transaction.query(prepared(insert, kept));
  }
  return joined;
}

/** Living rows of the one identity that have a living twin of the other, by a second column. */
export function mergeConflicts(
  transaction: Transaction,
  table: string,
  key: string,
  { from, into }: Pick<Move, 'from' | 'into'>,
): Promise<string[]> {
  const p = new Parameters();
  const text =
    `SELECT t."urn" FROM ${quote(table)} t JOIN ${quote(table)} o ON o.${quote(key)} = t.${quote(key)} AND o."identity" = ${p.add(into, 'uuid')}` +
    ` AND o."deleted_timestamp" IS NULL WHERE t."identity" = ${p.add(from, 'uuid')} AND t."deleted_timestamp" IS NULL ORDER BY t."urn"`;
  return urnsOf(transaction, prepared(text, p));
}

/** An address that one of them had verified is verified; returns those that were not. */
export function joinVerified(transaction: Transaction, { from, into, timestamp }: Move): Promise<AnnouncedRow[]> {
  const p = new Parameters();
  const text =
    `UPDATE "email" t SET "is_verified" = true, "verified_timestamp" = f."verified_timestamp", "version" = t."version" + 1,` +
    ` "updated_timestamp" = ${p.add(timestamp, 'timestamptz')}` +
    ` FROM "email" f WHERE t."identity" = ${p.add(into, 'uuid')} AND f."identity" = ${p.add(from, 'uuid')} AND f."email" = t."email"` +
    ` AND f."is_verified" AND NOT t."is_verified" AND t."deleted_timestamp" IS NULL AND f."deleted_timestamp" IS NULL` +
    ` RETURNING t."urn", t."owner", t."version", t."identity" AS container`;
  return rowsOf<AnnouncedRow>(transaction, prepared(text, p));
}

/** What is primary of the identity that stays remains the only one; returns the living ones that are no longer. */
export function keepPrimary(
  transaction: Transaction,
  table: string,
  { from, into }: Pick<Move, 'from' | 'into'>,
): Promise<AnnouncedRow[]> {
  const p = new Parameters();
  const text =
    `WITH w AS (UPDATE ${quote(table)} t SET "is_primary" = false WHERE t."identity" = ${p.add(from, 'uuid')} AND t."is_primary" AND EXISTS` +
    ` (SELECT 1 FROM ${quote(table)} o WHERE o."identity" = ${p.add(into, 'uuid')} AND o."is_primary" AND o."deleted_timestamp" IS NULL)` +
    ` RETURNING t."urn", t."owner", t."version", t."identity" AS container, t."deleted_timestamp")` +
    ` SELECT * FROM w WHERE "deleted_timestamp" IS NULL`;
  return rowsOf<AnnouncedRow>(transaction, prepared(text, p));
}

/**
 * Lets the notifications that stay know what either has read, and in sight what either had in sight; returns those of the
 * other identity that are superfluous then. Those that went with their thread do not come back with it.
 */
export async function joinNotifications(transaction: Transaction, { from, into, timestamp }: Move): Promise<string[]> {
  const p = new Parameters();
  const both =
    `i."identity" = ${p.add(into, 'uuid')} AND f."identity" = ${p.add(from, 'uuid')}` +
    ` AND f."message_thread" = i."message_thread"`;
  const text =
    `WITH ended AS (UPDATE "message_thread_notification" f SET "deleted_timestamp" = ${p.add(timestamp, 'timestamptz')}` +
    ` FROM "message_thread_notification" i WHERE ${both} AND f."deleted_timestamp" IS NOT NULL), joined AS (UPDATE "message_thread_notification" i SET "last_read_post" = CASE WHEN f."last_read_position" > i."last_read_position"` +
    ` THEN f."last_read_post" ELSE i."last_read_post" END, "last_read_position" = greatest(i."last_read_position", f."last_read_position"),` +
    ` "is_following" = i."is_following" OR f."is_following",` +
    ` "deleted_timestamp" = CASE WHEN f."deleted_timestamp" IS NULL THEN NULL ELSE i."deleted_timestamp" END` +
    ` FROM "message_thread_notification" f WHERE ${both}` +
    ` RETURNING f."urn", f."deleted_timestamp" IS NULL AS living) SELECT "urn" FROM joined WHERE living ORDER BY "urn"`;
  return urnsOf(transaction, prepared(text, p));
}

/** The threads whose notifications only the one identity has follow to the other; returns the living ones. */
export async function moveNotifications(
  transaction: Transaction,
  { from, into, timestamp }: Move,
): Promise<AnnouncedRow[]> {
  const p = new Parameters();
  const [one, two] = [p.add(from, 'uuid'), p.add(into, 'uuid')];
  const text =
    `WITH moved AS (UPDATE "message_thread_notification" n SET "identity" = ${two}, "version" = n."version" + 1,` +
    ` "updated_timestamp" = ${p.add(timestamp, 'timestamptz')} WHERE n."identity" = ${one} AND NOT EXISTS (SELECT 1 FROM` +
    ` "message_thread_notification" o WHERE o."identity" = ${two} AND o."message_thread" = n."message_thread")` +
    ` RETURNING n."urn", n."owner", n."version", n."message_thread" AS container, n."deleted_timestamp") SELECT * FROM moved` +
    ` WHERE "deleted_timestamp" IS NULL ORDER BY "urn"`;
  return rowsOf<AnnouncedRow>(transaction, prepared(text, p));
}
