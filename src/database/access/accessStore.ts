// What the access model reads from the database besides the decision itself: the tree of owners, the record of changed
// edges, and the revocation of tokens.
import type { Actor } from '../../domain/actor.ts';
import type { Transaction } from '../connection/database.ts';
import { actorSql } from '../engine/actorSql.ts';
import { aboveSql } from '../engine/edges.ts';
import { isTrue, Parameters, prepared, preparedByValue, urnsOf, type Executor } from '../connection/statement.ts';

/** Whether a company is the other one or lies below it, both alive. */
export async function isAtOrBelow(executor: Executor, company: string, above: string): Promise<boolean> {
  const p = new Parameters();
  const text = `SELECT ${p.add(above, 'uuid')} IN (${aboveSql(p.add(company, 'uuid'))}) AS is`;
  return isTrue(executor, prepared(text, p));
}

/** One change of an edge, as it was recorded. */
export interface EdgeChange {
  readonly position: string;
  readonly permission: string;
  readonly owner: string;
  readonly event: string;
  readonly subjectUrn: string;
  readonly subjectScope: string;
  readonly objectUrn: string;
  readonly objectScope: string;
  readonly label: string;
  readonly fromTimestamp: string | null;
  readonly toTimestamp: string | null;
  readonly reason: string | null;
  readonly actor: Actor;
  readonly timestamp: string;
}

/** Records changes of edges as they stand now, in the order they are given. */
export async function recordEdges(
  transaction: Transaction,
  changes: readonly { readonly urn: string; readonly event: string }[],
  actor: Actor,
  timestamp: string,
): Promise<void> {
  if (changes.length === 0) return;
  const p = new Parameters();
  const urns = p.add(
    changes.map((c) => c.urn),
    'uuid[]',
  );
  const events = p.add(
    changes.map((c) => c.event),
    'text[]',
  );
  const text =
    `INSERT INTO "permission_audit" ("permission", "owner", "tenant", "event", "subject_urn", "subject_scope", "object_urn",` +
    ` "object_scope", "label", "from_timestamp", "to_timestamp", "reason", "actor", "timestamp")` +
    ` SELECT g."urn", g."owner", g."tenant", c.event, g."subject_urn", g."subject_scope", g."object_urn", g."object_scope", g."label",` +
    ` g."from_timestamp", g."to_timestamp", g."reason", ${actorSql(actor, p)},` +
    ` ${p.add(timestamp, 'timestamptz')} FROM unnest(${urns}, ${events}) WITH ORDINALITY AS c(urn, event, n)` +
    ` JOIN "permission" g ON g."urn" = c.urn ORDER BY c.n`;
  await transaction.query(prepared(text, p));
}

/** Changes of edges that these companies own, newest first, older than `before` where it is given. */
export async function edgeChanges(
  executor: Executor,
  companies: readonly string[],
  page: { readonly before: string | null; readonly limit: number },
): Promise<EdgeChange[]> {
  const p = new Parameters();
  const before = page.before === null ? '' : ` AND a."position" < ${p.add(page.before, 'bigint')}`;
  const limit = p.add(page.limit, 'int');
  const text =
    `SELECT a."position"::text, a."permission", a."owner", a."event", a."subject_urn" AS "subjectUrn", a."subject_scope" AS "subjectScope",` +
    ` a."object_urn" AS "objectUrn", a."object_scope" AS "objectScope", a."label", a."from_timestamp" AS "fromTimestamp",` +
    ` a."to_timestamp" AS "toTimestamp", a."reason", a."actor", a."timestamp" FROM unnest(${p.add(companies, 'uuid[]')}) AS c(urn)` +
    // Each company's own, by its index: of a column that is equal to one value PostgreSQL would drop the order, and sooner walk
    // through the changes of all in search of these.
    ` CROSS JOIN LATERAL (SELECT a.* FROM "permission_audit" a WHERE a."owner" = ANY(ARRAY[c.urn])${before}` +
    ` ORDER BY a."owner" DESC, a."position" DESC LIMIT ${limit}) a ORDER BY a."position" DESC LIMIT ${limit}`;
  // The statement selects what EdgeChange names.
  return (await executor.query(preparedByValue(text, p))) as unknown as EdgeChange[];
}

/** Ends bearer and OAuth tokens for good: the one, or all of a client. */
export async function revokeTokens(
  transaction: Transaction,
  of: { readonly token: string } | { readonly apiClient: string },
  timestamp: string,
): Promise<void> {
  for (const table of ['api_client_bearer_token', 'o_auth_token']) {
    const p = new Parameters();
    const at = p.add(timestamp, 'timestamptz');
    const which =
      'token' in of ? `"urn" = ${p.add(of.token, 'uuid')}` : `"api_client" = ${p.add(of.apiClient, 'uuid')}`;
    const text = `UPDATE "${table}" SET "revoked_timestamp" = ${at} WHERE ${which} AND "revoked_timestamp" IS NULL`;
    await transaction.query(prepared(text, p));
  }
}

/** Whether a token was made for certain roles, be they gone or not. */
export async function narrowsRoles(executor: Executor, token: string): Promise<boolean> {
  const p = new Parameters();
  const text = `SELECT "narrows_roles" IS TRUE AS is FROM "api_client_bearer_token" WHERE "urn" = ${p.add(token, 'uuid')}`;
  return isTrue(executor, prepared(text, p));
}

/** Those of the urns that some permission is given to. */
export async function subjectsAmong(executor: Executor, urns: readonly string[]): Promise<Set<string>> {
  const p = new Parameters();
  const text =
    `SELECT DISTINCT "subject_urn" AS urn FROM "permission" WHERE "subject_urn" = ANY(${p.add(urns, 'uuid[]')})` +
    ` AND "deleted_timestamp" IS NULL`;
  return new Set(await urnsOf(executor, prepared(text, p)));
}
