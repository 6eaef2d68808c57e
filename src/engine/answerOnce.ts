// Answers a question as one viewer: the statement is sent, its answer is counted and charged, and its places are filled. Where a list is too
// long for the statement, or the statement would be too large, the question is answered in parts.
import { LRUCache } from 'lru-cache';
import { isPage, rowsBelow, type Input, type Question } from '../contract/question.ts';
import { fieldOf, resourceOf } from '../contract/resource.ts';
import { answeredBy, type Answered } from '../database/answers/answerStatement.ts';
import { answerStatement } from '../database/answers/keptAnswers.ts';
import { isTooLarge, sizeOf } from '../database/answers/listBounds.ts';
import { ServiceError } from '../domain/errors.ts';
import { traced } from '../tracing/traced.ts';
import { countObjects, foreignJson } from './answeredObjects.ts';
import type { Context } from './context.ts';
import { cursorAt } from './cursor.ts';
import { answerInParts, type CutAnswer } from './cutAnswer.ts';
import { grouped } from './cutQuestion.ts';
import type { ListReader } from './everyone.ts';
import { filled, markOf } from './markedPlaces.ts';
import type { Asked } from './namedRows.ts';
import { answerApart, type Ended, type Read } from './questionRoots.ts';

/** What answering needs of a request. */
export type QuestionContext = Pick<
  Context,
  'viewer' | 'baseUrl' | 'contract' | 'database' | 'budget' | 'kindOf' | 'cursorKey' | 'callers' | 'proof'
>;

/**
 * Answers a question as one viewer reads it: with one statement, or in parts where that is too long or too large, whose lists may be as
 * long as an answer. Throws what statements and budgets throw.
 */
export async function answerOnce(context: QuestionContext, reader: ListReader, asked: Asked): Promise<Read | Ended> {
  if (isKnownLong(asked)) return answerCut(context, reader, asked);
  const answered = await readAnswer(context, reader, asked);
  if (answered === 'LONG') {
    noteLong(asked);
    return answerCut(context, reader, asked);
  }
  if (answered === null && isTooLarge(sizeOf(asked.question.roots.flatMap(rowsBelow))))
    return answerLarge(context, reader, asked);
  if (answered === null || answered === 'MOVED') return answered;
  return charged(context, asked, { ...answered, objects: countObjects(answered.text, foreignJson(asked.question)) });
}

// What one statement does not say is said by several, for some of the roots each; a root that is too large alone is cut.
async function answerLarge(
  context: QuestionContext,
  reader: ListReader,
  { question, inputs }: Asked,
): Promise<Read | Ended> {
  const groups = grouped(question.roots, (root) => sizeOf(rowsBelow(root)));
  if (groups.length === 1) return answerCut(context, reader, { question, inputs });
  return answerApart(
    question,
    groups.map((roots) => ({ roots })),
    (part) => answerOnce(context, reader, { question: part, inputs }),
  );
}

/** Answers it in parts, of which each is a statement (cutAnswer.ts). */
export async function answerCut(context: QuestionContext, reader: ListReader, asked: Asked): Promise<Read | Ended> {
  const { budget, cursorKey } = context;
  let isElsewhere = false;
  const parts = {
    read: async (part: Asked) => {
      const read = await readAnswer(context, reader, part);
      if (typeof read === 'object') isElsewhere ||= read?.isElsewhere ?? false;
      return read;
    },
    mark: markOf(cursorKey),
    json: foreignJson(asked.question),
    budget,
  };
  let answered: CutAnswer | 'LONG' | 'GONE' | Ended = await answerInParts<'LONG' | Ended>(asked, parts);
  // It was deleted, or taken from the caller, since its list was read.
  if (answered === 'GONE') answered = await answerInParts<'LONG' | Ended>(asked, parts);
  // A list is longer than any answer may be; without a budget there is nobody to be told.
  if (answered === 'LONG') budget.addRows(budget.left().rows + 1);
  if (answered === 'GONE') throw new ServiceError('UNAVAILABLE');
  if (answered === 'LONG' || answered === null) return null;
  return answered === 'MOVED' ? answered : charged(context, asked, { ...answered, isElsewhere, hasPlaces: true });
}

/** An answer before its places are filled. */
interface Written extends Read {
  readonly objects: number;
  readonly hasPlaces: boolean;
}

