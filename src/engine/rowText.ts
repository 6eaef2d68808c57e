// A row as JSON text that is passed on as it is, read by one statement (database/answers) with the version of the row.
import type { EmbeddedInput, FieldQuestion, Question, RowQuestion } from '../contract/question.ts';
import { compactJson } from '../domain/jsonText.ts';
import { turnOfText } from '../domain/loopTurns.ts';
import { storedFields } from '../database/mapping/columns.ts';
import { answerQuestion } from './answerQuestion.ts';
import type { Context } from './context.ts';

/** A row that is JSON text. */
export interface TextRow {
  /** A JSON object, without space between its parts. */
  readonly text: string;
  /** What the tag and the date of the row follow from. */
  readonly row: { readonly version: string; readonly updatedTimestamp: string; readonly isPublished?: boolean };
}

/** What is read. */
export interface AskedRow {
  readonly row: RowQuestion;
  /** Canonical. */
  readonly urn: string;
  /** The pages that are embedded in the row and in what it leads to, which `row` names as inputs from 1 on. */
  readonly embedded: readonly EmbeddedInput[];
}

/** Reads the row; null where there is none, or none that the caller may read. Throws what answerQuestion throws. */
export async function rowText(context: Context, { row, urn, embedded }: AskedRow): Promise<TextRow | null> {
  const answered = await answerQuestion(context, questionOf(row), [urn, ...embedded]);
  // Without an answer it was deleted while it was read.
  if (answered === null) return null;
  await turnOfText(answered.text.length);
  const text = String(answered.text).slice(begin.length, -end.length);
  if (text === 'null') return null;
  // The members of the version are the last ones, and no other member has such a name.
  const at = text.lastIndexOf(`,"${keyOf('version')}":`);
  const version = JSON.parse(`{${text.slice(at + 1)}`) as Readonly<Record<string, unknown>>;
  const valueOf = (name: string): unknown => version[keyOf(name)];
  return {
    // As it is written of a row that was changed: one tag stands for one text. RFC 9110, 8.8.1.
    text: compactJson(`${text.slice(0, at)}}`),
    row: {
      version: String(valueOf('version')),
      updatedTimestamp: String(valueOf('updatedTimestamp')),
      isPublished: valueOf('isPublished') === true,
    },
  };
}

const key = 'read';
const begin = `{"data":{"${key}":`;
const end = '}}';

const versionNames: readonly string[] = ['version', 'updatedTimestamp', 'isPublished'];

const keyOf = (name: string): string => `$${name}`;

// Statements are kept with the question they answer: the same question is put again.
const questions = new WeakMap<RowQuestion, Question>();

function questionOf(row: RowQuestion): Question {
  const known = questions.get(row) ?? rowQuestion(row);
  questions.set(row, known);
  return known;
}

function rowQuestion({ resource, fields }: RowQuestion): Question {
  const stored = new Map(storedFields(resource).map((field) => [field.name, field]));
  const version = versionNames.flatMap((name): FieldQuestion[] => {
    const field = stored.get(name);
    return field ? [{ form: 'VALUE', key: keyOf(name), field }] : [];
  });
  return { isBody: true, roots: [{ form: 'ROW', key, row: { resource, fields: [...fields, ...version] }, input: 0 }] };
}
