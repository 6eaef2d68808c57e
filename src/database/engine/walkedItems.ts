// The first pages in the order of an item, such as the newest by their date: the items of that name are looked at in the order of their
// values, and the page of each is held against the conditions, until there are enough. Where the beginning does not hold enough pages, the
// value of each page that meets the conditions is read and sorted. Resource reference 16.21.
import { fieldOf, targetOf, type Field } from '../../contract/resource.ts';
import type { ListQuery, OrderTerm } from '../../contract/listQuery.ts';
import { columnType, quote } from '../mapping/columns.ts';
import { indexedValue } from '../mapping/itemOrders.ts';
import type { Parameters } from '../connection/statement.ts';
import { isShownAsItStands } from './liveRows.ts';
import { itemColumnsSql } from './listStatement.ts';
import type { Filtered } from './seenRows.ts';

/** Items that are looked at in their order. */
const mostWalked = 2_000;

/** The items that are walked. */
export interface ItemWalk {
  readonly term: OrderTerm;
  readonly item: NonNullable<OrderTerm['item']>;
  readonly value: Field;
  readonly column: string;
  readonly isDescending: boolean;
  readonly from: ListQuery['after'];
}

/** The walk that gives a list its beginning; null for lists in another order, from their end, and of no tenant. */
export function itemWalkOf({ viewer }: Filtered, query: ListQuery): ItemWalk | null {
  const [term, ...more] = query.order;
  if (!term?.item || more.length > 0 || query.isBackward || query.before !== null) return null;
  if (viewer.kind === 'SYSTEM' || viewer.tenantUrn === null || query.after?.[0] === null) return null;
  const value = indexedValue(targetOf(term.item.list));
  if (!value) return null;
  return {
    term,
    item: term.item,
    value,
    column: term.field.column,
    isDescending: term.isDescending,
    from: query.after,
  };
}

/** One way to the pages of a list. */
export interface WalkedWay {
  /** Relation `t` of pages, without conditions. */
  readonly rows: string;
  /** Which of them the caller may see in this way. */
  readonly where: string;
  /** The conditions of the list, too, held against pages one by one; written anew each time. */
  readonly each: () => string;
  /** Whether drafts are shown of them, as SQL: `false` where they are shown by what is live. */
  readonly seesDrafts: string;
  /** The columns of the list. */
  readonly listed: string;
  /** The condition on where the page of the list begins. */
  readonly position: string;
  /** The beginning of the list among pages that meet a further condition, written anew each time. */
  readonly sorted: (more: string) => string;
  readonly limit: string;
}

/** The beginning of a list, as a relation without an alias. */
export function walkedItemsSql(rows: Filtered, walk: ItemWalk, way: WalkedWay, p: Parameters): string {
  const { item, value, column, isDescending } = walk;
  const isLive = way.seesDrafts === 'false';
  const kind = targetOf(item.list);
  const tenant = p.add(rows.viewer.tenantUrn, 'uuid');
  const name = p.add(item.name, columnType(fieldOf(kind, 'name')));
  const at = `i.${quote(value.column)}`;
  const direction = isDescending ? ' DESC' : '';
  const isOfName = (alias: string): string =>
    `${alias}."kind" = '${kind.name}' AND md5(${alias}."name") = md5(${name}) AND ${alias}."name" = ${name} AND ${alias}."deleted_timestamp" IS NULL`;
  const beyond = walk.from ? ` AND ${at} ${isDescending ? '<=' : '>='} ${p.add(walk.from[0], columnType(value))}` : '';
  // A page with two such items of one value is found once.
  const isOther = `o."entity" = i."entity" AND ${isOfName('o')} AND o.${quote(value.column)} = ${at} AND o."urn" < i."urn"`;
  // Who may see none in this way looks at nothing.
  const isAny = `(SELECT EXISTS (SELECT 1 FROM ${way.rows} WHERE ${way.where}))`;
  const items =
    `SELECT i."entity", ${at} AS "value" FROM "item" i WHERE ${isAny} AND i."tenant" = ${tenant} AND ${isOfName('i')} AND ${at} IS NOT NULL${beyond}` +
    ` AND NOT EXISTS (SELECT 1 FROM "item" o WHERE ${isOther} OFFSET 0) ORDER BY ${at}${direction}, i."entity"${direction} LIMIT ${String(mostWalked)}`;
  // Pages that are shown by values which are no longer the newest are looked at one by one: these are in no order.
  const behind =
    `ARRAY(SELECT b."entity" FROM "item" b WHERE b."tenant" = ${tenant} AND b."kind" = '${kind.name}' AND b."deleted_timestamp" IS NULL` +
    ` AND NOT ${isShownAsItStands('b')} UNION SELECT b."entity" FROM "item" b WHERE b."tenant" = ${tenant} AND b."kind" = '${kind.name}'` +
    ` AND b."deleted_timestamp" IS NOT NULL AND b."is_published")`;
  const isBehind = `t."urn" = ANY(${behind})`;
  const own = `SELECT t.*${itemColumnsSql(rows, [walk.term], p)} FROM ${way.rows} WHERE t."urn" = w."entity" AND ${way.each()} OFFSET 0`;
  const walked =
    `SELECT ${way.listed}, ${way.seesDrafts} AS "sees_drafts" FROM (${items}) w CROSS JOIN LATERAL (${own}) t WHERE t.${quote(column)} = w."value"` +
    `${isLive ? ` AND NOT ${isBehind}` : ''}${way.position} ORDER BY w."value"${direction}, w."entity"${direction} LIMIT ${way.limit}`;
  const isEnough = `(SELECT count(*) FROM walked) >= ${way.limit}`;
  const beside = isLive ? ` UNION ALL SELECT * FROM (${way.sorted(isBehind)}) behind WHERE ${isEnough}` : '';
  return (
    `(WITH walked AS MATERIALIZED (${walked}) SELECT * FROM walked WHERE ${isEnough}${beside}` +
    ` UNION ALL SELECT * FROM (${way.sorted('true')}) sorted WHERE NOT ${isEnough})`
  );
}
