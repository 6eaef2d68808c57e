// Bodies that hold much more than anybody needs are refused like others, with few words, on both faces. Resource reference 1.8, 1.10.
import { beforeAll, expect, test } from 'vitest';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

const many = (count: number, element: unknown): unknown[] => Array.from({ length: count }, () => element);
const page = (more: Record<string, unknown>): Record<string, unknown> => ({
  urn: crypto.randomUUID(),
  owner: editor.company,
  name: 'Page',
  language: 'en',
  status: 'DRAFT_UNPUBLISHED',
  ...more,
});

test.each([
  ['objects without what is required', 95_000, {}],
  ['objects with wrong members', 30_000, { name: 5, value: [], sortOrder: 'a' }],
  ['nothing', 190_000, null],
])('A list of very many children that are wrong is refused with 100 violations: %s', async (_, count, child) => {
  const { status, body } = await editor.rest('POST', '/n/v1/entity', { body: page({ texts: many(count, child) }) });
  expect([status, body.code, body.errors.length]).toEqual([422, 'VALIDATION_FAILED', 100]);
  expect(body.errors[0].path).toMatch(/^\/texts\/0/);
});

test('A list of very many children that are right is refused by its length alone', async () => {
  const texts = many(30_000, { name: 'a', value: 'b', sortOrder: 1 });
  const { status, body } = await editor.rest('POST', '/n/v1/entity', { body: page({ texts }) });
  expect([status, body.errors[0]]).toMatchObject([422, { path: '', code: 'TOO_MANY', limit: 5_000 }]);
});

test('Very many unknown members are refused under strict handling, 100 by name', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 15_000 }, (_, at) => [`unknown${String(at)}`, '']));
  const headers = { Prefer: 'handling=strict' };
  const { status, body } = await editor.rest('POST', '/n/v1/entity', { body: page(unknown), headers });
  expect([status, body.errors.length, body.errors[99].path]).toEqual([422, 100, '/unknown99']);
});

test('A change with a very long list of links names the first that are wrong', async () => {
  const { status, body } = await editor.rest('POST', '/n/v1/entitylist', {
    body: { urn: crypto.randomUUID(), owner: editor.company, name: 'List', entities: many(45_000, { entity: 'none' }) },
  });
  expect([status, body.code]).toEqual([422, 'VALIDATION_FAILED']);
});

test('Variables with more values than any operation needs are QUERY_TOO_COMPLEX, over HTTP and as events', async () => {
  const variables = { where: { or: many(15_000, { name: { eq: 'a' } }) } };
  const { errors } = await editor.graph(
    'query ($where: EntityWhere) { entities(where: $where) { totalCount } }',
    variables,
  );
  expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX', limit: 20_000 } }]);
  const query = 'subscription ($urns: [ID!]) { events(targetUrns: $urns) { cursor } }';
  const response = await fetch(`${service.url}/graphql/stream`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
      Authorization: `Bearer ${editor.token}`,
    },
    body: JSON.stringify({ query, variables: { urns: many(30_000, 'x') } }),
  });
  expect(await response.text()).toContain('QUERY_TOO_COMPLEX');
});
