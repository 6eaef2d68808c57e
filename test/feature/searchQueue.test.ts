// The words of a page are indexed after the commit of the change: a write does not wait for it, a search waits for a
// moment, and reports when that was not enough.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reindex } from '../../src/database/search/searchIndexStore.ts';
import { sql, type Body } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

async function page(texts: readonly string[]): Promise<{ urn: string; items: string[] }> {
  const urn = crypto.randomUUID();
  const items = texts.map((value, sortOrder) => ({
    urn: crypto.randomUUID(),
    name: `text ${String(sortOrder)}`,
    sortOrder,
    value,
  }));
  const body = { urn, owner: tenant.company, name: 'Page', language: 'en', status: 'PUBLISH', texts: items };
  await made(tenant, 'entity', body);
  return { urn, items: items.map((item) => item.urn) };
}

const search = async (word: string, version = 'PUBLISHED'): Promise<Body> =>
  (await tenant.rest('GET', `/n/v1/searches?query=${word}&includeScopes=ENTITY&version=${version}`)).body;
const found = async (word: string, version?: string): Promise<string[]> =>
  (await search(word, version)).items.map((item: Body) => item.urn);
/** Resolves when everything is indexed that was written. */
const settled = async (): Promise<void> => {
  expect((await search('settled', 'LATEST')).status).toBe('FULL_RESULT');
};
const overGraph = async (word: string): Promise<string[]> => {
  const query = `query ($query: String!) { search(query: $query, includeScopes: [ENTITY], version: LATEST) { nodes { urn } } }`;
  return (await tenant.data(query, { query: word })).search.nodes.map((node: Body) => node.urn);
};

test('new content is found immediately, on both faces, and removed content is not', async () => {
  const { urn, items } = await page(['albatross']);
  expect(await found('albatross')).toEqual([urn]);
  for (const word of ['bittern', 'curlew', 'dunlin']) {
    await tenant.rest('PATCH', `/n/v1/textitem/${String(items[0])}`, { body: { value: word } });
    expect(await overGraph(word)).toEqual([urn]);
    expect(await found(word)).toEqual([]);
  }
  expect(await overGraph('curlew')).toEqual([]);
  await tenant.rest('DELETE', `/n/v1/entity/${urn}`);
  expect(await found('dunlin', 'LATEST')).toEqual([]);
  expect(await sql(service, `SELECT * FROM "search_queue"`)).toEqual([]);
});

