// What callers deleted, as it is listed for those who may restore it. Ends when the resource is restored or purged.
import type { Contract, Resource } from '../../contract/resource.ts';
import type { Actor } from '../../domain/actor.ts';
import { quote } from '../mapping/columns.ts';
import { actorSql } from './actorSql.ts';
import { unregistered } from '../mapping/kindDetails.ts';
import type { Transaction } from '../connection/database.ts';
import { Parameters, prepared, rowsOf, unprepared, type Executor } from '../connection/statement.ts';

/** Notes those of the rows that are deleted now, and by whom. */
export function noteDeletions(transaction: Transaction, resource: Resource, urns: readonly string[], by: Actor): void {
  if (urns.length === 0 || unregistered.has(resource.name)) return;
  const p = new Parameters();
  const some = `(SELECT * FROM ${quote(resource.table)} WHERE "urn" = ANY(${p.add(urns, 'uuid[]')}) AND "deleted_timestamp" IS NOT NULL)`;
  transaction.send(prepared(deletionSql(resource, some, by, p), p));
}

/** Notes rows (a relation in SQL) of a registered kind as deleted, and by whom, as SQL. */
export function deletionSql(resource: Resource, rows: string, by: Actor, p: Parameters): string {
  return (
    `INSERT INTO "deletion" ("urn", "tenant", "owner", "kind", "deleted_timestamp", "deleted_by", "transaction")` +
    ` SELECT t."urn", t."tenant", t."owner", '${resource.name}', t."deleted_timestamp", ${actorSql(by, p)},` +
    ` pg_current_xact_id()::text::bigint FROM ${rows} t` +
    ` ON CONFLICT ("urn") DO UPDATE SET "deleted_timestamp" = excluded."deleted_timestamp", "owner" = excluded."owner",` +
    ` "deleted_by" = excluded."deleted_by", "transaction" = excluded."transaction"`
  );
}

/** Forgets that they were deleted: they live again. */
export function forgetDeletions(transaction: Transaction, urns: readonly string[]): void {
  const p = new Parameters();
  transaction.send(prepared(`DELETE FROM "deletion" WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})`, p));
}

/** Gives those of the rows that are deleted to another company, whose administrators may restore them then. */
export function moveDeletions(transaction: Transaction, urns: readonly string[], owner: string): void {
  const p = new Parameters();
  const text = `UPDATE "deletion" SET "owner" = ${p.add(owner, 'uuid')} WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})`;
  transaction.send(prepared(text, p));
}

/** Something that was deleted. */
export interface DeletedResource {
  readonly urn: string;
  readonly kind: string;
  readonly ownerUrn: string;
  readonly name: string | null;
  readonly deletedTimestamp: string;
  readonly deletedBy: Actor | null;
  readonly restorableUntil: string;
}

/** Which of them; null for all. */
export interface DeletionFilter {
  readonly kind: string | null;
  /** Deleted at this instant or later. */
  readonly fromTimestamp: string | null;
  /** Deleted before this instant. */
  readonly toTimestamp: string | null;
}

/** A page: what stands behind `before`, and was deleted no longer ago than so many days. */
interface DeletionPage {
  readonly days: number;
  readonly before: { readonly deletedTimestamp: string; readonly urn: string } | null;
  readonly limit: number;
}

/** What was deleted of companies of a tenant, newest first. */
export async function deletions(
  executor: Executor,
  { tenant, companies }: { readonly tenant: string; readonly companies: readonly string[] },
  filter: DeletionFilter,
  page: DeletionPage,
): Promise<DeletedResource[]> {
  const p = new Parameters();
  const days = `make_interval(days => ${p.add(page.days, 'int')})`;
  const conditions = [
    `d."owner" = c.urn AND d."tenant" = ${p.add(tenant, 'uuid')} AND d."deleted_timestamp" > now() - ${days}`,
  ];
  if (filter.kind !== null) conditions.push(`d."kind" = ${p.add(filter.kind, 'text')}`);
  if (filter.fromTimestamp !== null)
    conditions.push(`d."deleted_timestamp" >= ${p.add(filter.fromTimestamp, 'timestamptz')}`);
  if (filter.toTimestamp !== null)
    conditions.push(`d."deleted_timestamp" < ${p.add(filter.toTimestamp, 'timestamptz')}`);
  if (page.before) {
    const { deletedTimestamp, urn } = page.before;
    conditions.push(
      `(d."deleted_timestamp", d."urn") < (${p.add(deletedTimestamp, 'timestamptz')}, ${p.add(urn, 'uuid')})`,
    );
  }
  const newest = `ORDER BY d."deleted_timestamp" DESC, d."urn" DESC LIMIT ${p.add(page.limit, 'int')}`;
  // The newest of each company, by an index, and of those the newest of all; names are looked up for these alone.
  const found =
    `SELECT d.* FROM unnest(${p.add(companies, 'uuid[]')}) AS c(urn)` +
    ` CROSS JOIN LATERAL (SELECT d.* FROM "deletion" d WHERE ${conditions.join(' AND ')} ${newest}) d ${newest}`;
  const text =
    `SELECT d."urn", d."kind", d."owner" AS "ownerUrn", ${nameOf(executor.contract)} AS "name", d."deleted_timestamp" AS "deletedTimestamp",` +
    ` d."deleted_by" AS "deletedBy", d."deleted_timestamp" + ${days} AS "restorableUntil" FROM (${found}) d ORDER BY d."deleted_timestamp" DESC, d."urn" DESC`;
  return rowsOf<DeletedResource>(executor, unprepared(text, p));
}

// By which people know a resource, the first that its kind has.
const nameFields = ['name', 'title', 'number', 'email'];

// As the row has it, so that what is blanked there is shown nowhere.
function nameOf(contract: Contract): string {
  const named = contract.resources.flatMap((resource) => {
    const field = nameFields.map((name) => resource.fieldByName.get(name)).find((one) => one?.storage === 'COLUMN');
    if (!field || field.isWriteOnly || unregistered.has(resource.name)) return [];
    return `WHEN '${resource.name}' THEN (SELECT t.${quote(field.column)}::text FROM ${quote(resource.table)} t WHERE t."urn" = d."urn")`;
  });
  return `CASE d."kind" ${named.join(' ')} END`;
}

/** What a transaction deleted, among the deletions of a tenant. */
export async function deletedTogether(
  executor: Executor,
  urn: string,
  others: readonly string[],
): Promise<{ readonly urn: string; readonly kind: string }[]> {
  const p = new Parameters();
  const text =
    `SELECT o."urn", o."kind" FROM "deletion" d JOIN "deletion" o ON o."transaction" = d."transaction" AND o."tenant" = d."tenant"` +
    ` WHERE d."urn" = ${p.add(urn, 'uuid')} AND o."urn" = ANY(${p.add(others, 'uuid[]')})`;
  return rowsOf(executor, prepared(text, p));
}
