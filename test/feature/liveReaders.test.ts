// Readers without READ_DRAFT see content as it is live, on every path: a list, a total, a filter, a single read and a
// view answer the same whether or not there are drafts or scheduled changes. Spec: Entity; resource reference 3.1,
// 15.7.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change, page, reader, text, view, write, type Body } from '../support/content.ts';
import type { Client } from '../support/client.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: TestService;
let editor: Tenant;
let visitor: Client;

beforeAll(async () => {
  service = await startService();
  editor = await service.tenant();
  const company = { objectUrn: editor.company, objectScope: 'COMPANY' };
  visitor = await reader(service, editor, [{ ...company, label: 'READ' }]);
});
afterAll(() => service.close());

const live = (path: string): Promise<Body> =>
  page(editor, path, { status: 'PUBLISH', texts: [text('Live'), text('Also', 'lead', 1)] });

/** Everything that a reader receives of a page and its texts. */
async function readAll(client: Client, entity: Body): Promise<unknown> {
  const { urn, path } = entity as { urn: string; path: string };
  const list = async (query: string): Promise<unknown[]> => {
    const { body } = await client.rest('GET', `/n/v1/textitems?filter[entity]=${urn}&count=true&${query}`);
    return [body.textitems, body.pagination.totalCount];
  };
  const entities = await client.rest('GET', `/n/v1/entities?filter[path]=${path}&count=true`);
  const planned = await client.rest(
    'GET',
    `/n/v1/entities?filter[path]=${path}&filter[status][ne]=PUBLISHED&count=true`,
  );
  const single = await client.rest('GET', `/n/v1/entity/${urn}`);
  const shown = await view(client, path);
  const graph = await client.data(
    `query ($urn: ID!, $path: String!) { entity(urn: $urn) { status version updatedTimestamp publishTimestamp texts { value version } }
      entityView(path: $path) { status version updatedTimestamp texts { value } }
      textItems(where: { entity: { eq: $urn } }, orderBy: [{ field: UPDATED_TIMESTAMP, direction: DESC }]) { totalCount nodes { urn value version } }
      drafted: textItems(where: { entity: { eq: $urn, where: { or: [{ status: { ne: PUBLISHED } }, { version: { gt: "1" } }] } } }) { totalCount }
      about: tasks(where: { entity: { where: { urn: { eq: $urn }, not: { status: { eq: PUBLISHED } } } } }) { totalCount } }`,
    { urn, path },
  );
  return {
    lists: [
      await list(''),
      await list('filter[value]=Live'),
      await list('filter[value]=Draft'),
      await list('sort=-value'),
    ],
    entities: [entities.body.entities, entities.body.pagination.totalCount, planned.body.pagination.totalCount],
    single: [single.body, single.headers.get('etag')],
    view: [shown.body, shown.headers.get('etag')],
    graph,
  };
}

describe('To a reader without READ_DRAFT', () => {
  const drafts: Readonly<Record<string, (entity: Body) => Promise<unknown>>> = {
    'a newer value': (entity) => write(editor, entity.texts[0].urn, 'Draft'),
    'a new item': (entity) => made(editor, 'textitem', { entity: entity.urn, ...text('Draft', 'new', 2) }),
    'a planned publication': async (entity) => {
      await write(editor, entity.texts[0].urn, 'Draft');
      const publishTimestamp = new Date(Date.now() + 3_600_000).toISOString();
      expect((await change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp })).status).toBe(200);
    },
  };

  test.each(Object.entries(drafts))('%s changes nothing', async (name, draft) => {
    const entity = await live(`/${name.replaceAll(' ', '-')}`);
    const before = await readAll(visitor, entity);
    expect(before).toMatchObject({
      lists: [
        [expect.anything(), 2],
        [expect.anything(), 1],
        [[], 0],
        [expect.anything(), 2],
      ],
    });
    const seen = await readAll(editor, entity);
    await draft(entity);
    expect(await readAll(visitor, entity)).toEqual(before);
    expect(await readAll(editor, entity)).not.toEqual(seen);
  });

  test('live content changes when it is published, renamed or withdrawn', async () => {
    const entity = await live('/moves');
    const steps: (() => Promise<unknown>)[] = [
      async () => {
        await write(editor, entity.texts[0].urn, 'Second');
        await change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp: null });
      },
      () => change(editor, entity.urn, { name: 'Renamed' }),
    ];
    let last = await readAll(visitor, entity);
    for (const step of steps) {
      await step();
      const next = await readAll(visitor, entity);
      expect(next).not.toEqual(last);
      last = next;
    }
    await change(editor, entity.urn, { status: 'DRAFT_UNPUBLISHED' });
    expect((await visitor.rest('GET', '/n/v1/textitems?filter[value]=Second')).body.textitems).toEqual([]);
  });

  test('lists hold each item once, for a reader who sees the drafts of some', async () => {
    const [one, two] = [await live('/some-one'), await live('/some-two')];
    const some = await reader(service, editor, [
      { objectUrn: editor.company, objectScope: 'COMPANY', label: 'READ' },
      { objectUrn: one.urn, objectScope: 'ENTITY', label: 'READ_DRAFT' },
    ]);
    for (const entity of [one, two]) await write(editor, entity.texts[0].urn, `Draft ${String(entity.path)}`);
    const { body } = await some.rest('GET', '/n/v1/textitems?filter[name]=title&limit=200&count=true');
    const rows = (body.textitems as Body[]).filter((row) => [one.texts[0].urn, two.texts[0].urn].includes(row.urn));
    expect(rows.map((row) => row.value).sort()).toEqual(['Draft /some-one', 'Live']);
    expect(body.pagination.totalCount).toBe(body.textitems.length);
    expect(new Set((body.textitems as Body[]).map((row) => row.urn)).size).toBe(body.textitems.length);
    const states = await some.rest('GET', '/n/v1/entities?filter[path][startsWith]=/some-');
    expect((states.body.entities as Body[]).map((row) => [row.path, row.status]).sort()).toEqual([
      ['/some-one', 'PUBLISHED_WITH_DRAFTS'],
      ['/some-two', 'PUBLISHED'],
    ]);
  });

  test('pages continue after a row with a draft', async () => {
    const entity = await page(editor, '/pages', {
      status: 'PUBLISH',
      texts: Array.from({ length: 7 }, (_, at) => text(`V${String(at)}`, `n${String(at)}`, at)),
    });
    for (const at of [0, 2, 3, 6]) await write(editor, entity.texts[at].urn, `A${String(9 - at)}`);
    const values: string[] = [];
    let next: string | null = `/n/v1/textitems?filter[entity]=${String(entity.urn)}&sort=-value&limit=2`;
    while (next !== null) {
      const { body }: { body: Body } = await visitor.rest('GET', next);
      values.push(...(body.textitems as Body[]).map((row) => row.value as string));
      next = body.pagination.nextUrl as string | null;
    }
    expect(values).toEqual(['V6', 'V5', 'V4', 'V3', 'V2', 'V1', 'V0']);
  });
});
