// What a delete meets: the rows that refer to what goes, what a company owns, and the links and permission edges that go with it.
// Callers decide what becomes of it, and hold the locks.
import { linkColumns } from '../../contract/fieldGroups.ts';
import type { Field, Resource } from '../../contract/resource.ts';
import type { Actor } from '../../domain/actor.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { newUrn } from '../../domain/urn.ts';
import { quote } from '../mapping/columns.ts';
import { unregistered } from '../mapping/kindDetails.ts';
import type { Transaction } from '../connection/database.ts';
import {
  firstOf,
  onlyRow,
  Parameters,
  prepared,
  rowsOf,
  unprepared,
  type Executor,
  type Statement,
} from '../connection/statement.ts';
import type { AnnouncedRow } from './deletedStore.ts';
import { deletionSql } from './deletionStore.ts';
import { entryOf } from './itemEntry.ts';
import { keepEndedSql } from './endedLinkStore.ts';
import { linkField } from './listStatement.ts';
import { hasLiveValue, staysLive } from './liveRows.ts';

/** Something that points at an object which is to be deleted. */
export interface Referrer {
  readonly resource: Resource;
  readonly field: Field;
  readonly urns: readonly string[];
}

/** What points at the rows of each kind, by its name. */
export type Referrers = ReadonlyMap<string, readonly Referrer[]>;

/**
 * The living rows whose single link points at one of the urns, and, as far down as it goes, at what lives in these, by kind and field, in
 * one statement: of each field all of them, or one more than `most`. Of what lives in a row the field is its container.
 */
export async function referrersBelow(
  executor: Executor,
  kind: Resource,
  urns: readonly string[],
  most: number,
): Promise<Referrers> {
  const p = new Parameters();
  const limit = p.add(most + 1, 'int');
  const pairs: { readonly of: string; readonly resource: Resource; readonly field: Field }[] = [];
  const parts: string[] = [];
  const selects: string[] = [];
  // No kind lives in its own.
  const look = (of: Resource, objects: string): void => {
    for (const resource of executor.contract.resources) {
      for (const field of linkColumns(resource)) {
        if (field.typeName !== of.name || field.name === 'owner') continue;
        const at = String(pairs.push({ of: of.name, resource, field }) - 1);
        const ofKind = resource.isItem ? ` AND "kind" = '${resource.name}'` : '';
        const order = resource.isItem ? '"sort_order"' : '"created_timestamp"';
        const some = `SELECT "urn", ${order} AS place FROM ${quote(resource.table)} WHERE ${quote(field.column)} = ANY(${objects})${ofKind} AND "deleted_timestamp" IS NULL LIMIT ${limit}`;
        const livesIn = resource.container === field;
        if (livesIn) parts.push(`part${at} AS MATERIALIZED (${some})`);
        selects.push(
          `SELECT ${at} AS pair, array_agg("urn" ORDER BY place, "urn") AS urns FROM ${livesIn ? `part${at}` : `(${some}) found`} HAVING count(*) > 0`,
        );
        // A list, not a join: there are few, whatever the planner takes the limit for.
        if (livesIn) look(resource, `ARRAY(SELECT "urn" FROM part${at})`);
      }
    }
  };
  look(kind, p.add(urns, 'uuid[]'));
  if (pairs.length === 0) return new Map();
  const text = `${parts.length > 0 ? `WITH ${parts.join(', ')} ` : ''}${selects.join(' UNION ALL ')}`;
  const rows = await rowsOf<{ pair: number; urns: string[] }>(executor, prepared(text, p));
  const found = rows
    .sort((one, other) => one.pair - other.pair)
    .flatMap((row) => {
      const pair = pairs[row.pair];
      return pair ? [{ ...pair, urns: row.urns }] : [];
    });
  return groupBy(found, ({ of }) => of);
}

