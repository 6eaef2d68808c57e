// The web origins that API clients name.
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** The web origins that active API clients of a tenant name, at most a hundred. */
export async function originsOfTenant(executor: Executor, tenantUrn: string): Promise<string[]> {
  const p = new Parameters();
  const text =
    `SELECT DISTINCT o.origin FROM "api_client" c JOIN "company" w ON w."urn" = c."owner" CROSS JOIN unnest(c."allowed_origins") o(origin)` +
    ` WHERE w."owner" = ${p.add(tenantUrn, 'uuid')} AND c."status" = 'ACTIVE' AND c."deleted_timestamp" IS NULL` +
    ` AND w."deleted_timestamp" IS NULL ORDER BY 1 LIMIT 100`;
  const rows = await rowsOf<{ origin: string }>(executor, prepared(text, p));
  return rows.map((row) => row.origin);
}
