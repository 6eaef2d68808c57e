// Callers without a token are answered by the statements that answer everyone: one for each read, which also says whether what was
// decided about everyone of the tenant still holds.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beside, isAtOnce } from '../support/bothPlans.ts';
import type { Client } from '../support/client.ts';
import { edge } from '../support/community.ts';
import { page, text, write } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: TestService;
let admin: Tenant;
let nobody: Client;
let shown: string;
let item: string;

beforeAll(async () => {
  service = await startService();
  admin = await service.tenant();
  nobody = service.client(null);
  const live = await page(admin, '/shown', { status: 'PUBLISH', texts: [text('Live')] });
  [shown, item] = [live.urn, live.texts[0].urn];
  await write(admin, item, 'Draft');
  await page(admin, '/hidden', { status: 'PUBLISH', texts: [text('Hidden')] });
  const never = await page(admin, '/never', { texts: [text('Never')] });
  for (const urn of [shown, never.urn]) await show(urn);
});
afterAll(() => service.close());

const show = async (urn: string): Promise<string> =>
  (await made(admin, 'permission', { owner: admin.company, ...edge('EVERYONE', admin.company, 'ENTITY', urn, 'VIEW') }))
    .urn as string;

/** What the caller is answered when it asks for the third time, and the statements that takes. */
async function third<T>(ask: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
  await ask();
  await ask();
  const from = service.statements.length;
  const answer = await ask();
  return { answer, statements: service.statements.slice(from).filter((one) => !beside.test(one)) };
}

const paths = '{ entities(orderBy: [{ field: PATH, direction: ASC }]) { totalCount nodes { path texts { value } } } }';
const shownAlone = { entities: { totalCount: 1, nodes: [{ path: '/shown', texts: [{ value: 'Live' }] }] } };

