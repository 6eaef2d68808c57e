// Statements of answers that are kept: on which connections they run, and how the lists of their viewer reach PostgreSQL.
import { defaultOrder, longValue, type Position } from '../../../src/contract/listQuery.ts';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import type { Question } from '../../../src/contract/question.ts';
import { resourceOf } from '../../../src/contract/resource.ts';
import { shapeOf } from '../../../src/database/answers/inputs.ts';
import { answerStatement } from '../../../src/database/answers/keptAnswers.ts';
import { readWhere } from '../../../src/graphql/operation/where.ts';
import { anonymousViewer, type Viewer } from '../../../src/domain/viewer.ts';

const contract = loadContract();
const tenant = '00000000-0000-4000-8000-000000000001';
const parts = { baseUrl: 'https://service', mark: 'mark', saysTenants: false };

// Reads single objects, or everything that these companies own.
const viewers = new Map<string, Viewer>();
function viewer(companies: readonly string[]): Viewer {
  const made: Viewer = viewers.get(String(companies)) ?? {
    ...anonymousViewer,
    ...{ kind: 'CLIENT', clientUrn: tenant, companyUrn: tenant, tenantUrn: tenant, adminCompanies: companies },
    tenantCompanies: 1,
  };
  viewers.set(String(companies), made);
  return made;
}

const questions = new Map<string, Question>();
function pageOf(kind: string): Question {
  const resource = resourceOf(contract, kind);
  const row = { resource, fields: [{ form: 'TYPE', key: 'type', typeName: kind }] } as const;
  const made: Question = questions.get(kind) ?? {
    roots: [{ form: 'PAGE', key: 'page', page: { resource, input: 0, parts: [{ form: 'NODES', key: 'nodes', row }] } }],
  };
  questions.set(kind, made);
  return made;
}

function firstPage(kind: string, { companies = [] as readonly string[], where = {} } = {}) {
  const resource = resourceOf(contract, kind);
  const order = defaultOrder(resource);
  const conditions = readWhere(resource, where);
  const query = { order, limit: 20, after: null, before: null, isBackward: false, conditions, wantsCount: false };
  const statement = answerStatement(pageOf(kind), viewer(companies), parts, [{ query, fingerprint: '' }]);
  if (!statement) throw new Error(`${kind} is not covered`);
  return statement;
}

test.each([
  ['Entity', true],
  ['Task', true],
  ['MessageThread', true],
  ['Group', true],
  ['WebhookTrigger', false],
])('a page of %s is planned for a caller of single objects: %s', (kind, isPlannedByValue) => {
  expect(firstPage(kind).isPlannedByValue).toBe(isPlannedByValue);
});

test.each(['Entity', 'Group', 'MessageThread', 'ThreadPost'])(
  'a page of %s is planned once for all who see everything of their tenant',
  (kind) => {
    expect(firstPage(kind, { companies: [tenant] }).isPlannedByValue).toBe(false);
  },
);

test('a page of what few may read is planned for its viewer, who stands in its text; a text put for the first time is not kept', () => {
  const [one, two] = ['00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000003'];
  const named = (companies: readonly string[]): unknown[] =>
    [1, 2, 3].map(() => firstPage('Project', { companies }).name !== undefined);
  for (const companies of [[], [one], [two], [one, two], [tenant]])
    expect(named(companies)).toEqual([false, true, true]);
  const [first, second] = [one, two].map((company) => firstPage('Project', { companies: [company] }));
  expect(first?.text).toContain(`ANY('{"${one}"}'::uuid[])`);
  expect(first?.values).toEqual([]);
  expect(second?.name).not.toBe(first?.name);
});

test('a text that its viewer stands in is not kept where it is long: it is planned for each request', () => {
  const companies = Array.from({ length: 3_000 }, () => crypto.randomUUID());
  for (const page of [1, 2, 3].map(() => firstPage('Project', { companies }))) {
    expect(page.name).toBeUndefined();
    expect(page.isPlannedByValue).toBe(true);
    expect(page.text.length).toBeLessThan(10_000);
  }
});

test('what a viewer holds is written as a text, whatever it is named', () => {
  const page = firstPage('Project', { companies: [`it's`, 'back\\slash', '"'] });
  expect(page.text).toContain(String.raw` E'{"it''s","back\\\\slash","\\""}'::uuid[]`);
});

