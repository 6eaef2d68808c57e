// Rows of any kind: by urn, by the link that points at their parent, by list. Reads never make entities; each read is
// one statement with the access scope inside it.
import { defaultOrder, type Condition, type ListQuery } from '../../contract/listQuery.ts';
import { inverseOf, resourceOf, targetOf, type Contract, type Field, type Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import { anonymousViewer } from '../../domain/viewer.ts';
import { showsLive } from '../../domain/label.ts';
import { itemColumns, quote, storedFields } from '../mapping/columns.ts';
import { filterSql, linkField, orderSql } from './listStatement.ts';
import { isByShownValue, isNamedSql, linkInOrder } from './listedBy.ts';
import { kindSql, listedRows, mostCounted, positionSql, visible, withTotal, type PageQuery } from './listedRows.ts';
import { selectList, type ItemRow, type Row } from './row.ts';
import { holds, isDraft, itemsInScope } from './scope.ts';
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

// Readers of live content are given removed items as long as these are live, and repeated values as those that they repeat.
const isLiveBefore = '(t."deleted_timestamp" IS NOT NULL OR t."is_repeated") AS "$isLiveBefore"';

// The select list of a read, with whether drafts may be seen on each row.
function selectFor(resource: Resource, scope: AccessScope, p: Parameters): string {
  const checksDrafts = showsLive(scope.label) && isDraft(resource, 't') !== null;
  const drafts = checksDrafts
    ? holds({ resource, alias: 't' }, { viewer: scope.viewer, label: 'READ_DRAFT' }, p)
    : 'true';
  const before = resource.isItem ? `, ${isLiveBefore}` : '';
  return `${selectList(resource, 't')}, ${drafts} AS "$seesDrafts"${before}`;
}

// Which rows a read by urn or parent may give. A reader of live content sees an item by its live value, which the loader
// puts in place, so draft items are not left out here; an entity that was never live has nothing to show.
function readable(resource: Resource, scope: AccessScope, p: Parameters): string {
  return resource.isItem ? ofKind(resource, scope, p) : visible(resource, scope, p);
}

function ofKind(resource: Resource, scope: AccessScope, p: Parameters): string {
  return `${itemsInScope(resource, 't', scope, p)}${kindSql(resource)}`;
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
    const select = selectFor(resource, scope, p);
    const where = readable(resource, scope, p);
    const text =
      `SELECT ${select} FROM ${quote(resource.table)} t WHERE t."urn" = ANY(${wanted}) AND ${where}` +
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
    const select = selectFor(resource, scope, p);
    const where = readable(resource, scope, p);
    const link = `t.${quote(field.column)}`;
    const order = orderSql(defaultOrder(resource), 't', false);
    const text =
      `SELECT ${select}, ${link} AS "$parent" FROM ${quote(resource.table)} t` +
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
  const select = selectFor(resource, scope, p);
  const where = readable(resource, scope, p);
  const { conditions = [] } = page;
  const isFiltered = conditions.length > 0;
  const filter = filterSql({ resource, alias: 't', viewer: scope.viewer }, conditions, p);
  const from = `${referringFrom(resource, field, p)}${isFiltered ? ` AND ${filter}` : ''}`;
  const pageText =
    `SELECT ${select} FROM ${from} AND ${where}${positionSql({ resource, viewer: scope.viewer }, page, p)}` +
    ` ORDER BY ${orderSql(page.order, 't', page.isBackward, linkInOrder(resource, field, page.order, 't'))} LIMIT ${p.add(page.limit + 1, 'int')}`;
  const counted = page.wantsCount ? { from: [`${from} AND ${visible(resource, scope, p)}`] } : null;
  const text = `SELECT parent.urn AS "$parent", ${withTotal(`unnest(${wanted}) AS parent(urn)`, pageText, counted)}`;
  const rows = await rowsOf<PagedRow>(executor, isFiltered ? unprepared(text, p) : preparedByValue(text, p));
  return cutByParent(rows, parents, page);
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
  const where = visible(resource, scope, p);
  const from = referringFrom(resource, field, p);
  const text =
    `SELECT parent.urn AS urn, (SELECT count(*)::int FROM (SELECT 1 FROM ${from} AND ${where}` +
    ` LIMIT ${String(mostCounted + 1)}) c) AS total FROM unnest(${wanted}) AS parent(urn)`;
  const rows = await rowsOf<{ urn: string; total: number }>(executor, preparedByValue(text, p));
  return new Map(rows.map((row) => [row.urn, row.total > mostCounted ? null : row.total]));
}

// Rows `t` that point at `parent.urn`, by their own column or through the link table.
function referringFrom(resource: Resource, field: Field, p: Parameters): string {
  if (field.storage !== 'LINKS')
    return `${quote(resource.table)} t WHERE ${isNamedSql(resource, field, 't', 'parent.urn')}`;
  const name = p.add(linkField(resourceHolding(resource.contract, field) ?? resource, field), 'text');
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
  const select = selectFor(target, scope, p);
  const where = readable(target, scope, p);
  const text =
    `SELECT ${select}, l."${near}" AS "$parent" FROM "link" l JOIN ${quote(target.table)} t ON t."urn" = l."${far}"` +
    ` WHERE l."${near}" = ANY(${wanted}) AND l."field" = ${p.add(name, 'text')} AND ${where}` +
    ` ORDER BY l."position", l."${far}"`;
  return prepared(text, p);
}

/**
 * Items of the entities, of several kinds in one statement, in the order name knows: sortOrder, then urn. With `names` those
 * of these names, and those whose live value may have another name than the draft that the viewer may not see.
 */
export async function itemsOfEntities(
  executor: Executor,
  scope: AccessScope,
  {
    entities,
    kinds,
    names = null,
  }: {
    readonly entities: readonly string[];
    readonly kinds: readonly string[];
    readonly names?: readonly string[] | null;
  },
): Promise<ItemRow[]> {
  // One kind stands for all: nothing but the row they live in tells them apart.
  const some = executor.contract.kinds.TextItem;
  const question = `items ${askedOf(scope)}${names ? ' named' : ''}`;
  const values = names ? [entities, kinds, names] : [entities, kinds];
  const statement = kept(shapedBy(executor.contract, scope), question, values, ([ofEntities, ofKinds, ofNames]) => {
    const p = new Parameters();
    const wanted = p.add(ofEntities, 'uuid[]');
    const drafts = showsLive(scope.label)
      ? holds({ resource: some, alias: 't' }, { viewer: scope.viewer, label: 'READ_DRAFT' }, p)
      : 'true';
    const named = names
      ? ` AND (t."name" = ANY(${p.add(ofNames, 'text[]')}) OR ((NOT t."is_published" OR t."deleted_timestamp" IS NOT NULL) AND NOT ${drafts}))`
      : '';
    const columns = [...itemColumns(executor.contract).keys()].map((c) => `t.${quote(c)}`).join(', ');
    const text =
      `SELECT t."kind" AS "$kind", t."owner" AS "$owner", ${columns}, ${drafts} AS "$seesDrafts", ${isLiveBefore} FROM "item" t` +
      ` WHERE t."entity" = ANY(${wanted}) AND t."kind" = ANY(${p.add(ofKinds, 'text[]')})${named}` +
      ` AND ${itemsInScope(some, 't', scope, p)} ORDER BY t."sort_order", t."urn"`;
    return prepared(text, p);
  });
  const rows = await executor.query(statement);
  return rows.map((row) => itemRow(executor.contract, row));
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