describe('Without a token', () => {
  beforeEach(() => nobody.data('{ entities { nodes { urn } } }'));

  test.each<[string, () => Promise<unknown>, () => unknown]>([
    [
      'a page by its urn',
      () => nobody.data(`{ entity(urn: "${shown}") { name owner { name } texts { value } } }`),
      () => ({ entity: { name: 'Page', owner: null, texts: [{ value: 'Live' }] } }),
    ],
    [
      'an item',
      () => nobody.data(`{ textItem(urn: "${item}") { value version entity { path } } }`),
      () => ({ textItem: { value: 'Live', version: '1', entity: { path: '/shown' } } }),
    ],
    ['a list', () => nobody.data(paths), () => shownAlone],
    [
      'a page by its path',
      () => nobody.data('{ entities(where: { path: { eq: "/shown" } }) { nodes { texts { value } } } }'),
      () => ({ entities: { nodes: [{ texts: [{ value: 'Live' }] }] } }),
    ],
    [
      'a list over REST',
      async () => (await nobody.rest('GET', '/n/v1/entities?fields=path')).body.entities,
      () => [expect.objectContaining({ path: '/shown' })],
    ],
  ])('%s is one statement, and shows what is live and for everyone alone', async (_, ask, expected) => {
    const { answer, statements } = await third(ask);
    expect(answer).toEqual(expected());
    expect(statements.map(isAtOnce)).toEqual([true]);
  });

  test('a row and a list in one document are a statement each', async () => {
    const { answer, statements } = await third(() =>
      nobody.data(`{ a: entity(urn: "${shown}") { path } ${paths.slice(1)}`),
    );
    expect(answer).toEqual({ a: { path: '/shown' }, ...shownAlone });
    expect(JSON.stringify(answer)).toMatch(/^\{"a"/);
    expect(statements.map(isAtOnce)).toEqual([true, true]);
  });

  test('what everyone was given a moment ago is shown, and what was taken back is not', async () => {
    expect(await nobody.data(paths)).toEqual(shownAlone);
    const more = await page(admin, '/more', { status: 'PUBLISH' });
    const edgeUrn = await show(more.urn);
    expect((await nobody.data(paths)).entities.nodes.map((one: { path: string }) => one.path)).toEqual([
      '/more',
      '/shown',
    ]);
    expect((await admin.rest('DELETE', `/n/v1/permission/${edgeUrn}`)).status).toBe(204);
    expect(await nobody.data(paths)).toEqual(shownAlone);
    // Also where it is a whole company that everyone sees.
    const all = { owner: admin.company, ...edge('EVERYONE', admin.company, 'COMPANY', admin.company, 'VIEW') };
    const { urn } = await made(admin, 'permission', all);
    expect((await nobody.data(paths)).entities.totalCount).toBe(3);
    expect((await admin.rest('DELETE', `/n/v1/permission/${String(urn)}`)).status).toBe(204);
    expect(await nobody.data(paths)).toEqual(shownAlone);
  });

  test('what is never shown to everyone is refused, beside what is answered', async () => {
    const { data, errors } = await nobody.graph(`{ entity(urn: "${shown}") { path } tasks { nodes { urn } } }`);
    expect([data, errors?.map(({ extensions }) => extensions['code'])]).toEqual([null, ['UNAUTHENTICATED']]);
  });

  // The last: from here on there are two tenants.
  test('a list needs an owner as soon as there is a second tenant, and is one statement with it', async () => {
    expect(await nobody.data(paths)).toEqual(shownAlone);
    const other = await service.tenant();
    const refused = await nobody.graph(paths);
    expect(refused.errors?.map(({ extensions }) => extensions['code'])).toEqual(['OWNER_REQUIRED']);
    const owned = (owner: string): string => `{ entities(where: { owner: { eq: "${owner}" } }) { nodes { path } } }`;
    const own = await third(() => nobody.data(owned(admin.company)));
    expect(own.answer).toEqual({ entities: { nodes: [{ path: '/shown' }] } });
    expect(own.statements.map(isAtOnce)).toEqual([true]);
    expect(await nobody.data(owned(other.company))).toEqual({ entities: { nodes: [] } });
    // Beside a row, too, the list is refused by itself.
    const beside = await nobody.graph(`{ a: entity(urn: "${shown}") { path } ${paths.slice(1)}`);
    expect([beside.data, beside.errors?.map(({ path, extensions }) => [path, extensions['code']])]).toEqual([
      null,
      [[['entities'], 'OWNER_REQUIRED']],
    ]);
    // A token of another tenant is shown the same.
    const elsewhere = await third(() => other.data(owned(admin.company)));
    expect(elsewhere.answer).toEqual({ entities: { nodes: [{ path: '/shown' }] } });
    expect(elsewhere.statements.filter(isAtOnce)).toHaveLength(1);
  });
});

test('rows of several kinds by their urns are read once more as everyone may view them, where they are of another tenant', async () => {
  const other = await service.tenant();
  const own = await page(other, '/own', { texts: [text('Own')] });
  const shownToAll = await page(other, '/all', { texts: [text('Draft of its own')] });
  const { urn: ofEveryone } = await made(other, 'permission', {
    owner: other.company,
    ...edge('EVERYONE', other.company, 'ENTITY', shownToAll.urn, 'VIEW'),
  });
  const urns = [crypto.randomUUID(), own.urn, item, shown, own.texts[0].urn, shownToAll.urn, ofEveryone, shown];
  const query = `query ($urns: [ID!]!, $urn: ID!) { nodes(urns: $urns) { __typename ... on Entity { path texts { value } } ... on TextItem { value } } node(urn: $urn) { ... on Entity { path owner { name } } } }`;
  const read = await third(() => other.data(query, { urns, urn: shown }));
  const page$ = (path: string, value: string): object => ({ __typename: 'Entity', path, texts: [{ value }] });
  expect(read.answer).toEqual({
    nodes: [
      null,
      page$('/own', 'Own'),
      { __typename: 'TextItem', value: 'Live' },
      page$('/shown', 'Live'),
      { __typename: 'TextItem', value: 'Own' },
      page$('/all', 'Draft of its own'),
      { __typename: 'Permission' },
      page$('/shown', 'Live'),
    ],
    node: { path: '/shown', owner: null },
  });
  // Their kinds, those of the caller's tenant, and those of others.
  expect(read.statements.map(isAtOnce)).toEqual([false, true, true]);
});
