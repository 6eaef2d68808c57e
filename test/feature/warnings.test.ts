// Warnings beside the data of an answer: how the language of a view was chosen, and what is accepted with a warning.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { page, text } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let editor: Tenant;

beforeAll(async () => {
  service = await startService();
  editor = await service.tenant();
});
afterAll(() => service.close());

test('the graph reports for each view which language was chosen and by which step, as REST does', async () => {
  for (const language of ['en', 'pt-BR'])
    await page(editor, '/remarked', { language, status: 'PUBLISH', texts: [text(language)] });
  const query = `query ($path: String) {
    entityView(path: $path, language: "pt-BR") { language }
    fallback: entityView(path: $path, language: "en-GB") { language }
    missing: entityView(path: "/nowhere") { language }
  }`;
  const { data, extensions } = await editor.graph(query, { path: '/remarked' });
  expect(data).toEqual({ entityView: { language: 'pt-BR' }, fallback: { language: 'en' }, missing: null });
  expect(extensions).toEqual({
    language: { entityView: { tag: 'pt-BR', match: 'EXACT' }, fallback: { tag: 'en', match: 'LOOKUP' } },
  });
  const { headers } = await editor.rest('GET', '/v/v1/entityview/remarked?language=en-GB');
  expect([headers.get('content-language'), headers.get('x-language-match')]).toEqual(['en', 'LOOKUP']);
  expect((await editor.graph('{ clientContext { sessionKind } }')).extensions).toBeUndefined();
});

test('a withdrawn currency is accepted with a warning, by itself and inside a page, on both faces', async () => {
  const { urn: entity } = await page(editor, null);
  const amount = { entity, name: 'price', sortOrder: 0, unitValue: 100 };
  const old = await editor.rest('POST', '/n/v1/moneyitem', { body: { ...amount, currencyCode: 'hrk' } });
  expect([old.status, old.body.currencyCode, old.headers.get('warning')]).toEqual([
    201,
    'HRK',
    '299 - "The currency HRK is withdrawn."',
  ]);
  const item = `/n/v1/moneyitem/${String(old.body.urn)}`;
  expect((await editor.rest('PATCH', item, { body: { unitValue: 200 } })).headers.get('warning')).toBeNull();
  expect((await editor.rest('PATCH', item, { body: { currencyCode: 'EUR' } })).headers.get('warning')).toBeNull();
  const money = ['LTL', 'EUR', 'LTL'].map((currencyCode, sortOrder) => ({
    name: 'm',
    sortOrder,
    currencyCode,
    unitValue: '1',
  }));
  const create = 'mutation ($input: CreateEntityInput!) { createEntity(input: $input) { userErrors { code } } }';
  const input = { owner: editor.company, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED', money };
  const answer = await editor.graph(create, { input });
  expect([answer.data, answer.extensions]).toEqual([
    { createEntity: { userErrors: [] } },
    { warnings: [{ code: 'WITHDRAWN_CURRENCY', message: 'The currency LTL is withdrawn.' }] },
  ]);
});
