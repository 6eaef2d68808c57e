// The thread in which the service speaks to the people who run a company, and who they are. Resource reference 9.5.
import type { Transaction } from '../connection/database.ts';
import { edgeHolds } from '../engine/edges.ts';
import { firstOf, Parameters, prepared, urnsOf } from '../connection/statement.ts';
import { tenantOf } from '../engine/tenant.ts';

/** Where the service posts, and as which identity. */
export interface SupportThread {
  readonly thread: string;
  readonly group: string;
  readonly author: string;
}

/** The thread of the company while it is open; null for none. Locks the company: of two who find none one makes it. */
export async function lockSupportThread(transaction: Transaction, company: string): Promise<SupportThread | null> {
  const lock = new Parameters();
  const locked = `SELECT 1 FROM "company" WHERE "urn" = ${lock.add(company, 'uuid')} FOR NO KEY UPDATE`;
  await transaction.query(prepared(locked, lock));
  const p = new Parameters();
  const text =
    `SELECT s."thread", s."author", t."group" FROM "support_thread" s JOIN "message_thread" t ON t."urn" = s."thread"` +
    ` JOIN "group" v ON v."urn" = t."group" JOIN "identity" i ON i."urn" = s."author"` +
    ` WHERE s."owner" = ${p.add(company, 'uuid')} AND NOT t."is_closed" AND t."deleted_timestamp" IS NULL` +
    ` AND v."deleted_timestamp" IS NULL AND i."deleted_timestamp" IS NULL`;
  return firstOf<SupportThread>(transaction, prepared(text, p));
}

/** Remembers a thread that was made for the company, instead of one it had before. */
export async function keepSupportThread(
  transaction: Transaction,
  company: string,
  { thread, author }: SupportThread,
): Promise<void> {
  const p = new Parameters();
  const owner = p.add(company, 'uuid');
  const text =
    `INSERT INTO "support_thread" ("owner", "tenant", "thread", "author") VALUES (${owner}, ${tenantOf(owner)},` +
    ` ${p.add(thread, 'uuid')}, ${p.add(author, 'uuid')}) ON CONFLICT ("owner") DO UPDATE SET "thread" = excluded."thread", "author" = excluded."author"`;
  await transaction.query(prepared(text, p));
}

/** Most people that are brought into the thread of a company by themselves. */
const mostAdministrators = 200;

/**
 * Those who run the company and have never been in the group: people who hold ADMIN on it by an edge of their own, of a
 * group of theirs or of a role, and the identities of its company-level clients. Who left or was taken out stays out.
 */
export async function newAdministrators(transaction: Transaction, company: string, group: string): Promise<string[]> {
  const p = new Parameters();
  const owner = p.add(company, 'uuid');
  const [held, member] = [edgeHolds('g', null, p), edgeHolds('r', null, p)];
  const inGroup =
    `SELECT 1 FROM "group_membership" m WHERE m."identity" = i."urn" AND m."status" = 'ACTIVE'` +
    ` AND m."deleted_timestamp" IS NULL AND m."group" = g."subject_urn"`;
  const inRole =
    `SELECT 1 FROM "permission" r WHERE r."object_urn" = g."subject_urn" AND r."object_scope" = 'ROLE'` +
    ` AND r."label" = 'MEMBER' AND r."subject_scope" = 'IDENTITY' AND r."subject_urn" = i."urn" AND ${member}`;
  const text =
    `SELECT i."urn" FROM "identity" i WHERE i."deleted_timestamp" IS NULL AND i."urn" IN (` +
    `SELECT c."identity" FROM "api_client" c WHERE c."owner" = ${owner} AND c."access_level" = 'COMPANY'` +
    ` AND c."status" = 'ACTIVE' AND c."deleted_timestamp" IS NULL UNION ALL SELECT i."urn" FROM "permission" g` +
    ` JOIN "identity" i ON (g."subject_scope" = 'IDENTITY' AND g."subject_urn" = i."urn")` +
    ` OR (g."subject_scope" = 'GROUP' AND EXISTS (${inGroup})) OR (g."subject_scope" = 'ROLE' AND EXISTS (${inRole}))` +
    ` WHERE g."object_urn" = ${owner} AND g."object_scope" = 'COMPANY' AND g."label" = 'ADMIN' AND ${held}` +
    ` AND i."type" = 'PERSON') AND NOT EXISTS (SELECT 1 FROM "group_membership" k WHERE k."group" = ${p.add(group, 'uuid')}` +
    ` AND k."identity" = i."urn") ORDER BY i."urn" LIMIT ${String(mostAdministrators)}`;
  return urnsOf(transaction, prepared(text, p));
}
