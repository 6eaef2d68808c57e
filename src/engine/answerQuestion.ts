// Answers a whole question with one statement, as JSON text that is passed on as it is. What is spent on it is spent as if
// every row had been read by itself.
import { createHmac } from 'node:crypto';
import { isPage, type Input, type Question } from '../contract/question.ts';
import { answeredBy, type Answered } from '../database/answers/answerStatement.ts';
import { answerStatement } from '../database/answers/keptAnswers.ts';
import { giveBackRow } from '../database/connection/rowMemory.ts';
import { countObjects, foreignJson } from './answeredObjects.ts';
import type { Context } from './context.ts';
import { cursorAt } from './cursor.ts';
import { traced } from '../tracing/traced.ts';

/** The text of an answer, or its bytes. */
type Answer = Answered['text'];

/** What answering needs of a request. */
export type QuestionContext = Pick<
  Context,
  'viewer' | 'baseUrl' | 'database' | 'budget' | 'kindOf' | 'cursorKey' | 'requireHeld'
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
  const cursorMark = inputs.some(isPage) ? markOf(context.cursorKey) : '';
  const statement = answerStatement(question, viewer, { baseUrl, cursorMark }, inputs);
  if (!statement) return null;
  const name = question.roots.map(nameOf).join(', ');
  const answered = await answeredTo(() => traced({ kind: 'ACTION', name }, () => database.query(statement)));
  if (answered === null) return null;
  const { text, at } = answered;
  context.requireHeld?.(at);
  if (needsHistory(question, text)) return null;
  const objects = countObjects(text, json);
  budget.addRows(objects, 0);
  if (countsObjects) budget.addObjects(objects);
  // A statement that selects no cursors does not know the mark, and its answer is not searched for it.
  const hasCursors = cursorMark !== '' && statement.values.includes(cursorMark);
  const answer = hasCursors ? withCursors(context, text, cursorMark, inputs) : text;
  budget.addBytes(typeof answer === 'string' ? Buffer.byteLength(answer) : answer.length);
  return { text: answer, at };
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

// The same for all processes of one database, and not known outside.
function markOf(key: Buffer): string {
  const mark =
    marks.get(key) ?? `cursor-${createHmac('sha256', key).update('place of a cursor').digest('hex').slice(0, 24)}`;
  marks.set(key, mark);
  return mark;
}

// Only a cache of what `markOf` answers.
const marks = new WeakMap<Buffer, string>();

// A place holds, as JSON text inside a JSON string, the page among the inputs and the sort values of the row.
function withCursors(context: QuestionContext, text: Answer, mark: string, inputs: readonly Input[]): Answer {
  if (!text.includes(mark)) return text;
  return String(text).replaceAll(new RegExp(`"${mark}((?:[^"\\\\]|\\\\.)*)"`, 'g'), (_, place: string) => {
    // Written by database/answers/pages.ts.
    const [input, ...values] = JSON.parse(JSON.parse(`"${place}"`) as string) as readonly [number, ...unknown[]];
    const page = inputs[input];
    return isPage(page) ? `"${cursorAt(context, page.fingerprint, values)}"` : 'null';
  });
}

// As the actions that read the same rows by the loaders are called.
function nameOf(root: Question['roots'][number]): string {
  if (root.form === 'ROW') return `read ${root.row.resource.name}`;
  return root.form === 'PAGE' ? `list ${root.page.resource.name}` : '__typename';
}
