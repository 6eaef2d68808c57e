// Answers one question about rows that are known by their urns: what is asked about several of them in one turn is one statement.
import DataLoader from 'dataloader';
import type { Input, Question, RowQuestion } from '../contract/question.ts';
import type { Context } from './context.ts';
import type { QuestionContext } from './answerOnce.ts';
import { answerQuestion } from './answerQuestion.ts';
import { takeNotes, withNotes } from './notedRows.ts';

/** What was answered about a row, by the keys of its question. */
export type AnsweredRow = Readonly<Record<string, unknown>>;

/** What answering needs of a request. */
type RowsContext = QuestionContext & Pick<Context, 'loaders' | 'shown'>;

/**
 * What the caller is shown of the row; null where there is none, or none that the caller may read. `inputs` are those that the question
 * names: pages, names. Throws what answerQuestion throws.
 */
export function answerRow(
  context: RowsContext,
  row: RowQuestion,
  urn: string,
  inputs: readonly Input[],
): Promise<AnsweredRow | null> {
  const ofRequest = asking.get(context.loaders) ?? new Map<RowQuestion, Asked[]>();
  asking.set(context.loaders, ofRequest);
  const ofRow = ofRequest.get(row) ?? [];
  ofRequest.set(row, ofRow);
  let known = ofRow.find(
    (one) => one.inputs.length === inputs.length && one.inputs.every((each, at) => each === inputs[at]),
  );
  if (!known) {
    // Written to in between: nothing that was read is kept.
    const loader = new DataLoader((urns: readonly string[]) => answerAll(context, row, urns, inputs), { cache: false });
    known = { inputs, loader };
    ofRow.push(known);
  }
  return known.loader.load(urn);
}

/** A question with the inputs that it is put with, and the rows about which it is put in this turn. */
interface Asked {
  readonly inputs: readonly Input[];
  readonly loader: DataLoader<string, AnsweredRow | null>;
}

// Of each request, by the loaders that it alone has.
const asking = new WeakMap<Context['loaders'], Map<RowQuestion, Asked[]>>();

const key = 'read';

async function answerAll(
  context: RowsContext,
  row: RowQuestion,
  asked: readonly string[],
  inputs: readonly Input[],
): Promise<(AnsweredRow | null)[]> {
  const urns = [...new Set(asked)];
  const [first = ''] = urns;
  const rows =
    urns.length === 1 ? [await answerOne(context, row, first, inputs)] : await answerMany(context, row, urns, inputs);
  if (context.shown) for (const one of rows) takeNotes(context.shown, one);
  const byUrn = new Map(urns.map((urn, at) => [urn, rows[at] ?? null]));
  return asked.map((urn) => byUrn.get(urn) ?? null);
}

async function answerOne(
  context: RowsContext,
  row: RowQuestion,
  urn: string,
  inputs: readonly Input[],
): Promise<AnsweredRow | null> {
  const question = questionsOf(context, row, inputs.length).one;
  const answered = await answerQuestion(context, question, [...inputs, urn]);
  if (answered === null) throw new Error(`No statement says what is asked of ${row.resource.name}`);
  // A ROW is an object, or null.
  return dataOf(answered.text) as AnsweredRow | null;
}

async function answerMany(
  context: RowsContext,
  row: RowQuestion,
  urns: readonly string[],
  inputs: readonly Input[],
): Promise<(AnsweredRow | null)[]> {
  const question = questionsOf(context, row, inputs.length).many;
  const named = { urns, rows: urns.map(() => key) };
  const answered = await answerQuestion(context, question, [...inputs, named]);
  // Some are of another tenant, where each is looked for by itself.
  if (answered === null) return Promise.all(urns.map((urn) => answerOne(context, row, urn, inputs)));
  // ROWS are a list of them, in the order of the urns.
  return dataOf(answered.text) as (AnsweredRow | null)[];
}

// As engine/answerQuestion.ts gives it.
const dataOf = (text: string | Buffer): unknown =>
  (JSON.parse(String(text)) as { readonly data: Readonly<Record<string, unknown>> }).data[key];

interface Questions {
  readonly one: Question;
  readonly many: Question;
}

// Statements are kept with the question they answer: the same question is put again.
const plain = new WeakMap<RowQuestion, Questions>();
const noted = new WeakMap<RowQuestion, Questions>();

function questionsOf({ shown }: Pick<Context, 'shown'>, row: RowQuestion, input: number): Questions {
  const kept = shown ? noted : plain;
  const known = kept.get(row) ?? makeQuestions(shown ? withNotes(row) : row, input);
  kept.set(row, known);
  return known;
}

function makeQuestions(row: RowQuestion, input: number): Questions {
  return {
    one: { roots: [{ form: 'ROW', key, row, input }] },
    many: { roots: [{ form: 'ROWS', key, rows: new Map([[key, row]]), input }] },
  };
}
