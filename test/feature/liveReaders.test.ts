// Readers without READ_DRAFT see content as it is live, on every path: a list, a total, a filter, a single read and a
// view answer the same whether or not there are drafts or scheduled changes. Spec: Entity; resource reference 3.1,
// 15.7.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change, page, reader, sql, text, view, write, type Body } from '../support/content.ts';
import { createClient, type Client } from '../support/client.ts';
import { logEnd } from '../support/eventLog.ts';
import { isTried } from '../support/matrix.ts';
import { startReceiver } from '../support/receiver.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { eventually, subscribe } from '../support/webhooks.ts';
import { made } from '../support/work.ts';

let service: SharedService;
let editor: Tenant;
let visitor: Awaited<ReturnType<typeof reader>>;
/** The same reader, whose questions are answered field by field. */
let byField: Client;
let plain: Awaited<ReturnType<SharedService['another']>>;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
  const company = { objectUrn: editor.company, objectScope: 'COMPANY' };
  visitor = await reader(service, editor, [{ ...company, label: 'READ' }]);
  plain = await service.another({ hasTextPlan: false });
  byField = createClient(plain.url, visitor.token);
});
afterAll(() => plain.close());

const remove = async (item: Body, kind = 'textitem'): Promise<void> => {
  expect((await editor.rest('DELETE', `/n/v1/${kind}/${String(item.urn)}`)).status).toBe(204);
};

const live = (path: string): Promise<Body> =>
  page(editor, path, { status: 'PUBLISH', texts: [text('Live'), text('Also', 'lead', 1)] });

/** A page whose first text was published a second time. */
async function twice(path: string): Promise<Body> {
  const entity = await live(path);
  await write(editor, entity.texts[0].urn, 'First');
  await write(editor, entity.texts[0].urn, 'Live');
  await change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp: null });
  return entity;
}

/** What the log says of a page and its texts, as events and as triggers. */
async function logOf(client: Client, entity: Body): Promise<unknown[]> {
  await logEnd(service.services);
  const query = `query ($after: String) { events(after: $after, first: 200, subjects: [ENTITY, TEXT_ITEM])
    { nodes { event subject targetUrn targetVersion timestamp changedFields } } }`;
  const { nodes } = (await client.data(query, { after: '0' })).events;
  const { body } = await client.rest(
    'GET',
    `/n/v1/webhooktriggers?filter[owner]=${String(entity.owner.urn)}&limit=200&count=true`,
  );
  return [nodes, (body.webhooktriggers as Body[]).map((row) => row.urn), body.pagination.totalCount];
}

