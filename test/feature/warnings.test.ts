// Warnings beside the data of an answer: how the language of a view was chosen, and what is accepted with a warning.
import { beforeAll, expect, test } from 'vitest';
import { page, text } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

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

test('a change has its warning however often its operation was sent before, on both faces', async () => {
  const { urn: entity } = await page(editor, null);
  const at = { entity, name: 'a', sortOrder: 0 };
  for (const [kind, input, message] of [
    ['MoneyItem', { currencyCode: 'HRK' }, 'The currency HRK is withdrawn.'],
    ['DateTimeItem', { value: '2026-01-01T00:00:00.1234567Z' }, '/value is stored with microsecond precision.'],
  ] as const) {
    const path = `/n/v1/${kind.toLowerCase()}`;
    const first = kind === 'MoneyItem' ? { currencyCode: 'EUR', unitValue: 1 } : { value: '2026-01-01T00:00:00Z' };
    const { body } = await editor.rest('POST', path, { body: { ...at, ...first } });
    const change = `mutation ($urn: ID!, $input: Update${kind}Input!) { update${kind}(urn: $urn, input: $input) { userErrors { code } } }`;
    // The first are not made as the later ones are.
    for (let sortOrder = 1; sortOrder <= 6; sortOrder += 2) {
      const { status, headers } = await editor.rest('PATCH', `${path}/${body.urn}`, { body: { ...input, sortOrder } });
      expect([status, headers.get('warning')]).toEqual([200, `299 - "${message}"`]);
      const { data, extensions } = await editor.graph(change, {
        urn: body.urn,
        input: { ...input, sortOrder: sortOrder + 1 },
      });
      expect([data, extensions?.['warnings']]).toMatchObject([
        { [`update${kind}`]: { userErrors: [] } },
        [{ message }],
      ]);
    }
  }
});
