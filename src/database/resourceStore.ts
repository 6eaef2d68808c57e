// Rows of any kind: by urn, by the link that points at their parent, by list. Reads never make entities; each read is
// one statement with the access scope inside it.
import type { ListQuery, OrderTerm, Position } from '../contract/listQuery.ts';
import { fieldOf, resourceOf, type Contract, type Field, type Resource } from '../contract/resource.ts';
import type { AccessScope } from '../domain/accessScope.ts';
import { itemColumns, quote, storedFields } from './columns.ts';
import { beyondSql, filterSql, linkField, orderSql } from './listStatement.ts';
import { selectList, type Row } from './row.ts';
import { holds, inScope, isDraft, shown, waysToRead } from './scope.ts';
import { Parameters, prepared, unprepared, type Executor } from './statement.ts';

/** One page of rows, and whether more lie beyond it in the direction it was asked for. */
export interface Page {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** Rows in all that the viewer may read; null when not asked for, or beyond `mostCounted`. */
  readonly totalCount: number | null;
}

/** Up to here totals are exact. */
const mostCounted = 10_000;

/** A page per parent, for lists nested in other lists. */
export interface PageQuery {
  readonly order: readonly OrderTerm[];
  readonly limit: number;
  readonly after: Position | null;
  readonly before: Position | null;
  readonly isBackward: boolean;
  /** Whether the total is asked for. */
  readonly wantsCount?: boolean;
}

// The select list of a read, with whether drafts may be seen on each row.
function selectFor(contract: Contract, resource: Resource, scope: AccessScope, p: Parameters): string {
  const asks = scope.label === 'READ' && isDraft(resource, 't') !== null;
  const drafts = asks ? holds(contract, resource, 't', scope.viewer, 'READ_DRAFT', p) : 'true';
  return `${selectList(resource, 't')}, ${drafts} AS "$seesDrafts"`;
}

// Which rows a read by urn or parent may give. A reader of live content sees an item by its live value, which the loader
// puts in place, so draft items are not left out here; an entity that was never live has nothing to show.
function readable(contract: Contract, resource: Resource, scope: AccessScope, p: Parameters): string {
  return resource.isItem ? ofKind(contract, resource, scope, p) : visible(contract, resource, scope, p);
}

function ofKind(contract: Contract, resource: Resource, scope: AccessScope, p: Parameters): string {
  return `${inScope(contract, resource, 't', scope, p)}${kindSql(resource)}`;
}

const kindSql = (resource: Resource): string => (resource.isItem ? ` AND t."kind" = '${resource.name}'` : '');

/** Rows by urn, in no order; what does not exist or is out of scope is missing. */
export async function rowsByUrn(
  executor: Executor,
  contract: Contract,
  scope: AccessScope,
  resource: Resource,
  urns: readonly string[],
  lock: 'NONE' | 'UPDATE' = 'NONE',
): Promise<Row[]> {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const select = selectFor(contract, resource, scope, p);
  const where = readable(contract, resource, scope, p);
  const text =
    `SELECT ${select} FROM ${quote(resource.table)} t WHERE t."urn" = ANY(${wanted}) AND ${where}` +
    (lock === 'UPDATE' ? ' ORDER BY t."urn" FOR NO KEY UPDATE OF t' : '');
  return asRows(await executor.query(prepared(text, p)));
}

/** All rows whose link points at one of the parents, each with `$parent`, in the kind's order. For short lists. */
export async function rowsReferring(
  executor: Executor,
  contract: Contract,
  scope: AccessScope,
  resource: Resource,
  field: Field,
  parents: readonly string[],
): Promise<Row[]> {
  const p = new Parameters();
  const wanted = p.add(parents, 'uuid[]');
  const select = selectFor(contract, resource, scope, p);
  const where = readable(contract, resource, scope, p);
  const link = `t.${quote(field.column)}`;
  const order = orderSql(defaultOrder(resource), 't', false);
  const text =
    `SELECT ${select}, ${link} AS "$parent" FROM ${quote(resource.table)} t` +
    ` WHERE ${link} = ANY(${wanted}) AND ${where} ORDER BY ${order}`;
  return asRows(await executor.query(prepared(text, p)));
}