test('a change that no words follow from has nothing indexed: neither in one statement nor step by step', async () => {
  const urn = crypto.randomUUID();
  const links = [{ name: 'link', sortOrder: 0, href: 'https://example.com/', text: 'gannet' }];
  const longs = [{ name: 'long', sortOrder: 0, value: 1 }];
  const body = { urn, owner: tenant.company, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED', links, longs };
  const made = (await tenant.rest('POST', '/n/v1/entity', { body })).body;
  expect(await found('gannet', 'LATEST')).toEqual([urn]);
  // Whatever is queued from now on stays there.
  await withClient(service.databaseUrl, async (other) => {
    await vi.waitFor(async () => {
      const { rows } = await other.query<{ is: boolean }>('SELECT pg_try_advisory_lock(727279) AS is');
      expect(rows[0]?.is).toBe(true);
    });
    const queued = async (path: string, sent: Body, headers: Record<string, string> = {}): Promise<number> => {
      await sql(service, `DELETE FROM "search_queue"`);
      const answer = await tenant.rest('PATCH', `/n/v1/${path}`, { body: sent, headers });
      expect(answer.status, answer.text).toBe(200);
      return (await sql(service, `SELECT * FROM "search_queue" WHERE "urn" = $1`, [urn])).length;
    };
    const [long, link] = [`longitem/${String(made.longs[0].urn)}`, `linkitem/${String(made.links[0].urn)}`];
    expect(await queued(long, { value: 2, sortOrder: 1 })).toBe(0);
    expect(await queued(long, { value: 3 }, { prefer: 'handling=strict' })).toBe(0);
    for (const sent of [{ text: 'hobby' }, { sortOrder: 1 }]) expect(await queued(link, sent)).toBe(1);
    expect(await queued(link, { text: 'goshawk' }, { prefer: 'handling=strict' })).toBe(1);
  });
  expect(await found('goshawk', 'LATEST')).toEqual([urn]);
});

test('concurrent writers of one page leave its latest words, and an empty queue', async () => {
  const { urn, items } = await page(Array.from({ length: 10 }, (_, at) => `egret${String(at)}`));
  await Promise.all(
    items.map(async (item, at) => {
      for (let round = 0; round < 5; round += 1)
        await tenant.rest('PATCH', `/n/v1/textitem/${item}`, {
          body: { value: `fulmar${String(at)}r${String(round)}` },
        });
    }),
  );
  for (const at of items.keys()) expect(await found(`fulmar${String(at)}r4`, 'LATEST')).toEqual([urn]);
  expect(await found('fulmar0r3', 'LATEST')).toEqual([]);
});

test('a write does not wait for the index; a search that would wait too long reports that it is partial, and none waits for drafts that it does not show', async () => {
  const { urn, items } = await page(['gannet']);
  expect((await search('gannet')).status).toBe('FULL_RESULT');
  const lives = async (): Promise<unknown> => {
    const { status, items: hits } = await search('gannet');
    return [status, hits.map((item: Body) => item.urn)];
  };
  const projects = '/n/v1/searches?query=hoopoe&includeScopes=PROJECT';
  expect((await tenant.rest('GET', projects)).body.status).toBe('FULL_RESULT');
  await withClient(service.databaseUrl, async (client) => {
    // Documents can be read, and not written.
    await client.query('BEGIN; LOCK TABLE "search_document", "search_draft" IN SHARE MODE');
    const written = await tenant.rest('PATCH', `/n/v1/textitem/${String(items[0])}`, { body: { value: 'hoopoe' } });
    expect(written.status).toBe(200);
    const partial = await search('hoopoe', 'LATEST');
    expect([partial.status, partial.items]).toEqual(['PARTIAL_RESULT', []]);
    // The first draft of a page, too, is of drafts alone; nor does anything but pages wait.
    expect(await lives()).toEqual(['FULL_RESULT', [urn]]);
    expect((await tenant.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: 'Upupa' } })).status).toBe(200);
    expect((await search('upupa')).status).toBe('PARTIAL_RESULT');
    expect((await tenant.rest('GET', projects)).body.status).toBe('FULL_RESULT');
    await client.query('ROLLBACK');
  });
  const full = await search('hoopoe', 'LATEST');
  expect([full.status, full.items.map((item: Body) => item.urn)]).toEqual(['FULL_RESULT', [urn]]);
});

test('only the first 100,000 characters of a page are searched, and the rest is not read', async () => {
  const long = (word: string): string => `${word} ${'filler '.repeat(8_500)}`;
  const { urn } = await page([
    long('ibis'),
    long('jacana'),
    ...Array.from({ length: 20 }, () => long('kestrel')),
    'lapwing',
  ]);
  expect(await found('ibis')).toEqual([urn]);
  expect(await found('jacana')).toEqual([urn]);
  expect(await found('lapwing')).toEqual([]);
  // The first by sortOrder, whatever kinds they are of.
  const [text, markdown] = [
    { name: 'text', sortOrder: 0, value: 'merganser' },
    { name: 'markdown', sortOrder: 1, value: 'filler '.repeat(9_000) },
  ];
  const more = { name: 'more', sortOrder: 2, value: 'filler '.repeat(9_000) };
  const body = { urn: crypto.randomUUID(), owner: tenant.company, name: 'Page', language: 'en', status: 'PUBLISH' };
  await made(tenant, 'entity', { ...body, texts: [text], markdowns: [markdown, more] });
  expect(await found('merganser')).toEqual([body.urn]);
});

test('a search has the pages of its tenant indexed before those of others that have waited longer', async () => {
  const other = await service.tenant();
  // More than could be indexed while a search waits.
  const waiting = `INSERT INTO "search_queue" ("tenant", "urn") SELECT $1, gen_random_uuid() FROM generate_series(1, 100000)`;
  await sql(service, waiting, [other.company]);
  const { urn } = await page(['wheatear']);
  expect(await search('wheatear')).toMatchObject({ status: 'FULL_RESULT', items: [{ urn }] });
  await sql(service, `DELETE FROM "search_queue" WHERE "tenant" = $1`, [other.company]);
});

