// Answers a whole question with one statement, as JSON text that is passed on as it is. What is spent on it is spent as if
// every row had been read by itself.
import { createHmac } from 'node:crypto';
import { isPage, type Input, type Question } from '../contract/question.ts';
import { fieldOf, resourceOf } from '../contract/resource.ts';
import { answeredBy, type Answered } from '../database/answers/answerStatement.ts';
import { answerStatement } from '../database/answers/keptAnswers.ts';
import { giveBackRow, rowMemory } from '../database/connection/rowMemory.ts';
import { countObjects, foreignJson } from './answeredObjects.ts';
import type { Context } from './context.ts';
import { cursorAt } from './cursor.ts';
import { isListedElsewhere } from './everyone.ts';
import { traced } from '../tracing/traced.ts';

/** The text of an answer, or its bytes. */
type Answer = Answered['text'];

/** What answering needs of a request. */
export type QuestionContext = Pick<
  Context,
  'viewer' | 'baseUrl' | 'contract' | 'database' | 'budget' | 'kindOf' | 'cursorKey' | 'callers' | 'proof'
>;

/**
 * The answer: a JSON object with a member for each root, and the moment at which it was read. Null when one statement cannot
 * give it, or not within its bounds: then the loaders have to (loaders.ts). Throws what statements and budgets throw.
 * @param options whether the objects of the answer are counted here, or by the face that shows them
 */
export async function answerQuestion(
  context: QuestionContext,
  question: Question,
  inputs: readonly Input[],
  { countsObjects = true }: { readonly countsObjects?: boolean } = {},
): Promise<Answered | null> {
  const { viewer, baseUrl, database, budget } = context;
  // The loaders refuse all others, field by field.
  const json = foreignJson(question);
  if (viewer.kind !== 'CLIENT' || isListedOtherwise(context, question) || json === undefined) return null;
  const mark = markOf(context.cursorKey);
  if (await isOfOtherTenant(context, question, inputs)) return null;
  const statement = answerStatement(question, viewer, { baseUrl, mark }, inputs);
  if (!statement) return null;
  const name = question.roots.map(nameOf).join(', ');
  const answered = await answeredTo(() => traced({ kind: 'ACTION', name }, () => database.query(statement)));
  if (answered === null) return null;
  const { text, at } = answered;
  context.proof?.requireHeld(at);
  if (answered.isElsewhere || needsHistory(question, text)) return null;
  const objects = countObjects(text, json);
  budget.addRows(objects);
  if (countsObjects) budget.addObjects(objects);
  const answer = statement.hasPlaces ? filled(text, mark, (place) => valueAt(context, place, inputs)) : text;
  budget.addBytes(typeof answer === 'string' ? Buffer.byteLength(answer) : answer.length);
  return { text: answer, at, isElsewhere: false };
}

/** These texts behind one another, in memory that is to be given back as that of an answer is. */
export function joinedAnswer(pieces: readonly Buffer[]): Buffer {
  const whole = rowMemory(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) at += piece.copy(whole, at);
  return whole;
}

/** Says that nobody reads an answer any more: the memory of a long one is used again. */
export function giveBackAnswer(answer: string | Buffer): void {
  if (typeof answer !== 'string') giveBackRow(answer);
}

// Lists of some kinds are more than a query.
function isListedOtherwise({ kindOf }: QuestionContext, { roots }: Question): boolean {
  return roots.some((root) => root.form === 'PAGE' && kindOf(root.page.resource).list !== undefined);
}

// A division by zero is how the statement says that a list is too long for it.
async function answeredTo(run: () => Promise<readonly Record<string, unknown>[]>): Promise<Answered | null> {
  try {
    return answeredBy((await run())[0]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '22012') return null;
    throw error;
  }
}

// The urn of an item may be that of one entry of its history.
function needsHistory({ roots }: Question, text: Answer): boolean {
  return roots.some((root) => root.form === 'ROW' && root.row.resource.isItem && text.includes(`"${root.key}":null`));
}

async function isOfOtherTenant(
  context: QuestionContext,
  { roots }: Question,
  inputs: readonly Input[],
): Promise<boolean> {
  for (const root of roots) {
    const page = root.form === 'PAGE' ? inputs[root.page.input] : undefined;
    if (root.form !== 'PAGE' || !isPage(page) || page.query.conditions.length === 0) continue;
    if (await isListedElsewhere(context, root.page.resource, page.query.conditions)) return true;
  }
  return false;
}

// The same for all processes of one database, and not known outside.
function markOf(key: Buffer): string {
  const mark =
    marks.get(key) ?? `place-${createHmac('sha256', key).update('place in an answer').digest('hex').slice(0, 24)}`;
  marks.set(key, mark);
  return mark;
}

// Only a cache of what `markOf` answers.
const marks = new WeakMap<Buffer, string>();

// The answer with a text at each place. A place is the mark with JSON behind it, inside of a JSON string.
function filled(text: Answer, mark: string, textAt: (place: readonly unknown[]) => string): Answer {
  // Written by database/answers/pages.ts and values.ts.
  const written = (place: string): string =>
    JSON.stringify(textAt(JSON.parse(JSON.parse(`"${place}"`) as string) as readonly unknown[]));
  if (typeof text === 'string')
    return text.replaceAll(new RegExp(`"${mark}((?:[^"\\\\]|\\\\.)*)"`, 'g'), (_, place: string) => written(place));
  const begin = Buffer.from(`"${mark}`);
  const pieces: Buffer[] = [];
  let done = 0;
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, done)) {
    const from = at + begin.length;
    const end = endOfString(text, from);
    pieces.push(text.subarray(done, at), Buffer.from(written(text.toString('utf8', from, end))));
    done = end + 1;
  }
  if (done === 0) return text;
  const whole = joinedAnswer([...pieces, text.subarray(done)]);
  giveBackAnswer(text);
  return whole;
}

// Where the quote is that ends the JSON string.
function endOfString(text: Buffer, from: number): number {
  for (let at = from; ; at += 1) {
    if (text[at] === 0x5c) at += 1;
    else if (text[at] === 0x22 || at >= text.length) return at;
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
  return root.form === 'PAGE' ? `list ${root.page.resource.name}` : '__typename';
}
