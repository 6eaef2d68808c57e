// How much the lists of one answer may hold. PostgreSQL works an answer out as a whole before any of it is sent, so that
// each list in it gets its part of what a request may read, ahead; a list that is longer ends the statement, and the
// question is cut at its lists (engine/cutQuestion.ts).
import {
  rowsBelow,
  type FieldQuestion,
  type HistoryPart,
  type Input,
  type Question,
  type RootQuestion,
  type RowQuestion,
} from '../../contract/question.ts';
import { pageLimits } from '../../contract/listQuery.ts';
import type { Field } from '../../contract/resource.ts';
import { mostNamed, pageAt } from './inputs.ts';
import { NotCovered } from './notCovered.ts';

/** What one list may hold. */
export interface ListBound {
  readonly rows: number;
  /** Of its JSON text. */
  readonly bytes: number;
}

/** What a statement says: rows of kinds, and fields of them. */
export interface StatementSize {
  readonly rows: number;
  readonly fields: number;
}

/** What it may say in all; beyond it, planning costs more than it saves. */
export const mostInStatement: StatementSize = { rows: 60, fields: 800 };

/** What all lists together may hold. */
const mostInAll = { rows: 100_000, bytes: 24 * 1024 * 1024 } as const;
/** No list gets more rows than this, and none fewer bytes. */
const mostRows = 1_000;
const leastBytes = 64 * 1024;
/** What a list of a cut question may hold: as much as any answer, so that what is longer is too long for a request. */
const cutBound: ListBound = { rows: mostInAll.rows, bytes: 64 * 1024 * 1024 };
/** How many rows a short list is taken to hold when those inside it share what is left. */
const usualList = 10;

/** How many short lists stand inside one another, and how many rows the pages among them have. */
interface Depth {
  readonly lists: number;
  readonly pages: number;
}

/** The bounds of every list and page below a row. Throws NotCovered for a question that is too large itself. */
export function listBounds({ roots, isCut }: Question, inputs: readonly Input[]): ReadonlyMap<Listing, ListBound> {
  const found: { readonly question: Listing; readonly above: Depth; readonly below: Depth }[] = [];
  const size = { rows: 0, fields: 0 };
  const deepest = (depths: readonly Depth[]): Depth => ({
    lists: Math.max(0, ...depths.map(({ lists }) => lists)),
    pages: Math.max(1, ...depths.map(({ pages }) => pages)),
  });
  const visit = (row: RowQuestion, above: Depth): Depth => {
    size.rows += 1;
    size.fields += row.fields.length;
    if (isTooLarge(size)) throw new NotCovered();
    return deepest(row.fields.map((field) => visitField(field, above)));
  };
  const visitField = (question: Listing, above: Depth): Depth => {
    if (question.form === 'HISTORY') return deepest(question.parts.map((part) => visitField(part, above)));
    if (question.form === 'ITEMS') return deepest(question.lists.map((list) => visitField(list, above)));
    const isListed = question.form === 'LIST' || question.form === 'SHALLOW';
    const isShortList = (isListed && isShort(question.field)) || leadsOn(question);
    const limit = limitOfList(question);
    const own = { lists: isShortList ? 1 : 0, pages: limit ?? 1 };
    const inside = { lists: above.lists + own.lists, pages: above.pages * own.pages };
    const below = deepest(rowsBelow(question).map((row) => visit(row, inside)));
    if (isShortList || limit !== null) found.push({ question, above, below });
    return { lists: below.lists + own.lists, pages: below.pages * own.pages };
  };
  const limitOfList = (question: Listing): number | null => {
    if (question.form === 'LIST' && question.field.isPaged) return pageLimits.usual;
    const input = pageInputOf(question);
    return input === null ? null : limitOf(input);
  };
  const limitOf = (input: number): number => pageAt(inputs, input).query.limit;
  const rowsOf = (root: RootQuestion): number => {
    if (root.form === 'ROWS') return mostNamed(inputs, root.input);
    const page = root.form === 'INBOX' ? root.parts.find(({ form }) => form === 'PAGE') : root;
    return page?.form === 'PAGE' ? limitOf(page.page.input) : 1;
  };
  for (const root of roots) for (const row of rowsBelow(root)) visit(row, { lists: 0, pages: rowsOf(root) });
  const bound = (above: Depth, below: Depth): ListBound => (isCut ? cutBound : boundOf(above, below, found.length));
  return new Map(found.map(({ question, above, below }) => [question, bound(above, below)]));
}

/** Whether it is more than one statement may say. */
export const isTooLarge = ({ rows, fields }: StatementSize): boolean =>
  rows > mostInStatement.rows || fields > mostInStatement.fields;

/** How much a statement says of the rows. */
export function sizeOf(rows: readonly RowQuestion[]): StatementSize {
  const all = rows.map(({ fields }) => ({ fields: fields.length, below: sizeOf(fields.flatMap(rowsInside)) }));
  return {
    rows: all.reduce((sum, { below }) => sum + below.rows, rows.length),
    fields: all.reduce((sum, { fields, below }) => sum + below.fields + fields, 0),
  };
}

const rowsInside = (question: Listing): readonly RowQuestion[] =>
  question.form === 'HISTORY' ? question.parts.flatMap(rowsBelow) : rowsBelow(question);

/** What may be a list. */
type Listing = FieldQuestion | HistoryPart;

const isShort = ({ isList, isPaged }: Field): boolean => isList && !isPaged;

/** Whether a list of value objects leads to rows, of which each has its own lists. */
export const leadsOn = (question: Listing): boolean =>
  question.form === 'OBJECT' && question.field.isList && rowsBelow(question).length > 0;

function pageInputOf(question: Listing): number | null {
  if (question.form === 'EMBEDDED') return question.input;
  return question.form === 'PAGE' ? question.page.input : null;
}

function boundOf(above: Depth, below: Depth, lists: number): ListBound {
  const rows = mostInAll.rows / lists / (above.pages * below.pages);
  const bytes = mostInAll.bytes / lists / above.pages / usualList ** above.lists;
  return {
    rows: Math.max(1, Math.min(mostRows, Math.floor(rows ** (1 / (above.lists + 1 + below.lists))))),
    bytes: Math.max(leastBytes, Math.floor(bytes)),
  };
}
