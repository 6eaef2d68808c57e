// An editor's day: a page is written, changed and published, an older value is restored, and a legacy client reads the
// page.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { withClient } from '../support/database.ts';
import { itemKinds } from '../support/itemKinds.ts';
import { page as makePage, reader } from '../support/content.ts';
import { helper, task } from '../support/work.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

/** Makes so many tasks like that one, for the same page. */
const copyTask = (urn: string, entity: string, count: number): Promise<unknown> =>
  withClient(service.databaseUrl, async (client) => {
    await client.query('SET session_replication_role = replica');
    const { rows } = await client.query<{ urn: string; tenant: string }>(
      `INSERT INTO "task" SELECT (jsonb_populate_record(t, jsonb_build_object('urn', gen_random_uuid()))).*
         FROM "task" t, generate_series(1, $2) WHERE t."urn" = $1 RETURNING "urn", "tenant"`,
      [urn, count],
    );
    await client.query(
      `INSERT INTO "link" ("tenant", "from_urn", "to_urn", "field", "position")
       SELECT $1, unnest($2::uuid[]), $3, 'Task.associatedEntities', 0`,
      [rows[0]?.tenant, rows.map((row) => row.urn), entity],
    );
  });

const create = `mutation ($input: CreateEntityInput!) {
  createEntity(input: $input) { entity { urn status texts { urn value isPublished } } userErrors { code path } }
}`;

async function page(path: string): Promise<{ urn: string; text: string }> {
  const { createEntity } = await editor.data(create, {
    input: {
      owner: editor.company,
      name: 'Home',
      path,
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
      texts: [{ name: 'title', sortOrder: 0, value: 'One' }],
    },
  });
  expect(createEntity.userErrors).toEqual([]);
  return { urn: createEntity.entity.urn, text: createEntity.entity.texts[0].urn };
}

const view = `query ($path: String!) { entityView(path: $path) { urn texts { value layer isPublished } } }`;

