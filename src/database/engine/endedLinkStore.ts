// What ended when a resource was deleted, kept with it so that a restore brings it back: permission edges, links that were emptied, and
// members of lists. Resource reference 16.6.
import { resourceOf, targetOf, type Field, type Resource } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';
import type { Transaction } from '../connection/database.ts';
import { Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';

/** Something that ended with the deletion of `cause`. */
export interface EndedLink {
  readonly cause: string;
  readonly tenant: string;
  /** The permission edge, or the row whose link it was. */
  readonly urn: string;
  /** `Kind.field` of the row; empty for a permission edge. */
  readonly field: string;
  /** What the link named; the object of an edge. */
  readonly target: string;
  /** In a list; null for a single link. */
  readonly position: number | null;
}

/** Keeps what a query selects: cause, tenant, urn, field, target and position, in this order. A part of the statement that ends it. */
export function keepEndedSql(select: string): string {
  return `INSERT INTO "ended_link" ("cause", "tenant", "urn", "field", "target", "position") ${select} ON CONFLICT DO NOTHING`;
}

/** Takes out what ended with the deletion of any of these, at most so many. */
export async function takeEnded(
  transaction: Transaction,
  causes: readonly string[],
  most: number,
): Promise<EndedLink[]> {
  const p = new Parameters();
  const some =
    `SELECT "cause", "urn", "field", "target" FROM "ended_link" WHERE "cause" = ANY(${p.add(causes, 'uuid[]')})` +
    ` ORDER BY "field", "position", "urn" LIMIT ${p.add(most, 'int')}`;
  const text =
    `DELETE FROM "ended_link" e USING (${some}) s WHERE e."cause" = s."cause" AND e."urn" = s."urn" AND e."field" = s."field"` +
    ` AND e."target" = s."target" RETURNING e."cause", e."tenant", e."urn", e."field", e."target", e."position"`;
  return rowsOf<EndedLink>(transaction, prepared(text, p));
}

/** Keeps links that cannot come back yet with what is still deleted: `cause` of each. What is gone for good has none. */
export async function keepWaiting(transaction: Transaction, waiting: readonly EndedLink[]): Promise<void> {
  if (waiting.length === 0) return;
  const p = new Parameters();
  const rows = p.add(JSON.stringify(waiting), 'json');
  const text = keepEndedSql(
    `SELECT w."cause", w."tenant", w."urn", w."field", w."target", w."position" FROM json_to_recordset(${rows})` +
      ` AS w("cause" uuid, "tenant" uuid, "urn" uuid, "field" text, "target" uuid, "position" int)` +
      ` WHERE NOT EXISTS (SELECT 1 FROM unnest(ARRAY[w."cause", w."urn", w."target"]) AS named(urn)` +
      ` WHERE NOT EXISTS (SELECT 1 FROM "resource" o WHERE o."urn" = named.urn))`,
  );
  await transaction.query(prepared(text, p));
}

/** Forgets what ended for these rows, or with them: it is never to come back. */
export async function forgetEnded(transaction: Transaction, urns: readonly string[]): Promise<void> {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  await transaction.query(
    prepared(
      `DELETE FROM "ended_link" WHERE "cause" = ANY(${wanted}) OR "urn" = ANY(${wanted}) OR "target" = ANY(${wanted})` +
        ` OR "urn" IN (SELECT "urn" FROM "permission" WHERE "subject_urn" = ANY(${wanted}) AND "deleted_timestamp" IS NOT NULL)`,
      p,
    ),
  );
}

/** Of the rows of a kind, those that live. */
export async function livingAmong(
  executor: Executor,
  resource: Resource,
  urns: readonly string[],
): Promise<Set<string>> {
  if (urns.length === 0) return new Set();
  const p = new Parameters();
  const text = `SELECT "urn" FROM ${quote(resource.table)} WHERE "urn" = ANY(${p.add(urns, 'uuid[]')}) AND "deleted_timestamp" IS NULL`;
  return new Set(await urnsOf(executor, prepared(text, p)));
}

/** The kind and the field of a link that is no permission edge. */
export function fieldOfEnded(
  { field }: EndedLink,
  executor: Executor,
): { readonly resource: Resource; readonly of: Field } {
  const [kind = '', name = ''] = field.split('.');
  const resource = resourceOf(executor.contract, kind);
  const of = resource.fieldByName.get(name);
  if (!of) throw new Error(`${kind} has no field ${name}`);
  return { resource, of };
}

/** A row whose link is filled again, at its new version. */
export interface RefilledRow {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
  readonly container: string | null;
}

/**
 * Fills a single link of living rows that is still empty, where what it named lives: one version more each. Resolves to the rows.
 */
export async function refillLink(
  transaction: Transaction,
  { resource, of }: { readonly resource: Resource; readonly of: Field },
  ended: readonly EndedLink[],
  timestamp: string,
): Promise<RefilledRow[]> {
  const p = new Parameters();
  const column = quote(of.column);
  const [urns, targets] = [ended.map(({ urn }) => urn), ended.map(({ target }) => target)];
  const container = resource.container ? `t.${quote(resource.container.column)}` : 'NULL::uuid';
  const text =
    `UPDATE ${quote(resource.table)} t SET ${column} = o."urn", "version" = t."version" + 1, "updated_timestamp" = ${p.add(timestamp, 'timestamptz')}` +
    ` FROM unnest(${p.add(urns, 'uuid[]')}, ${p.add(targets, 'uuid[]')}) AS e(urn, target) JOIN ${quote(targetOf(of).table)} o ON o."urn" = e.target` +
    ` WHERE t."urn" = e.urn AND t.${column} IS NULL AND t."deleted_timestamp" IS NULL AND o."deleted_timestamp" IS NULL` +
    ` RETURNING t."urn", t."owner", t."version", ${container} AS "container"`;
  return rowsOf<RefilledRow>(transaction, prepared(text, p));
}

/** Puts members back into lists of links, each at its place, where both ends live. Resolves to those that are in them now. */
export async function refillLists(
  transaction: Transaction,
  { resource, of }: { readonly resource: Resource; readonly of: Field },
  ended: readonly EndedLink[],
): Promise<string[]> {
  const p = new Parameters();
  const rows = p.add(JSON.stringify(ended), 'json');
  const text =
    `INSERT INTO "link" ("tenant", "from_urn", "field", "to_urn", "position")` +
    ` SELECT t."tenant", e."urn", e."field", e."target", e."position" FROM json_to_recordset(${rows})` +
    ` AS e("urn" uuid, "field" text, "target" uuid, "position" int) JOIN ${quote(resource.table)} t ON t."urn" = e."urn"` +
    ` JOIN ${quote(targetOf(of).table)} o ON o."urn" = e."target" WHERE t."deleted_timestamp" IS NULL AND o."deleted_timestamp" IS NULL` +
    ` ON CONFLICT ("from_urn", "field", "to_urn") DO UPDATE SET "position" = "link"."position" RETURNING "from_urn" AS "urn"`;
  return urnsOf(transaction, prepared(text, p));
}

/** A permission edge that ended. */
export interface EndedGrant {
  readonly urn: string;
  readonly tenant: string;
  readonly owner: string;
  readonly subjectUrn: string;
  readonly subjectScope: string;
  readonly objectUrn: string;
  readonly objectScope: string;
  readonly label: string;
  readonly fromTimestamp: string | null;
  readonly toTimestamp: string | null;
}

/** Those of the edges that have ended. */
export async function endedGrants(executor: Executor, urns: readonly string[]): Promise<EndedGrant[]> {
  const p = new Parameters();
  const text =
    `SELECT "urn", "tenant", "owner", "subject_urn" AS "subjectUrn", "subject_scope" AS "subjectScope", "object_urn" AS "objectUrn",` +
    ` "object_scope" AS "objectScope", "label", "from_timestamp" AS "fromTimestamp", "to_timestamp" AS "toTimestamp"` +
    ` FROM "permission" WHERE "urn" = ANY(${p.add(urns, 'uuid[]')}) AND "deleted_timestamp" IS NOT NULL ORDER BY "urn" FOR NO KEY UPDATE`;
  return rowsOf<EndedGrant>(executor, prepared(text, p));
}
