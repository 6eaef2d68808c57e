// The search index catches up by itself with what it does not hold, beside everything else; until then searches say that
// they are partial.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql, type Body } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { bareTask, made } from '../support/work.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

const wish = { query: 'heron', includeScopes: ['ENTITY', 'PROJECT', 'TASK'] };
const names = (body: Body): string[] => body.items.map((item: Body) => item.name).sort();
const atOnce = async (): Promise<Body> =>
  (await tenant.rest('GET', '/n/v1/searches?query=heron&includeScopes=ENTITY,PROJECT,TASK&limit=200')).body;

test('what the index does not hold is found again after a start, a few at a time, and searches say so until then', async () => {
  const { company: owner } = tenant;
  for (const name of ['Heron 7', 'Heron 8']) await made(tenant, 'project', { owner, name });
  // As many more as make the work more than one transaction.
  await sql(
    service,
    `WITH one AS (SELECT * FROM "project" WHERE "name" = 'Heron 8'), made AS (INSERT INTO "resource" ("urn", "kind")
       SELECT gen_random_uuid(), 'Project' FROM generate_series(1, 58) RETURNING "urn"), projects AS (INSERT INTO "project"
       ("urn", "version", "owner", "name", "status", "created_timestamp", "updated_timestamp") SELECT m."urn", 1, o."owner",
       'Heron 8', o."status", o."created_timestamp", o."updated_timestamp" FROM made m, one o)
     INSERT INTO "search_document" ("urn", "kind", "owner", "language", "name", "live", "created_timestamp", "updated_timestamp")
       SELECT m."urn", d."kind", d."owner", d."language", d."name", d."live", d."created_timestamp", d."updated_timestamp"
       FROM made m, "search_document" d JOIN one o ON o."urn" = d."urn"`,
  );
  await made(tenant, 'task', { ...bareTask, title: 'Watch the heron' });
  await made(tenant, 'entity', {
    urn: crypto.randomUUID(),
    owner,
    name: 'Birds',
    language: 'en',
    status: 'PUBLISH',
    texts: [{ name: 'title', sortOrder: 0, value: 'The heron' }],
  });
  const before = await sql(
    service,
    `SELECT "urn", "live"::text, "draft"::text, "name" FROM "search_document" ORDER BY 1`,
  );
  const full = await atOnce();
  expect([full.status, full.items.length]).toEqual(['FULL_RESULT', 62]);

  // As a database from before the index was made: it holds nothing, and nobody says that it is complete.
  await sql(service, `DELETE FROM "search_document"; DELETE FROM "setting" WHERE "name" = 'search index'`);
  const empty = await tenant.rest('POST', '/n/v1/search', { body: { owner, ...wish } });
  expect([empty.status, empty.body.status, empty.body.items]).toEqual([201, 'PARTIAL_RESULT', []]);
  expect((await atOnce()).status).toBe('PARTIAL_RESULT');

  // A row that somebody is writing does not hold up the others.
  const [held] = await sql(service, `SELECT "urn" FROM "project" WHERE "name" = 'Heron 7'`);
  await withClient(service.databaseUrl, async (client) => {
    await client.query(`BEGIN; SELECT 1 FROM "project" WHERE "urn" = '${String(held?.['urn'])}' FOR UPDATE`);
    const second = await service.another();
    try {
      await vi.waitFor(async () => expect((await atOnce()).status).toBe('FULL_RESULT'), {
        timeout: 20_000,
        interval: 50,
      });
    } finally {
      await client.query('ROLLBACK');
      await second.close();
    }
  });
  expect((await atOnce()).items).toHaveLength(61);
  const read = await tenant.rest('GET', `/n/v1/search/${String(empty.body.urn)}?limit=200`);
  expect([read.body.status, names(read.body).length]).toEqual(['FULL_RESULT', 61]);

  // Whatever was left out is found by the next start, which reads the rest and changes nothing of it.
  const third = await service.another();
  await vi.waitFor(async () => expect((await atOnce()).items).toHaveLength(62), { timeout: 40_000, interval: 100 });
  await third.close();
  expect(names(await atOnce())).toEqual(names(full));
  const known = before.map((row) => row['urn']);
  const after = `SELECT "urn", "live"::text, "draft"::text, "name" FROM "search_document" WHERE "urn" = ANY($1) ORDER BY 1`;
  expect(await sql(service, after, [known])).toEqual(before);
}, 120_000);

test('a start does not wait for the index, and an end does not either', async () => {
  // Another process holds the place of who fills the index.
  await withClient(service.databaseUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock(727279)');
    await sql(service, `DELETE FROM "search_document" WHERE "kind" = 'Task'`);
    const second = await service.another();
    const answer = await fetch(`${second.url}/readyz`);
    expect(answer.status).toBe(200);
    await second.close();
    const [tasks] = await sql(service, `SELECT count(*)::int AS n FROM "search_document" WHERE "kind" = 'Task'`);
    expect(tasks).toEqual({ n: 0 });
  });
});
