// Viewers of one shape share the texts of their reads, whoever they are; what is theirs is sent beside.
import { describe, expect, test } from 'vitest';
import { checkOrder } from '../../../src/contract/listQuery.ts';
import { loadContract } from '../../../src/contract/load.ts';
import type { Question } from '../../../src/contract/question.ts';
import type { Resource } from '../../../src/contract/resource.ts';
import { answerStatement } from '../../../src/database/answers/keptAnswers.ts';
import { Parameters } from '../../../src/database/connection/statement.ts';
import { inScope } from '../../../src/database/engine/scope.ts';
import { accessScope } from '../../../src/domain/accessScope.ts';
import { shapeOfViewer, viewerOfShape } from '../../../src/domain/viewerShape.ts';
import { anonymousViewer, type Viewer } from '../../../src/domain/viewer.ts';

const contract = loadContract();
const parts = { baseUrl: 'https://service', mark: 'mark', saysTenants: false };
const urn = (): string => crypto.randomUUID();
const some = (most: number): string[] => Array.from({ length: 1 + Math.floor(Math.random() * most) }, urn);

type Make = (tenant: string) => Partial<Viewer>;

/** Kinds of people, each of whom there are any number. */
const people: Readonly<Record<string, Make>> = {
  'administrators of a tenant': (tenant) => {
    const companies = [tenant, ...some(20)];
    return { adminCompanies: companies, tenantCompanies: companies.length };
  },
  'readers of a whole tenant': (tenant) => {
    const companies = [tenant, ...some(20)];
    return { companiesByLabel: new Map([['READ', companies]]), tenantCompanies: companies.length };
  },
  'editors of some companies, who read others': () => ({
    companiesByLabel: new Map([
      ['READ', some(9)],
      ['UPDATE', some(9)],
      ['x-own', some(9)],
    ]),
    tenantCompanies: 100,
  }),
  'people without a company': () => ({ tenantCompanies: 100 }),
  'tokens that are narrowed to a company': () => ({
    companiesByLabel: new Map([['READ_DRAFT', some(4)]]),
    onlyCompanies: some(4),
    onlyLabels: ['READ', 'READ_DRAFT'],
  }),
};

function person(make: Make, isPerson: boolean): Viewer {
  const [tenant, client, identity] = [urn(), urn(), urn()];
  const own = [{ scope: 'API_CLIENT', urn: client }].slice(isPerson ? 1 : 0);
  const subjects = [
    ...own,
    { scope: 'IDENTITY', urn: identity },
    ...['GROUP', 'ROLE', 'EVERYONE'].flatMap((scope) => some(5).map((one) => ({ scope, urn: one }))),
  ];
  return {
    ...anonymousViewer,
    ...{
      kind: 'CLIENT',
      clientUrn: isPerson ? null : client,
      identityUrn: identity,
      tokenUrn: urn(),
      companyUrn: urn(),
    },
    ...{ tenantUrn: tenant, subjects: subjects.sort(() => Math.random() - 0.5) },
    ...make(tenant),
  };
}

const values = (resource: Resource) =>
  resource.fields
    .filter(({ storage }) => storage === 'COLUMN')
    .map((field) => ({ form: 'VALUE', key: field.name, field }) as const);

const questions = contract.resources.flatMap(
  (resource): { question: Question; resource: Resource; isPage: boolean }[] => {
    const row = { resource, fields: values(resource) };
    const nodes = [
      { form: 'NODES', key: 'nodes', row },
      { form: 'TOTAL', key: 'total' },
    ] as const;
    return [
      { resource, isPage: false, question: { roots: [{ form: 'ROW', key: 'one', row, input: 0 }] } },
      {
        resource,
        isPage: true,
        question: { roots: [{ form: 'PAGE', key: 'page', page: { resource, input: 0, parts: nodes } }] },
      },
    ];
  },
);

function put({ question, resource, isPage }: (typeof questions)[number], viewer: Viewer) {
  const page = { limit: 20, after: null, before: null, isBackward: false, conditions: [], wantsCount: false };
  const input = isPage ? { query: { ...page, order: checkOrder(resource, [], 'sort') }, fingerprint: '' } : urn();
  return answerStatement(question, viewer, parts, [input]);
}

describe.each(Object.entries(people))('200 %s', (_, make) => {
  test.each([
    ['people', true],
    ['clients', false],
  ])('are of one shape, as %s, and share the statements of each kind', (_name, isPerson) => {
    const all = Array.from({ length: 200 }, () => person(make, isPerson));
    expect(new Set(all.map(shapeOfViewer)).size).toBe(1);
    for (const question of questions) {
      const statements = all.slice(0, 4).map((viewer) => put(question, viewer));
      const texts = new Set(statements.map((statement) => statement?.text));
      // Pages of what few may read are planned for each, by what it holds.
      if (statements.some((statement) => statement?.isPlannedByValue)) continue;
      expect(texts.size, question.resource.name).toBe(1);
      // No urn of anyone stands in the text.
      expect([...texts].join()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-4/);
      for (const statement of statements)
        for (const value of statement?.values ?? [])
          expect([question.resource.name, String(value).startsWith('any ')]).toEqual([question.resource.name, false]);
      // Each brings along what is its own.
      const sent = statements.map((statement) => JSON.stringify(statement?.values));
      expect(new Set(sent).size).toBeGreaterThan(1);
    }
    const points = questions.filter(({ isPage }) => !isPage).slice(0, 5);
    for (const question of points) expect(new Set(all.map((viewer) => put(question, viewer)?.text)).size).toBe(1);
  });
});

test('what decides how a statement is written is in the shape', () => {
  const names = Object.entries(people).flatMap(([, make]) => [person(make, true), person(make, false)]);
  expect(new Set(names.map(shapeOfViewer)).size).toBe(names.length);
});

test.each(Object.entries(people))('what the service reads in the name of %s says nothing of them', (_, make) => {
  const service: Viewer = { ...person(make, false), kind: 'SYSTEM' };
  for (const resource of contract.resources) {
    const p = new Parameters();
    for (const label of ['READ', resource.labels.read, 'UPDATE'])
      inScope(resource, 't', accessScope(service, label), p);
    // It is kept, and put for others.
    expect([resource.name, p.values]).toEqual([resource.name, []]);
  }
});

test('nobody learns from a shape what is not in it', () => {
  const stand = viewerOfShape(shapeOfViewer(person(() => ({}), false)));
  expect(() => stand.tokenUrn).toThrow('tokenUrn is not in the shape');
  expect(() => stand.companyUrn).toThrow('companyUrn is not in the shape');
});
