// Lists of items of one row, read together: a page with lists of thirteen kinds reads its items once, and gathers each list from
// those of its kind. Read one by one, each list is a plan of its own that PostgreSQL begins and ends in every run.
import { defaultOrder } from '../../contract/listQuery.ts';
import type { FieldQuestion, ListQuestion, RowQuestion } from '../../contract/question.ts';
import { inverseOf, targetOf } from '../../contract/resource.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { seesEveryDraft } from '../../domain/heldLabels.ts';
import { orderSql } from '../engine/listStatement.ts';
import { isReadWithContainer } from '../engine/scope.ts';
import { storedFields } from '../mapping/columns.ts';
import { boundOf } from './lists.ts';
import { itemsWithin } from './rows.ts';
import type { Place, Writing } from './writing.ts';

/** Lists that are read together. */
export interface SharedItems {
  /** A subquery for a FROM clause behind the row, which answers a single row. */
  readonly from: string;
  /** What each of the lists is of that row, as SQL. */
  readonly lists: ReadonlyMap<FieldQuestion, string>;
}

/** Fewer lists are cheaper each by itself; where items are shown by their live values, several tables are read for each list. */
const leastLists = (viewer: Viewer): number => (seesEveryDraft(viewer) ? 4 : 2);

/** The lists of the row that are read together; null where there are none. */
export function sharedItems(w: Writing, row: RowQuestion, place: Place): SharedItems | null {
  if (place.isUndecided) return null;
  const lists = sharedLists(w, row);
  const [first] = lists;
  if (!first || lists.length < leastLists(w.viewer)) return null;
  const [item, all, gathered] = [w.alias(), w.alias(), w.alias()];
  const sees = seesEveryDraft(w.viewer);
  const cases = lists.map((list) => {
    const { resource } = list.row;
    const one = w.alias();
    const above = { place, link: inverseOf(list.field) };
    const item$ = { from: '', where: '', place: { resource, alias: item, sees: String(sees), above } };
    return `WHEN ${kindOf(list)} THEN (SELECT row_to_json(${one}) FROM (${w.rowsSql(list.row, item$, '')}) ${one})`;
  });
  const order = orderSql(defaultOrder(targetOf(first.field)), item, false);
  // When there are more items than all lists may hold, one of the lists is too long for the statement.
  const most = lists.reduce((sum, list) => sum + boundOf(w, list).rows + 1, 0);
  const kinds = lists.map(({ field }) => targetOf(field).name);
  const columns = [...new Set(['kind', ...lists.flatMap(columnsOf)])];
  const read =
    `SELECT ${item}."kind", CASE ${item}."kind" ${cases.join(' ')} END AS "json"` +
    ` FROM ${itemsWithin(w, { field: first.field, kinds, columns }, place, item)} ORDER BY ${order} LIMIT ${String(most)}`;
  const parts = lists.map((list, at) => {
    const ofKind = `FILTER (WHERE ${all}."kind" = ${kindOf(list)})`;
    const [list$, bound] = [`json_agg(${all}."json") ${ofKind}`, boundOf(w, list)];
    const isShort = `count(*) ${ofKind} <= ${String(bound.rows)} AND coalesce(pg_column_size(${list$}), 0) <= ${String(bound.bytes)}`;
    return { list, name: `l${String(at)}`, sql: list$, isShort };
  });
  const selected = parts.map(({ name, sql }) => `${sql} AS "${name}"`).join(', ');
  const bounds = parts.map(({ isShort }) => isShort).join(' AND ');
  return {
    from: `LATERAL (SELECT ${selected} FROM (${read}) ${all} HAVING 1 / (${bounds})::int = 1) ${gathered}`,
    lists: new Map(parts.map(({ list, name }) => [list, `coalesce(${gathered}."${name}", '[]'::json)`])),
  };
}

const kindOf = ({ field }: ListQuestion): string => `'${targetOf(field).name}'`;

// Those of items that are decided with the row they live in, all of a kind and in the usual order, and each kind once.
function sharedLists(w: Writing, { fields }: RowQuestion): ListQuestion[] {
  const kinds = new Set<string>();
  const orders = new Set<string>();
  const all = fields.flatMap((field): readonly FieldQuestion[] => (field.form === 'ITEMS' ? field.lists : [field]));
  return all.filter((question): question is ListQuestion => {
    if (question.form !== 'LIST' || question.names !== null || question.field.storage !== 'INVERSE') return false;
    if (question.part !== undefined) return false;
    const target = targetOf(question.field);
    if (!target.isItem || kinds.has(target.name) || !isReadWithContainer(target, w.viewer)) return false;
    orders.add(orderSql(defaultOrder(target), '', false));
    kinds.add(target.name);
    return orders.size === 1;
  });
}

// The columns that a list selects; all of them where it selects more than columns.
function columnsOf({ field, row }: ListQuestion): string[] {
  const { resource } = row;
  const selected = row.fields.map((one) =>
    'field' in one && one.field.storage === 'COLUMN' ? one.field.column : null,
  );
  const isPlain = row.fields.every(({ form }, at) => form === 'TYPE' || form === 'ADDRESS' || selected[at] !== null);
  const order = defaultOrder(targetOf(field)).map((term) => term.field.column);
  const columns = isPlain ? selected.filter((column) => column !== null) : storedFields(resource).map((f) => f.column);
  return ['urn', ...order, ...columns];
}
