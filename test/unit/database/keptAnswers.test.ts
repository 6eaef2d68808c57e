// Statements of answers that are kept: on which connections they run, and how the lists of their viewer reach PostgreSQL.
import { defaultOrder } from '../../../src/contract/listQuery.ts';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import type { Question } from '../../../src/contract/question.ts';
import { resourceOf } from '../../../src/contract/resource.ts';
import { answerStatement } from '../../../src/database/answers/keptAnswers.ts';
import { anonymousViewer, type Viewer } from '../../../src/domain/viewer.ts';

const contract = loadContract();
const tenant = '00000000-0000-4000-8000-000000000001';
const parts = { baseUrl: 'https://service', cursorMark: 'mark' };

// Reads single objects, or everything that these companies own.
const viewer = (companies: readonly string[]): Viewer => ({
  ...anonymousViewer,
  ...{ kind: 'CLIENT', clientUrn: tenant, companyUrn: tenant, tenantUrn: tenant, adminCompanies: companies },
  subjects: [{ scope: 'EVERYONE', urn: tenant }],
});

function firstPage(kind: string, { companies = [] as readonly string[] } = {}) {
  const resource = resourceOf(contract, kind);
  const row = { resource, fields: [{ form: 'TYPE', key: 'type', typeName: kind }] } as const;
  const question: Question = {
    roots: [{ form: 'PAGE', key: 'page', page: { resource, input: 0, parts: [{ form: 'NODES', key: 'nodes', row }] } }],
  };
  const order = defaultOrder(resource);
  const query = { order, limit: 20, after: null, before: null, isBackward: false, conditions: [], wantsCount: false };
  const statement = answerStatement(question, viewer(companies), parts, [{ query, fingerprint: '' }]);
  if (!statement) throw new Error(`${kind} is not covered`);
  return statement;
}

test.each([
  ['Entity', true],
  ['Task', true],
  ['MessageThread', false],
  ['Group', false],
])('a page of %s is planned for a caller of single objects: %s', (kind, isPlannedByValue) => {
  expect(firstPage(kind).isPlannedByValue).toBe(isPlannedByValue);
});

test('a page is planned once for all who see every draft of their tenant', () => {
  expect(firstPage('Entity', { companies: [tenant] }).isPlannedByValue).toBe(false);
});

test('a page is never planned for all callers where its viewer may read what some companies own', () => {
  // A text that is put for the first time is not named either.
  const named = (companies: readonly string[]): unknown[] =>
    [1, 2, 3].map(() => firstPage('Project', { companies }).name !== undefined);
  expect(named([])).toEqual([false, true, true]);
  expect(named(['00000000-0000-4000-8000-000000000002'])).toEqual([false, false, false]);
  expect(named([tenant])).toEqual([false, true, true]);
});

test('lists of the viewer are kept as the text that the driver would write for each run', () => {
  const companies = [tenant, 'a "quoted" one', 'back\\slash, comma', '{}', ''];
  const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
    prepareValue: (value: unknown) => string;
  };
  const { values } = firstPage('MessageThread', { companies });
  expect(values).toContain(prepareValue(companies));
  expect(values.filter(Array.isArray)).toEqual([]);
});