describe('a page', () => {
  test('has no two items of one kind, name and place, and refers to another than itself', async () => {
    const urn = crypto.randomUUID();
    const text = { name: 'title', sortOrder: 0, value: 'One' };
    const make = (more: object): ReturnType<Client['rest']> =>
      editor.rest('POST', '/n/v1/entity', {
        body: { urn, owner: editor.company, name: 'Twice', language: 'en', status: 'DRAFT_UNPUBLISHED', ...more },
      });
    const twice = await make({ texts: [text, { ...text, sortOrder: 1 }, text], markdowns: [text] });
    expect([twice.status, twice.body.errors]).toMatchObject([422, [{ path: '/texts/2', code: 'DUPLICATE' }]]);
    const itself = await make({ references: [{ name: 'self', sortOrder: 0, entityReference: { urn } }] });
    expect([itself.status, itself.body.errors[0]]).toMatchObject([
      422,
      { path: '/references/0/entityReference', code: 'INVALID_REFERENCE' },
    ]);
    expect((await make({ texts: [text, { ...text, sortOrder: 1 }], markdowns: [text] })).status).toBe(201);
    const own = { entity: { urn }, name: 'self', sortOrder: 0, entityReference: { urn } };
    const later = await editor.rest('POST', '/n/v1/referenceitem', { body: own });
    expect([later.status, later.body.errors]).toMatchObject([
      422,
      [{ path: '/entityReference', code: 'INVALID_REFERENCE', related: [urn] }],
    ]);
  });

  test('that others need is not deleted, and the refusal counts all of them and names twenty', async () => {
    const { urn } = await makePage(editor, null);
    const references = Array.from({ length: 21 }, (_, sortOrder) => ({ name: 'to', sortOrder, entityReference: urn }));
    await makePage(editor, null, { references });
    const { status, body } = await editor.rest('DELETE', `/n/v1/entity/${String(urn)}`);
    expect([status, body.code, body.errors[0].message]).toEqual([
      409,
      'IN_USE',
      expect.stringMatching(/^21 ReferenceItem /),
    ]);
    expect(body.errors[0].related).toHaveLength(20);
  });

  test('shows what would be published to those who may see drafts', async () => {
    const { urn } = await page('/planned');
    await editor.data(`mutation ($urn: ID!) { publishEntity(urn: $urn) { userErrors { code } } }`, { urn });
    const asked = async (label: string): Promise<number> => {
      const some = await helper(service, editor, [{ label, objectUrn: urn, objectScope: 'ENTITY' }]);
      return (await some.rest('GET', `/n/v1/entity/${urn}/publishplan`)).status;
    };
    expect([await asked('READ'), await asked('READ_DRAFT')]).toEqual([403, 200]);
  });

  test('shows the open tasks of a page with many that are done', async () => {
    const { urn } = await page('/busy');
    const add = (title: string): Promise<string> => task(editor, title, { associatedEntities: [urn] });
    const [first, done] = [await add('First'), await add('Done')];
    expect((await editor.rest('PATCH', `/n/v1/task/${done}`, { body: { status: 'COMPLETED' } })).status).toBe(200);
    await copyTask(done, urn, 200);
    const last = await add('Last');
    const { body } = await editor.rest('GET', `/n/v1/entity/${urn}/publishplan`);
    expect(body.openTasks.map((one: { urn: string }) => one.urn).sort()).toEqual([first, last].sort());
  });

  test('is not in the view before it is published, and shows live values only', async () => {
    const { urn, text } = await page('/a');
    expect((await editor.data(view, { path: '/a' })).entityView).toBeNull();

    await editor.data(`mutation ($urn: ID!) { publishEntity(urn: $urn) { userErrors { code } } }`, { urn });
    expect((await editor.data(view, { path: '/a' })).entityView.texts).toEqual([
      { value: 'One', layer: 'DEFAULT', isPublished: true },
    ]);

    await editor.data(
      `mutation ($urn: ID!) { updateTextItem(urn: $urn, input: { value: "Two" }) { userErrors { code } } }`,
      { urn: text },
    );
    expect((await editor.data(view, { path: '/a' })).entityView.texts[0].value).toBe('One');
    const { entity } = await editor.data(
      `query ($urn: ID!) { entity(urn: $urn) { status texts { value isPublished } } }`,
      { urn },
    );
    expect(entity).toEqual({ status: 'PUBLISHED_WITH_DRAFTS', texts: [{ value: 'Two', isPublished: false }] });
  });

  test('keeps every value, newest first, and an older one can be chosen', async () => {
    const { urn, text } = await page('/b');
    const write = `mutation ($urn: ID!, $value: String!) { updateTextItem(urn: $urn, input: { value: $value }) { userErrors { code } } }`;
    await editor.data(write, { urn: text, value: 'Two' });
    await editor.data(`mutation ($urn: ID!) { publishEntity(urn: $urn) { userErrors { code } } }`, { urn });
    const history = `query ($urn: ID!) { textItem(urn: $urn) { history { history { nodes { urn itemUrn value isPublished } } } } }`;
    const { nodes } = (await editor.data(history, { urn: text })).textItem.history.history;
    expect(nodes.map((n: { value: string; isPublished: boolean }) => [n.value, n.isPublished])).toEqual([
      ['Two', true],
      ['One', false],
    ]);
    expect(nodes[0].itemUrn).toBe(text);

    const choose = `mutation ($item: ID!, $entry: ID!) { chooseItemValue(item: $item, entry: $entry) { userErrors { code message } } }`;
    expect((await editor.data(choose, { item: text, entry: nodes[1].urn })).chooseItemValue.userErrors).toEqual([]);
    expect((await editor.data(view, { path: '/b' })).entityView.texts[0].value).toBe('One');
    expect((await editor.data(`query ($urn: ID!) { entity(urn: $urn) { status } }`, { urn })).entity.status).toBe(
      'PUBLISHED_WITH_DRAFTS',
    );
  });
});

