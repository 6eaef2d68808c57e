// Reads for the operator of the whole database: which tenants, API clients and bearer tokens exist, regardless of owner.
import { firstOf, Parameters, prepared, type Executor } from '../connection/statement.ts';

/** A bearer token as the operator sees it; the secret itself is not kept. */
export interface OperatorToken {
  readonly urn: string;
  readonly client: string;
  readonly company: string;
  readonly name: string | null;
  readonly prefix: string;
  readonly expires: string;
  readonly revoked: string | null;
  readonly lastUsed: string | null;
}

/** An API client that tokens can be issued for. */
export interface OperatorClient {
  readonly urn: string;
  readonly owner: string;
}

/** The API client with that urn or client id; null requests the oldest company-level one. */
export async function findClient(executor: Executor, reference: string | null): Promise<OperatorClient | null> {
  const p = new Parameters();
  const wanted =
    reference === null ? `"access_level" = 'COMPANY'` : `${p.add(reference, 'text')} IN ("urn"::text, "client_id")`;
  const text =
    `SELECT "urn", "owner" FROM "api_client" WHERE ${wanted} AND "deleted_timestamp" IS NULL AND "status" = 'ACTIVE'` +
    ` ORDER BY "created_timestamp", "urn" LIMIT 1`;
  return firstOf<{ urn: string; owner: string }>(executor, prepared(text, p));
}

/** The newest `limit` bearer tokens, newest first; with `isAll` also those that have ended. */
export async function listTokens(
  executor: Executor,
  { isAll, limit }: { readonly isAll: boolean; readonly limit: number },
): Promise<OperatorToken[]> {
  const p = new Parameters();
  const living = isAll ? 'TRUE' : `t."revoked_timestamp" IS NULL AND t."expiration_timestamp" > now()`;
  const text =
    `SELECT t."urn", c."name" AS client, o."name" AS company, t."name", t."token_prefix" AS prefix,` +
    ` t."expiration_timestamp" AS expires, t."revoked_timestamp" AS revoked, t."last_used_timestamp" AS "lastUsed"` +
    ` FROM "api_client_bearer_token" t JOIN "api_client" c ON c."urn" = t."api_client"` +
    ` JOIN "company" o ON o."urn" = t."owner" WHERE t."deleted_timestamp" IS NULL AND ${living}` +
    ` ORDER BY t."created_timestamp" DESC, t."urn" DESC LIMIT ${p.add(limit, 'int')}`;
  // The statement selects what OperatorToken names.
  return (await executor.query(prepared(text, p))) as unknown as OperatorToken[];
}

/** The urn of the one living token with that urn or that beginning of its urn; null for none and for several. */
export async function findToken(executor: Executor, reference: string): Promise<string | null> {
  const p = new Parameters();
  const text =
    `SELECT "urn" FROM "api_client_bearer_token" WHERE starts_with("urn"::text, ${p.add(reference.toLowerCase(), 'text')})` +
    ` AND "deleted_timestamp" IS NULL AND "revoked_timestamp" IS NULL LIMIT 2`;
  const rows = await executor.query(prepared(text, p));
  return rows.length === 1 ? String(rows[0]?.['urn']) : null;
}

/** A tenant: the root of a tree of companies. */
export interface OperatorTenant {
  readonly urn: string;
  readonly name: string;
  readonly created: string;
  /** Its companies, the root included. */
  readonly companies: number;
  /** Its bearer tokens that hold. */
  readonly tokens: number;
  /** Since when it is disabled; null for one that can be used. */
  readonly disabled: string | null;
}

/** The oldest `limit` tenants, oldest first. */
export async function listTenants(executor: Executor, limit: number): Promise<OperatorTenant[]> {
  const p = new Parameters();
  const text =
    `SELECT o."urn", o."name", o."created_timestamp" AS created,` +
    ` (SELECT count(*)::int FROM "company" c WHERE c."tenant" = o."urn" AND c."deleted_timestamp" IS NULL) AS companies,` +
    ` (SELECT count(*)::int FROM "api_client_bearer_token" t WHERE t."tenant" = o."urn" AND t."deleted_timestamp" IS NULL` +
    ` AND t."revoked_timestamp" IS NULL AND t."expiration_timestamp" > now()) AS tokens,` +
    ` z."since_timestamp" AS disabled` +
    ` FROM "company" o LEFT JOIN "disabled_tenant" z ON z."tenant" = o."urn" WHERE o."owner" = o."urn" AND o."deleted_timestamp" IS NULL` +
    ` ORDER BY o."created_timestamp", o."urn" LIMIT ${p.add(limit, 'int')}`;
  // The statement selects what OperatorTenant names.
  return (await executor.query(prepared(text, p))) as unknown as OperatorTenant[];
}

/** The name of the tenant with that urn, held until the transaction ends; null when there is none. */
export async function lockTenant(transaction: Executor, urn: string): Promise<string | null> {
  const p = new Parameters();
  const text =
    `SELECT "name" FROM "company" WHERE "urn" = ${p.add(urn, 'uuid')} AND "owner" = "urn" AND "deleted_timestamp" IS NULL` +
    ` FOR NO KEY UPDATE`;
  return (await firstOf<{ name: string }>(transaction, prepared(text, p)))?.name ?? null;
}

/** Notes that a tenant is disabled; it keeps its time when it was before. */
export async function markDisabled(transaction: Executor, tenant: string): Promise<void> {
  const p = new Parameters();
  const text =
    `INSERT INTO "disabled_tenant" ("tenant", "since_timestamp") VALUES (${p.add(tenant, 'uuid')}, clock_timestamp())` +
    ` ON CONFLICT DO NOTHING`;
  await transaction.query(prepared(text, p));
}

/** Notes that a tenant can be used again, and wakes its webhook subscriptions: what waited is sent. */
export async function markEnabled(transaction: Executor, tenant: string): Promise<void> {
  const p = new Parameters();
  const text =
    `WITH gone AS (DELETE FROM "disabled_tenant" WHERE "tenant" = ${p.add(tenant, 'uuid')} RETURNING "tenant"),` +
    // In one order, as everywhere (database/events/queueState.ts).
    ` paces AS MATERIALIZED (SELECT w."subscription" FROM "webhook_pace" w WHERE w."tenant" IN (SELECT "tenant" FROM gone)` +
    ` ORDER BY w."subscription" FOR UPDATE)` +
    ` UPDATE "webhook_pace" SET "wake_timestamp" = clock_timestamp() WHERE "subscription" IN (SELECT "subscription" FROM paces)`;
  await transaction.query(prepared(text, p));
}