/** Whether a company owns anything that lives, besides itself. */
export async function ownsAnything(executor: Executor, company: string): Promise<boolean> {
  const p = new Parameters();
  const owner = p.add(company, 'uuid');
  const tables = new Set(
    executor.contract.resources.filter((r) => r.subject || !r.name.startsWith('Webhook')).map((r) => r.table),
  );
  const each = [...tables].map(
    (table) =>
      `EXISTS (SELECT 1 FROM ${quote(table)} WHERE "owner" = ${owner} AND "urn" <> ${owner} AND "deleted_timestamp" IS NULL)`,
  );
  const row = await firstOf<{ owns: boolean }>(executor, prepared(`SELECT ${each.join(' OR ')} AS owns`, p));
  return row?.owns === true;
}

/** Empties an optional link of the rows, which then have one version more. What it named is kept: a restore fills it again. */
export async function clearLink(
  transaction: Transaction,
  { resource, field, urns }: Referrer,
  timestamp: string,
): Promise<void> {
  const p = new Parameters();
  const [table, column] = [quote(resource.table), quote(field.column)];
  const named = `SELECT "urn", ${column} AS "target" FROM ${table} WHERE "urn" = ANY(${p.add(urns, 'uuid[]')}) FOR NO KEY UPDATE`;
  const emptied =
    `UPDATE ${table} t SET ${column} = NULL, "version" = t."version" + 1, "updated_timestamp" = ${p.add(timestamp, 'timestamptz')}` +
    ` FROM named WHERE t."urn" = named."urn" RETURNING t."urn", t."tenant", named."target"`;
  const kept = keepEndedSql(
    `SELECT "target", "tenant", "urn", '${linkField(resource, field)}', "target", NULL::integer FROM emptied WHERE "target" IS NOT NULL`,
  );
  await transaction.query(prepared(`WITH named AS MATERIALIZED (${named}), emptied AS (${emptied}) ${kept}`, p));
}

/** A permission edge that ended with its object. */
export interface EndedEdge {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
}

/** Edges that were ended, and how many there were to end. */
export interface EndedEdges {
  readonly ended: readonly EndedEdge[];
  /** All of them, or one more than the most. */
  readonly found: number;
}

/** Rows of one kind. */
export interface RowsOfKind {
  readonly resource: Resource;
  readonly urns: readonly string[];
}

/**
 * Ends permission edges on and of deleted objects, `atOnce` of them; none where there are more than `most`. Edges on what is still
 * live stay until it is not.
 */
export async function endEdges(
  transaction: Transaction,
  { parts, timestamp }: { readonly parts: readonly RowsOfKind[]; readonly timestamp: string },
  { most, atOnce }: EdgeBounds,
): Promise<EndedEdges> {
  const p = new Parameters();
  const objects = parts.map(({ resource, urns }) => ({ resource, objects: p.add(urns, 'uuid[]') }));
  const text =
    `WITH ${endEdgesSql(objects, p.add(timestamp, 'timestamptz'), { most, atOnce }, p)}` +
    ` SELECT found, ended."urn", ended."owner", ended."version" FROM found LEFT JOIN ended ON true`;
  const rows = await rowsOf<{ found: number } & { readonly [Name in keyof EndedEdge]: EndedEdge[Name] | null }>(
    transaction,
    statementOf(text, p, parts),
  );
  // Where none was ended there is a row of the number alone; of others the statement selects what EndedEdge names.
  const ended = rows.filter(({ urn }) => urn !== null) as readonly (EndedEdge & { found: number })[];
  return { ended: ended.map(({ urn, owner, version }) => ({ urn, owner, version })), found: rows[0]?.found ?? 0 };
}

// Of many kinds there are too many texts for each to be kept.
const statementOf = (text: string, p: Parameters, { length }: readonly unknown[]): Statement =>
  length > 2 ? unprepared(text, p) : prepared(text, p);

/** How many edges are ended. */
interface EdgeBounds {
  readonly most: number;
  readonly atOnce: number;
}

/** Objects of one kind, or of several that share a table: SQL of a list of urns. */
interface Objects {
  readonly resource: Resource;
  readonly objects: string;
}

