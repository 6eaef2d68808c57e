// The search index fills in missing documents in the background; until it is complete, searches report that they are
// partial.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startFillingSearchIndex } from '../../src/actions/search/fillSearchIndex.ts';
import { sql, type Body } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { bareTask, made } from '../support/work.ts';

let service: TestService;
let tenant: Tenant;

const filling = { environment: { ROLE: 'all' } };

beforeAll(async () => {
  // It fills nothing: what it would still be at would be in the way of the tests.
  service = await startService({ ROLE: 'web' });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const criteria = { query: 'heron', includeScopes: ['ENTITY', 'PROJECT', 'TASK'] };
const names = (body: Body): string[] => body.items.map((item: Body) => item.name).sort();
const atOnce = async (): Promise<Body> =>
  (await tenant.rest('GET', '/n/v1/searches?query=heron&includeScopes=ENTITY,PROJECT,TASK&limit=200')).body;

const patient = { timeout: 20_000 };
const state = `SELECT "value" FROM "setting" WHERE "name" = 'search index'`;

test('missing documents are indexed after a start, a few at a time, and searches report partial results until then', async () => {
  const { company: owner } = tenant;
  for (const name of ['Heron 7', 'Heron 8']) await made(tenant, 'project', { owner, name });
  expect((await atOnce()).items).toHaveLength(2);
  // Enough of them that the work takes more than one transaction.
  await sql(
    service,
    `WITH one AS (SELECT * FROM "project" WHERE "name" = 'Heron 8'), made AS (INSERT INTO "resource" ("urn", "kind")
       SELECT gen_random_uuid(), 'Project' FROM generate_series(1, 58) RETURNING "urn"), projects AS (INSERT INTO "project"
       ("urn", "version", "owner", "tenant", "name", "status", "created_timestamp", "updated_timestamp") SELECT m."urn", 1, o."owner", o."tenant",
       'Heron 8', o."status", o."created_timestamp", o."updated_timestamp" FROM made m, one o)
     INSERT INTO "search_document" ("urn", "kind", "owner", "tenant", "language", "name", "live", "created_timestamp", "updated_timestamp")
       SELECT m."urn", d."kind", d."owner", d."tenant", d."language", d."name", d."live", d."created_timestamp", d."updated_timestamp"
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
  const documents = `SELECT "urn", "live"::text, "name" FROM "search_document" ORDER BY 1`;
  const full = await atOnce();
  expect([full.status, full.items.length]).toEqual(['FULL_RESULT', 62]);
  const before = await sql(service, documents);

  // As a database from before the index existed: it is empty, and not marked as complete.
  await sql(service, `DELETE FROM "search_document"; DELETE FROM "setting" WHERE "name" = 'search index'`);
  const empty = await tenant.rest('POST', '/n/v1/search', { body: { owner, ...criteria } });
  expect([empty.status, empty.body.status, empty.body.items]).toEqual([201, 'PARTIAL_RESULT', []]);
  expect((await atOnce()).status).toBe('PARTIAL_RESULT');

  // A row locked by a writer does not hold up the others.
  const [held] = await sql(service, `SELECT "urn" FROM "project" WHERE "name" = 'Heron 7'`);
  await withClient(service.databaseUrl, async (client) => {
    await client.query(`BEGIN; SELECT 1 FROM "project" WHERE "urn" = '${String(held?.['urn'])}' FOR UPDATE`);
    const second = await service.another(filling);
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
  // One was locked.
  expect(await sql(service, state)).toEqual([{ value: 'FILLED' }]);
  const read = await tenant.rest('GET', `/n/v1/search/${String(empty.body.urn)}?limit=200`);
  expect([read.body.status, names(read.body).length]).toEqual(['FULL_RESULT', 61]);

  // Whatever was skipped is found by the next start, which reads the rest and leaves it unchanged.
  const third = await service.another(filling);
  await vi.waitFor(async () => expect((await atOnce()).items).toHaveLength(62), { timeout: 40_000, interval: 100 });
  // A start that ends before it has seen everything leaves that to another.
  await vi.waitFor(async () => expect(await sql(service, state)).toEqual([{ value: 'COMPLETE' }]), patient);
  await third.close();
  expect(names(await atOnce())).toEqual(names(full));
  // All of it was there before: what makes a tenant indexes it as well.
  expect(await sql(service, documents)).toEqual(before);
}, 120_000);

test('a start reads no resources for the index once nothing is missing', async () => {
  expect(await sql(service, state)).toEqual([{ value: 'COMPLETE' }]);
  const reads = /NOT EXISTS \(SELECT 1 FROM "search_document"/;
  const from = service.statements.length;
  const next = await service.another(filling);
  await vi.waitFor(() => expect(service.statements.slice(from).join()).toContain(`'"COMPLETE"'`), patient);
  // The answer of a read of its own comes after those of what was asked before.
  await service.services.database.query({ text: 'SELECT 1', values: [] });
  await next.close();
  expect(service.statements.slice(from).filter((text) => reads.test(text))).toEqual([]);
  // What was left out while it was locked is looked for by the next start.
  await sql(
    service,
    `UPDATE "setting" SET "value" = '"FILLED"' WHERE "name" = 'search index'; DELETE FROM "search_document" WHERE "name" = 'Heron 7'`,
  );
  const last = await service.another(filling);
  await vi.waitFor(async () => expect(await sql(service, state)).toEqual([{ value: 'COMPLETE' }]), patient);
  await last.close();
  expect(await atOnce()).toMatchObject({ status: 'FULL_RESULT', items: { length: 62 } });
});

test('neither start nor shutdown waits for the index', async () => {
  // Another process holds the lock for filling the index.
  await withClient(service.databaseUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock(727279)');
    await sql(
      service,
      `DELETE FROM "search_document" WHERE "kind" = 'Task'; UPDATE "setting" SET "value" = '"FILLED"' WHERE "name" = 'search index'`,
    );
    const second = await service.another(filling);
    const answer = await fetch(`${second.url}/readyz`);
    expect(answer.status).toBe(200);
    await second.close();
    const [tasks] = await sql(service, `SELECT count(*)::int AS n FROM "search_document" WHERE "kind" = 'Task'`);
    expect(tasks).toEqual({ n: 0 });
  });
});

test('what fails is tried again where it failed, says so and when, and is done without another start', async () => {
  await sql(
    service,
    `DELETE FROM "search_document" WHERE "name" = 'Heron 8' OR "kind" = 'Task';
     UPDATE "setting" SET "value" = '"FILLED"' WHERE "name" = 'search index';
     CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space left'; END $$;
     CREATE TRIGGER full_disk BEFORE INSERT ON "search_document" FOR EACH ROW WHEN (NEW."kind" = 'Task') EXECUTE FUNCTION full_disk()`,
  );
  const said: string[] = [];
  const stop = startFillingSearchIndex({
    database: service.services.database,
    report: (problem) => said.push(problem instanceof Error ? `${problem.message}: ${String(problem.cause)}` : ''),
  });
  await vi.waitFor(() => expect(said).toHaveLength(2), patient);
  expect(said[0]).toMatch(/could not be filled further; trying again in 1 s: .*no space left/);
  expect(said[1]).toMatch(/trying again in 2 s: /);
  expect((await atOnce()).items).toHaveLength(61);
  await sql(service, `DROP TRIGGER full_disk ON "search_document"`);
  await vi.waitFor(async () => expect(await sql(service, state)).toEqual([{ value: 'COMPLETE' }]), patient);
  await stop();
  expect((await atOnce()).items).toHaveLength(62);
  expect(said).toHaveLength(2);
});