test('words that are as they were are not worked out again: by a change of no words, nor those of the other version', async () => {
  const urn = crypto.randomUUID();
  const [text, long] = [crypto.randomUUID(), crypto.randomUUID()];
  const texts = [{ urn: text, name: 'text', sortOrder: 0, value: 'kestrel' }];
  const longs = [{ urn: long, name: 'long', sortOrder: 0, value: 1 }];
  const body = { urn, owner: tenant.company, name: 'Page', language: 'en', status: 'PUBLISH', texts, longs };
  await made(tenant, 'entity', body);
  // The first change of what is published also makes the entity one with drafts.
  await tenant.rest('PATCH', `/n/v1/longitem/${long}`, { body: { value: 2 } });
  expect(await found('kestrel')).toEqual([urn]);
  // What is found from now on shows which words were kept.
  await sql(service, `UPDATE "search_document" SET "live" = 'lapwing' WHERE "urn" = '${urn}'`);
  const written = (table: string): Promise<unknown> =>
    sql(service, `SELECT xmin::text AS "writtenBy" FROM "${table}" WHERE "urn" = '${urn}'`);
  const document = await written('search_document');
  await tenant.rest('PATCH', `/n/v1/longitem/${long}`, { body: { value: 3 } });
  expect(await found('lapwing', 'LATEST')).toEqual([urn]);
  await tenant.rest('PATCH', `/n/v1/textitem/${text}`, { body: { value: 'merlin' } });
  expect(await found('merlin', 'LATEST')).toEqual([urn]);
  expect(await found('lapwing')).toEqual([urn]);
  expect(await written('search_document')).toEqual(document);
  await sql(service, `UPDATE "search_draft" SET "words" = 'merlin:1D osprey:2D' WHERE "urn" = '${urn}'`);
  const draft = await written('search_draft');
  await tenant.rest('PATCH', `/n/v1/longitem/${long}`, { body: { value: 4 } });
  expect(await found('merlin', 'LATEST')).toEqual([urn]);
  expect(await written('search_draft')).toEqual(draft);
  await tenant.rest('PATCH', `/n/v1/entity/${urn}`, { body: { status: 'PUBLISH' } });
  // The words of the draft are live, as they were kept.
  expect(await found('osprey')).toEqual([urn]);
  expect(await found('lapwing')).toEqual([]);
  expect(await written('search_draft')).toEqual([]);
});

test('without words pages are found in the order of their last change, of drafts too', async () => {
  const [first, second] = [await page(['avocet']), await page(['ruff'])];
  const item = `/n/v1/textitem/${String(first.items[0])}`;
  expect((await tenant.rest('PATCH', item, { body: { value: 'avocets' } })).status).toBe(200);
  const query = '{ search(includeScopes: [ENTITY], order: UPDATED, version: LATEST, first: 2) { nodes { urn } } }';
  expect((await tenant.data(query)).search.nodes).toEqual([{ urn: first.urn }, { urn: second.urn }]);
});