function charged(
  context: QuestionContext,
  { inputs }: Asked,
  { text, isElsewhere, objects, hasPlaces }: Written,
): Read {
  const { budget, cursorKey } = context;
  budget.addRows(objects);
  budget.addObjects(objects);
  const answer = hasPlaces ? filled(text, markOf(cursorKey), (place) => valueAt(context, place, inputs)) : text;
  budget.addBytes(typeof answer === 'string' ? Buffer.byteLength(answer) : answer.length);
  return { text: answer, isElsewhere };
}

// What one statement answers; LONG where a list in it is too long.
async function readAnswer(
  context: QuestionContext,
  { viewer, isOfOnlyTenant, heldAt }: ListReader,
  { question, inputs }: Asked,
): Promise<Omit<Written, 'objects'> | 'LONG' | Ended> {
  const { baseUrl, database, proof } = context;
  const mark = markOf(context.cursorKey);
  const statement = answerStatement(question, viewer, { baseUrl, mark, saysTenants: isOfOnlyTenant }, inputs);
  if (!statement) return null;
  // What another tenant says of its epoch proves nothing of the caller.
  if (viewer !== context.viewer) await proof?.prove();
  const name = question.roots.map(nameOf).join(', ');
  const answered = await answeredTo(() => traced({ kind: 'ACTION', name }, () => database.query(statement)));
  if (answered === null || answered === 'LONG') return answered;
  const { text, isElsewhere, at } = answered;
  if (viewer === context.viewer) proof?.requireHeld(at);
  if (!heldAt(answered)) return 'MOVED';
  return { text, isElsewhere, hasPlaces: statement.hasPlaces };
}

// What a list was too long with: for a while the question is then cut at once. Those that were too long least recently go first.
const longOnes = new WeakMap<Question, LRUCache<string, true>>();

const isKnownLong = ({ question, inputs }: Asked): boolean =>
  longOnes.get(question)?.has(nameOfInputs(inputs)) ?? false;

function noteLong({ question, inputs }: Asked): void {
  const known = longOnes.get(question) ?? new LRUCache({ max: 100, ttl: 60_000 });
  longOnes.set(question, known);
  known.set(nameOfInputs(inputs), true);
}

function nameOfInputs(inputs: readonly Input[]): string {
  const named = inputs.map((input) => {
    if (!isPage(input)) return input;
    const { limit, after, before } = input.query;
    return [limit, after, before, ...('fingerprint' in input ? [input.fingerprint] : [])];
  });
  return JSON.stringify(named);
}

// A division by zero is how the statement says that a list is too long for it, and the logarithm of zero that a history is refused.
async function answeredTo(run: () => Promise<readonly Record<string, unknown>[]>): Promise<Answered | 'LONG' | null> {
  try {
    return answeredBy((await run())[0]);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === '22012') return 'LONG';
    if (code === '2201E') return null;
    throw error;
  }
}

// A cursor, by the page among the inputs and the sort values of the row; or what a kind makes of columns, by the kind and the field.
function valueAt(context: QuestionContext, [first, ...values]: readonly unknown[], inputs: readonly Input[]): string {
  const page = typeof first === 'number' ? inputs[first] : undefined;
  if (isPage(page) && 'place' in page) {
    // What embeddedPage of database/answers/pages.ts writes.
    const [parent, form, ...position] = values as [string, 'CURSOR' | 'NEXT', ...unknown[]];
    return page.place(form, parent, position);
  }
  return isPage(page) ? cursorAt(context, page.fingerprint, values) : madeOf(context, first, values);
}

function madeOf({ contract, kindOf }: QuestionContext, name: unknown, [member, ...values]: readonly unknown[]): string {
  const resource = resourceOf(contract, String(name));
  const field = fieldOf(resource, String(member));
  const make = kindOf(resource).made?.[field.name];
  if (!make) throw new Error(`Nothing makes ${resource.name}.${field.name}`);
  return make(Object.fromEntries(field.madeFrom.map((one, at) => [one.name, values[at] ?? null])));
}

// As the actions that read the same rows by the loaders are called.
function nameOf(root: Question['roots'][number]): string {
  if (root.form === 'ROW') return `read ${root.row.resource.name}`;
  if (root.form === 'INBOX') return 'inbox';
  if (root.form === 'ROWS' || root.form === 'FOUND')
    return `read ${[...root.rows.values()].map(({ resource }) => resource.name).join(' ')}`;
  return root.form === 'PAGE' ? `list ${root.page.resource.name}` : '__typename';
}
