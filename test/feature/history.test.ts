// Item history: every value is kept, in order and unchanged, and any of them can be made live.
import { beforeAll, describe, expect, test } from 'vitest';
import { change, eventsOf, page, reader, sql, text, titles, write, type Body } from '../support/content.ts';
import { itemKinds, type ItemKind } from '../support/itemKinds.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;
let kinds: readonly ItemKind[];

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
  kinds = itemKinds([(await page(editor, null)).urn, (await page(editor, null)).urn]);
});

let count = 0;
const published = (values: readonly string[] = ['One']): Promise<Body> =>
  page(editor, `/history/${String((count += 1))}`, {
    status: 'PUBLISH',
    texts: values.map((value, at) => text(value, 'title', at)),
  });
const historyOf = async (item: string, query = '', path = 'textitemhistory'): Promise<Body> => {
  const answer = await editor.rest('GET', `/n/v1/${path}/${item}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const choose = (item: string, entry: unknown, as = editor as Pick<Tenant, 'rest'>) =>
  as.rest('PUT', `/n/v1/textitemhistory/${item}`, { body: { item: { urn: entry } } });
const graph = `query ($urn: ID!, $first: Int, $last: Int, $after: String, $before: String, $asOf: DateTime) {
  textItem(urn: $urn) { history { item { urn } history(first: $first, last: $last, after: $after, before: $before, asOf: $asOf) {
    totalCount nodes { urn itemUrn value version isPublished } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`;
const graphHistory = async (variables: Record<string, unknown>): Promise<Body> =>
  (await editor.data(graph, variables)).textItem.history.history;

const ofAnyKind = `query ($urn: ID!) { entity(urn: $urn) { items { history { item { urn __typename } url
  history(first: 5) { totalCount nodes { version isPublished } edges { node { urn } } } } } } }`;

describe('a history', () => {
  test('goes on with a new entry when its item comes back, by itself or with its page', async () => {
    const { urn, texts } = await published();
    const item = String(texts[0].urn);
    for (const [path, version] of [
      [`entity/${String(urn)}`, 3],
      [`textitem/${item}`, 5],
    ] as const) {
      expect((await editor.rest('DELETE', `/n/v1/${path}`)).status).toBe(204);
      expect((await editor.rest('POST', `/n/v1/${path}/restore`)).status).toBe(200);
      const { history, item: shown } = await historyOf(item);
      expect(shown).toMatchObject({ urn: item, version, value: 'One' });
      expect(history[0]).toMatchObject({ itemUrn: item, version, value: 'One', isPublished: false });
      expect(history.at(-1)).toMatchObject({ version: 1, value: 'One', isPublished: true });
    }
  });

  test('of each of the thirteen kinds holds the item, its values newest first, and which one is live', async () => {
    for (const kind of kinds) {
      const item = { name: 'item', sortOrder: 3, ...kind.first };
      const entity = await page(editor, `/kinds/${kind.path}`, { status: 'PUBLISH', [kind.list]: [item] });
      const { urn } = entity[kind.list][0];
      const put = await editor.rest('PUT', `/n/v1/${kind.path}/${String(urn)}`, { body: kind.second });
      expect([kind.name, put.status, put.body.version]).toEqual([kind.name, 200, 2]);
      const body = await historyOf(urn, '', `${kind.path}history`);
      expect(body.url).toBe(`${service.url}/n/v1/${kind.path}history/${String(urn)}`);
      expect(body.item).toMatchObject({ urn, version: 2, isPublished: false });
      expect((await historyOf(body.history[1].urn, '', `${kind.path}history`)).item).toEqual(body.item);
      expect(body.history.map((h: Body) => [h.itemUrn, h.version, h.isPublished, h.sortOrder])).toEqual([
        [urn, 2, false, 3],
        [urn, 1, true, 3],
      ]);
      for (const [at, value] of [kind.second, kind.first].entries()) {
        const shown = Object.fromEntries(
          Object.entries(value).map(([name, sent]) => [name, name === 'entityReference' ? { urn: sent } : sent]),
        );
        expect(body.history[at]).toMatchObject(shown);
        const entry = await editor.rest('GET', `/n/v1/${kind.path}/${String(body.history[at].urn)}`);
        expect(entry.body).toEqual(body.history[at]);
      }
      const { node } = await editor.data(
        `query ($urn: ID!) { node: ${kind.field}(urn: $urn) { itemUrn version isPublished history { url history { nodes { urn } } } } }`,
        { urn: body.history[1].urn },
      );
      expect(node).toMatchObject({ itemUrn: urn, version: '1', isPublished: true, history: { url: body.url } });
      expect(node.history.history.nodes.map((n: Body) => n.urn)).toEqual(body.history.map((h: Body) => h.urn));
      // The same, of an item of whatever kind.
      const { items } = (await editor.data(ofAnyKind, { urn: entity.urn })).entity;
      expect(items).toEqual([
        {
          history: {
            item: { urn, __typename: kind.name },
            url: body.url,
            history: {
              totalCount: 2,
              nodes: body.history.map(({ version, isPublished }: Body) => ({ version: String(version), isPublished })),
              edges: body.history.map((entry: Body) => ({ node: { urn: entry.urn } })),
            },
          },
        },
      ]);
      const chosen = await editor.rest('POST', `/n/v1/${kind.path}history/${String(urn)}/restore`, {
        body: { item: { urn: body.history[1].urn } },
      });
      expect([kind.name, chosen.status, chosen.body.history.length]).toEqual([kind.name, 200, 3]);
    }
  });

  test('gets one entry for each write that changes something, and none otherwise', async () => {
    const [item] = (await published()).texts;
    await write(editor, item.urn, 'Two');
    await write(editor, item.urn, 'Two');
    await editor.rest('PATCH', `/n/v1/textitem/${String(item.urn)}`, { body: { sortOrder: 7 } });
    const { history } = await historyOf(item.urn);
    expect(history.map((h: Body) => [h.value, h.sortOrder, h.version])).toEqual([
      ['Two', 7, 3],
      ['Two', 0, 2],
      ['One', 0, 1],
    ]);
  });

  test('shows of its values the fields that are requested, and the item as a whole', async () => {
    const [item] = (await published()).texts;
    const read = async (query: string): Promise<Body> =>
      (await editor.rest('GET', `/n/v1/textitemhistory/${String(item.urn)}${query}`)).body;
    const { item: shown, history } = await read('?fields=value,version');
    expect(history).toMatchObject([{ value: 'One', version: 1 }]);
    expect(history[0]).not.toHaveProperty('sortOrder');
    expect(shown).toEqual((await read('')).item);
  });

  test('cannot be changed through its entries', async () => {
    const [item] = (await published()).texts;
    const [entry] = (await historyOf(item.urn)).history;
    for (const [method, path, body] of [
      ['PUT', `/n/v1/textitem/${String(entry.urn)}`, { value: 'x' }],
      ['DELETE', `/n/v1/textitem/${String(entry.urn)}`, undefined],
    ] as const) {
      const answer = await editor.rest(method, path, body ? { body } : {});
      expect([method, answer.status]).toEqual([method, 404]);
    }
  });

  test('is paged in both directions on both faces', async () => {
    const [item] = (await published(['1'])).texts;
    for (const value of ['2', '3', '4', '5']) await write(editor, item.urn, value);
    const values = (body: Body): string[] => body.history.map((h: Body) => h.value);
    const first = await historyOf(item.urn, '?limit=2');
    expect([values(first), first.pagination.isMorePages]).toEqual([['5', '4'], true]);
    const second = await editor.rest('GET', first.pagination.nextUrl);
    expect(values(second.body)).toEqual(['3', '2']);
    const last = await editor.rest('GET', second.body.pagination.nextUrl);
    expect([values(last.body), last.body.pagination.isMorePages, last.body.pagination.nextUrl]).toEqual([
      ['1'],
      false,
      null,
    ]);
    const back = await historyOf(item.urn, `?limit=2&before=${encodeURIComponent(last.body.pagination.after)}`);
    expect(values(back)).toEqual(['3', '2']);
    const nodes = (connection: Body): string[] => connection.nodes.map((n: Body) => n.value);
    const one = await graphHistory({ urn: item.urn, first: 2 });
    expect([nodes(one), one.pageInfo.hasNextPage]).toEqual([['5', '4'], true]);
    const two = await graphHistory({ urn: item.urn, first: 10, after: one.pageInfo.endCursor });
    expect([nodes(two), two.pageInfo.hasNextPage]).toEqual([['3', '2', '1'], false]);
    const three = await graphHistory({ urn: item.urn, last: 2, before: two.pageInfo.endCursor });
    expect(nodes(three)).toEqual(['3', '2']);
    const other = (await published()).texts[0].urn;
    const wrong = await editor.rest(
      'GET',
      `/n/v1/textitemhistory/${String(other)}?after=${String(first.pagination.after)}`,
    );
    expect([wrong.status, wrong.body.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  test('has one order, and is changed from the version that the caller knows', async () => {
    const [item] = (await published()).texts;
    await write(editor, item.urn, 'Two');
    const address = `/n/v1/textitemhistory/${String(item.urn)}`;
    for (const query of ['sort=version', 'filter[value]=One', 'filter=x'])
      expect([query, (await editor.rest('GET', `${address}?${query}`)).body.code]).toEqual([
        query,
        'INVALID_PARAMETER',
      ]);
    const [newest, live] = (await historyOf(item.urn)).history;
    const { version } = (await editor.rest('GET', `/n/v1/textitem/${String(item.urn)}`)).body;
    const sent = { body: { item: { urn: newest.urn } } };
    const late = await editor.rest('PUT', address, {
      ...sent,
      headers: { 'if-match': `"${String(Number(version) + 1)}"` },
    });
    expect([late.status, late.body.currentVersion]).toEqual([412, version]);
    expect((await historyOf(item.urn)).history.map((one: Body) => one.isLive)).toEqual([newest.isLive, live.isLive]);
    const headers = { 'if-match': `"${String(version)}"`, prefer: 'return=minimal' };
    const chosen = await editor.rest('PUT', address, { ...sent, headers });
    expect([chosen.status, chosen.text, chosen.headers.get('preference-applied')]).toEqual([204, '', 'return=minimal']);
  });

  test('shows the values at a given time', async () => {
    const [item] = (await published()).texts;
    await sql(
      service,
      `UPDATE "item_value" SET "created_timestamp" = "created_timestamp" - interval '1 hour' WHERE "item_urn" = $1`,
      [item.urn],
    );
    await write(editor, item.urn, 'Two');
    const asOf = new Date(Date.now() - 1_800_000).toISOString();
    expect((await historyOf(item.urn, `?asOf=${asOf}`)).history.map((h: Body) => h.value)).toEqual(['One']);
    const counted = (await historyOf(item.urn, `?asOf=${asOf}&count=true`)).pagination;
    expect([counted.totalCount, (await historyOf(item.urn, '?count=true&limit=1')).pagination.totalCount]).toEqual([
      1, 2,
    ]);
    const { nodes, totalCount } = await graphHistory({ urn: item.urn, asOf });
    expect([nodes.map((n: Body) => n.value), totalCount]).toEqual([['One'], 1]);
    expect((await graphHistory({ urn: item.urn, first: 1 })).totalCount).toBe(2);
    expect((await editor.rest('GET', `/n/v1/textitemhistory/${String(item.urn)}?asOf=noon`)).status).toBe(400);
    const { errors } = await editor.graph(graph, { urn: item.urn, asOf: 'noon' });
    expect(errors).toMatchObject([
      { message: 'asOf: A date-time is expected.', extensions: { code: 'INVALID_PARAMETER' } },
    ]);
  });

  test('requires READ_DRAFT, and shows only the live one of the old entries to everyone else', async () => {
    const entity = await published();
    const [item] = entity.texts;
    await write(editor, item.urn, 'Two');
    const [newest, live] = (await historyOf(item.urn)).history;
    const plain = await reader(service, editor, [{ label: 'READ', objectUrn: entity.urn, objectScope: 'ENTITY' }]);
    expect((await plain.rest('GET', `/n/v1/textitemhistory/${String(item.urn)}`)).status).toBe(403);
    expect((await plain.rest('GET', `/n/v1/textitem/${String(newest.urn)}`)).status).toBe(404);
    expect((await plain.rest('GET', `/n/v1/textitem/${String(live.urn)}`)).body.value).toBe('One');
    expect((await plain.rest('GET', `/n/v1/textitem/${String(item.urn)}`)).body.value).toBe('One');
    expect((await editor.rest('GET', `/n/v1/textitemhistory/${crypto.randomUUID()}`)).status).toBe(404);
  });

  test('stays complete and ordered while eight callers write it and one reads it', async () => {
    const [item] = (await published(['start'])).texts;
    const state = { isDone: false };
    const readers = (async () => {
      const seen: number[][] = [];
      while (!state.isDone) {
        const versions: number[] = [];
        let url: string | null = `/n/v1/textitemhistory/${String(item.urn)}?limit=3`;
        while (url !== null) {
          const { body } = await editor.rest('GET', url);
          versions.push(...body.history.map((h: Body) => h.version));
          url = body.pagination.nextUrl;
        }
        seen.push(versions);
      }
      return seen;
    })();
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let at = 0; at < 6; at += 1) await write(editor, item.urn, `${String(writer)}.${String(at)}`);
      }),
    );
    state.isDone = true;
    for (const versions of await readers) {
      expect(versions).toEqual(Array.from({ length: versions.length }, (_, at) => versions.length - at));
    }
    const { history, item: now } = await historyOf(item.urn, '?limit=200');
    expect(history.map((h: Body) => h.version)).toEqual(Array.from({ length: 49 }, (_, at) => 49 - at));
    expect(new Set(history.map((h: Body) => h.value)).size).toBe(49);
    expect(now.value).toBe(history[0].value);
    const stamps = history.map((h: Body) => h.createdTimestamp);
    expect(stamps).toEqual([...stamps].sort().reverse());
  });
});

describe('choosing the live value', () => {
  test('over REST and in the graph shows it immediately, writes no value, and recomputes the status', async () => {
    const entity = await published();
    const [item] = entity.texts;
    await write(editor, item.urn, 'Two');
    const [two, one] = (await historyOf(item.urn)).history;
    const answer = await choose(item.urn, two.urn);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.history.map((h: Body) => [h.urn, h.isPublished])).toEqual([
      [two.urn, true],
      [one.urn, false],
    ]);
    expect(await titles(editor, entity.path)).toEqual(['Two']);
    const status = async (): Promise<string> =>
      (await editor.rest('GET', `/n/v1/entity/${String(entity.urn)}`)).body.status;
    expect(await status()).toBe('PUBLISHED');
    const { chooseItemValue } = await editor.data(
      `mutation ($item: ID!, $entry: ID!) { chooseItemValue(item: $item, entry: $entry) { item { urn ... on TextItem { value } } userErrors { code } } }`,
      { item: item.urn, entry: one.urn },
    );
    expect(chooseItemValue).toEqual({ item: { urn: item.urn, value: 'Two' }, userErrors: [] });
    expect([await titles(editor, entity.path), await status()]).toEqual([['One'], 'PUBLISHED_WITH_DRAFTS']);
    expect((await historyOf(item.urn)).history).toHaveLength(2);
    // The value that is live already stays so, and nobody hears of it.
    const again = await choose(item.urn, one.urn);
    expect(again.body.history.map((h: Body) => h.isPublished)).toEqual([false, true]);
    expect((await eventsOf(service, entity.urn)).slice(1)).toEqual([
      'UPDATE status,updatedTimestamp',
      'UPDATE status,updatedTimestamp',
      'UPDATE status,updatedTimestamp',
    ]);
    expect((await eventsOf(service, item.urn)).slice(2)).toEqual([
      'UPDATE isPublished,updatedTimestamp',
      'UPDATE isPublished,updatedTimestamp',
    ]);
  });

  test('is refused for a value of another item, without PUBLISH, and before the first publication', async () => {
    const entity = await published(['One', 'Other']);
    const [item, other] = entity.texts;
    const [foreign] = (await historyOf(other.urn)).history;
    const wrong = await choose(item.urn, foreign.urn);
    expect([wrong.status, wrong.body.errors[0].path, wrong.body.errors[0].code]).toEqual([
      422,
      '/item/urn',
      'INVALID_REFERENCE',
    ]);
    expect((await choose(item.urn, crypto.randomUUID())).status).toBe(422);
    for (const verb of ['chooseItemValue', 'restoreItemValue']) {
      const mutation = `mutation ($item: ID!, $entry: ID!) { done: ${verb}(item: $item, entry: $entry) { userErrors { path code } } }`;
      const { done } = await editor.data(mutation, { item: item.urn, entry: foreign.urn });
      expect(done.userErrors, verb).toEqual([{ path: '/entry', code: 'INVALID_REFERENCE' }]);
    }
    for (const [sent, path, code] of [
      [{}, '/item', 'REQUIRED'],
      [{ item: null }, '/item', 'NULL_NOT_ALLOWED'],
      [{ item: 'x' }, '/item', 'INVALID_FORMAT'],
      [{ item: { urn: 'x' } }, '/item/urn', 'INVALID_FORMAT'],
      [{ item: foreign.urn }, '/item', 'INVALID_REFERENCE'],
    ] as const) {
      const refused = await editor.rest('PUT', `/n/v1/textitemhistory/${String(item.urn)}`, { body: sent });
      expect([refused.status, refused.body.errors]).toMatchObject([422, [{ path, code }]]);
    }
    await write(editor, item.urn, 'Two');
    const [newest] = (await historyOf(item.urn)).history;
    const holding = (...labels: string[]) =>
      reader(
        service,
        editor,
        labels.map((label) => ({ label, objectUrn: String(entity.urn), objectScope: 'ENTITY' })),
      );
    expect((await choose(item.urn, newest.urn, await holding('READ_DRAFT', 'UPDATE'))).status).toBe(403);
    expect((await choose(item.urn, newest.urn, await holding('READ_DRAFT', 'PUBLISH'))).status).toBe(200);
    const draft = await page(editor, null, { texts: [text('Draft')] });
    const [entry] = (await historyOf(draft.texts[0].urn)).history;
    const early = await choose(draft.texts[0].urn, entry.urn);
    expect([early.status, early.body.code]).toEqual([409, 'INVALID_TRANSITION']);
  });

  test('leaves at most one live value, which the database enforces', async () => {
    const entity = await published();
    const [item] = entity.texts;
    await write(editor, item.urn, 'Two');
    const [newest] = (await historyOf(item.urn)).history;
    await expect(
      sql(
        service,
        `INSERT INTO "item_live" ("item_urn", "from_timestamp", "entry", "entity", "tenant") VALUES ($1, now(), $2, $3, $3)`,
        [item.urn, newest.urn, entity.urn],
      ),
    ).rejects.toMatchObject({ code: '23505', constraint: 'uq_item_live_now' });
    await expect(
      sql(service, `UPDATE "item_value" SET "version" = 1 WHERE "urn" = $1`, [newest.urn]),
    ).rejects.toMatchObject({ code: '23505' });
    const entries = (await historyOf(item.urn)).history;
    await Promise.all(Array.from({ length: 10 }, (_, at) => choose(item.urn, entries[at % 2].urn)));
    const { history } = await historyOf(item.urn);
    expect(history.filter((h: Body) => h.isPublished)).toHaveLength(1);
  });
});

describe('restoring a value', () => {
  test('is chosen and restored only at the version that the caller expects, on both faces', async () => {
    const { texts } = await published();
    const [item] = texts;
    await write(editor, item.urn, 'Two');
    const { history } = await historyOf(item.urn);
    const [two, one] = history;
    const verbs = [
      { method: 'PUT', path: item.urn, mutation: 'chooseItemValue', entry: two.urn },
      { method: 'POST', path: `${String(item.urn)}/restore`, mutation: 'restoreItemValue', entry: one.urn },
    ];
    const version = async (): Promise<string> =>
      String((await editor.rest('GET', `/n/v1/textitem/${String(item.urn)}`)).body.version);
    for (const { method, path, mutation, entry } of verbs) {
      const before = await version();
      const send = (expected: string): Promise<{ status: number; body: Body }> =>
        editor.rest(method, `/n/v1/textitemhistory/${String(path)}`, {
          headers: { 'if-match': `"${expected}"` },
          body: { item: { urn: entry } },
        });
      const document = `mutation ($item: ID!, $entry: ID!, $v: Long) { done: ${mutation}(item: $item, entry: $entry, expectedVersion: $v) { userErrors { code } } }`;
      const old = String(Number(before) - 1);
      expect(await send(old), mutation).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
      const refused = await editor.data(document, { item: item.urn, entry, v: old });
      expect(refused.done.userErrors, mutation).toEqual([{ code: 'PRECONDITION_FAILED' }]);
      expect(await version()).toBe(before);
      expect((await send(before)).status, mutation).toBe(200);
      expect(await version()).not.toBe(before);
    }
  });

  test('writes it again as the newest one, and publishes nothing', async () => {
    const entity = await published();
    const [item] = entity.texts;
    await write(editor, item.urn, 'Two');
    await change(editor, entity.urn, { status: 'PUBLISH' });
    const [, one] = (await historyOf(item.urn)).history;
    const { restoreItemValue } = await editor.data(
      `mutation ($item: ID!, $entry: ID!) { restoreItemValue(item: $item, entry: $entry) { item { isPublished ... on TextItem { value } } userErrors { code } } }`,
      { item: item.urn, entry: one.urn },
    );
    expect(restoreItemValue).toEqual({ item: { isPublished: false, value: 'One' }, userErrors: [] });
    expect((await historyOf(item.urn)).history.map((h: Body) => [h.value, h.isPublished])).toEqual([
      ['One', false],
      ['Two', true],
      ['One', false],
    ]);
    expect(await titles(editor, entity.path)).toEqual(['Two']);
  });

  test('is done to an item alone', async () => {
    const { urn: item, texts } = await published();
    const entry = (await historyOf(texts[0].urn)).history[0].urn;
    for (const mutation of ['chooseItemValue', 'restoreItemValue']) {
      const document = `mutation ($item: ID!, $entry: ID!) { done: ${mutation}(item: $item, entry: $entry) { userErrors { code } } }`;
      expect((await editor.data(document, { item, entry })).done.userErrors, mutation).toEqual([{ code: 'NOT_FOUND' }]);
    }
  });

  test('is refused if what it refers to was deleted', async () => {
    const [gone, kept] = [await page(editor, null), await page(editor, null)];
    const references = [{ name: 'r', sortOrder: 0, entityReference: gone.urn }];
    const entity = await page(editor, null, { references });
    const { urn } = entity.references[0];
    await editor.rest('PUT', `/n/v1/referenceitem/${String(urn)}`, { body: { entityReference: kept.urn } });
    expect((await editor.rest('DELETE', `/n/v1/entity/${String(gone.urn)}`)).status).toBe(204);
    const [, first] = (await historyOf(urn, '', 'referenceitemhistory')).history;
    const answer = await editor.rest('POST', `/n/v1/referenceitemhistory/${String(urn)}/restore`, {
      body: { item: { urn: first.urn } },
    });
    expect([answer.status, answer.body.errors?.[0].code]).toEqual([422, 'INVALID_REFERENCE']);
  });
});
