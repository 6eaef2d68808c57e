// Redirects: where a path leads by what was written about it, and which others stand behind it. Resource reference 16.26.
import type { AccessScope } from '../../domain/accessScope.ts';
import { mostSteps, type Target } from '../../domain/redirectTarget.ts';
import { firstOf, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import { inScope } from '../engine/scope.ts';

interface Found {
  readonly to_path: string | null;
  readonly to_address: string | null;
  readonly is_permanent: boolean;
}

/**
 * Where a path leads by a redirect that is within the scope, which is made for pages: both are read with the same label. Null when
 * nowhere. Of several companies the one named `own` goes first, then that of the oldest redirect.
 */
export async function redirectOf(
  executor: Executor,
  scope: AccessScope,
  address: { readonly path: string; readonly owner: string | null },
  own: string | null,
): Promise<Target | null> {
  const p = new Parameters();
  const path = p.add(address.path, 'text');
  const owner = address.owner ? ` AND t."owner" = ${p.add(address.owner, 'uuid')}` : '';
  const first = own === null ? '' : `t."owner" <> ${p.add(own, 'uuid')}, `;
  const text =
    `SELECT t."to_path", t."to_address", t."is_permanent" FROM "redirect" t WHERE md5(t."from_path") = md5(${path})` +
    ` AND t."from_path" = ${path}${owner} AND ${inScope(executor.contract.kinds.Redirect, 't', scope, p)}` +
    ` ORDER BY ${first}t."created_timestamp", t."urn" LIMIT 1`;
  const found = await firstOf<Found>(executor, prepared(text, p));
  if (!found) return null;
  const { to_path: to, to_address: out, is_permanent: isPermanent } = found;
  if (to !== null) return { path: to, isPermanent };
  return out === null ? null : { address: out, isPermanent };
}

/** Makes changes of the redirects of one tenant wait for one another, so that two of them cannot close a circle together. */
export async function lockRedirects(transaction: Executor, tenant: string | null): Promise<void> {
  const p = new Parameters();
  const key = p.add(`redirects ${String(tenant)}`, 'text');
  await transaction.query(prepared(`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`, p));
}

/** The paths that a path of a company leads to one after the other, itself first, and at most one more than `mostSteps`. */
export async function pathsBehind(executor: Executor, owner: string, path: string): Promise<string[]> {
  const p = new Parameters();
  const text =
    `WITH RECURSIVE "way"("path", "step") AS (SELECT ${p.add(path, 'text')}, 0 UNION ALL SELECT t."to_path", w."step" + 1` +
    ` FROM "way" w JOIN "redirect" t ON t."owner" = ${p.add(owner, 'uuid')} AND md5(t."from_path") = md5(w."path")` +
    ` AND t."from_path" = w."path" AND t."to_path" IS NOT NULL AND t."deleted_timestamp" IS NULL` +
    ` WHERE w."step" < ${p.add(mostSteps, 'int')}) SELECT "path" FROM "way" ORDER BY "step"`;
  return (await rowsOf<{ path: string }>(executor, prepared(text, p))).map((row) => row.path);
}
