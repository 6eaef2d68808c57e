// The tree of companies of one tenant.
import type { Transaction } from '../connection/database.ts';
import { isTrue, onlyRow, Parameters, prepared, urnsOf, type Executor } from '../connection/statement.ts';

/** Makes changes to one tenant's tree wait for one another, so that two of them cannot close a cycle together. */
export async function lockTree(transaction: Transaction, tenant: string): Promise<void> {
  const p = new Parameters();
  const text = `SELECT pg_advisory_xact_lock(hashtextextended('company tree ' || ${p.add(tenant, 'text')}, 0))`;
  await transaction.query(prepared(text, p));
}

/** The root company of a company's tenant. */
export async function rootOf(executor: Executor, company: string): Promise<string> {
  const p = new Parameters();
  const text = `SELECT "owner" FROM "company" WHERE "urn" = ${p.add(company, 'uuid')}`;
  return (await onlyRow<{ owner: string }>(executor, prepared(text, p))).owner;
}

/** The companies above one, nearest first. */
export async function ancestorsOf(executor: Executor, company: string): Promise<string[]> {
  const p = new Parameters();
  const text =
    `WITH RECURSIVE above AS (SELECT "parent_company" AS urn, 1 AS depth FROM "company" WHERE "urn" = ${p.add(company, 'uuid')}` +
    ` UNION ALL SELECT c."parent_company", a.depth + 1 FROM "company" c JOIN above a ON c."urn" = a.urn WHERE a.depth < 1000)` +
    ` SELECT urn FROM above WHERE urn IS NOT NULL ORDER BY depth`;
  return urnsOf(executor, prepared(text, p));
}

/** Whether living companies have this one as their parent. */
export async function isParent(executor: Executor, company: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `SELECT EXISTS (SELECT 1 FROM "company" WHERE "parent_company" = ${p.add(company, 'uuid')}` +
    ` AND "deleted_timestamp" IS NULL) AS is`;
  return isTrue(executor, prepared(text, p));
}

/** What a company says about languages: its own fallback chains, and its organisation's default language. */
export interface CompanyLanguages {
  readonly chains: Record<string, string[]>;
  readonly defaultLanguage: string | null;
  /** The companies and organisations that say so: as long as their rows are the same, so are the languages. */
  readonly saidBy: readonly string[];
}

/** The languages of a company, taken from the nearest company above it that states them. */
export async function languagesOf(executor: Executor, company: string): Promise<CompanyLanguages> {
  const p = new Parameters();
  const text =
    `WITH RECURSIVE above AS (SELECT "urn", "parent_company", "fallback_languages", "organisation", 0 AS depth FROM "company"` +
    ` WHERE "urn" = ${p.add(company, 'uuid')} UNION ALL SELECT c."urn", c."parent_company", c."fallback_languages",` +
    ` c."organisation", a.depth + 1 FROM "company" c JOIN above a ON c."urn" = a."parent_company" WHERE a.depth < 1000)` +
    ` SELECT coalesce((SELECT "fallback_languages" FROM above WHERE "fallback_languages" IS NOT NULL ORDER BY depth LIMIT 1), '{}') AS chains,` +
    ` (SELECT o."default_language" FROM above a JOIN "organisation" o ON o."urn" = a."organisation"` +
    ` ORDER BY a.depth LIMIT 1) AS "defaultLanguage",` +
    ` ARRAY(SELECT a."urn"::text FROM above a UNION SELECT a."organisation"::text FROM above a WHERE a."organisation" IS NOT NULL) AS "saidBy"`;
  // companyKind accepts nothing but lists of tags by tag.
  return onlyRow<CompanyLanguages>(executor, prepared(text, p));
}
