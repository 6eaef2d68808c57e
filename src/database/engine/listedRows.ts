// The rows of a list: which of a kind the viewer may see there, filtered, and from which position on. Filtering or ordering by
// a draft value would reveal it, so lists hold what the viewer may see as it stands.
import { defaultOrder, type Filter, type ListQuery, type OrderTerm, type Position } from '../../contract/listQuery.ts';
import { fieldOf, type Resource } from '../../contract/resource.ts';
import { accessScope, type AccessScope } from '../../domain/accessScope.ts';
import { effectiveLabels, seesEveryDraft } from '../../domain/heldLabels.ts';
import { showsLive } from '../../domain/label.ts';
import { isOfTenant } from '../../domain/viewer.ts';
import { quote } from '../mapping/columns.ts';
import { kindDetails } from '../mapping/kindDetails.ts';
import { sizesInOrder } from '../mapping/longTexts.ts';
import type { Parameters } from '../connection/statement.ts';
import { countedEdges } from './countedEdges.ts';
import { knownTriggers } from './knownTriggers.ts';
import { beyondSql, filterSql, itemColumnsSql, orderSql, type Filtered } from './listStatement.ts';
import { contentColumns, liveRows, removedFiles } from './liveRows.ts';
import { holds, inScope, inTenant, isDraft, shown } from './scope.ts';
import { shownRows } from './shownRows.ts';
import { itemWalkOf, walkedItemsSql } from './walkedItems.ts';
import { isOfWholeTenant, waysToLive, waysToRead, type InOrder, type Way } from './waysToRead.ts';

/** Up to here totals are exact. */
export const mostCounted = 10_000;

/** A page per parent, for lists nested in other lists. */
export interface PageQuery {
  readonly order: readonly OrderTerm[];
  readonly limit: number;
  readonly after: Position | null;
  readonly before: Position | null;
  readonly isBackward: boolean;
  /** Whether the total is requested. */
  readonly wantsCount?: boolean;
  /** Which rows of the list; all without. */
  readonly conditions?: readonly Filter[];
}

/** The kind of a row `t` of the table that all item kinds share, as one more condition. */
const kindSql = (resource: Resource): string => (resource.isItem ? ` AND t."kind" = '${resource.name}'` : '');

/** The rows of a list as a relation without an alias, with the columns of `contentColumns` and `sees_drafts`. */
export interface ListedRows {
  readonly rows: string;
  readonly counted: Counted;
}

/** What is counted when a total is requested. */
export interface Counted {
  /** Each for a FROM clause. */
  readonly from: readonly string[];
  /** The name of the rows there. */
  readonly alias?: string;
  /** Writes a number that is no greater than the total, and is found sooner. */
  readonly atLeast?: () => string | null;
}

/** Which rows, and for whom. */
interface Wanted {
  readonly scope: AccessScope;
  readonly resource: Resource;
  readonly query: ListQuery;
}

/** The rows that the viewer may read and the query wants, in no order: the first `limit` (SQL) of them are among them. */
export function listedRows(wanted: Wanted, p: Parameters, limit: string): ListedRows {
  return isOfPath(wanted) ? rowsOfPath(wanted, p, limit) : rowsOfWays(wanted, p, limit);
}