/** A page of the rows that point at each parent, in one statement; one row more than asked tells that more follow. */
export async function pagesReferring(
  executor: Executor,
  contract: Contract,
  scope: AccessScope,
  resource: Resource,
  field: Field,
  parents: readonly string[],
  page: PageQuery,
): Promise<Map<string, Page>> {
  const p = new Parameters();
  const wanted = p.add(parents, 'uuid[]');
  const select = selectFor(contract, resource, scope, p);
  const where = readable(contract, resource, scope, p);
  const from = referringFrom(contract, resource, field, p);
  const pageText =
    `SELECT ${select} FROM ${from} AND ${where}${positionSql(resource, page, p)}` +
    ` ORDER BY ${orderSql(page.order, 't', page.isBackward)} LIMIT ${p.add(page.limit + 1, 'int')}`;
  const counted = page.wantsCount ? [`${from} AND ${visible(contract, resource, scope, p)}`] : null;
  const text = `SELECT parent.urn AS "$parent", ${withTotal(`unnest(${wanted}) AS parent(urn)`, pageText, counted)}`;
  const rows = await executor.query(prepared(text, p));
  const byParent = new Map<string, Record<string, unknown>[]>(parents.map((urn) => [urn, []]));
  for (const row of rows) byParent.get(String(row['$parent']))?.push(row);
  return new Map([...byParent].map(([urn, found]) => [urn, cut(found, page)]));
}

/** How many rows point at each parent, of those in scope; exact up to `mostCounted`, null beyond. */
export async function countsReferring(
  executor: Executor,
  contract: Contract,
  scope: AccessScope,
  resource: Resource,
  field: Field,
  parents: readonly string[],
): Promise<Map<string, number | null>> {
  const p = new Parameters();
  const wanted = p.add(parents, 'uuid[]');
  const where = visible(contract, resource, scope, p);
  const from = referringFrom(contract, resource, field, p);
  const text =
    `SELECT parent.urn AS urn, (SELECT count(*)::int FROM (SELECT 1 FROM ${from} AND ${where}` +
    ` LIMIT ${String(mostCounted + 1)}) c) AS total FROM unnest(${wanted}) AS parent(urn)`;
  const rows = await executor.query(prepared(text, p));
  return new Map(
    rows.map((row) => [String(row['urn']), Number(row['total']) > mostCounted ? null : Number(row['total'])]),
  );
}

// Rows `t` that point at `parent.urn`, by their own column or through the link table.
function referringFrom(contract: Contract, resource: Resource, field: Field, p: Parameters): string {
  if (field.storage !== 'LINKS') return `${quote(resource.table)} t WHERE t.${quote(field.column)} = parent.urn`;
  const name = p.add(linkField(resourceHolding(contract, field) ?? resource, field), 'text');
  return (
    `"link" k JOIN ${quote(resource.table)} t ON t."urn" = k."from_urn"` +
    ` WHERE k."to_urn" = parent.urn AND k."field" = ${name}`
  );
}

function resourceHolding(contract: Contract, field: Field): Resource | null {
  return contract.resources.find((r) => r.fieldByName.get(field.name) === field) ?? null;
}

/** Resources that the lists of links name, each with `$parent`, in the order they were given. */
export async function rowsLinked(
  executor: Executor,
  contract: Contract,
  scope: AccessScope,
  from: Resource,
  field: Field,
  parents: readonly string[],
): Promise<Row[]> {
  const p = new Parameters();
  const wanted = p.add(parents, 'uuid[]');
  const isReverse = field.storage === 'INVERSE_LINKS';
  const target = resourceOf(contract, field.typeName);
  const name = isReverse ? linkField(target, fieldOf(target, field.inverseOf ?? '')) : linkField(from, field);
  const [near, far] = isReverse ? ['to_urn', 'from_urn'] : ['from_urn', 'to_urn'];
  const select = selectFor(contract, target, scope, p);
  const where = readable(contract, target, scope, p);
  const text =
    `SELECT ${select}, l."${near}" AS "$parent" FROM "link" l JOIN ${quote(target.table)} t ON t."urn" = l."${far}"` +
    ` WHERE l."${near}" = ANY(${wanted}) AND l."field" = ${p.add(name, 'text')} AND ${where}` +
    ` ORDER BY l."position", l."${far}"`;
  return asRows(await executor.query(prepared(text, p)));
}

/** Items of the entities, of several kinds in one statement, in the order name knows: sortOrder, then urn. */
export async function itemsOfEntities(
  executor: Executor,
  contract: Contract,
  scope: AccessScope,
  entities: readonly string[],
  kinds: readonly string[],
): Promise<Row[]> {
  const p = new Parameters();
  const some = contract.resources.find((r) => r.isItem);
  if (!some) return [];
  const wanted = p.add(entities, 'uuid[]');
  const drafts = scope.label === 'READ' ? holds(contract, some, 't', scope.viewer, 'READ_DRAFT', p) : 'true';
  const columns = [...itemColumns(contract).keys()].map((c) => `t.${quote(c)}`).join(', ');
  const text =
    `SELECT t."kind" AS "$kind", t."owner" AS "$owner", ${columns}, ${drafts} AS "$seesDrafts" FROM "item" t` +
    ` WHERE t."entity" = ANY(${wanted}) AND t."kind" = ANY(${p.add(kinds, 'text[]')})` +
    ` AND ${inScope(contract, some, 't', scope, p)} ORDER BY t."sort_order", t."urn"`;
  const rows = await executor.query(prepared(text, p));
  return rows.map((row) => itemRow(contract, row));
}