test('lists of the viewer are kept as the text that the driver would write for each run', () => {
  const companies = [tenant, 'a "quoted" one', 'back\\slash, comma', '{}', ''];
  const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
    prepareValue: (value: unknown) => string;
  };
  const { values } = firstPage('WebhookTrigger', { companies });
  expect(values).toContain(prepareValue(companies));
  expect(values.filter(Array.isArray)).toEqual([]);
});

test('pages behind different values are one statement; behind a missing or a long value they are others', () => {
  const order = defaultOrder(resourceOf(contract, 'Task'));
  const query = { order, limit: 20, before: null, isBackward: false, conditions: [], wantsCount: false };
  const behind = (...after: Position) => shapeOf([{ query: { ...query, after }, fingerprint: '' }]);
  expect(behind('2026-01-01T00:00:00Z', tenant)).toBe(behind('2027-01-01T00:00:00Z', 'another'));
  const shapes = [behind('x', tenant), behind(null, tenant), behind(longValue, tenant)];
  expect(new Set(shapes).size).toBe(3);
});

describe('a filtered page', () => {
  const urns = (count: number): string[] => Array.from({ length: count }, () => crypto.randomUUID());
  const of = (where: object): ReturnType<typeof firstPage> => firstPage('Task', { companies: [tenant], where });

  test.each([
    ['eq', { status: { eq: 'PENDING' } }, { status: { eq: 'CLOSED' } }],
    [
      'ne and a range',
      { title: { ne: 'a' }, dueTimestamp: { gte: '2026-01-01T00:00:00.000Z' } },
      { title: { ne: 'b' }, dueTimestamp: { gte: '2027-01-01T00:00:00.000Z' } },
    ],
    [
      'lists of any length',
      { status: { in: ['PENDING'] }, assignee: { nin: urns(3) } },
      { status: { in: ['PENDING', 'CLOSED'] }, assignee: { nin: urns(200) } },
    ],
    ['an empty list', { assignee: { in: [] } }, { assignee: { in: urns(2) } }],
    [
      'parts of texts',
      { title: { contains: 'a', containsFold: 'b', startsWith: 'c' } },
      { title: { contains: '', containsFold: 'e', startsWith: '%' } },
    ],
    ['lists of links', { blockedBy: { eq: urns(1)[0] } }, { blockedBy: { eq: urns(1)[0] } }],
    ['lists of links, in lists', { blockedBy: { in: urns(1) } }, { blockedBy: { in: urns(9) } }],
    [
      'what a link leads to',
      { assignee: { where: { name: { eq: 'a' } } } },
      { assignee: { where: { name: { eq: 'b' } } } },
    ],
    [
      'and, or and not',
      { or: [{ title: { eq: 'a' } }, { not: { title: { eq: 'b' } } }] },
      { or: [{ title: { eq: 'c' } }, { not: { title: { eq: 'd' } } }] },
    ],
  ])('is one statement for all values: %s', (_, first, second) => {
    const [one, other] = [of(first), of(second)];
    expect(other.text).toBe(one.text);
    expect(other.name).toBeDefined();
    expect(other.isPlannedByValue).toBe(true);
    const filled = (where: object): string => JSON.stringify(of(where).values);
    expect(filled(first)).not.toBe(filled(second));
    for (const [statement, where] of [
      [one, first],
      [other, second],
    ] as const)
      for (const value of leaves(where)) {
        expect(statement.values.flat()).toContain(value);
        expect(statement.text).not.toContain(`'${String(value)}'::`);
      }
  });

  test.each([
    [{ status: { eq: 'PENDING' } }, { status: { ne: 'PENDING' } }],
    [{ status: { eq: 'PENDING' } }, { title: { eq: 'PENDING' } }],
    [{ title: { isNull: true } }, { title: { isNull: false } }],
    [
      { or: [{ title: { eq: 'a' } }, { title: { eq: 'b' } }] },
      { and: [{ title: { eq: 'a' } }, { title: { eq: 'b' } }] },
    ],
    [{ title: { eq: 'a' } }, { not: { title: { eq: 'a' } } }],
    [{ title: { eq: 'a' } }, {}],
  ])('is another statement where its conditions are others: %j and %j', (first, second) => {
    expect(of(first).text).not.toBe(of(second).text);
  });
});

// The values of filters.
function leaves(where: unknown): unknown[] {
  return typeof where === 'object' && where !== null ? Object.values(where).flatMap(leaves) : [where];
}
