// Dates of what is imported: who holds MANAGE on the owner may say when entities, items, tasks, threads and posts were made, on both
// faces and in a bulk; never a time to come. From everybody else it is ignored, with a warning. Resource reference 16.3.
import { beforeAll, describe, expect, test } from 'vitest';
import { page, reader, sql, text, type Body } from '../support/content.ts';
import type { Client } from '../support/client.ts';
import { logEnd } from '../support/eventLog.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { bareTask, made } from '../support/work.ts';

const old = '2009-08-07T06:05:04.321Z';
const older = '2001-02-03T04:05:06.000Z';

let service: SharedService;
let importer: Tenant;
let maker: Awaited<ReturnType<typeof reader>>;
let manager: Awaited<ReturnType<typeof reader>>;
let home: Body;
let group: string;
let thread: string;

beforeAll(async () => {
  service = await sharedService();
  importer = await service.tenant();
  home = await page(importer, '/home', { texts: [text('Home')] });
  group = (await made(importer, 'group', { owner: importer.company, name: 'All' })).urn;
  thread = (await made(importer, 'messagethread', { group, name: 'Talk' })).urn;
  const company = { objectUrn: importer.company, objectScope: 'COMPANY' };
  const labels = ['READ', 'READ_DRAFT', 'CREATE', 'UPDATE', 'COMMENT', 'ASSIGN'];
  maker = await reader(service, importer, [
    ...labels.map((label) => ({ ...company, label })),
    ...['READ', 'COMMENT'].map((label) => ({ objectUrn: thread, objectScope: 'MESSAGE_THREAD', label })),
    // Of the place, and not of its owner.
    { objectUrn: home.urn as string, objectScope: 'ENTITY', label: 'MANAGE' },
  ]);
  manager = await reader(
    service,
    importer,
    ['MANAGE', 'COMMENT'].map((label) => ({ ...company, label })),
  );
});

/** Kinds that may be dated, with what each takes besides. */
const kinds: Readonly<Record<string, () => Body>> = {
  Entity: () => ({
    owner: importer.company,
    name: 'Post',
    language: 'en',
    status: 'DRAFT_UNPUBLISHED',
    urn: crypto.randomUUID(),
  }),
  TextItem: () => ({ entity: home.urn, name: `n${crypto.randomUUID()}`, value: 'Text', sortOrder: 0 }),
  MoneyItem: () => ({
    entity: home.urn,
    name: `n${crypto.randomUUID()}`,
    unitValue: 5,
    currencyCode: 'EUR',
    sortOrder: 0,
  }),
  Task: () => ({ ...bareTask, owner: importer.company, title: 'Task' }),
  MessageThread: () => ({ group, name: 'Thread' }),
  ThreadPost: () => ({ messageThread: thread, content: 'Post' }),
};

const warned = /CREATED_TIMESTAMP_IGNORED|is ignored: it needs MANAGE/;

interface Outcome {
  readonly created: string | undefined;
  readonly errors: readonly Body[];
  readonly hasWarning: boolean;
}

const byRest = async (client: Client, kind: string, body: Body): Promise<Outcome> => {
  const answer = await client.rest('POST', `/n/v1/${kind.toLowerCase()}`, { body });
  return {
    created: answer.body.createdTimestamp,
    errors: answer.body.errors ?? [],
    hasWarning: warned.test(answer.headers.get('warning') ?? ''),
  };
};

const byGraph = async (client: Client, kind: string, input: Body): Promise<Outcome> => {
  const field = kind.charAt(0).toLowerCase() + kind.slice(1);
  const { data, errors, extensions } = await client.graph(
    `mutation ($input: Create${kind}Input!) { create${kind}(input: $input) { ${field} { createdTimestamp } userErrors { code path message } } }`,
    { input },
  );
  expect(errors).toBeUndefined();
  const answer = data[`create${kind}`];
  return {
    created: answer[field]?.createdTimestamp,
    errors: answer.userErrors,
    hasWarning: warned.test(JSON.stringify(extensions ?? {})),
  };
};

const faces = { REST: byRest, 'the graph': byGraph };

describe.each(Object.keys(kinds))('%s', (kind) => {
  test.each(Object.entries(faces))(
    'keeps the date it was made at, over %s, for who holds MANAGE alone',
    async (_, create) => {
      const body = (): Body => kinds[kind]?.();
      expect(await create(importer, kind, { ...body(), createdTimestamp: old })).toEqual({
        created: old,
        errors: [],
        hasWarning: false,
      });
      const ignored = await create(maker, kind, { ...body(), createdTimestamp: old });
      expect([ignored.errors, ignored.hasWarning]).toEqual([[], true]);
      expect(String(ignored.created) > '2026').toBe(true);
      const plain = await create(maker, kind, body());
      expect([plain.errors, plain.hasWarning, String(plain.created) > '2026']).toEqual([[], false, true]);
      const refused = await create(importer, kind, { ...body(), createdTimestamp: '2090-01-01T00:00:00.000Z' });
      expect(refused).toMatchObject({ created: undefined, errors: [{ code: 'OUT_OF_RANGE' }] });
      expect(JSON.stringify(refused.errors[0].path)).toContain('createdTimestamp');
    },
  );
});

