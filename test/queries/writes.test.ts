// The number of SQL statements of a write, and how often it waits for PostgreSQL: seldom, because its entity is locked.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRoundTrips, type RoundTrips } from '../support/roundTrips.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { apiClient, subscribe } from '../support/webhooks.ts';

let service: TestService;
let tenant: Tenant;
let trips: RoundTrips;

beforeAll(async () => {
  service = await startService({}, { way: async (url) => (trips = await openRoundTrips(url)).url });
  tenant = await service.tenant();
});
afterAll(async () => {
  await service.close();
  await trips.close();
});

const purposes: Readonly<Record<string, RegExp>> = {
  caller: /caller AS|access_epoch/,
  atOnce: /^WITH seen AS/,
  lock: /FOR NO KEY UPDATE/,
  insert: /^WITH input AS/,
  write: /^WITH (changed|written) AS/,
  announce: /INSERT INTO "webhook_trigger"/,
  status: /AS "hasDrafts"/,
  search: /live_part AS|search_/,
  read: /^SELECT '/,
  // The publisher and the sequencer, which run on a schedule.
  background: /SKIP LOCKED|min\(due\)|"?event_log"?|last_sequence|INSERT INTO "setting"|last_used_timestamp|727279/,
};

/** The statements of the work by their purpose, without those in the background and those of the search index. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const from = service.statements.length;
  await work();
  return service.statements
    .slice(from)
    .map((text) => {
      const found = ['atOnce', 'background', 'search', ...Object.keys(purposes)].find((name) =>
        purposes[name]?.test(text),
      );
      return found ?? text;
    })
    .filter((purpose) => purpose !== 'background' && purpose !== 'search');
}

async function page(path: string, count: number): Promise<{ urn: string; items: string[] }> {
  const urn = crypto.randomUUID();
  const texts = Array.from({ length: count }, (_, at) => ({ name: 'text', sortOrder: at, value: 'One' }));
  const body = { urn, owner: tenant.company, name: 'Page', path, language: 'en', status: 'PUBLISH', texts };
  const made = await tenant.rest('POST', '/n/v1/entity', { body });
  expect(made.status).toBe(201);
  return { urn, items: made.body.texts.map((text: { urn: string }) => text.urn) };
}

const patch =
  (item: string, value: string, headers: Readonly<Record<string, string>> = {}) =>
  async (): Promise<void> => {
    const answer = await tenant.rest('PATCH', `/n/v1/textitem/${item}?fields=value`, { body: { value }, headers });
    expect([answer.status, answer.body.value]).toEqual([200, value]);
  };

/** Strict handling goes step by step. */
const strict = { prefer: 'handling=strict' };

test('of a changed item: one, which requires the decision about the caller to hold, locks, decides, writes and announces', async () => {
  const { items } = await page('/patched', 3);
  const item = String(items[0]);
  // The first change of what is published also makes the entity one with drafts.
  await patch(item, 'Two')();
  expect(await statementsOf(patch(item, 'Three'))).toEqual(['atOnce']);
  const alone = trips.aloneWith(item).length;
  await patch(item, 'Four')();
  expect(trips.aloneWith(item)).toHaveLength(alone + 1);
});

test('of an item that is changed step by step wait twice within the transaction and never outside', async () => {
  const { items } = await page('/waits', 3);
  const item = String(items[0]);
  await patch(item, 'Two', strict)();
  // Everything is prepared then.
  const [before, alone] = [trips.ofTransactionWith(item).length, trips.aloneWith(item).length];
  await patch(item, 'Three', strict)();
  const [sent, ...others] = trips.ofTransactionWith(item).slice(before);
  expect(others).toEqual([]);
  expect(sent?.map((text) => [text.includes('START TRANSACTION'), text.includes('COMMIT')])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(trips.aloneWith(item)).toHaveLength(alone);
});

test('of a changed project wait three times: the lock with the right to it, the row, and all of the rest', async () => {
  const body = { owner: tenant.company, name: 'One' };
  const made = await tenant.rest('POST', '/n/v1/project', { body });
  const urn = String(made.body.urn);
  const rename = (name: string): Promise<unknown> => tenant.rest('PATCH', `/n/v1/project/${urn}`, { body: { name } });
  // What another tenant is sent in full is nothing to this one.
  const other = await service.tenant();
  await subscribe(other, (await apiClient(other)).urn, 'https://receiver.example.com/', { payload: 'FULL' });
  await rename('Two');
  const before = trips.ofTransactionWith(urn).length;
  await rename('Three');
  const [sent] = trips.ofTransactionWith(urn).slice(before);
  expect(sent).toHaveLength(3);
});

test('of a new page are as many for 50 items of three kinds as for 5', async () => {
  const create = (path: string, count: number) => async (): Promise<void> => {
    const each = <T>(make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
    const body = {
      ...{ urn: crypto.randomUUID(), owner: tenant.company, name: 'Page', path, language: 'en', status: 'PUBLISH' },
      texts: each((at) => ({ name: 'text', sortOrder: at, value: 'One' })),
      longs: each((at) => ({ name: 'long', sortOrder: at, value: at })),
      links: each((at) => ({ name: 'link', sortOrder: at, href: 'https://example.com/' })),
    };
    const made = await tenant.rest('POST', '/n/v1/entity', { body });
    expect(made.status, made.text).toBe(201);
  };
  const ofFew = await statementsOf(create('/few', 5));
  expect(await statementsOf(create('/many', 50))).toEqual(ofFew);
});

test('are as many for an item of a page of 60 as for one of a page of 3', async () => {
  const small = await page('/small', 3);
  const large = await page('/large', 60);
  const ofSmall = await statementsOf(patch(String(small.items[1]), 'Two'));
  expect(await statementsOf(patch(String(large.items[1]), 'Two'))).toEqual(ofSmall);
});

test('of a change that is refused or changes nothing: no write, and no event', async () => {
  const { items } = await page('/same', 1);
  const item = String(items[0]);
  await patch(item, 'Two')();
  const unchanged = await statementsOf(patch(item, 'Two'));
  const refused = await statementsOf(() =>
    tenant.rest('PATCH', `/n/v1/textitem/${item}`, { body: { value: 'Three' }, headers: { 'if-match': '"1"' } }),
  );
  for (const sent of [unchanged, refused]) {
    expect(sent).not.toContain('write');
    expect(sent).not.toContain('announce');
  }
});

test('that nobody waits for end their transaction when they fail, with their error, and nothing is kept', async () => {
  const { database } = service.services;
  const name = crypto.randomUUID();
  const insert = { text: 'INSERT INTO "setting" ("name", "value") VALUES ($1, $2)', values: [name, '1'] };
  const fails = { text: 'SELECT 1 / $1::int', values: [0] };
  const kept = async (): Promise<number> =>
    (await database.query({ text: 'SELECT 1 FROM "setting" WHERE "name" = $1', values: [name] })).length;
  const failing = database.transaction(async (transaction) => {
    await transaction.query(insert);
    transaction.send(fails);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect(await kept()).toBe(0);
  const followed = database.transaction(async (transaction) => {
    transaction.send(fails);
    await transaction.query(insert);
  });
  await expect(followed).rejects.toMatchObject({ code: '22012' });
  expect(await kept()).toBe(0);
  // A part that may fail by itself takes nothing else along.
  await database.transaction(async (transaction) => {
    await transaction.query(insert);
    const refused = await transaction.attempt(() => {
      transaction.send(fails);
      return Promise.resolve();
    });
    expect(refused?.error).toMatchObject({ code: '22012' });
  });
  expect(await kept()).toBe(1);
});
