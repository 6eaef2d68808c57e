// Lists of entities: their order, and that each reader sees only the entries it may read.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { eventsOf, page, reader, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;
let a: string, b: string, c: string, draft: string;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
  const live = async (): Promise<string> => (await page(editor, null, { status: 'PUBLISH' })).urn;
  [a, b, c, draft] = [await live(), await live(), await live(), (await page(editor, null)).urn];
});

const create = (entities: unknown): Promise<RestAnswer> =>
  editor.rest('POST', '/n/v1/entitylist', { body: { owner: editor.company, name: 'Blog', entities } });
const entry = (entity: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  entity: { urn: entity },
  ...more,
});
const placed = (body: Body): unknown[] => body.entities.map((e: Body) => [e.entity.urn, e.sortOrder]);
const put = (urn: string, entities: unknown): Promise<RestAnswer> =>
  editor.rest('PUT', `/n/v1/entitylist/${urn}`, { body: { entities } });

describe('an entity list', () => {
  test('is returned in sortOrder; entries without one take their position in the request, in steps of ten', async () => {
    const { status, body } = await create([entry(b), entry(a, { sortOrder: 5 }), entry(c)]);
    expect([status, placed(body)]).toEqual([
      201,
      [
        [a, 5],
        [b, 10],
        [c, 30],
      ],
    ]);
    const same = await create([entry(c, { sortOrder: 1 }), entry(a, { sortOrder: 1 }), entry(b, { sortOrder: 1 })]);
    const urns = same.body.entities.map((e: Body) => e.urn);
    expect(urns).toEqual([...urns].sort());
    const { entityList } = await editor.data(
      `query ($urn: ID!) { entityList(urn: $urn) { entities { sortOrder entity { urn } } } }`,
      { urn: body.urn },
    );
    expect(placed(entityList)).toEqual([
      [a, 5],
      [b, 10],
      [c, 30],
    ]);
  });

  test('holds an entity once', async () => {
    const { status, body } = await create([entry(a), entry(b), entry(a)]);
    expect([status, body.errors[0].path, body.errors[0].code]).toEqual([422, '/entities/2/entity', 'DUPLICATE']);
    const list = await create([entry(a)]);
    const more = await editor.rest('POST', '/n/v1/entitylistitem', {
      body: { entityList: list.body.urn, entity: a },
    });
    expect([more.status, more.body.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect((await create(undefined)).body.errors[0].code).toBe('REQUIRED');
    expect((await create([entry(crypto.randomUUID())])).body.errors[0].code).toBe('INVALID_REFERENCE');
  });

  test('is replaced as a whole, and remaining entries keep their urns', async () => {
    const { body } = await create([entry(a), entry(b)]);
    const [first, second] = body.entities;
    const replaced = await put(body.urn, [entry(c), entry(a)]);
    expect([replaced.status, placed(replaced.body)]).toEqual([
      200,
      [
        [c, 10],
        [a, 20],
      ],
    ]);
    expect(replaced.body.entities[1].urn).toBe(first.urn);
    expect((await editor.rest('GET', `/n/v1/entitylistitem/${String(second.urn)}`)).status).toBe(404);
    const [x, y] = replaced.body.entities;
    const swapped = await put(body.urn, [
      { urn: x.urn, entity: y.entity, sortOrder: 1 },
      { urn: y.urn, entity: x.entity, sortOrder: 2 },
    ]);
    expect([swapped.status, placed(swapped.body)]).toEqual([
      200,
      [
        [a, 1],
        [c, 2],
      ],
    ]);
    // The urn of an entry that stays is no other one's.
    const taken = await put(body.urn, [entry(a), entry(b, { urn: y.urn })]);
    expect([taken.status, placed(taken.body)]).toEqual([
      200,
      [
        [a, 10],
        [b, 20],
      ],
    ]);
    expect(taken.body.entities[0].urn).toBe(y.urn);
    const emptied = await put(body.urn, []);
    expect([emptied.status, emptied.body.entities]).toEqual([200, []]);
    expect((await eventsOf(service, body.urn)).filter((event) => event.startsWith('UPDATE'))).toHaveLength(4);
  });

  test('appends single entries, and is paged', async () => {
    const { body } = await create([entry(a), entry(b)]);
    const added = await editor.rest('POST', '/n/v1/entitylistitem', { body: { entityList: body.urn, entity: c } });
    expect([added.status, added.body.sortOrder]).toEqual([201, 30]);
    const first = await editor.rest('GET', `/n/v1/entitylist/${String(body.urn)}/entities?limit=2`);
    expect([placed(first.body), first.body.pagination.isMorePages]).toEqual([
      [
        [a, 10],
        [b, 20],
      ],
      true,
    ]);
    const second = await editor.rest('GET', first.body.pagination.nextUrl);
    expect([placed(second.body), second.body.pagination.isMorePages]).toEqual([[[c, 30]], false]);
    expect((await editor.rest('GET', `/n/v1/entitylist/${String(body.urn)}`)).body.version).toBe(2);
  });

  test('omits what the caller may not read, on every path', async () => {
    const { body } = await create([entry(a), entry(b), entry(draft)]);
    const on = (objectUrn: string, objectScope: string) => ({ label: 'READ', objectUrn, objectScope });
    const plain = await reader(service, editor, [on(body.urn, 'ENTITY_LIST'), on(a, 'ENTITY'), on(draft, 'ENTITY')]);
    const urns = (entries: Body): string[] => entries.map((e: Body) => e.entity.urn);
    const ways = async (as: Client): Promise<unknown[]> => [
      urns((await as.rest('GET', `/n/v1/entitylist/${String(body.urn)}`)).body.entities),
      urns((await as.rest('GET', `/n/v1/entitylist/${String(body.urn)}/entities`)).body.entities),
      urns(
        (
          await as.data(`query ($urn: ID!) { entityList(urn: $urn) { entities { entity { urn } } } }`, {
            urn: body.urn,
          })
        ).entityList.entities,
      ),
      (await as.rest('GET', `/n/v1/entitylistitem/${String(body.entities[1].urn)}`)).status,
      (await as.rest('GET', '/n/v1/entitylistitems?limit=200')).body.entitylistitems.length > 1,
    ];
    expect(await ways(plain)).toEqual([[a], [a], [a], 404, false]);
    expect(await ways(editor)).toEqual([[a, b, draft], [a, b, draft], [a, b, draft], 200, true]);
  });

  test('takes no page that is not there, in a new entry or one that it has', async () => {
    const { body } = await create([entry(a), entry(b)]);
    const nowhere = crypto.randomUUID();
    for (const [at, entities] of [
      [0, [entry(nowhere, { urn: body.entities[0].urn }), entry(b)]],
      [2, [entry(a), entry(b), entry(nowhere)]],
    ] as const) {
      const refused = await put(body.urn, entities);
      expect([refused.status, refused.body.errors]).toMatchObject([
        422,
        [{ path: `/entities/${String(at)}/entity`, code: 'INVALID_REFERENCE', related: [nowhere] }],
      ]);
    }
    expect(placed((await editor.rest('GET', `/n/v1/entitylist/${String(body.urn)}`)).body)).toEqual(placed(body));
  });

  test('prevents its entities from being deleted', async () => {
    const entity = (await page(editor, null)).urn;
    await create([entry(entity)]);
    const answer = await editor.rest('DELETE', `/n/v1/entity/${String(entity)}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
  });

  test('is named up to twenty times by the refusal, which says how many entries there are', async () => {
    const entity = (await page(editor, null)).urn;
    const entries: string[] = [];
    for (let count = 0; count < 21; count += 1) entries.push((await create([entry(entity)])).body.entities[0].urn);
    const refused = await editor.rest('DELETE', `/n/v1/entity/${String(entity)}`);
    const [{ message, related }] = refused.body.errors;
    expect([message, related.length]).toEqual(['21 EntityListItem need it as their entity.', 20]);
    expect(entries).toEqual(expect.arrayContaining(related));
  });
});