describe('items by name', () => {
  // The short name of a kind, and its own where the list has that one.
  const single = (name: string): string => (name === 'MoneyItem' ? 'moneyItem' : lowerFirst(name.replace(/Item$/, '')));
  const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

  test('are one of each kind, several of a list, or those of all kinds, in a page and in its view', async () => {
    const target = await makePage(editor, '/target', { status: 'PUBLISH' });
    const kinds = itemKinds([target.urn, target.urn]);
    const lists = Object.fromEntries(
      kinds.map(({ list, first }) => [
        list,
        ['b', 'a', 'b', 'c'].map((name, at) => ({ name, sortOrder: 3 - at, ...first })),
      ]),
    );
    const { urn } = await makePage(editor, '/named', { status: 'PUBLISH', ...lists });
    const one = kinds.map(({ name }) => `${single(name)}(name: "b") { name sortOrder }`).join(' ');
    const many = kinds.map(({ list }) => `${list}(names: ["c", "b", "c", "none"]) { name sortOrder }`).join(' ');
    const fields = `${one} ${many} none: text(name: "none") { name } some: items(names: ["a"]) { __typename name } items { name }`;
    const { entity, entityView } = await editor.data(
      `query ($urn: ID!) { entity(urn: $urn) { ${fields} } entityView(urn: $urn) { ${fields} } }`,
      { urn },
    );
    for (const shown of [entity, entityView]) {
      for (const { name, list } of kinds) {
        expect([name, shown[single(name)]]).toEqual([name, { name: 'b', sortOrder: 1 }]);
        expect(shown[list]).toEqual([
          { name: 'c', sortOrder: 0 },
          { name: 'b', sortOrder: 1 },
          { name: 'b', sortOrder: 3 },
        ]);
      }
      expect(shown.none).toBeNull();
      const listed = kinds.map(({ name }) => ({ __typename: name, name: 'a' }));
      expect([...shown.some].sort(byType)).toEqual(listed.sort(byType));
      expect(shown.items).toHaveLength(13 * 4);
    }
  });

  const byType = (a: { __typename: string }, b: { __typename: string }): number =>
    a.__typename < b.__typename ? -1 : 1;

  test('are found by their live name by viewers that may not see the draft of another one', async () => {
    const { urn, texts } = await makePage(editor, '/renamed', {
      status: 'PUBLISH',
      texts: [{ name: 'old', sortOrder: 0, value: 'Live' }],
    });
    const renamed = await editor.rest('PATCH', `/n/v1/textitem/${String(texts[0].urn)}`, { body: { name: 'new' } });
    expect(renamed.status).toBe(200);
    const visitor = await reader(service, editor, [
      { objectUrn: editor.company, objectScope: 'COMPANY', label: 'READ' },
    ]);
    // One name in a request: another one would have the row read for it.
    const query = `query ($urn: ID!, $name: String!) { entity(urn: $urn) { text(name: $name) { value } } }`;
    const found = async (client: Client, name: string): Promise<unknown> =>
      (await client.data(query, { urn, name })).entity?.text ?? null;
    expect([await found(visitor, 'old'), await found(visitor, 'new')]).toEqual([{ value: 'Live' }, null]);
    expect([await found(editor, 'old'), await found(editor, 'new')]).toEqual([null, { value: 'Live' }]);
    const stranger = await service.tenant();
    expect(await found(stranger, 'new')).toBeNull();
  });

  test('are refused beyond 200 names', async () => {
    const { urn } = await makePage(editor, '/many-names');
    const { errors } = await editor.graph(
      `query ($urn: ID!, $names: [String!]) { entity(urn: $urn) { texts(names: $names) { name } } }`,
      { urn, names: Array.from({ length: 201 }, String) },
    );
    expect(errors?.[0]).toMatchObject({ path: ['entity', 'texts'], extensions: { code: 'INVALID_PARAMETER' } });
  });
});
