// Answers a whole question with one statement, as JSON text that is passed on as it is. What is spent on it is spent as if
// every row had been read by itself.
import { createHmac } from 'node:crypto';
import { isPage, rowsBelow, type Input, type Question, type RowQuestion } from '../contract/question.ts';
import { answeredBy, type Answered } from '../database/answers/answerStatement.ts';
import { answerStatement } from '../database/answers/keptAnswers.ts';
import { giveBackRow } from '../database/connection/rowMemory.ts';
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
  if (viewer.kind !== 'CLIENT' || isListedOtherwise(context, question)) return null;
  const cursorMark = inputs.some(isPage) ? markOf(context.cursorKey) : '';
  const statement = answerStatement(question, viewer, { baseUrl, cursorMark }, inputs);
  if (!statement) return null;
  const name = question.roots.map(nameOf).join(', ');
  const answered = await answeredTo(() => traced({ kind: 'ACTION', name }, () => database.query(statement)));
  if (answered === null) return null;
  const { text, at } = answered;
  context.requireHeld?.(at);
  if (needsHistory(question, text)) return null;
  const objects = countObjects(question, text);
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

// PostgreSQL writes the beginning of a row as `{"`, which no text inside a JSON string looks like; what is no row has spaces
// around its colons. Only fields that hold JSON of the caller's own bring objects that are none of ours.
function countObjects(question: Question, text: Answer): number {
  if (question.roots.flatMap(rowsBelow).some(holdsJson)) return countParsed(question, JSON.parse(String(text)));
  if (typeof text !== 'string') return countInBytes(text);
  // The first one is the answer itself.
  let count = -1;
  for (let at = text.indexOf('{"'); at >= 0; at = text.indexOf('{"', at + 2)) {
    const end = text.indexOf('"', at + 2);
    if (text.charCodeAt(end + 1) !== 32) count += 1;
  }
  return count;
}

// The same, of the bytes of the text.
function countInBytes(bytes: Buffer): number {
  let count = -1;
  for (let at = bytes.indexOf(0x7b); at >= 0; at = bytes.indexOf(0x7b, at + 1)) {
    if (bytes[at + 1] !== 0x22) continue;
    at += 2;
    while (at < bytes.length && bytes[at] !== 0x22) at += 1;
    if (bytes[at + 1] !== 0x20) count += 1;
  }
  return count;
}

const holdsJson = (row: RowQuestion): boolean =>
  row.fields.some((field) => ('field' in field && field.field.typeName === 'JSON') || rowsBelow(field).some(holdsJson));

type Members = Readonly<Record<string, unknown>>;

// The value is the answer to the question, or a part of it.
function countParsed({ roots }: Question, value: unknown): number {
  const each = (values: unknown, count: (one: Members) => number): number => {
    if (Array.isArray(values)) return values.reduce<number>((sum, one: unknown) => sum + each(one, count), 0);
    return typeof values === 'object' && values !== null ? count(values as Members) : 0;
  };
  const ofField = (question: Question['roots'][number] | RowQuestion['fields'][number], members: Members): number => {
    if ('row' in question) return each(members[question.key], (one) => ofRow(question.row, one));
    if (!('page' in question)) return 0;
    const { parts } = question.page;
    return each(members[question.key], (page) =>
      parts.reduce((sum, part) => {
        if (part.form === 'NODES') return sum + each(page[part.key], (one) => ofRow(part.row, one));
        if (part.form !== 'EDGES') return sum;
        return (
          sum +
          each(page[part.key], (edge) =>
            part.parts.reduce(
              (of, one) => of + ('row' in one ? each(edge[one.key], (node) => ofRow(one.row, node)) : 0),
              0,
            ),
          )
        );
      }, 0),
    );
  };
  const ofRow = (row: RowQuestion, members: Members): number =>
    row.fields.reduce((sum, field) => sum + ofField(field, members), 1);
  return each(value, (answer) => roots.reduce((sum, root) => sum + ofField(root, answer), 0));
}

// As the actions that read the same rows by the loaders are called.
function nameOf(root: Question['roots'][number]): string {
  if (root.form === 'ROW') return `read ${root.row.resource.name}`;
  return root.form === 'PAGE' ? `list ${root.page.resource.name}` : '__typename';
}
