// Answers a whole question with one statement, as JSON text that is passed on as it is. What is spent on it is spent as if
// every row had been read by itself.
import type { Input, Question, RowQuestion } from '../contract/question.ts';
import { answerColumn } from '../database/answers/answerStatement.ts';
import { answerStatement } from '../database/answers/keptAnswers.ts';
import type { Context } from './context.ts';

/**
 * The answer: a JSON object with a member for each root. Null when one statement cannot give it, or not within its bounds:
 * then the loaders have to (loaders.ts). Throws what statements and budgets throw.
 */
export async function answerQuestion(
  { viewer, baseUrl, database, budget }: Context,
  question: Question,
  inputs: readonly Input[],
): Promise<string | null> {
  // The loaders refuse all others, field by field.
  if (viewer.kind !== 'CLIENT') return null;
  const statement = answerStatement(question, viewer, baseUrl, inputs);
  if (!statement) return null;
  const text = await textOf(() => database.query(statement));
  if (text === null || needsHistory(question, text)) return null;
  const objects = countObjects(question, text);
  budget.addRows(objects, 0);
  budget.addObjects(objects);
  budget.addBytes(Buffer.byteLength(text));
  return text;
}

// A division by zero is how the statement says that a list is too long for it.
async function textOf(run: () => Promise<readonly Record<string, unknown>[]>): Promise<string | null> {
  try {
    const [row] = await run();
    const text = row?.[answerColumn];
    return typeof text === 'string' ? text : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '22012') return null;
    throw error;
  }
}

// The urn of an item may be that of one entry of its history.
function needsHistory({ roots }: Question, text: string): boolean {
  return roots.some((root) => root.form === 'ROW' && root.row.resource.isItem && text.includes(`"${root.key}":null`));
}

// PostgreSQL writes the beginning of an object as `{"`, which no text inside a JSON string looks like. Only fields that
// hold JSON of the caller's own bring objects that are none of ours.
function countObjects({ roots }: Question, text: string): number {
  if (roots.some((root) => root.form === 'ROW' && holdsJson(root.row))) {
    // The text is the answer to this question.
    const answer = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return roots.reduce((sum, root) => sum + (root.form === 'ROW' ? countRows(root.row, answer[root.key]) : 0), 0);
  }
  // The first one is the answer itself.
  let count = -1;
  for (let at = text.indexOf('{"'); at >= 0; at = text.indexOf('{"', at + 2)) count += 1;
  return count;
}

const holdsJson = (row: RowQuestion): boolean =>
  row.fields.some((field) =>
    'row' in field ? holdsJson(field.row) : 'field' in field && field.field.typeName === 'JSON',
  );

function countRows(row: RowQuestion, value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one: unknown) => sum + countRows(row, one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  // An object of the answer, with the members that were asked for.
  const members = value as Readonly<Record<string, unknown>>;
  return row.fields.reduce((sum, field) => sum + ('row' in field ? countRows(field.row, members[field.key]) : 0), 1);
}