function rowsOfWays({ scope, resource, query }: Wanted, p: Parameters, limit: string): ListedRows {
  const filtered = { resource, alias: 't', viewer: scope.viewer, isOfLive: query.isOfLive };
  const filter = filterSql(filtered, query.conditions, p);
  const inOrder = orderSql(query.order, 't', query.isBackward);
  const order = ` ORDER BY ${inOrder} LIMIT ${limit}`;
  const position = positionSql(filtered, query, p);
  const byItems = query.order.filter(({ item }) => item).map(({ field }) => field.column);
  const columns = [...contentColumns(resource), ...byItems].map(quote);
  const listed = columns.map((column) => `t.${column}`).join(', ');
  const triggers = knownTriggers(resource, scope, p);
  if (triggers) {
    const shownOnes = visible(resource, scope, p);
    const condition = `${inTenant('t', scope.viewer, p)}${filter}`;
    const page = triggers({ shown: shownOnes, condition: condition + position, order: inOrder, limit });
    const all = triggers({ shown: shownOnes, condition, order: 't."sequence"', limit: String(mostCounted + 1) });
    return { rows: `(SELECT ${listed}, true AS "sees_drafts" FROM ${page})`, counted: { from: [all] } };
  }
  // What rows are put in order by is found once for each that the list holds: OFFSET 0 keeps it from being found wherever it is named.
  const listedOf = (rows: string, condition: string): string =>
    byItems.length === 0
      ? `${rows} WHERE ${condition}`
      : `(SELECT t.*${itemColumnsSql(filtered, query.order, p)} FROM ${rows} WHERE ${condition} OFFSET 0) t WHERE true`;
  const found = query.isOfLive ? liveWays(resource, scope, p) : waysOfList(resource, scope, p);
  const itemWalk = itemWalkOf(filtered, query);
  const ways = found.map(({ rows, where, ...way }) => {
    const condition = `${where}${kindSql(resource)} AND ${filter}`;
    const each = (): string =>
      `${where}${kindSql(resource)} AND ${filterSql({ ...filtered, isOneByOne: true }, query.conditions, p)}`;
    return {
      from: itemWalk ? `${rows} WHERE ${condition}` : listedOf(rows, condition),
      condition,
      each,
      where,
      rows,
      ...way,
    };
  });
  const sizes = sizesInOrder(resource, query.order[0]?.field, 't').map((size) => ` AND ${size}`);
  // Which is best of conditions, edges and order depends on the conditions.
  const isWalked = query.conditions.length === 0 && isServed(resource, query.order);
  const keys = [...new Set(['urn', ...query.order.map(({ field }) => field.column)])]
    .map((key) => `t.${quote(key)}`)
    .join(', ');
  const arms = itemWalk
    ? ways.map((way) => {
        const sorted = (more: string): string =>
          `SELECT ${listed}, ${way.seesDrafts} AS "sees_drafts" FROM ${listedOf(way.rows, `${way.condition} AND ${more}`)}${position}${order}`;
        return walkedItemsSql(filtered, itemWalk, { ...way, listed, sorted, position, limit }, p);
      })
    : armsInTurn(ways, { listed, position, order, inOrder, limit, sizes, keys, isWalked });
  // The page of all arms together is the page of their pages; a row that is found in two ways is one.
  const rows =
    arms.length === 1 ? arms.join('') : `(SELECT DISTINCT ON ("urn") * FROM (${arms.join(' UNION ALL ')}) a)`;
  if (query.conditions.length > 0) return { rows, counted: { from: ways.map(({ from }) => from) } };
  const atLeast = (): string | null => countedEdges(resource, scope, mostCounted, p);
  return { rows, counted: { from: ways.flatMap((way) => countedRows(resource, way)), atLeast } };
}

/**
 * Whether the list is of the few pages at one path. They are found by that, and about each is decided once; in several ways they would be
 * looked up in each, and a statement of many ways takes longer to begin than to run.
 */
function isOfPath({ resource, scope: { viewer, label }, query }: Wanted): boolean {
  if (resource.name !== 'Entity' || label !== resource.labels.read || query.isOfLive) return false;
  if (!isOfTenant(viewer) || seesEveryDraft(viewer) || effectiveLabels(viewer, 'READ_DRAFT').length === 0) return false;
  const names = (filter: Filter): boolean =>
    'every' in filter
      ? filter.every.some(names)
      : 'operator' in filter && filter.operator === 'eq' && filter.field.name === 'path';
  return query.conditions.some(names) && !query.order.some(({ item }) => item);
}

// Living pages as the viewer is shown each.
function rowsOfPath({ resource, scope, query }: Wanted, p: Parameters, limit: string): ListedRows {
  const { from, where } = shownRows({ resource, scope, alias: 't' }, p);
  const filtered = { resource, alias: 't', viewer: scope.viewer };
  const found = `${from} WHERE ${where} AND ${filterSql(filtered, query.conditions, p)}`;
  const order = ` ORDER BY ${orderSql(query.order, 't', query.isBackward)} LIMIT ${limit}`;
  return { rows: `(SELECT t.* FROM ${found}${positionSql(filtered, query, p)}${order})`, counted: { from: [found] } };
}

/** What the arms of a list have in common, as SQL. */
interface Arms {
  readonly listed: string;
  readonly position: string;
  readonly order: string;
  readonly inOrder: string;
  readonly limit: string;
  readonly sizes: readonly string[];
  readonly keys: string;
  readonly isWalked: boolean;
}

function armsInTurn(
  ways: readonly (Pick<WayOfList, 'rows' | 'seesDrafts' | 'inOrder'> & { readonly from: string })[],
  { listed, position, order, inOrder, limit, sizes, keys, isWalked }: Arms,
): string[] {
  return ways.flatMap(({ from, rows: relation, seesDrafts, inOrder: walk }) =>
    (sizes.length > 0 ? sizes : ['']).map((size, at) => {
      const select = `SELECT ${listed}, ${seesDrafts} AS "sees_drafts" FROM`;
      const found = `${from}${size}${position}`;
      // Longer texts than an index holds are few, and in no order.
      if (walk === null || !isWalked || at > 0) return `(${select} ${found}${order})`;
      const oneByOne = walk();
      const begin = `${relation} WHERE ${oneByOne.begin}${size}${position} ORDER BY ${inOrder} LIMIT ${String(mostWalked)}`;
      return walkedFirst({
        ...{ walk: oneByOne, few: `${select} ${found}${order}`, order, limit },
        walked: `${select} (SELECT * FROM ${begin}) t`,
        gathered: `${select} ${relation} WHERE t."urn" = ANY(ARRAY(SELECT t."urn" FROM (SELECT ${keys} FROM ${found} OFFSET 0) t${order}))`,
      });
    }),
  );
}