test('items that are sent with their page have dates of their own, and a future one is refused by its path', async () => {
  const texts = [{ ...text('One'), createdTimestamp: older }, text('Two', 'two', 1)];
  const entity = await page(importer, '/dated', { createdTimestamp: old, texts });
  expect([
    entity.createdTimestamp,
    entity.texts[0].createdTimestamp,
    entity.texts[1].createdTimestamp > '2026',
  ]).toEqual([old, older, true]);
  const future = [text('One'), { ...text('Two', 'two', 1), createdTimestamp: '2090-01-01T00:00:00Z' }];
  const body = {
    urn: crypto.randomUUID(),
    owner: importer.company,
    name: 'No',
    language: 'en',
    status: 'DRAFT_UNPUBLISHED',
    texts: future,
  };
  const refused = await importer.rest('POST', '/n/v1/entity', { body });
  expect([refused.status, refused.body.code, refused.body.errors]).toMatchObject([
    422,
    'VALIDATION_FAILED',
    [{ path: '/texts/1/createdTimestamp', code: 'OUT_OF_RANGE' }],
  ]);
  expect((await importer.rest('GET', `/n/v1/entity/${body.urn}`)).status).toBe(404);
});

test('lists are ordered and filtered by the date that was sent; the event and the history have their own time', async () => {
  const entity = await page(importer, '/ordered', {
    createdTimestamp: older,
    texts: [{ ...text('One'), createdTimestamp: older }],
  });
  const list = await importer.rest('GET', '/n/v1/entities?sort=createdTimestamp&limit=1');
  expect(list.body.entities[0].urn).toBe(entity.urn);
  const query = `{ entities(where: { createdTimestamp: { eq: "${older}" } }, orderBy: [{ field: CREATED_TIMESTAMP }]) { totalCount nodes { urn } } }`;
  expect((await importer.data(query)).entities).toEqual({ totalCount: 1, nodes: [{ urn: entity.urn }] });
  const history = await importer.rest('GET', `/n/v1/textitemhistory/${String(entity.texts[0].urn)}`);
  expect((history.body.history as Body[]).every((entry) => entry.createdTimestamp > '2026')).toBe(true);
  await logEnd(service.services);
  const { nodes } = (
    await importer.data(`{ events(after: "0", targetUrns: ["${String(entity.urn)}"]) { nodes { timestamp } } }`)
  ).events;
  expect(nodes.map((one: Body) => one.timestamp > '2026')).toEqual([true]);
  expect(entity.updatedTimestamp > '2026').toBe(true);
});

test.each(Object.entries(faces))('MANAGE on the owner is enough, over %s', async (_, create) => {
  for (const kind of ['Entity', 'TextItem', 'Task']) {
    const outcome = await create(manager, kind, { ...kinds[kind]?.(), createdTimestamp: old });
    expect([kind, outcome]).toEqual([kind, { created: old, errors: [], hasWarning: false }]);
  }
});

test('a bulk dates what it makes, and neither a later change nor a copy takes a date', async () => {
  const body = { ...kinds['Entity']?.(), createdTimestamp: old, texts: [{ ...text('One'), createdTimestamp: older }] };
  const operations = [{ method: 'POST', path: '/n/v1/entity', body }];
  const answer = await importer.rest('POST', '/n/v1/bulk', { body: { mode: 'ATOMIC', operations } });
  expect(answer.status, answer.text).toBe(200);
  const read = async (): Promise<Body> => (await importer.rest('GET', `/n/v1/entity/${String(body.urn)}`)).body;
  expect([(await read()).createdTimestamp, (await read()).texts[0].createdTimestamp]).toEqual([old, older]);
  await importer.rest('PATCH', `/n/v1/entity/${String(body.urn)}`, {
    body: { name: 'Other', createdTimestamp: older },
  });
  expect([(await read()).name, (await read()).createdTimestamp]).toEqual(['Other', old]);
  const copy = await importer.rest('POST', `/n/v1/entity/${String(body.urn)}/copy`, { body: { language: 'de' } });
  expect([copy.status, copy.body.createdTimestamp > '2026', copy.body.texts[0].createdTimestamp > '2026']).toEqual([
    201,
    true,
    true,
  ]);
  const rows = await sql(
    service,
    `SELECT count(*)::int AS n FROM "item_value" WHERE "created_timestamp" < '2020-01-01'`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});
