// The history of an item as JSON text that is passed on as it is, read by one statement (database/answers/entries.ts) with the item.
// Item history objects; resource reference 3.3.
import type { EmbeddedInput, PageInput, Question, RowQuestion } from '../contract/question.ts';
import { endOfJson } from '../domain/jsonText.ts';
import { answerQuestion } from './answerQuestion.ts';
import type { Context } from './context.ts';
import { pageIn, pageParts, type TextPage } from './listText.ts';

/** A page of a history whose rows are JSON text. */
export interface TextHistory extends TextPage {
  /** Its address, and the item as it is now: a JSON string, and a JSON object. */
  readonly url: string;
  readonly item: string;
}

/** What is shown of the item, and of each of the values that it had. */
interface Shown {
  readonly item: RowQuestion;
  readonly entry: RowQuestion;
  /** The pages that are embedded in what these lead to, which they name as inputs from 2 on. */
  readonly inside: readonly EmbeddedInput[];
}

/**
 * Reads the history of the item, or of the item that a value is of, by its urn; undefined where there is none, and null where READ_DRAFT
 * is missing on it, or would be if there were one.
 */
export async function historyText(
  context: Context,
  { urn, ...page }: PageInput & { readonly urn: string },
  shown: Shown,
): Promise<TextHistory | null | undefined> {
  const question = questionOf(shown, page.query.wantsCount);
  const answered = await answerQuestion(context, question, [page, urn, ...shown.inside]);
  if (answered === null) return null;
  const text = String(answered.text);
  if (!text.startsWith(begins.url)) return undefined;
  // The question says what stands there: a string without quotes in it, and two objects.
  const urlEnds = text.indexOf('"', begins.url.length + 1) + 1;
  const itemFrom = urlEnds + begins.item.length;
  const itemEnds = Number(endOfJson(text, itemFrom));
  const rows = text.slice(itemEnds + begins.page.length, -end.length);
  return {
    ...pageIn(`{"data":{"read":${rows}}}`, page.query),
    url: text.slice(begins.url.length, urlEnds),
    item: text.slice(itemFrom, itemEnds),
  };
}

type Rows = Pick<Shown, 'item' | 'entry'>;

const begins = { url: '{"data":{"read":{"history":{"url":', item: ',"item":', page: ',"page":' } as const;
const end = '}}}}';

// Statements are kept with the question they answer: the same question is put again.
const questions = new WeakMap<RowQuestion, Map<string, WeakMap<RowQuestion, Question>>>();

function questionOf({ item, entry }: Rows, isCounted: boolean): Question {
  const ofItem = questions.get(item) ?? new Map<string, WeakMap<RowQuestion, Question>>();
  questions.set(item, ofItem);
  const ofEntry = ofItem.get(String(isCounted)) ?? new WeakMap<RowQuestion, Question>();
  ofItem.set(String(isCounted), ofEntry);
  const question = ofEntry.get(entry) ?? historyQuestion({ item, entry }, isCounted);
  ofEntry.set(entry, question);
  return question;
}

function historyQuestion({ item, entry }: Rows, isCounted: boolean): Question {
  const { resource } = item;
  const page = { resource, input: 0, parts: pageParts(entry, isCounted) };
  const parts = [
    { form: 'URL', key: 'url' },
    { form: 'NOW', key: 'item', row: item },
    { form: 'PAGE', key: 'page', page },
  ] as const;
  const row = { resource, fields: [{ form: 'HISTORY', key: 'history', parts }] } as const;
  return { isBody: true, roots: [{ form: 'ROW', key: 'read', row, input: 1 }] };
}