/** Who holds more edges than these looks for the first rows of a list in its order before it begins with its edges. */
const mostBegunWith = 2_000;
/** Rows of a list that are looked at in its order, whoever may read them. */
const mostWalked = 2_000;

interface Walked {
  readonly walk: InOrder;
  /** The rows of who holds few edges. */
  readonly few: string;
  /** The first rows of the list, whoever may read them. */
  readonly walked: string;
  /** The rows with an edge, all of which are found before they are sorted: by what the index of the order holds, where it knows them. */
  readonly gathered: string;
  readonly order: string;
  readonly limit: string;
}

// The first of many rows are found sooner by looking at each row of the list in its order than by gathering all rows with an edge
// and sorting them. Where the beginning of the list does not hold enough of them, they are gathered.
function walkedFirst({ walk: { edges, held }, few, walked, gathered, order, limit }: Walked): string {
  const [isOfMany, count] = ['(SELECT "is" FROM many)', '(SELECT count(*) FROM walked)'];
  return (
    `(WITH many AS MATERIALIZED (SELECT count(*) > ${String(mostBegunWith)} AS "is" FROM (${edges} LIMIT ${String(mostBegunWith + 1)}) c),` +
    ` walked AS MATERIALIZED (${walked} WHERE ${isOfMany} AND ${held}${order})` +
    ` SELECT * FROM walked WHERE ${count} = ${limit} UNION ALL SELECT * FROM (${few}) few WHERE NOT ${isOfMany}` +
    ` UNION ALL SELECT * FROM (${gathered}) gathered WHERE ${isOfMany} AND ${count} < ${limit})`
  );
}

// Whether an index of the kind is in that order, within a tenant.
function isServed(resource: Resource, order: readonly OrderTerm[]): boolean {
  if (resource.isItem || !order.every(({ field }) => field.isNonNull)) return false;
  const usual = defaultOrder(resource);
  const isReversed = order[0]?.isDescending !== usual[0]?.isDescending;
  const isUsual =
    order.length === usual.length &&
    order.every(({ field, isDescending }, at) => {
      const term = usual[at];
      return field === term?.field && isDescending === (term.isDescending !== isReversed);
    });
  const name = order.length === 1 ? order[0]?.field.name : undefined;
  return isUsual || (name !== undefined && kindDetails[resource.name]?.orders?.includes(name) === true);
}

/** Rows of a list that are found in one way: a relation `t`, which of its rows, and whether their drafts are shown. */
interface WayOfList extends Way {
  readonly rows: string;
  readonly seesDrafts: string;
  /** The order of an index that holds nothing but these rows; null where none does. */
  readonly indexed: readonly OrderTerm[] | null;
}

// All rows of a tenant are counted in the order of an index: as many as are counted are otherwise looked for by reading the
// table from its beginning, with the rows of all other tenants.
function countedRows(
  resource: Resource,
  { from, indexed }: { readonly from: string; readonly indexed: readonly OrderTerm[] | null },
): string[] {
  if (indexed === null) return [from];
  const order = ` ORDER BY ${orderSql(indexed, 't', false)}`;
  const sizes = sizesInOrder(resource, indexed[0]?.field, 't').map((size) => ` AND ${size}`);
  return (sizes.length > 0 ? sizes : ['']).map((size) => from + size + order);
}