// The parts of a WITH clause that end edges on and of objects: `found` says how many there are, `ended` which ended.
function endEdgesSql(of: readonly Objects[], at: string, { most, atOnce }: EdgeBounds, p: Parameters): string {
  const limit = p.add(most, 'int');
  // Joined, not compared: PostgreSQL would compare each edge with each of a thousand objects. OFFSET 0 has it ask what is still live
  // about these edges alone. One may be of two of the objects.
  const edgesBy = ({ resource, objects }: Objects, column: string): string => {
    const stays = staysLive(resource, 't');
    const isStill = `EXISTS (SELECT 1 FROM ${quote(resource.table)} t WHERE t."urn" = g."object_urn" AND ${String(stays)})`;
    return (
      `SELECT g."urn" FROM (SELECT p."urn", p."object_urn" FROM "permission" p WHERE p.${quote(column)} IN (SELECT o.urn FROM unnest(${objects}) AS o(urn))` +
      ` AND p."deleted_timestamp" IS NULL OFFSET 0) g${stays === null ? '' : ` WHERE NOT ${isStill}`}`
    );
  };
  const edges = of.flatMap((one) => ['object_urn', 'subject_urn'].map((column) => edgesBy(one, column)));
  const kept = keepEndedSql(
    `SELECT CASE WHEN "object_urn" = ANY(${listOf(of)}) THEN "object_urn" ELSE "subject_urn" END, "tenant", "urn", '', "object_urn", NULL::integer FROM ended`,
  );
  return (
    `due AS MATERIALIZED (SELECT DISTINCT e."urn" FROM (${edges.join(' UNION ALL ')}` +
    ` LIMIT ${String(edges.length)} * (${limit} + 1)) e LIMIT ${limit} + 1),` +
    ` found AS (SELECT count(*)::int AS found FROM due),` +
    ` ended AS (UPDATE "permission" SET "deleted_timestamp" = ${at}, "version" = "version" + 1` +
    ` WHERE "urn" IN (SELECT "urn" FROM due LIMIT ${p.add(atOnce, 'int')}) AND "deleted_timestamp" IS NULL` +
    ` AND (SELECT found FROM found) <= ${limit} RETURNING "urn", "owner", "version", "tenant", "object_urn", "subject_urn"),` +
    ` kept AS (${kept})`
  );
}

// All of them, as SQL of one list.
const listOf = (of: readonly Objects[]): string => `(${of.map(({ objects }) => objects).join(' || ')})`;

/** Rows to be deleted, when, and by whom. */
export interface Removal {
  /** Those that the actor deletes, which are noted as such; empty where none are. */
  readonly noted: readonly RowsOfKind[];
  /** Those that go along. */
  readonly others: readonly RowsOfKind[];
  /** Lists, named as in the link table, that end with their row as with what they name. */
  readonly mutualLists: readonly string[];
  readonly timestamp: string;
  readonly actor: Actor;
}

/** A member of a list of links that ended. */
export interface EndedMember {
  readonly from: string;
  readonly field: string;
  readonly to: string;
}

/** Rows that were deleted, and the permission edges that ended with them. */
export interface Removed extends EndedEdges {
  /** In no order. */
  readonly rows: readonly AnnouncedRow[];
  /** What ended of the mutual lists. */
  readonly members: readonly EndedMember[];
}

/**
 * Marks rows as deleted, in one statement with all that goes with them: the last entry of an item, which says so (the item
 * stays live until the next publication), the links in lists, kept for a restore, and permission edges as `endEdges` says.
 */
