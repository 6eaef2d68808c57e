// How much each list of one answer may hold, by what it stands in.
import { expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import type { FieldQuestion } from '../../../src/contract/question.ts';
import { fieldOf } from '../../../src/contract/resource.ts';
import { listBounds, type ListBound } from '../../../src/database/answers/listBounds.ts';

const { Entity: entity } = loadContract().kinds;

/** The bound of the texts of the pages that are selected so. */
function boundOfTexts(pages: (texts: FieldQuestion) => FieldQuestion): ListBound | undefined {
  const field = fieldOf(entity, 'texts');
  const rows = { resource: loadContract().kinds.TextItem, fields: [] };
  const texts: FieldQuestion = { form: 'LIST', key: 'texts', field, row: rows, names: null };
  const row = { resource: entity, fields: [pages(texts)] };
  return listBounds({ roots: [{ form: 'ROW', key: 'entity', row, input: 0 }] }, []).get(texts);
}

test('A list of each of several pages holds as little whether these are a list of rows or of objects that lead to them', () => {
  const translations = fieldOf(entity, 'translations');
  const [member] = translations.object?.fields.filter(({ name }) => name === 'entity') ?? [];
  if (!member) throw new Error('Translations lead to no pages');
  const ofRows = boundOfTexts((texts) => {
    const row = { resource: entity, fields: [texts] };
    return { form: 'LIST', key: 'pages', field: fieldOf(entity, 'assets'), row, names: null };
  });
  const ofObjects = boundOfTexts((texts) => {
    const row = { resource: entity, fields: [texts] };
    const members = [{ form: 'LINK', key: 'entity', member, row } as const];
    return { form: 'OBJECT', key: 'translations', field: translations, members };
  });
  expect(ofRows).toBeDefined();
  expect(ofObjects).toEqual(ofRows);
});
