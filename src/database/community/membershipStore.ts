// Memberships beyond the common statements: the two opt-out facts behind a status, the marks that outlive a deleted
// membership, and who moderates a group. Resource reference 6.2, 10.4.
import type { JoinPolicy, Membership } from '../../domain/membership.ts';
import type { Transaction } from '../connection/database.ts';
import { firstOf, isTrue, onlyRow, Parameters, prepared, type Executor } from '../connection/statement.ts';

/** Lets one writer at a time decide about an identity in a group, also while there is no membership to lock. */
export async function lockMembership(transaction: Transaction, identity: string, group: string): Promise<void> {
  const p = new Parameters();
  const text = `SELECT pg_advisory_xact_lock(hashtextextended(${p.add(`membership ${identity} ${group}`, 'text')}, 0))`;
  await transaction.query(prepared(text, p));
}

/** The urn of the living membership of an identity in a group; null when there is none. */
export async function livingMembership(executor: Executor, identity: string, group: string): Promise<string | null> {
  const p = new Parameters();
  const text =
    `SELECT "urn" FROM "group_membership" WHERE "identity" = ${p.add(identity, 'uuid')}` +
    ` AND "group" = ${p.add(group, 'uuid')} AND "deleted_timestamp" IS NULL`;
  return (await firstOf<{ urn: string }>(executor, prepared(text, p)))?.urn ?? null;
}

/** What is stored of a membership, shown or not. */
export async function membershipFacts(executor: Executor, urn: string): Promise<Membership | null> {
  const p = new Parameters();
  const text =
    `SELECT "status", "enrollment", "member_opt_out" AS "memberOptOut", "owner_ban" AS "ownerBan",` +
    ` "owner_agreed" AS "ownerAgreed" FROM "group_membership" WHERE "urn" = ${p.add(urn, 'uuid')}`;
  // The columns hold only what the rules of the kind let in.
  return firstOf<Membership>(executor, prepared(text, p));
}

/** The opt-outs that a deleted membership left behind, as a membership without a status; null when there are none. */
export async function optOutOf(executor: Executor, identity: string, group: string): Promise<Membership | null> {
  const p = new Parameters();
  const text =
    `SELECT "member_opt_out", "owner_ban" FROM "membership_mark" WHERE "identity" = ${p.add(identity, 'uuid')}` +
    ` AND "group" = ${p.add(group, 'uuid')}`;
  const [row] = await executor.query(prepared(text, p));
  if (!row) return null;
  const { member_opt_out: memberOptOut, owner_ban: ownerBan } = row;
  return { status: null, ownerAgreed: false, memberOptOut: memberOptOut === true, ownerBan: ownerBan === true };
}

/** Keeps the opt-outs of a membership that goes, or forgets the mark when there are none. */
export async function keepOptOut(
  transaction: Transaction,
  identity: string,
  group: string,
  facts: Pick<Membership, 'memberOptOut' | 'ownerBan'>,
): Promise<void> {
  const p = new Parameters();
  const key = [p.add(identity, 'uuid'), p.add(group, 'uuid')] as const;
  if (!facts.memberOptOut && !facts.ownerBan) {
    const text = `DELETE FROM "membership_mark" WHERE "identity" = ${key[0]} AND "group" = ${key[1]}`;
    await transaction.query(prepared(text, p));
    return;
  }
  const text =
    `INSERT INTO "membership_mark" ("identity", "group", "member_opt_out", "owner_ban", "tenant") VALUES (${key.join(', ')},` +
    ` ${p.add(facts.memberOptOut, 'boolean')}, ${p.add(facts.ownerBan, 'boolean')},` +
    ` (SELECT g."tenant" FROM "group" g WHERE g."urn" = ${key[1]})) ON CONFLICT ("identity", "group")` +
    ` DO UPDATE SET "member_opt_out" = EXCLUDED."member_opt_out", "owner_ban" = EXCLUDED."owner_ban"`;
  await transaction.query(prepared(text, p));
}

/** How people join the group. */
export async function joinPolicyOf(executor: Executor, group: string): Promise<JoinPolicy> {
  const p = new Parameters();
  const text = `SELECT "join_policy" FROM "group" WHERE "urn" = ${p.add(group, 'uuid')}`;
  const row = await onlyRow<{ join_policy: JoinPolicy }>(executor, prepared(text, p));
  // The column holds a member of GroupJoinPolicy.
  return row.join_policy;
}

/** Whether the identity moderates the group now. */
export async function isModerator(executor: Executor, identity: string, group: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `SELECT EXISTS (SELECT 1 FROM "group_membership" WHERE "identity" = ${p.add(identity, 'uuid')}` +
    ` AND "group" = ${p.add(group, 'uuid')} AND "role" = 'MODERATOR' AND "status" = 'ACTIVE' AND "deleted_timestamp" IS NULL) AS is`;
  return isTrue(executor, prepared(text, p));
}
