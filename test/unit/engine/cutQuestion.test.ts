// A question in parts: what each statement says, and what is answered where rows go, or are more than an answer may hold.
import { expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import type { FieldQuestion, FoundRows, Question, RowQuestion } from '../../../src/contract/question.ts';
import { fieldOf } from '../../../src/contract/resource.ts';
import { isTooLarge, sizeOf } from '../../../src/database/answers/listBounds.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import { answerInParts, type PartReader } from '../../../src/engine/cutAnswer.ts';
import { cutQuestion } from '../../../src/engine/cutQuestion.ts';
import type { Asked } from '../../../src/engine/namedRows.ts';
import { createRequestBudget, unlimited, type BudgetLimits } from '../../../src/engine/requestBudget.ts';

const { Entity, TextItem } = loadContract().kinds;
const [page, text] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

const name = (key: string): FieldQuestion => ({ form: 'VALUE', key, field: fieldOf(Entity, 'name') });
const value: FieldQuestion = { form: 'VALUE', key: 'value', field: fieldOf(TextItem, 'value') };
const texts = (...fields: FieldQuestion[]): FieldQuestion => {
  const row = { resource: TextItem, fields };
  return { form: 'LIST', key: 'texts', field: fieldOf(Entity, 'texts'), row, names: null };
};
const questionOf = (row: RowQuestion): Question => ({ roots: [{ form: 'ROW', key: 'page', row, input: 0 }] });

test('Each part is no larger than a statement may be, however large the question is', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => name(`n${String(at)}`));
  const above = (depth: number): FieldQuestion => {
    const row = { resource: Entity, fields: [name('name'), ...(depth > 0 ? [above(depth - 1)] : [])] };
    return { form: 'LINK', key: 'entity', field: fieldOf(TextItem, 'entity'), row };
  };
  const fields = [...many, texts(value, above(150)), name('last')];
  const { top, parts } = cutQuestion(questionOf({ resource: Entity, fields }));
  const [root] = top.roots;
  const rows = [...(root && 'row' in root ? [root.row] : []), ...parts.map(({ row }) => row)];
  expect(rows.filter((row) => isTooLarge(sizeOf([row])))).toEqual([]);
  // Of many names a few parts, of the links each as many as a statement says.
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.length).toBeLessThan(12);
  const all = rows.reduce((sum, row) => sum + sizeOf([row]).fields, 0);
  expect(all - 2_000 - 2 * 151).toBeLessThan(40);
});

test('A part of a row is asked as the row is', () => {
  const many = Array.from({ length: 700 }, (_, at) => name(`n${String(at)}`));
  for (const how of [{ isEntry: true }, { isMade: true }] as const) {
    const { parts } = cutQuestion(questionOf({ resource: Entity, ...how, fields: [...many, texts(value)] }));
    const [cutOff, rows] = ['CUT', 'LIST'].map((form) => parts.find(({ isList }) => isList === (form === 'LIST'))?.row);
    expect(cutOff).toMatchObject(how);
    expect(rows).not.toMatchObject(how);
  }
});

/** Answers statements as PostgreSQL would: `rows` gives the elements of each level. */
function readerOf(
  answers: readonly ((found: FoundRows | null) => string)[],
  limits: Partial<BudgetLimits>,
): PartReader<null> & { readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const read: PartReader<null>['read'] = (one) => {
    asked.push(one);
    const found = (one.inputs[1] ?? null) as FoundRows | null;
    const answer = answers[asked.length - 1]?.(found);
    return Promise.resolve(answer === undefined ? null : { text: answer });
  };
  return { read, mark: 'mark', json: null, budget: createRequestBudget({ ...unlimited, ...limits }), asked };
}

const question = questionOf({ resource: Entity, fields: [name('name'), texts(value), name('last')] });
const topOf = (urns: readonly string[]): string =>
  `{"data":{"page":{"name":"A","texts":["mark[null, 0, \\"${urns.join(' ')}\\"]"],"last":"B"}}}`;
const found = (...elements: string[]): string => `{"data":{"found":[${elements.join(', ')}]}}`;

test('Rows are put where they are named, in their order, and each is read once', async () => {
  const one = '{"value":"{[\\"]}"}';
  const reader = readerOf([() => topOf([text, page, text]), () => found(one, '{"value":"2"}')], {});
  const answer = await answerInParts({ question, inputs: ['x'] }, reader);
  expect(answer).toEqual({
    text: `{"data":{"page":{"name":"A","texts":[${one}, \n {"value":"2"}, \n ${one}],"last":"B"}}}`,
    objects: 4,
  });
  expect(reader.asked.map(({ inputs }) => inputs[1])).toEqual([
    undefined,
    { found: [text, page], parts: [0, 0], bytes: 1024 ** 3 },
  ]);
});

test('A row that is no more, and a part that is not answered, end the answer', async () => {
  const gone = readerOf([() => topOf([text, page]), () => found('{"value":"1"}', 'null')], {});
  expect(await answerInParts({ question, inputs: ['x'] }, gone)).toBe('GONE');
  const unanswered = readerOf([() => topOf([text])], {});
  expect(await answerInParts({ question, inputs: ['x'] }, unanswered)).toBeNull();
});

const refused = async (reader: PartReader<null>): Promise<unknown> => {
  const error: unknown = await answerInParts({ question, inputs: ['x'] }, reader).catch((thrown: unknown) => thrown);
  return error instanceof ServiceError ? [error.code, error.extras.limit] : error;
};

test('What an answer may not hold is refused before it is read', async () => {
  const many = Array.from({ length: 10 }, () => text);
  const objects = readerOf([() => topOf(many)], { objects: 10 });
  expect(await refused(objects)).toEqual(['RESULT_TOO_LARGE', 10]);
  expect(objects.asked).toHaveLength(1);
  const rows = readerOf([() => topOf(many)], { rows: 10 });
  expect(await refused(rows)).toEqual(['RESULT_TOO_LARGE', 10]);
  expect(rows.asked).toHaveLength(1);
});

test('A statement reads no more bytes than the answer may hold, and where it ends there the answer is refused', async () => {
  const bytes = readerOf([() => topOf([text, page]), () => found('{"value":"1"}')], { bytes: 200 });
  expect(await refused(bytes)).toEqual(['RESULT_TOO_LARGE', 200]);
  expect(bytes.asked[1]?.inputs[1]).toMatchObject({
    bytes: 2 * (200 - '{"data":{"page":{"name":"A","texts":[],"last":"B"}}}'.length),
  });
  // A row that is shown often is as long as it is shown.
  const often = readerOf([() => topOf(Array.from({ length: 30 }, () => text)), () => found('{"value":"1"}')], {
    bytes: 200,
  });
  expect(await refused(often)).toEqual(['RESULT_TOO_LARGE', 200]);
});
