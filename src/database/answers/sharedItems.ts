// Lists of items of one row, read together. Whoever may not see every draft is shown each item as it stands or as it is live,
// which takes two more tables: a page with lists of thirteen kinds reads them once, and each list takes its part.
import { defaultOrder } from '../../contract/listQuery.ts';
import type { FieldQuestion, RowQuestion } from '../../contract/question.ts';
import { inverseOf, targetOf } from '../../contract/resource.ts';
import { isReadWithContainer } from '../engine/scope.ts';
import { seesEveryDraft } from '../../domain/heldLabels.ts';
import { quote, storedFields } from '../mapping/columns.ts';
import { boundOf, type Listed } from './lists.ts';
import { columnsSql, shownItems } from './rows.ts';
import type { Place, SharedItems, Writing } from './writing.ts';

type ListQuestion = Extract<FieldQuestion, { readonly form: 'LIST' }>;

/** Fewer lists are cheaper each by itself. */
const leastLists = 4;

/** The items that several lists of the row have in common, and the statement that reads them; null where there are none. */
export function sharedItems(
  w: Writing,
  row: RowQuestion,
  place: Place,
): { readonly items: SharedItems; readonly read: string } | null {
  if (seesEveryDraft(w.viewer)) return null;
  const lists = row.fields.filter(
    (question): question is ListQuestion => question.form === 'LIST' && isShared(w, question),
  );
  const [first] = lists;
  if (!first || lists.length < leastLists) return null;
  // Items of every kind are decided alike.
  const resource = targetOf(first.field);
  const kinds = [...new Set(lists.map(({ field }) => `'${targetOf(field).name}'`))];
  const which = (alias: string): string => `${alias}.${quote(inverseOf(first.field).column)} = ${place.alias}."urn"`;
  const rows = shownItems(w, { resource, which, within: place }, `i."kind" IN (${kinds.join(', ')})`);
  const columns = columnsSql(resource, [...new Set(['kind', ...lists.flatMap(columnsOf)])]);
  // When there are more items than all lists may hold, one of the lists is too long for the statement.
  const most = lists.reduce((sum, question) => sum + boundOf(w, question).rows + 1, 0);
  const items = { table: w.alias(), lists: new Set<FieldQuestion>(lists) };
  return { items, read: `SELECT ${columns} FROM ${rows} LIMIT ${String(most)}` };
}

/** The rows of a list that shares its items; null for one that does not. */
export function sharedList(w: Writing, question: FieldQuestion, { items }: Place): Listed | null {
  if (!items?.lists.has(question) || question.form !== 'LIST') return null;
  const alias = w.alias();
  const resource = targetOf(question.field);
  const where = `${alias}."kind" = '${resource.name}'`;
  return { source: { from: `${items.table} ${alias}`, where, place: { resource, alias, sees: 'false' } }, link: null };
}

// All items of a kind that are decided with the row they live in.
function isShared({ viewer }: Writing, { field, names }: ListQuestion): boolean {
  const target = targetOf(field);
  return field.storage === 'INVERSE' && names === null && target.isItem && isReadWithContainer(target, viewer);
}

// The columns that a list selects; all of them where it selects more than columns.
function columnsOf({ field, row }: ListQuestion): string[] {
  const { resource } = row;
  const selected = row.fields.map((one) =>
    (one.form === 'VALUE' || one.form === 'LINK') && one.field.storage === 'COLUMN' ? one.field.column : null,
  );
  const isPlain = row.fields.every(({ form }, at) => form === 'TYPE' || selected[at] !== null);
  const order = defaultOrder(targetOf(field)).map((term) => term.field.column);
  const columns = isPlain ? selected.filter((column) => column !== null) : storedFields(resource).map((f) => f.column);
  return ['urn', ...order, ...columns];
}
