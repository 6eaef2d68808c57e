// A page of a kind's rows as JSON text that is passed on as it is, read by one statement (database/answers) with where the page
// stands in its list.
import type { ListQuery } from '../contract/listQuery.ts';
import type { EmbeddedInput, PagePart, Question, RowQuestion } from '../contract/question.ts';
import { answerQuestion } from './answerQuestion.ts';
import type { Context } from './context.ts';

/** A page whose rows are JSON text. */
export interface TextPage {
  /** A JSON array, or the UTF-8 of a long one. */
  readonly rows: string | Buffer;
  readonly hasMore: boolean;
  /** Null when it was not asked for, or is too large to be counted. */
  readonly totalCount: number | null;
  /** The cursors of the first and the last row; null without rows. */
  readonly first: string | null;
  readonly last: string | null;
}

/** What is listed. */
export interface TextList {
  readonly row: RowQuestion;
  readonly query: ListQuery;
  /** What cursors of the list are bound to. */
  readonly fingerprint: string;
  /** The pages that are embedded in each row and in what it leads to, which `row` names as inputs from 1 on. */
  readonly embedded: readonly EmbeddedInput[];
}

/** Reads the page; null of a kind whose lists are more than a query, and where it could be that of any of several tenants. */
export async function listText(
  context: Context,
  { row, query, fingerprint, embedded }: TextList,
): Promise<TextPage | null> {
  const question = questionOf(row, query.wantsCount);
  const page = { query, fingerprint };
  const answered = await answerQuestion(context, question, [page, ...embedded]);
  if (answered === null) return null;
  return pageIn(answered.text, query);
}

/** The page that is the only member of an answer, `read`, with the parts of `pageParts`. */
export function pageIn(answer: string | Buffer, { isBackward }: Pick<ListQuery, 'isBackward'>): TextPage {
  const { head, rows } = parted(answer);
  const { INFO: info, TOTAL: total = null } = head.data[key];
  const hasMore = isBackward ? info.PREVIOUS : info.NEXT;
  return { rows, hasMore, totalCount: total, first: info.START, last: info.END };
}

/** The name of the only root of each question. */
const key = 'read';

/** What the statement writes before the rows. */
interface Head {
  readonly data: {
    readonly [key]: {
      readonly INFO: {
        readonly NEXT: boolean;
        readonly PREVIOUS: boolean;
        readonly START: string | null;
        readonly END: string | null;
      };
      readonly TOTAL?: number | null;
    };
  };
}

// Statements are kept with the question they answer: the same question is put again.
const questions = new WeakMap<RowQuestion, Map<boolean, Question>>();

function questionOf(row: RowQuestion, isCounted: boolean): Question {
  const known = questions.get(row) ?? new Map<boolean, Question>();
  questions.set(row, known);
  const question = known.get(isCounted) ?? pageQuestion(row, isCounted);
  known.set(isCounted, question);
  return question;
}

function pageQuestion(row: RowQuestion, isCounted: boolean): Question {
  return {
    isBody: true,
    roots: [{ form: 'PAGE', key, page: { resource: row.resource, input: 0, parts: pageParts(row, isCounted) } }],
  };
}

/** What is asked of a page whose rows are JSON text. */
export function pageParts(row: RowQuestion, isCounted: boolean): PagePart[] {
  const info = (['NEXT', 'PREVIOUS', 'START', 'END'] as const).map((form) => ({ form, key: form }));
  const counted: PagePart[] = isCounted ? [{ form: 'TOTAL', key: 'TOTAL' }] : [];
  // The rows last: what comes before them is short.
  return [{ form: 'INFO', key: 'INFO', parts: info }, ...counted, { form: 'NODES', key: 'NODES', row }];
}

// As json_build_object writes the member; inside of a JSON string the quotes would have backslashes before them.
const rowsBegin = ', "NODES" : ';
const end = '}}}';

function parted(text: string | Buffer): { readonly head: Head; readonly rows: string | Buffer } {
  const at = text.indexOf(rowsBegin);
  const [from, to] = [at + rowsBegin.length, text.length - end.length];
  // The question says what stands there.
  if (typeof text === 'string')
    return { head: JSON.parse(`${text.slice(0, at)}${end}`) as Head, rows: text.slice(from, to) };
  return { head: JSON.parse(`${text.toString('utf8', 0, at)}${end}`) as Head, rows: text.subarray(from, to) };
}