test('after a change of a draft nothing is read or written of what is live, unless that has changed, too', async () => {
  const { urn, items } = await page(['turnstone', 'whimbrel']);
  const change = (at: number, value: string): Promise<unknown> =>
    tenant.rest('PATCH', `/n/v1/textitem/${String(items[at])}`, { body: { value } });
  const written = (): Promise<unknown> =>
    sql(service, `SELECT xmin::text AS "writtenBy" FROM "search_document" WHERE "urn" = '${urn}'`);
  await settled();
  const document = await written();
  // From then on there is a draft.
  await change(0, 'dotterel');
  await settled();
  expect(await written()).toEqual(document);
  // What is found from now on shows whether live values were read.
  await sql(service, `UPDATE "item_value" SET "value_string" = 'phalarope' WHERE "item_urn" = '${String(items[1])}'`);
  await change(0, 'sanderling');
  expect(await found('sanderling%20whimbrel', 'LATEST')).toEqual([urn]);
  expect(await found('dotterel', 'LATEST')).toEqual([]);
  expect(await found('whimbrel')).toEqual([urn]);
  expect(await written()).toEqual(document);
  // Both are indexed together: who indexes waits until both are written.
  await withClient(service.databaseUrl, async (other) => {
    await vi.waitFor(async () => {
      const { rows } = await other.query<{ is: boolean }>('SELECT pg_try_advisory_lock(727279) AS is');
      expect(rows[0]?.is).toBe(true);
    });
    await change(0, 'redshank');
    await tenant.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: 'Waders' } });
    await change(0, 'greenshank');
  });
  expect(await found('waders%20phalarope')).toEqual([urn]);
  expect(await found('waders%20greenshank', 'LATEST')).toEqual([urn]);
  // A page without a document gets all of it.
  await sql(service, `DELETE FROM "search_draft" WHERE "urn" = '${urn}'`);
  await sql(service, `DELETE FROM "search_document" WHERE "urn" = '${urn}'`);
  await change(0, 'ruff');
  expect(await found('ruff%20waders', 'LATEST')).toEqual([urn]);
  expect(await found('turnstone')).toEqual([urn]);
});

test('of the words of a draft only those that are not live are indexed, and it is found by all of them', async () => {
  const { urn, items } = await page(['nightjar', 'oriole and pipit']);
  const added = async (): Promise<unknown> => {
    await settled();
    return sql(service, `SELECT "added"::text, length("words") AS "words" FROM "search_draft" WHERE "urn" = $1`, [urn]);
  };
  expect(await added()).toEqual([]);
  const write = (value: string): Promise<unknown> =>
    tenant.rest('PATCH', `/n/v1/textitem/${String(items[0])}`, { body: { value } });
  await write('quail and oriole');
  expect(await added()).toEqual([{ added: "'quail'", words: 7 }]);
  for (const query of [
    'quail',
    'oriole',
    'quail pipit',
    '"quail and oriole"',
    'quai*',
    'pipit -nightjar',
    '-nightjar quail oriole',
  ])
    expect(await found(encodeURIComponent(query), 'LATEST'), query).toEqual([urn]);
  for (const query of ['nightjar', 'nightjar oriole', '"pipit and quail"', 'nightja*', 'pipit -quail'])
    expect(await found(encodeURIComponent(query), 'LATEST'), query).toEqual([]);
  expect(await found('nightjar')).toEqual([urn]);
  expect(await found('quail')).toEqual([]);
  // Words that are live in another place make the draft no smaller, and none is indexed.
  await write('pipit');
  expect(await added()).toMatchObject([{ added: '' }]);
  expect(await found('pipit%20-nightjar', 'LATEST')).toEqual([urn]);
  await write('nightjar');
  expect(await added()).toEqual([]);
  expect(await found('nightjar', 'LATEST')).toEqual([urn]);
});

test('a draft whose page is withdrawn is found by all of its words, though they are what they were', async () => {
  const { urn, items } = await page(['puffin', 'razorbill']);
  await tenant.rest('PATCH', `/n/v1/textitem/${String(items[0])}`, { body: { value: 'skua' } });
  expect(await found('razorbill', 'LATEST')).toEqual([urn]);
  await tenant.rest('PATCH', `/n/v1/entity/${urn}`, { body: { status: 'DRAFT_UNPUBLISHED' } });
  expect(await found('razorbill')).toEqual([]);
  for (const word of ['skua', 'razorbill', 'skua%20razorbill'])
    expect(await found(word, 'LATEST'), word).toEqual([urn]);
});

test('words are read once for all the pages that are indexed together', async () => {
  const { urn } = await page(['nuthatch']);
  await service.services.database.transaction(async (transaction) => reindex(transaction, 'Entity', [urn]));
  const statement = service.statements.findLast((one) => one.startsWith('WITH live_words')) ?? '';
  const plan = await sql(service, `EXPLAIN (GENERIC_PLAN, COSTS OFF) ${statement}`);
  const lines = plan.map((row) => String(row['QUERY PLAN']).trim());
  expect(lines.filter((line) => /^CTE (live|draft)_words$/.test(line))).toEqual(['CTE live_words', 'CTE draft_words']);
});