/** Everything that a reader receives of a page and its texts. */
async function readAll(client: Client, entity: Body): Promise<unknown> {
  const { urn, path } = entity as { urn: string; path: string };
  const list = async (query: string): Promise<unknown[]> => {
    const { body } = await client.rest('GET', `/n/v1/textitems?filter[entity]=${urn}&count=true&${query}`);
    return [body.textitems, body.pagination.totalCount];
  };
  const entities = await client.rest('GET', `/n/v1/entities?filter[path]=${path}&count=true`);
  const search = async (question: Body): Promise<unknown> => {
    const made = await client.rest('POST', '/n/v1/search', { body: { includeScopes: ['ENTITY'], ...question } });
    expect(made.status, made.text).toBe(201);
    const { body } = await client.rest('GET', `/n/v1/search/${String(made.body.urn)}`);
    return [(body.items as Body[]).map((hit) => [hit.urn, hit.name, hit.score, hit.highlights]), body.totalCount];
  };
  const notPublished = { ENTITY: { status: { ne: 'PUBLISHED' } } };
  const planned = await client.rest(
    'GET',
    `/n/v1/entities?filter[path]=${path}&filter[status][ne]=PUBLISHED&count=true`,
  );
  const single = await client.rest('GET', `/n/v1/entity/${urn}`);
  const shown = await view(client, path);
  const graph = await client.data(
    `query ($urn: ID!, $path: String!) { entity(urn: $urn) { status version updatedTimestamp publishTimestamp texts { value version } lead: text(name: "lead") { value } title: texts(names: ["title"]) { value }
        texts2: texts { urn isPublished updatedTimestamp } markdowns { value } longs { value } links { href } }
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
    points: await Promise.all(
      (entity.texts as Body[]).map(({ urn: item }) =>
        client.data(
          `query ($urn: ID!) { textItem(urn: $urn) { urn itemUrn name value version isPublished updatedTimestamp entity { urn } } }`,
          { urn: item },
        ),
      ),
    ),
    items: await Promise.all(
      (entity.texts as Body[]).map(async ({ urn: item }) => {
        const { status, body, headers } = await client.rest('GET', `/n/v1/textitem/${String(item)}`);
        const history = await client.rest('GET', `/n/v1/textitemhistory/${String(item)}`);
        return [status, body, headers.get('etag'), history.status];
      }),
    ),
    log: await logOf(client, entity),
    view: [shown.body, shown.headers.get('etag')],
    found: [
      await search({ query: 'Live', order: 'UPDATED' }),
      await search({ query: 'Draft', order: 'UPDATED' }),
      await search({ filter: notPublished }),
      await search({ query: 'Live', filter: { ENTITY: { version: { gt: '1' } } }, order: 'NAME' }),
    ],
    graph,
  };
}

/** What tells an editor of every draft: the page, its texts and the log. */
async function readDrafts(entity: Body): Promise<unknown> {
  const single = await editor.rest('GET', `/n/v1/entity/${String(entity.urn)}`);
  const texts = await editor.rest('GET', `/n/v1/textitems?filter[entity]=${String(entity.urn)}`);
  return [single.body, texts.body.textitems, await logOf(editor, entity)];
}

describe('To a reader without READ_DRAFT', () => {
  const drafts: Readonly<Record<string, (entity: Body) => Promise<unknown>>> = {
    'a newer value': (entity) => write(editor, entity.texts[0].urn, 'Draft'),
    'a new item': (entity) => made(editor, 'textitem', { entity: entity.urn, ...text('Draft', 'new', 2) }),
    'a removed item': (entity) => remove(entity.texts[1]),
    'a removed item that had a newer value': async (entity) => {
      await write(editor, entity.texts[0].urn, 'Draft');
      await remove(entity.texts[0]);
    },
    'a removed item whose place another one takes': async (entity) => {
      await remove(entity.texts[1]);
      await made(editor, 'textitem', { entity: entity.urn, ...text('Draft', 'lead', 1) });
    },
    'drafts that are discarded': async (entity) => {
      await write(editor, entity.texts[0].urn, 'Draft');
      await remove(entity.texts[1]);
      await made(editor, 'textitem', { entity: entity.urn, ...text('Draft', 'lead', 1) });
      await discard(entity);
    },
    'drafts that are discarded, and new ones': async (entity) => {
      await write(editor, entity.texts[0].urn, 'Draft');
      await discard(entity);
      await write(editor, entity.texts[0].urn, 'Draft again');
      await remove(entity.texts[1]);
    },
    'what is discarded again and again': async (entity) => {
      await write(editor, entity.texts[0].urn, 'Draft');
      await discard(entity);
      await write(editor, entity.texts[0].urn, 'Draft again');
      await discard(entity);
      await remove(entity.texts[0]);
      await discard(entity);
    },
    'a planned publication': async (entity) => {
      await write(editor, entity.texts[0].urn, 'Draft');
      const publishTimestamp = new Date(Date.now() + 3_600_000).toISOString();
      expect((await change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp })).status).toBe(200);
    },
    'a publication that failed': (entity) =>
      sql(service, `UPDATE "entity" SET "last_error" = 'Draft' WHERE "urn" = '${String(entity.urn)}'`),
  };

  async function discard(entity: Body): Promise<void> {
    expect((await editor.rest('POST', `/n/v1/entity/${String(entity.urn)}/discarddrafts`)).status).toBe(200);
  }

  test.each(Object.entries(drafts))('%s changes nothing', async (name, draft) => {
    const entity = await twice(`/${name.replaceAll(' ', '-')}`);
    const row = Object.keys(drafts).indexOf(name);
    const readers = [visitor, byField].filter((_, column) => isTried(row, column, 2));
    const before = await Promise.all(readers.map((one) => readAll(one, entity)));
    for (const one of before)
      expect(one).toMatchObject({
        lists: [
          [expect.anything(), 2],
          [expect.anything(), 1],
          [[], 0],
          [expect.anything(), 2],
        ],
      });
    const seen = await readDrafts(entity);
    await draft(entity);
    expect(await Promise.all(readers.map((one) => readAll(one, entity)))).toEqual(before);
    expect(await readDrafts(entity)).not.toEqual(seen);
  });

  test('a discarded draft leaves no trace in later publications of its page', async () => {
    const entity = await live('/discarded-before');
    const [first, second] = entity.texts as [Body, Body];
    await write(editor, first.urn, 'Draft');
    await discard(entity);
    const version = async (client: Client, { urn }: Body): Promise<unknown> => {
      const { body } = await client.rest('GET', `/n/v1/textitem/${String(urn)}`);
      return [body.version, body.value, body.isPublished];
    };
    await write(editor, second.urn, 'The other');
    await change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp: null });
    for (const client of [visitor, byField]) {
      expect(await version(client, first)).toEqual([1, 'Live', true]);
      expect(await version(client, second)).toEqual([2, 'The other', true]);
    }
    expect(await version(editor, first)).toEqual([3, 'Live', true]);
    await write(editor, first.urn, 'Newer');
    await change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp: null });
    for (const client of [visitor, byField, editor]) expect(await version(client, first)).toEqual([4, 'Newer', true]);
  });

  test('a removed item goes with the publication, and with its page at once', async () => {
    const [entity, other] = [await live('/removals'), await live('/removed')];
    const statuses = async (client: Client, { texts }: Body): Promise<number[]> =>
      Promise.all(
        (texts as Body[]).map(async (item) => (await client.rest('GET', `/n/v1/textitem/${String(item.urn)}`)).status),
      );
    for (const some of [entity, other]) await remove(some.texts[1]);
    for (const some of [entity, other]) {
      for (const client of [visitor, byField]) expect(await statuses(client, some)).toEqual([200, 200]);
      expect(await statuses(editor, some)).toEqual([200, 404]);
    }
    await change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp: null });
    await remove(other, 'entity');
    const values = `{ textItems(first: 100) { totalCount nodes { urn } } }`;
    for (const client of [visitor, byField]) {
      expect(await statuses(client, entity)).toEqual([200, 404]);
      expect(await statuses(client, other)).toEqual([404, 404]);
      const { body } = await client.rest('GET', `/n/v1/textitems?filter[entity]=${String(other.urn)}&count=true`);
      expect([body.textitems, body.pagination.totalCount]).toEqual([[], 0]);
      const { nodes } = (await client.data(values)).textItems;
      const gone = [entity.texts[1], ...other.texts].map((item: Body) => item.urn as string);
      expect((nodes as Body[]).filter((item) => gone.includes(item.urn))).toEqual([]);
    }
  });

  test('a removed item is gone for who sees the drafts of its page, and not for who has a grant on nothing but the item', async () => {
    const [one, two] = [await live('/grants-one'), await live('/grants-two')];
    const company = { objectUrn: editor.company, objectScope: 'COMPANY', label: 'READ' };
    const some = await reader(service, editor, [
      company,
      { objectUrn: one.urn, objectScope: 'ENTITY', label: 'READ_DRAFT' },
    ]);
    const single = await reader(service, editor, [
      { objectUrn: two.texts[1].urn, objectScope: 'TEXT_ITEM', label: 'READ' },
    ]);
    const removed = [one.texts[1].urn, two.texts[1].urn] as string[];
    const seenBy = async (client: Client): Promise<unknown[]> => {
      const points = removed.map(async (urn) => (await client.rest('GET', `/n/v1/textitem/${urn}`)).status);
      const { body } = await client.rest('GET', `/n/v1/textitems?filter[urn][in]=${removed.join(',')}&count=true`);
      const pages = await client.data(
        `query ($one: ID!, $two: ID!) { one: entity(urn: $one) { texts { name } } two: entity(urn: $two) { texts { name } } }`,
        { one: one.urn, two: two.urn },
      );
      const names = ['one', 'two'].map((key) =>
        (pages[key]?.texts as Body[] | undefined)?.map(({ name }) => String(name)),
      );
      return [await Promise.all(points), body.pagination.totalCount, names];
    };
    for (const page of [one, two]) await remove(page.texts[1]);
    for (const { url } of [service, plain]) {
      expect(await seenBy(createClient(url, some.token))).toEqual([[404, 200], 1, [['title'], ['title', 'lead']]]);
      expect(await seenBy(createClient(url, single.token))).toEqual([[404, 200], 1, [undefined, undefined]]);
    }
  });

  test('a write is refused as one of what may only be read, draft or no draft', async () => {
    const entity = await live('/refused');
    const [drafted, plainItem] = entity.texts as Body[];
    await write(editor, drafted.urn, 'Draft');
    for (const { urn } of [drafted, plainItem]) {
      const path = `/n/v1/textitem/${String(urn)}`;
      const sent = { body: { value: 'Mine' } };
      const chosen = { body: { item: urn } };
      const answers = [
        await visitor.rest('GET', path),
        await visitor.rest('PATCH', path, sent),
        await visitor.rest('DELETE', path),
        await visitor.rest('GET', path.replace('item/', 'itemhistory/')),
        await visitor.rest('PUT', path.replace('item/', 'itemhistory/'), chosen),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 403, 403]);
    }
  });

  test('items stay in the order of their live values, and then of their urns, while drafts are in another', async () => {
    const texts = [text('Live'), text('Equal', 'second', 1), text('Equal', 'third', 1), text('Last', 'fourth', 2)];
    const entity = await page(editor, '/in-order', { status: 'PUBLISH', texts });
    const query = `query ($urn: ID!) { entity(urn: $urn) { texts { urn } } }`;
    const orders = (): Promise<unknown[]> =>
      Promise.all([visitor, byField].map((client) => client.data(query, { urn: entity.urn })));
    const before = await orders();
    for (const [at, sortOrder] of [9, 8, 7, 6].entries())
      await editor.rest('PATCH', `/n/v1/textitem/${String(entity.texts[at].urn)}`, { body: { sortOrder } });
    const drafts = await editor.data(query, { urn: entity.urn });
    expect(await orders()).toEqual(before);
    expect(before).not.toContainEqual(drafts);
    const [, second, third] = (before[0] as Body).entity.texts;
    expect(second.urn < third.urn).toBe(true);
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

  test('the log shows the writes of an item that became live, as events, triggers and webhooks', async () => {
    const entity = await live('/logged');
    const [first, second] = (entity.texts as Body[]).map((item) => item.urn as string) as [string, string];
    const names = new Map([
      [entity.urn, 'page'],
      [first, 'first'],
      [second, 'second'],
    ]);
    const hook = await startReceiver();
    hook.answer(() => ({ status: 200 }));
    for (const subject of ['ENTITY', 'TEXT_ITEM']) {
      await subscribe(editor, visitor.urn, hook.url, { subject, payload: 'FULL', ordering: 'NONE' });
    }
    const shown = (rows: readonly Body[]): string[] =>
      rows.filter((row) => names.has(row.targetUrn)).map((row) => `${row.event} ${names.get(row.targetUrn) ?? ''}`);
    const log = async (): Promise<string[]> => {
      await logEnd(service.services);
      const query = '{ events(after: "0", first: 200, subjects: [ENTITY, TEXT_ITEM]) { nodes { event targetUrn } } }';
      const events = shown((await visitor.data(query)).events.nodes);
      const list = '/n/v1/webhooktriggers?limit=200&sort=sequence&count=true';
      const { body } = await visitor.rest('GET', list);
      expect(shown(body.webhooktriggers as Body[])).toEqual(events);
      expect(body.pagination.totalCount).toBe(body.webhooktriggers.length);
      return events;
    };
    const publish = async (): Promise<unknown> =>
      change(editor, entity.urn, { status: 'PUBLISH', publishTimestamp: null });
    let known = await log();
    expect(known).toEqual(['CREATE page', 'CREATE first', 'CREATE second']);
    const adds = async (step: () => Promise<unknown>, ...more: readonly string[]): Promise<void> => {
      await step();
      const next = await log();
      // Whether a change has become live is decided when its delivery is prepared.
      await eventually(
        () => sql(service, 'SELECT 1 FROM "webhook_queue" WHERE "tenant" = $1', [editor.company]),
        (queued) => queued.length === 0,
      );
      expect([...next].sort()).toEqual([...known, ...more].sort());
      known = next;
    };
    await adds(() => write(editor, first, 'Two'));
    await adds(() => write(editor, first, 'Three'));
    await adds(publish, 'UPDATE first', 'UPDATE page');
    await adds(() => write(editor, first, 'Four'));
    await adds(() => remove({ urn: second }));
    await adds(publish, 'UPDATE first', 'DELETE second', 'UPDATE page');
    const { body } = await editor.rest('GET', `/n/v1/textitemhistory/${first}`);
    const oldest = (body.history as Body[]).at(-1)?.urn as string;
    await adds(
      () => editor.rest('PUT', `/n/v1/textitemhistory/${first}`, { body: { item: { urn: oldest } } }),
      'UPDATE first',
    );
    await adds(() => remove(entity, 'entity'), 'DELETE first', 'DELETE page');
    await eventually(
      async () => hook.received.map((r) => r.json),
      (sent) => shown(sent).includes('DELETE page') && shown(sent).includes('DELETE first'),
    );
    // What had not become live when it was written is not sent; the page as it was last says nothing of its drafts.
    const sent = hook.received.map((r) => r.json);
    expect(shown(sent).sort()).toEqual(['DELETE first', 'DELETE page', 'UPDATE first', 'UPDATE page', 'UPDATE page']);
    const last = sent.find((one) => one.type === 'entity.delete').data;
    expect([last.status, last.lastError]).toEqual(['PUBLISHED', null]);
    await hook.close();
  });

  test('a webhook describes an item that is deleted with its page by its live value, whatever its draft says', async () => {
    const hook = await startReceiver();
    hook.answer(() => ({ status: 200 }));
    const entity = await live('/described');
    await write(editor, entity.texts[0].urn, 'Draft');
    await subscribe(editor, visitor.urn, hook.url, {
      ...{ subject: 'TEXT_ITEM', event: 'DELETE', payload: 'FULL', ordering: 'NONE' },
    });
    await remove(entity, 'entity');
    const items = (entity.texts as Body[]).map((item) => item.urn as string);
    await eventually(
      async () => hook.received.length,
      (sent) => sent >= items.length,
    );
    const values = new Map(hook.received.map(({ json }) => [json.targetUrn, json.data.value]));
    expect(items.map((urn) => values.get(urn))).toEqual(['Live', 'Also']);
    await hook.close();
  });

  test('pages by a long value go on behind the value that was shown, whatever its draft says', async () => {
    const letters = ['a', 'b', 'c', 'd'];
    const entity = await page(editor, '/long-values', {
      status: 'PUBLISH',
      texts: letters.map((letter, at) => text(letter.repeat(100), `long${String(at)}`)),
    });
    const of = (letter: string): Body => entity.texts.find((one: Body) => one.value.startsWith(letter));
    const some = await reader(service, editor, [
      { objectUrn: editor.company, objectScope: 'COMPANY', label: 'READ' },
      { objectUrn: String(of('a').urn), objectScope: 'TEXT_ITEM', label: 'READ_DRAFT' },
    ]);
    await write(editor, of('a').urn, 'z'.repeat(100));
    await remove(of('d'));
    const query = `query ($entity: ID!, $after: String, $before: String, $first: Int, $last: Int) {
      textItems(where: { entity: { eq: $entity } }, orderBy: [{ field: VALUE, direction: ASC }], after: $after, before: $before, first: $first, last: $last) {
        nodes { value } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
    for (const client of [visitor, byField, some, editor]) {
      const [forward, back, rest]: [string[], string[], string[]] = [[], [], []];
      let variables: Record<string, unknown> | null = { first: 1 };
      while (variables) {
        const { textItems: one }: Body = await client.data(query, { entity: entity.urn, ...variables });
        forward.push(...one.nodes.map(({ value }: Body) => value[0]));
        variables = one.pageInfo.hasNextPage ? { first: 1, after: one.pageInfo.endCursor } : null;
      }
      variables = { last: 1 };
      while (variables) {
        const { textItems: one }: Body = await client.data(query, { entity: entity.urn, ...variables });
        back.unshift(...one.nodes.map(({ value }: Body) => value[0]));
        variables = one.pageInfo.hasPreviousPage ? { last: 1, before: one.pageInfo.startCursor } : null;
      }
      let next: string | null = `/n/v1/textitems?filter[entity]=${String(entity.urn)}&sort=value&limit=1`;
      while (next !== null) {
        const { body }: { body: Body } = await client.rest('GET', next);
        rest.push(...body.textitems.map(({ value }: Body) => value[0]));
        next = body.pagination.nextUrl?.replace(/^https?:[/][/][^/]+/, '') ?? null;
      }
      const seen = client === editor ? ['b', 'c', 'z'] : client === some ? ['b', 'c', 'd', 'z'] : letters;
      expect([forward, back, rest]).toEqual([seen, seen, seen]);
    }
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
