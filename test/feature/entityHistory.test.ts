// What was written of a page in one list, with authors and the values before and after; and the same values in the plan of a publication.
import { beforeAll, expect, test } from 'vitest';
import { page, reader, text, write, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});

const value = '{ urn isPublished ... on TextItem { value } ... on LongItem { whole: value } }';
const query = `query ($urn: ID!, $first: Int, $after: String) { entityHistory(urn: $urn, first: $first, after: $after) {
  nodes { timestamp actor { urn type } itemUrn kind change name before ${value} after ${value} } pageInfo { hasNextPage endCursor } } }`;
const plan = `query ($urn: ID!) { publishPlan(urn: $urn) { changes { itemUrn kind change name before ${value} after ${value} } } }`;

const said = (one: Body): unknown => [
  one.change,
  one.kind,
  one.name,
  one.before?.value ?? one.before?.whole ?? null,
  one.after?.value ?? one.after?.whole ?? null,
];

/** A live page that was changed in each way since. */
async function changed(): Promise<Body> {
  const entity = await page(editor, `/${crypto.randomUUID()}`, {
    status: 'PUBLISH',
    texts: [text('One'), text('Two', 'gone', 1)],
  });
  await write(editor, entity.texts[0].urn, 'New');
  await editor.rest('DELETE', `/n/v1/textitem/${String(entity.texts[1].urn)}`);
  const body = { entity: { urn: entity.urn }, name: 'count', sortOrder: 0, value: 1 };
  expect((await editor.rest('POST', '/n/v1/longitem', { body })).status).toBe(201);
  return entity;
}

test('the history of a page is one list, newest first, with authors and values, on both faces', async () => {
  const entity = await changed();
  const { entityHistory } = await editor.data(query, { urn: entity.urn });
  const { nodes } = entityHistory;
  expect(nodes.slice(0, 3).map(said)).toEqual([
    ['ADDED', 'LongItem', 'count', null, '1'],
    ['REMOVED', 'TextItem', 'gone', 'Two', null],
    ['CHANGED', 'TextItem', 'title', 'One', 'New'],
  ]);
  expect(nodes.slice(3).map(said)).toEqual(
    expect.arrayContaining([
      ['ADDED', 'TextItem', 'title', null, 'One'],
      ['ADDED', 'TextItem', 'gone', null, 'Two'],
    ]),
  );
  expect(nodes).toHaveLength(5);
  for (const { actor } of nodes) expect(actor).toEqual(nodes[0].actor);
  expect(nodes[0].actor.type).toBe('IDENTITY');
  const [first] = nodes;
  expect(first.before).toBeNull();
  const rest = await editor.rest('GET', `/n/v1/entity/${String(entity.urn)}/history`);
  expect(rest.status, rest.text).toBe(200);
  expect(
    rest.body.history.map((one: Body) => [one.item.urn, one.change, one.before?.urn ?? null, one.after?.urn ?? null]),
  ).toEqual(nodes.map((one: Body) => [one.itemUrn, one.change, one.before?.urn ?? null, one.after?.urn ?? null]));
  expect(rest.body.history[2]).toMatchObject({ before: { value: 'One' }, after: { value: 'New' }, actor: first.actor });
});

test('the history of a page is read in pages, each change once', async () => {
  const entity = await changed();
  const all = (await editor.data(query, { urn: entity.urn })).entityHistory.nodes;
  const seen: Body[] = [];
  let after: string | null = null;
  do {
    const { entityHistory } = await editor.data(query, { urn: entity.urn, first: 2, after });
    seen.push(...entityHistory.nodes);
    after = entityHistory.pageInfo.hasNextPage ? entityHistory.pageInfo.endCursor : null;
  } while (after !== null);
  expect(seen).toEqual(all);
  const rest = await editor.rest('GET', `/n/v1/entity/${String(entity.urn)}/history?limit=2`);
  expect(rest.body.history).toHaveLength(2);
  expect(rest.body.pagination).toMatchObject({ isMorePages: true, limit: 2 });
});

test('the plan of a publication says the names and both values', async () => {
  const entity = await changed();
  const { changes } = (await editor.data(plan, { urn: entity.urn })).publishPlan;
  expect(changes.map(said).sort()).toEqual(
    [
      ['ADDED', 'LongItem', 'count', null, '1'],
      ['REMOVED', 'TextItem', 'gone', 'Two', null],
      ['CHANGED', 'TextItem', 'title', 'One', 'New'],
    ].sort(),
  );
  const { body } = await editor.rest('GET', `/n/v1/entity/${String(entity.urn)}/publishplan`);
  const title = body.changes.find((one: Body) => one.name === 'title');
  expect(title).toMatchObject({ change: 'CHANGED', before: { value: 'One' }, after: { value: 'New' } });
});

test('who sees no drafts sees none of it', async () => {
  const entity = await changed();
  const client = await reader(service, editor, [{ label: 'READ', objectUrn: entity.urn, objectScope: 'ENTITY' }]);
  expect((await client.rest('GET', `/n/v1/entity/${String(entity.urn)}/history`)).status).toBe(403);
  const stranger = await service.tenant();
  expect((await stranger.rest('GET', `/n/v1/entity/${String(entity.urn)}/history`)).status).toBe(404);
  expect(await stranger.data(query, { urn: entity.urn })).toEqual({ entityHistory: null });
});
