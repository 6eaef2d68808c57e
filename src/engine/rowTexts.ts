// Rows of a kind as JSON texts that are passed on as they are, several at once: one statement for up to 200 (database/answers).
import type { EmbeddedInput, Question, RowQuestion } from '../contract/question.ts';
import { compactJson, elementsOfJson } from '../domain/jsonText.ts';
import { turnOfText } from '../domain/loopTurns.ts';
import { slices } from '../domain/slices.ts';
import { answerQuestion } from './answerQuestion.ts';
import type { Context } from './context.ts';

/** What is read. */
interface AskedRows {
  readonly row: RowQuestion;
  /** Canonical. */
  readonly urns: readonly string[];
  /** The pages that are embedded in the rows and in what they lead to, which `row` names as inputs from 1 on. */
  readonly embedded: readonly EmbeddedInput[];
}

/** Rows that are read together. */
const atOnce = 200;

/** Reads the rows; missing is what is not there or may not be read, and null what statements cannot hold. */
export async function rowTexts(
  context: Context,
  { row, urns, embedded }: AskedRows,
): Promise<ReadonlyMap<string, string | null>> {
  const texts = new Map<string, string | null>();
  for (const some of slices([...new Set(urns)], atOnce))
    for (const [at, text] of (await textsOf(context, row, some, embedded)).entries())
      if (text !== undefined) texts.set(some[at] ?? '', text);
  return texts;
}

async function textsOf(
  context: Context,
  row: RowQuestion,
  urns: readonly string[],
  embedded: readonly EmbeddedInput[],
): Promise<(string | null | undefined)[]> {
  const { one, several } = questionsOf(row);
  const [only = ''] = urns;
  const isAlone = urns.length === 1;
  const named = isAlone ? only : { urns, rows: urns.map(() => key) };
  const answered = await answerQuestion(context, isAlone ? one : several, [named, ...embedded]);
  if (answered === null) {
    if (isAlone) return [null];
    // Together they are too long, or some are of another tenant.
    const each: (string | null | undefined)[] = [];
    for (const urn of urns) each.push(...(await textsOf(context, row, [urn], embedded)));
    return each;
  }
  await turnOfText(answered.text.length);
  const text = compactJson(String(answered.text)).slice(begin.length, -end.length);
  return (isAlone ? [text] : elementsOfJson(text)).map((each) => (each === 'null' ? undefined : each));
}

const key = 'read';
const begin = `{"data":{"${key}":`;
const end = '}}';

// Statements are kept with the question they answer: the same question is put again.
const questions = new WeakMap<RowQuestion, { readonly one: Question; readonly several: Question }>();

function questionsOf(row: RowQuestion): { readonly one: Question; readonly several: Question } {
  const known = questions.get(row) ?? {
    one: { isBody: true, roots: [{ form: 'ROW', key, row, input: 0 }] },
    several: { isBody: true, roots: [{ form: 'ROWS', key, rows: new Map([[key, row]]), input: 0 }] },
  };
  questions.set(row, known);
  return known;
}