export async function removeRowsAtOnce(
  transaction: Transaction,
  { noted, others, mutualLists, timestamp, actor }: Removal,
  bounds: EdgeBounds,
): Promise<Removed> {
  const p = new Parameters();
  const at = p.add(timestamp, 'timestamptz');
  const removed = [
    ...byTable(noted).map((part) => ({ ...part, isNoted: true })),
    ...byTable(others).map((part) => ({ ...part, isNoted: false })),
  ];
  const parts: string[] = [];
  const gone: string[] = [];
  const objects: Objects[] = [];
  for (const [n, { resource, urns, isNoted }] of removed.entries()) {
    const name = `gone${String(n)}`;
    const of = { resource, objects: p.add(urns, 'uuid[]') };
    objects.push(of);
    parts.push(`${name} AS (${markedSql(of, at, urns.length, p)})`);
    if (resource.isItem) parts.push(entryOf(resource.contract, name, { isTombstone: true, actor, timestamp }, p));
    if (isNoted && !unregistered.has(resource.name))
      parts.push(`noted${String(n)} AS (${deletionSql(resource, name, actor, p)})`);
    const within = resource.container ? `g.${quote(resource.container.column)}` : 'NULL';
    gone.push(
      `SELECT json_build_object('urn', g."urn", 'owner', g."owner", 'version', g."version"::text, 'container', ${within}) AS gone FROM ${name} g`,
    );
  }
  const all = listOf(objects);
  const lists = mutualLists.length > 0 ? p.add(mutualLists, 'text[]') : null;
  const ofRow = lists === null ? '' : ` OR ("from_urn" = ANY(${all}) AND "field" = ANY(${lists}))`;
  const cause = `CASE WHEN "to_urn" = ANY(${all}) THEN "to_urn" ELSE "from_urn" END`;
  parts.push(
    `dropped AS (DELETE FROM "link" WHERE "to_urn" = ANY(${all})${ofRow} RETURNING *)`,
    `links AS (${keepEndedSql(`SELECT ${cause}, "tenant", "from_urn", "field", "to_urn", "position" FROM dropped`)})`,
    endEdgesSql(objects, at, bounds, p),
  );
  const edge = `json_build_object('urn', e."urn", 'owner', e."owner", 'version', e."version"::text)`;
  const member = `json_build_object('from', d."from_urn", 'field', d."field", 'to', d."to_urn")`;
  const members =
    lists === null
      ? `'[]'::json`
      : `(SELECT coalesce(json_agg(${member}), '[]') FROM dropped d WHERE d."field" = ANY(${lists}))`;
  const text =
    `WITH ${parts.join(', ')} SELECT (SELECT coalesce(json_agg(g.gone), '[]') FROM (${gone.join(' UNION ALL ')}) g) AS "rows", ${members} AS "members",` +
    ` (SELECT coalesce(json_agg(${edge}), '[]') FROM ended e) AS "ended", (SELECT found FROM found) AS "found"`;
  return onlyRow<Removed>(transaction, statementOf(text, p, removed));
}

// The kinds of items share one table, and go in the same way.
function byTable(parts: readonly RowsOfKind[]): RowsOfKind[] {
  return [...groupBy(parts, ({ resource }) => resource.table).values()].flatMap((some) => {
    const [first] = some;
    return first ? [{ resource: first.resource, urns: some.flatMap(({ urns }) => urns) }] : [];
  });
}

function markedSql({ resource, objects }: Objects, at: string, count: number, p: Parameters): string {
  const { isItem } = resource;
  const entries = isItem
    ? p.add(
        Array.from({ length: count }, () => newUrn()),
        'uuid[]',
      )
    : `ARRAY[]::uuid[]`;
  // Files are shown as they were as long as they are live, version included.
  const isSame = !isItem && staysLive(resource, 't') !== null;
  const set = [
    `"deleted_timestamp" = ${at}`,
    ...(isSame ? [] : ['"version" = t."version" + 1']),
    ...(isItem ? ['"entry" = w.entry', `"is_published" = ${hasLiveValue('t."urn"')}`] : []),
  ];
  return (
    `UPDATE ${quote(resource.table)} t SET ${set.join(', ')} FROM unnest(${objects}, ${entries}) AS w(urn, entry)` +
    ` WHERE t."urn" = w.urn RETURNING t.*`
  );
}