/** A row of the shared item table as a row of its kind: only that kind's fields, by their own names. */
export function itemRow(contract: Contract, columns: Record<string, unknown>): Row {
  const resource = resourceOf(contract, String(columns['$kind']));
  const row: Record<string, unknown> = {};
  for (const name of Object.keys(columns)) if (name.startsWith('$')) row[name] = columns[name];
  for (const field of storedFields(resource)) row[field.name] = columns[field.column];
  // The select list above holds every stored column of every item kind.
  return row as Row;
}

/** A page of a kind's rows, filtered and ordered, and their number when it is asked for. */
export async function pageOfRows(
  executor: Executor,
  contract: Contract,
  scope: AccessScope,
  resource: Resource,
  query: ListQuery,
): Promise<Page> {
  const p = new Parameters();
  const select = selectFor(contract, resource, scope, p);
  const filter = filterSql({ contract, resource, alias: 't', viewer: scope.viewer }, query, p);
  const shows = waysToRead(contract, resource, 't', scope, p) ?? [shown(contract, resource, 't', scope, p)];
  const ways = shows.map((way) => `${quote(resource.table)} t WHERE ${way}${kindSql(resource)} AND ${filter}`);
  const order = ` ORDER BY ${orderSql(query.order, 't', query.isBackward)} LIMIT ${p.add(query.limit + 1, 'int')}`;
  const position = positionSql(resource, query, p);
  const page = (way: string): string => `FROM ${way}${position}${order}`;
  // The page of all ways together is the page of their pages.
  const found = `t."urn" IN (${ways.map((way) => `(SELECT t."urn" ${page(way)})`).join(' UNION ')})`;
  const [only = '', ...others] = ways;
  const pageText = `SELECT ${select} ${others.length === 0 ? page(only) : page(`${quote(resource.table)} t WHERE ${found}`)}`;
  const text = query.wantsCount ? `SELECT ${withTotal('(SELECT) AS list', pageText, ways)}` : pageText;
  return cut(await executor.query(unprepared(text, p)), query);
}

// Pages beside what each is a page of: with their total, when it is asked for, of the same moment. One row without a urn
// stands for an empty page that has a total.
function withTotal(lists: string, page: string, counted: readonly string[] | null): string {
  if (counted === null) return `page.* FROM ${lists}, LATERAL (${page}) page`;
  // More than can be counted in one way is more than can be counted in all.
  const urns = counted.map((rows) => `(SELECT t."urn" FROM ${rows} LIMIT ${String(mostCounted + 1)})`).join(' UNION ');
  const total = `SELECT count(*)::int AS total FROM (${urns}) c`;
  return (
    `counted.total AS "$total", page.* FROM ${lists} CROSS JOIN LATERAL (${total}) counted` +
    ` LEFT JOIN LATERAL (${page}) page ON true`
  );
}

// Which rows of a list the viewer may see. Filtering and ordering by a draft value would tell it to who may not see it,
// so lists hold only what the viewer may see as it stands.
function visible(contract: Contract, resource: Resource, scope: AccessScope, p: Parameters): string {
  return `${shown(contract, resource, 't', scope, p)}${kindSql(resource)}`;
}

/** The kind's own order. */
function defaultOrder(resource: Resource): OrderTerm[] {
  return resource.sort.map((term) => ({
    field: fieldOf(resource, term.replace(/^-/, '')),
    isDescending: term.startsWith('-'),
  }));
}

function positionSql(resource: Resource, page: PageQuery, p: Parameters): string {
  const after = page.after ? ` AND ${beyondSql(page.order, resource, page.after, false, p)}` : '';
  const before = page.before ? ` AND ${beyondSql(page.order, resource, page.before, true, p)}` : '';
  return after + before;
}

function cut(found: readonly Record<string, unknown>[], query: PageQuery): Page {
  const rows = asRows(found.filter((row) => row['urn'] !== null));
  const page = rows.slice(0, query.limit);
  const total = query.wantsCount ? Number(found[0]?.['$total'] ?? 0) : null;
  return {
    rows: query.isBackward ? page.reverse() : page,
    hasMore: rows.length > query.limit,
    totalCount: total !== null && total > mostCounted ? null : total,
  };
}

function asRows(rows: Record<string, unknown>[]): Row[] {
  // Every statement above selects what Row names.
  return rows as unknown as Row[];
}
