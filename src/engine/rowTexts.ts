// Rows of a kind as JSON texts that are passed on as they are, several at once: one statement for up to 200 (database/answers).
import type { Input, Question, RowQuestion } from '../contract/question.ts';
import { compactJson, elementsOfJson } from '../domain/jsonText.ts';
import { turnOfText } from '../domain/loopTurns.ts';
import { slices } from '../domain/slices.ts';
import type { QuestionContext } from './answerOnce.ts';
import { answerQuestion } from './answerQuestion.ts';
import type { Context } from './context.ts';
import { takeNotes, withNotes } from './notedRows.ts';

/** What is read. */
interface AskedRows {
  readonly row: RowQuestion;
  /** Canonical. */
  readonly urns: readonly string[];
  /** What else `row` is put with, and the place of the urn among these inputs, always the same one of a question. */
  readonly inputs: readonly Input[];
  readonly at: number;
}

/** Rows that are read together. */
const atOnce = 200;

/**
 * Reads the rows, and notes them where the answer is kept, but not what is shown as links alone; missing is what is not there or may not be
 * read, and null what statements cannot hold.
 */
export async function rowTexts(
  context: RowsContext,
  { urns, ...asked }: AskedRows,
): Promise<ReadonlyMap<string, string | null>> {
  const texts = new Map<string, string | null>();
  for (const some of slices([...new Set(urns)], atOnce))
    for (const [at, text] of (await textsOf(context, { ...asked, urns: some })).entries())
      if (text !== undefined) texts.set(some[at] ?? '', text);
  return texts;
}

/** What reading needs of a request. */
export type RowsContext = QuestionContext & Pick<Context, 'loaders' | 'shown'>;

async function textsOf(context: RowsContext, asked: AskedRows): Promise<(string | null | undefined)[]> {
  const { row, urns, inputs, at } = asked;
  const { one, several } = questionsOf(context, row, at);
  const [only = ''] = urns;
  const isAlone = urns.length === 1;
  const named = isAlone ? only : { urns, rows: urns.map(() => key) };
  const answered = await answerQuestion(context, isAlone ? one : several, [
    ...inputs.slice(0, at),
    named,
    ...inputs.slice(at),
  ]);
  if (answered === null) {
    if (isAlone) return [null];
    // One of them may be what no statement holds.
    const each: (string | null | undefined)[] = [];
    for (const urn of urns) each.push(...(await textsOf(context, { ...asked, urns: [urn] })));
    return each;
  }
  await turnOfText(answered.text.length);
  const compact = compactJson(String(answered.text)).slice(begin.length, -end.length);
  const text = context.shown ? takeNotes(context.shown, compact) : compact;
  return (isAlone ? [text] : elementsOfJson(text)).map((each) => (each === 'null' ? undefined : each));
}

const key = 'read';
const begin = `{"data":{"${key}":`;
const end = '}}';

interface Questions {
  readonly one: Question;
  readonly several: Question;
}

// Statements are kept with the question they answer: the same question is put again.
const questions = { plain: new WeakMap<RowQuestion, Questions>(), noted: new WeakMap<RowQuestion, Questions>() };

function questionsOf({ shown }: Pick<Context, 'shown'>, row: RowQuestion, input: number): Questions {
  const kept = shown ? questions.noted : questions.plain;
  const known = kept.get(row) ?? makeQuestions(shown ? withNotes(row) : row, input);
  kept.set(row, known);
  return known;
}

function makeQuestions(row: RowQuestion, input: number): Questions {
  return {
    one: { isBody: true, roots: [{ form: 'ROW', key, row, input }] },
    several: { isBody: true, roots: [{ form: 'ROWS', key, rows: new Map([[key, row]]), input }] },
  };
}