// Viewers with READ_DRAFT are shown content as it stands, all others as it is live; lists hold both.
function waysOfList(resource: Resource, scope: AccessScope, p: Parameters): WayOfList[] {
  const { viewer, label } = scope;
  const table = `${quote(resource.table)} t`;
  const isContent = resource.isItem || resource.name === 'Entity';
  const drafts = accessScope(viewer, 'READ_DRAFT');
  if (!isContent || !showsLive(label) || viewer.kind === 'SYSTEM') {
    const live = showsLive(label) ? isDraft(resource, 't') : null;
    const some = live
      ? ` AND (NOT (${live}) OR ${holds({ resource, alias: 't' }, { viewer, label: 'READ_DRAFT' }, p)})`
      : '';
    const all = waysToRead(resource, 't', scope, p);
    const found: readonly Way[] = all
      ? all.map((way) => ({ where: way.where + some, inOrder: some === '' ? way.inOrder : null }))
      : [{ where: shown(resource, 't', scope, p), inOrder: null }];
    const isOfFiles = resource.name === 'ImageItemFile' && showsLive(label) && viewer.kind !== 'SYSTEM';
    const relations = isOfFiles ? [table, removedFiles(resource, 't')] : [table];
    const indexed = isOfWholeTenant(resource, scope) ? defaultOrder(resource) : null;
    return relations.flatMap((rows) =>
      found.map((way) => ({ rows, ...way, seesDrafts: 'true', indexed: rows === table ? indexed : null })),
    );
  }
  const whole = (where: string): Way[] => [{ where, inOrder: null }];
  const seen = waysToRead(resource, 't', drafts, p) ?? whole(inScope(resource, 't', drafts, p));
  const read =
    waysToLive(resource, 't', viewer, p) ??
    whole(
      `${inScope(resource, 't', scope, p)} AND NOT ${holds({ resource, alias: 't' }, { viewer, label: 'READ_DRAFT' }, p)}`,
    );
  const inOrder = isOfWholeTenant(resource, drafts) ? defaultOrder(resource) : null;
  const inLiveOrder = isOfWholeTenant(resource, scope) ? liveOrder(resource) : null;
  const ways = [
    ...seen.map((way) => ({ rows: table, ...way, seesDrafts: 'true', indexed: inOrder })),
    // Nearly all live rows are of the first relation, which is the table itself.
    ...liveRows(resource, 't').flatMap((rows, at) =>
      read.map((way) => ({ rows, ...way, seesDrafts: 'false', indexed: at === 0 ? inLiveOrder : null })),
    ),
  ];
  // What gives nothing is not asked beside what may.
  const some = ways.filter(({ where }) => where !== 'false');
  return some.length > 0 ? some : ways.slice(0, 1);
}

// What is live of content, to whoever may read it.
function liveWays(resource: Resource, scope: AccessScope, p: Parameters): WayOfList[] {
  const { viewer } = scope;
  const ways = waysToRead(resource, 't', scope, p) ?? [{ where: inScope(resource, 't', scope, p) }];
  const indexed = isOfWholeTenant(resource, scope) && viewer.kind !== 'SYSTEM' ? liveOrder(resource) : null;
  return liveRows(resource, 't').flatMap((rows, at) =>
    ways.map(({ where }) => ({
      ...{ rows, where, inOrder: null, seesDrafts: 'false' },
      indexed: at === 0 ? indexed : null,
    })),
  );
}

// Entities that are live stand by themselves in one index.
function liveOrder(resource: Resource): OrderTerm[] {
  if (resource.isItem) return defaultOrder(resource);
  return [{ field: fieldOf(resource, 'updatedTimestamp'), isDescending: false }];
}

/** Which rows `t` of a list the viewer may see, as they stand. */
function visible(resource: Resource, scope: AccessScope, p: Parameters): string {
  return `${shown(resource, 't', scope, p)}${kindSql(resource)}`;
}

/** The conditions that rows `t` lie where a page begins and ends. */
export function positionSql(
  of: Omit<Filtered, 'alias'>,
  page: Pick<PageQuery, 'order' | 'after' | 'before'>,
  p: Parameters,
): string {
  const rows = { ...of, alias: 't' };
  const after = page.after
    ? ` AND ${beyondSql(rows, { order: page.order, position: page.after, isBackward: false }, p)}`
    : '';
  const before = page.before
    ? ` AND ${beyondSql(rows, { order: page.order, position: page.before, isBackward: true }, p)}`
    : '';
  return after + before;
}

/** How many rows there are in all of these together, as a subquery with the column `total`: at most one more than are counted. */
export function totalSql({ from, alias = 't', atLeast }: Counted): string {
  // More than can be counted in one way is more than can be counted in all.
  const urns = from.map((rows) => `(SELECT ${alias}."urn" FROM ${rows} LIMIT ${String(mostCounted + 1)})`);
  const counted = `SELECT count(*)::int AS total FROM (${urns.join(' UNION ')}) c`;
  const known = atLeast?.() ?? null;
  if (known === null) return counted;
  // OFFSET 0 keeps what is selected: it is otherwise counted anew wherever the statement names it.
  return (
    `SELECT CASE WHEN known.total > ${String(mostCounted)} THEN known.total ELSE (${counted}) END AS total` +
    ` FROM (SELECT ${known} AS total OFFSET 0) known OFFSET 0`
  );
}

/**
 * Pages beside what each is a page of: with their total, when requested, of the same moment. One row without a urn
 * stands for an empty page that has a total.
 */
export function withTotal(lists: string, page: string, counted: Counted | null): string {
  if (counted === null) return `page.* FROM ${lists}, LATERAL (${page}) page`;
  return (
    `counted.total AS "$total", page.* FROM ${lists} CROSS JOIN LATERAL (${totalSql(counted)}) counted` +
    ` LEFT JOIN LATERAL (${page}) page ON true`
  );
}
