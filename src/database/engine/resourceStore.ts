// Rows of any kind: by urn, by the link that points at their parent, by list. Reads never make entities; each read is
// one statement with the access scope inside it.
import { defaultOrder, type Condition, type ListQuery } from '../../contract/listQuery.ts';
import { inverseOf, resourceOf, targetOf, type Contract, type Field, type Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import { anonymousViewer } from '../../domain/viewer.ts';
import { itemColumns, quote, storedFields } from '../mapping/columns.ts';
import { filterSql, linkField, orderSql } from './listStatement.ts';
import { isByShownValue, isNamedSql, linkInOrder } from './listedBy.ts';
import { listedRows, mostCounted, positionSql, withTotal, type PageQuery } from './listedRows.ts';
import { selectList, type ItemRow, type Row } from './row.ts';
import { shownEntries, shownRows } from './shownRows.ts';
import { looksAtEveryKind } from './visibility.ts';
import {
  kept,
  Parameters,
  prepared,
  preparedByValue,
  rowsOf,
  unprepared,
  type Executor,
  type Statement,
} from '../connection/statement.ts';

export type { PageQuery } from './listedRows.ts';

/** A field of a kind that leads to the parents, or from them. */
interface Referring {
  readonly resource: Resource;
  readonly field: Field;
  readonly parents: readonly string[];
}

/** One page of rows, and whether more lie beyond it in the requested direction. */
export interface Page {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** Total number of rows that the viewer may read; null when not requested, or beyond `mostCounted`. */
  readonly totalCount: number | null;
}

/** Rows `t` of a kind as a read by urn or parent gives them: what is selected of them, and where they are. */
interface Selected {
  readonly select: string;
  readonly from: string;
  readonly where: string;
}

function selectedRows(resource: Resource, scope: AccessScope, p: Parameters): Selected {
  const { sees, ...rows } = shownRows({ resource, scope, alias: 't' }, p);
  return { ...rows, select: `${selectList(resource, 't')}, ${sees} AS "$seesDrafts"` };
}

// What the text of a statement follows from besides its question. The service's own reads have no viewer.
function shapedBy(contract: Contract, { viewer }: AccessScope): object {
  return viewer.kind === 'SYSTEM' ? contract : viewer;
}

const askedOf = ({ label, isAnywhere }: AccessScope): string => `${label} ${String(isAnywhere)}`;

/** Rows by urn, in no order; what does not exist or is out of scope is missing. */
export async function rowsByUrn<Name extends string>(
  executor: Executor,
  scope: AccessScope,
  {
    resource,
    urns,
    lock = 'NONE',
  }: { readonly resource: Resource<Name>; readonly urns: readonly string[]; readonly lock?: 'NONE' | 'UPDATE' },
): Promise<Row<Name>[]> {
  const question = `rows ${askedOf(scope)} ${lock} ${resource.name}`;
  const statement = kept(shapedBy(resource.contract, scope), question, [urns], ([hole]) => {
    const p = new Parameters();
    const wanted = p.add(hole, 'uuid[]');
    const { select, from, where } = selectedRows(resource, scope, p);
    const text =
      `SELECT ${select} FROM ${from} WHERE t."urn" = ANY(${wanted}) AND ${where}` +
      (lock === 'UPDATE' ? ' ORDER BY t."urn" FOR NO KEY UPDATE OF t' : '');
    return prepared(text, p);
  });
  // The select list holds every stored column of the kind.
  return rowsOf<Row<Name>>(executor, statement);
}

/** All rows whose link points at one of the parents, each with `$parent`, in the kind's order. For short lists. */
export async function rowsReferring(
  executor: Executor,
  scope: AccessScope,
  { resource, field, parents }: Referring,
): Promise<Row[]> {
  const question = `referring ${askedOf(scope)} ${resource.name} ${field.name}`;
  const statement = kept(shapedBy(resource.contract, scope), question, [parents], ([hole]) => {
    const p = new Parameters();
    const wanted = p.add(hole, 'uuid[]');
    const { select, from, where } = selectedRows(resource, scope, p);
    const link = `t.${quote(field.column)}`;
    const order = orderSql(defaultOrder(resource), 't', false);
    const text =
      `SELECT ${select}, ${link} AS "$parent" FROM ${from}` +
      ` WHERE ${link} = ANY(${wanted}) AND ${where} ORDER BY ${order}`;
    return prepared(text, p);
  });
  return rowsOf<Row>(executor, statement);
}

/** A page of the rows that point at each parent, in one statement; one row more than requested shows that more follow. */
export async function pagesReferring(
  executor: Executor,
  scope: AccessScope,
  { resource, field, parents }: Referring,
  page: PageQuery,
): Promise<Map<string, Page>> {
  if (isByShownValue(resource, field)) return pagesByValueAnywhere(executor, scope, { resource, field, parents }, page);
  const p = new Parameters();
  const wanted = p.add(parents, 'uuid[]');
  const rows = selectedRows(resource, scope, p);
  const { conditions = [] } = page;
  const isFiltered = conditions.length > 0;
  const filter = filterSql({ resource, alias: 't', viewer: scope.viewer }, conditions, p);
  const from = `${referringFrom(resource, field, rows, p)}${isFiltered ? ` AND ${filter}` : ''}`;
  const pageText =
    `SELECT ${rows.select} FROM ${from}${positionSql({ resource, viewer: scope.viewer }, page, p)}` +
    ` ORDER BY ${orderSql(page.order, 't', page.isBackward, linkInOrder(resource, field, page.order, 't'))} LIMIT ${p.add(page.limit + 1, 'int')}`;
  const counted = page.wantsCount ? { from: [from] } : null;
  const text = `SELECT parent.urn AS "$parent", ${withTotal(`unnest(${wanted}) AS parent(urn)`, pageText, counted)}`;
  const found = await rowsOf<PagedRow>(executor, isFiltered ? unprepared(text, p) : preparedByValue(text, p));
  return cutByParent(found, parents, page);
}

// Lists of a row of another tenant hold what everyone may VIEW; what is of the caller's own was decided for the caller.
async function pagesByValueAnywhere(
  executor: Executor,
  scope: AccessScope,
  referring: Referring,
  page: PageQuery,
): Promise<Map<string, Page>> {
  const own = await pagesByValue(executor, scope, referring, page);
  if (!scope.isAnywhere || scope.viewer.kind !== 'CLIENT') return own;
  const parents = referring.parents.filter((urn) => own.get(urn)?.rows.length === 0);
  if (parents.length === 0) return own;
  const forEveryone = { ...scope, viewer: anonymousViewer, isAnywhere: false };
  const elsewhere = { ...referring, parents, besideTenant: scope.viewer.tenantUrn };
  const found = await pagesByValue(executor, forEveryone, elsewhere, page);
  return new Map([...own, ...[...found].filter(([, { rows }]) => rows.length > 0)]);
}

// The same of items, each as the viewer is shown it: a list for each parent of those that lead there.
async function pagesByValue(
  executor: Executor,
  scope: AccessScope,
  { resource, field, parents, besideTenant }: Referring & { readonly besideTenant?: string | null },
  page: PageQuery,
): Promise<Map<string, Page>> {
  const p = new Parameters();
  const wanted = p.add(parents, 'uuid[]');
  const there: Condition = { field, operator: 'eq', value: null, sql: 'parent.urn' };
  const { wantsCount = false } = page;
  const query: ListQuery = { ...page, wantsCount, conditions: [there, ...(page.conditions ?? [])] };
  const limit = String(page.limit + 1);
  const { rows: listed, counted } = listedRows({ scope, resource, query }, p, limit);
  const pageText =
    `SELECT ${selectList(resource, 't')}, t."sees_drafts" AS "$seesDrafts" FROM ${listed} t` +
    ` ORDER BY ${orderSql(query.order, 't', query.isBackward)} LIMIT ${limit}`;
  const lists =
    besideTenant === undefined
      ? `unnest(${wanted}) AS parent(urn)`
      : `(SELECT o."urn" FROM ${quote(targetOf(field).table)} o WHERE o."urn" = ANY(${wanted})` +
        ` AND o."tenant" <> ${p.add(besideTenant, 'uuid')}) AS parent(urn)`;
  const text = `SELECT parent.urn AS "$parent", ${withTotal(lists, pageText, wantsCount ? counted : null)}`;
  return cutByParent(await rowsOf<PagedRow>(executor, unprepared(text, p)), parents, page);
}

function cutByParent(rows: readonly PagedRow[], parents: readonly string[], page: PageQuery): Map<string, Page> {
  const byParent = new Map<string, PagedRow[]>(parents.map((urn) => [urn, []]));
  for (const row of rows) byParent.get(row.$parent ?? '')?.push(row);
  return new Map([...byParent].map(([urn, found]) => [urn, cut(found, page)]));
}

/** How many rows point at each parent, of those in scope; exact up to `mostCounted`, null beyond. */
export async function countsReferring(
  executor: Executor,
  scope: AccessScope,
  { resource, field, parents }: Referring,
): Promise<Map<string, number | null>> {
  const p = new Parameters();
  const wanted = p.add(parents, 'uuid[]');
  const from = referringFrom(resource, field, selectedRows(resource, scope, p), p);
  const text =
    `SELECT parent.urn AS urn, (SELECT count(*)::int FROM (SELECT 1 FROM ${from}` +
    ` LIMIT ${String(mostCounted + 1)}) c) AS total FROM unnest(${wanted}) AS parent(urn)`;
  const rows = await rowsOf<{ urn: string; total: number }>(executor, preparedByValue(text, p));
  return new Map(rows.map((row) => [row.urn, row.total > mostCounted ? null : row.total]));
}

// The rows that point at `parent.urn`, by their own column or through the link table.
function referringFrom(resource: Resource, field: Field, { from, where }: Selected, p: Parameters): string {
  if (field.storage !== 'LINKS') return `${from} WHERE ${isNamedSql(resource, field, 't', 'parent.urn')} AND ${where}`;
  const name = p.add(linkField(resourceHolding(resource.contract, field) ?? resource, field), 'text');
  return (
    `"link" k JOIN ${from} ON t."urn" = k."from_urn"` +
    ` WHERE k."to_urn" = parent.urn AND k."field" = ${name} AND ${where}`
  );
}

function resourceHolding(contract: Contract, field: Field): Resource | null {
  return contract.resources.find((r) => r.fieldByName.get(field.name) === field) ?? null;
}

/** Resources that the lists of links name, each with `$parent`, in the order they were given. */
export async function rowsLinked(
  executor: Executor,
  scope: AccessScope,
  { resource: from, field, parents }: Referring,
): Promise<Row[]> {
  const question = `linked ${askedOf(scope)} ${from.name} ${field.name}`;
  const statement = kept(shapedBy(from.contract, scope), question, [parents], ([hole]) =>
    linkedStatement(scope, from, field, hole),
  );
  return rowsOf<Row>(executor, statement);
}

function linkedStatement(scope: AccessScope, from: Resource, field: Field, parents: unknown): Statement {
  const p = new Parameters();
  const wanted = p.add(parents, 'uuid[]');
  const isReverse = field.storage === 'INVERSE_LINKS';
  const target = targetOf(field);
  const name = isReverse ? linkField(target, inverseOf(field)) : linkField(from, field);
  const [near, far] = isReverse ? ['to_urn', 'from_urn'] : ['from_urn', 'to_urn'];
  const { select, from: rows, where } = selectedRows(target, scope, p);
  const text =
    `SELECT ${select}, l."${near}" AS "$parent" FROM "link" l JOIN ${rows} ON t."urn" = l."${far}"` +
    ` WHERE l."${near}" = ANY(${wanted}) AND l."field" = ${p.add(name, 'text')} AND ${where}` +
    ` ORDER BY l."position", l."${far}"`;
  return prepared(text, p);
}

/** Items of the entities, of several kinds, in one statement and in the order each kind's list has: sortOrder, then urn. */
export async function itemsOfEntities(
  executor: Executor,
  scope: AccessScope,
  { entities, kinds }: { readonly entities: readonly string[]; readonly kinds: readonly string[] },
): Promise<ItemRow[]> {
  const question = `items ${askedOf(scope)}`;
  const statement = kept(shapedBy(executor.contract, scope), question, [entities, kinds], ([ofEntities, ofKinds]) => {
    const p = new Parameters();
    // One kind stands for all: nothing but the row they live in tells them apart.
    const resource = executor.contract.kinds.TextItem;
    const { from, where, sees } = shownRows(
      { resource, scope, alias: 't', kinds: `= ANY(${p.add(ofKinds, 'text[]')})` },
      p,
    );
    const columns = [...itemColumns(executor.contract).keys()].map((c) => `t.${quote(c)}`).join(', ');
    const text =
      `SELECT t."kind" AS "$kind", t."owner" AS "$owner", ${columns}, ${sees} AS "$seesDrafts" FROM ${from}` +
      ` WHERE t."entity" = ANY(${p.add(ofEntities, 'uuid[]')}) AND ${where} ORDER BY t."sort_order", t."urn"`;
    return prepared(text, p);
  });
  const rows = await executor.query(statement);
  return rows.map((row) => itemRow(executor.contract, row));
}

/** Items, and values that items had, by their own urns; a value that is not live needs READ_DRAFT, and has `$itemUrn`. */
export async function itemsByUrn(
  executor: Executor,
  scope: AccessScope,
  resource: Resource,
  urns: readonly string[],
): Promise<ItemRow[]> {
  const question = `items by urn ${askedOf(scope)} ${resource.name}`;
  const statement = kept(shapedBy(resource.contract, scope), question, [urns], ([hole]) => {
    const p = new Parameters();
    const wanted = p.add(hole, 'uuid[]');
    const { select, from, where } = selectedRows(resource, scope, p);
    const entries = shownEntries({ resource, scope, alias: 't', which: `v."urn" = ANY(${wanted})` }, p);
    const text =
      `SELECT ${select}, NULL::uuid AS "$itemUrn", NULL::json AS "actor" FROM ${from} WHERE t."urn" = ANY(${wanted}) AND ${where}` +
      ` UNION ALL SELECT ${selectList(resource, 't')}, t."sees_drafts", t."item_urn", t."actor" FROM ${entries}`;
    return prepared(text, p);
  });
  return rowsOf<ItemRow>(executor, statement);
}

/** A row of the shared tables of items as a row of its kind: only that kind's fields, by their own names. */
export function itemRow(contract: Contract, columns: Record<string, unknown>): ItemRow {
  const resource = resourceOf(contract, String(columns['$kind']));
  const row: Record<string, unknown> = {};
  for (const name of Object.keys(columns)) if (name.startsWith('$')) row[name] = columns[name];
  for (const field of storedFields(resource)) row[field.name] = columns[field.column];
  // Those who read the tables select every stored column of every item kind.
  return row as unknown as ItemRow;
}

/** A page of a kind's rows, filtered and ordered, and their number when requested. */
export async function pageOfRows(
  executor: Executor,
  scope: AccessScope,
  resource: Resource,
  query: ListQuery,
): Promise<Page> {
  const p = new Parameters();
  const limit = String(query.limit + 1);
  const { rows, counted } = listedRows({ scope, resource, query }, p, limit);
  const order = orderSql(query.order, 't', query.isBackward);
  // What cursors are made of besides the fields of the row.
  const byItems = query.order.map(({ field, item }) => (item ? `, t.${quote(field.column)}` : '')).join('');
  const pageText = `SELECT ${selectList(resource, 't')}${byItems}, t."sees_drafts" AS "$seesDrafts" FROM ${rows} t ORDER BY ${order} LIMIT ${limit}`;
  const text = query.wantsCount ? `SELECT ${withTotal('(SELECT) AS list', pageText, counted)}` : pageText;
  const statement = looksAtEveryKind(resource) ? prepared(text, p) : unprepared(text, p);
  return cut(await rowsOf<PagedRow>(executor, statement), query);
}

// A row of a page; with the total alone where the page is empty.
type PagedRow = Row & { readonly $total?: number };

function cut(found: readonly PagedRow[], query: PageQuery): Page {
  // Text by the type; null in the row that holds the total alone.
  const rows = found.filter((row) => (row.urn as string | null) !== null);
  const page = rows.slice(0, query.limit);
  const total = query.wantsCount ? (found[0]?.$total ?? 0) : null;
  return {
    rows: query.isBackward ? page.reverse() : page,
    hasMore: rows.length > query.limit,
    totalCount: total !== null && total > mostCounted ? null : total,
  };
}
