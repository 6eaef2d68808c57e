// Query plans for the service's statements: generic, except where the values matter.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  Parameters,
  prepared,
  preparedByValue,
  unprepared,
  type Statement,
} from '../../src/database/connection/statement.ts';
import { openEventLink } from '../../src/database/events/eventLink.ts';
import { assignSequence } from '../../src/database/events/eventStore.ts';
import { reader } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { carriedOut, looksAt, planned, scannedBy } from '../support/plans.ts';
import { startService, type TestService } from '../support/service.ts';
import { made as madeOf } from '../support/work.ts';

let service: TestService;
const sent: Statement[] = [];

beforeAll(async () => {
  service = await startService({}, { onStatement: (statement) => sent.push(statement as Statement) });
});
afterAll(() => service.close());

test('reads get a generic plan, lists and pages of long lists a plan for their values', async () => {
  const text = `SELECT current_setting('plan_cache_mode') AS mode`;
  const modeOf = async (statement: Statement): Promise<unknown> =>
    (await service.services.database.query(statement))[0]?.['mode'];
  expect(await modeOf(prepared(text, new Parameters()))).toBe('force_generic_plan');
  expect(await modeOf(preparedByValue(text, new Parameters()))).toBe('auto');
  expect(await modeOf(unprepared(text, new Parameters()))).toBe('auto');
});

test('lists of urns are sent in binary, and read as they are; others are sent as they come', async () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID().toUpperCase()];
  const run = async (urns: readonly string[]): Promise<unknown[]> => {
    const p = new Parameters();
    const statement = prepared(`SELECT ${p.add(urns, 'uuid[]')} AS urns`, p);
    const [row] = await service.services.database.query(statement);
    return [Buffer.isBuffer(statement.values[0]), row?.['urns']];
  };
  const lists = [[one], [one, other, one], []];
  expect(await Promise.all(lists.map(run))).toEqual(
    lists.map((urns) => [urns.length > 0, urns.map((urn) => urn.toLowerCase())]),
  );
  await expect(run([one, 'no urn'])).rejects.toMatchObject({ code: '22P02' });
});

test('no statement is compiled, or shared among processes', async () => {
  const { database } = service.services;
  const settings = `SELECT current_setting('jit') AS jit, current_setting('max_parallel_workers_per_gather') AS parallel`;
  for (const state of [prepared, unprepared])
    expect(await database.query(state(settings, new Parameters()))).toEqual([{ jit: 'off', parallel: '0' }]);
});

test('what numbers and reads events is planned once, too', async () => {
  const { contract } = service.services;
  const none = (): void => undefined;
  const link = await openEventLink({
    url: service.databaseUrl,
    contract,
    onSignal: none,
    onEditors: none,
    onLost: none,
  });
  const modes = await link.query({ text: `SELECT current_setting('plan_cache_mode') AS mode`, values: [] });
  await link.close();
  expect(modes).toEqual([{ mode: 'force_generic_plan' }]);
});

test('pages that are filtered alike are one text, which is prepared, whatever they are compared with', async () => {
  const tenant = await service.tenant();
  for (const name of ['a', 'b', 'c', 'd']) await madeOf(tenant, 'project', { owner: tenant.company, name });
  const document = `query ($in: [String!], $not: String!) {
    projects(where: { name: { in: $in }, not: { name: { eq: $not } } }, orderBy: [{ field: NAME }]) { nodes { name } totalCount } }`;
  sent.length = 0;
  const named = async (list: readonly string[], not: string): Promise<unknown> => {
    const { projects } = await tenant.data(document, { in: list, not });
    return [projects.nodes.map((one: { name: string }) => one.name).join(), projects.totalCount];
  };
  expect(await named(['a', 'b'], 'b')).toEqual(['a', 1]);
  expect(await named(['c', 'b', 'a', 'x'], 'x')).toEqual(['a,b,c', 3]);
  expect(await named([], 'x')).toEqual(['', 0]);
  const overRest = async (filter: string): Promise<unknown> =>
    (await tenant.rest('GET', `/n/v1/projects?fields=name&sort=name&${filter}`)).body.projects
      .map(({ name }: { name: string }) => name)
      .join();
  expect(await overRest('filter[name][in]=a,d')).toBe('a,d');
  expect(await overRest('filter[name][in]=b')).toBe('b');
  expect(await overRest('filter[name][in]=c,b,a')).toBe('a,b,c');
  const lists = sent.filter(({ text }) => text.includes('"project"') && text.includes('"answer"'));
  expect(lists.map(({ name }) => name !== undefined)).toEqual([false, true, true, false, true, true]);
  expect(new Set(lists.map(({ text }) => text)).size).toBe(2);
});

test('no additional connection is used for what is planned for its values', async () => {
  const { database } = service.services;
  const text = 'SELECT pg_sleep(0.05)';
  const many = Array.from({ length: 12 }, () => [prepared(text, new Parameters()), unprepared(text, new Parameters())]);
  await Promise.all(many.flat().map((statement) => database.query(statement)));
  // DATABASE_POOL of the test service.
  expect(database.pools().find(({ name }) => name === 'read')?.open).toBe(4);
});

test('a page of what few may read is planned when it is prepared for its viewer, and then no more', async () => {
  const tenant = await service.tenant();
  const { urn } = await madeOf(tenant, 'company', {
    owner: tenant.company,
    name: 'Own',
    parentCompany: tenant.company,
  });
  const holder = await reader(service, tenant, [{ label: 'READ', objectUrn: urn, objectScope: 'COMPANY' }]);
  // On connections of their own, of which there are two.
  const counts = `SELECT pg_backend_pid() AS pid, generic_plans::int AS used, custom_plans::int AS planned
    FROM pg_prepared_statements WHERE statement LIKE '%TextItem%' AND statement LIKE '%row_to_json%'`;
  for (let at = 0; at < 5; at += 1) expect((await holder.rest('GET', '/n/v1/textitems')).status).toBe(200);
  const found = await Promise.all(
    Array.from({ length: 4 }, () => service.services.database.query(unprepared(counts, new Parameters()))),
  );
  const byConnection = new Map(found.flat().map((row) => [row['pid'], row]));
  const sum = (name: string): number => [...byConnection.values()].reduce((all, row) => all + Number(row[name]), 0);
  // The first text was put once, and not kept.
  expect([sum('used'), sum('planned')]).toEqual([4, 0]);
});

test('rows that are all answered are looked for in no other tenant', async () => {
  const tenant = await service.tenant();
  const pages = [];
  for (const path of ['/a', '/b', '/c'])
    pages.push(
      (await madeOf(tenant, 'entity', { owner: tenant.company, name: path, path, language: 'en', status: 'PUBLISH' }))
        .urn,
    );
  const query = 'query ($urns: [ID!]!) { nodes(urns: $urns) { urn ... on Entity { name } } }';
  const readFor = async (wanted: readonly string[]): Promise<readonly [found: number, looks: number]> => {
    await tenant.data(query, { urns: wanted });
    sent.length = 0;
    const { nodes } = await tenant.data(query, { urns: wanted });
    const statement = sent.find(({ text }) => text.includes('"elsewhere"')) ?? expect.fail();
    const plan = await withClient(service.databaseUrl, (client) =>
      carriedOut(client, { ...statement, name: undefined }),
    );
    return [nodes.filter((node: unknown) => node !== null).length, looksAt(plan, 'entity')];
  };
  const [found, looks] = await readFor(pages);
  expect([found, looks]).toEqual([3, 3]);
  const [some, more] = await readFor([...pages, crypto.randomUUID()]);
  expect(some).toBe(3);
  // Once more, to tell whether it is there.
  expect(more).toBeGreaterThan(4);
});

test('two lists of items that are shown by their live values are read together', async () => {
  const tenant = await service.tenant();
  const body = { owner: tenant.company, name: 'Page', path: '/page', language: 'en', status: 'PUBLISH' };
  const { urn } = await madeOf(tenant, 'entity', body);
  const holder = await reader(service, tenant, [{ label: 'READ', objectUrn: urn, objectScope: 'ENTITY' }]);
  const query = 'query ($urn: ID!) { entity(urn: $urn) { name texts { value } links { href } } }';
  sent.length = 0;
  expect(await holder.data(query, { urn })).toEqual({ entity: { name: 'Page', texts: [], links: [] } });
  const { text } = sent.find((one) => one.text.includes('"answer"')) ?? expect.fail();
  expect(text.match(/"item" i\b/g)).toHaveLength(1);
});

test('a write of items reads no table as a whole, however many rows the planner takes what is sent for', async () => {
  const tenant = await service.tenant();
  const page = { owner: tenant.company, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' };
  const { urn: entity } = await madeOf(tenant, 'entity', page);
  await withClient(service.databaseUrl, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO entity (urn, version, created_timestamp, updated_timestamp, owner, tenant, name, path, language, variant, status)
        SELECT gen_random_uuid(), 1, now(), now(), $1, $1, 'Page ' || n, '/many/' || n, 'en', '', 'DRAFT_UNPUBLISHED' FROM generate_series(1, 5000) n`,
      [tenant.company],
    );
    await client.query('ANALYZE entity');
  });
  const item = (sortOrder: number): Record<string, unknown> => ({ entity, name: 'text', sortOrder, value: 'One' });
  sent.length = 0;
  const { urn } = await madeOf(tenant, 'textitem', item(1));
  const { urn: other } = await madeOf(tenant, 'textitem', item(2));
  const bulk = (method: string, body?: Record<string, unknown>): Promise<unknown> => {
    const operations = [urn, other].map((one) => ({ method, path: `/n/v1/textitem/${String(one)}`, body }));
    return tenant.rest('POST', '/n/v1/bulk', { body: { mode: 'ATOMIC', operations } });
  };
  await bulk('PATCH', { value: 'Two' });
  await bulk('DELETE');
  const writes = sent.filter(({ text }) => text.includes('edited AS (UPDATE "entity"'));
  expect(writes).toHaveLength(4);
  await withClient(service.databaseUrl, async (client) => {
    await client.query('SET plan_cache_mode = force_generic_plan');
    for (const statement of writes) expect(scannedBy(await planned(client, statement))).not.toContain('entity');
  });
});

test('what numbers events reads none that has a number, also where the statistics know of none that has', async () => {
  const { contract } = service.services;
  const statements: Statement[] = [];
  const query = (statement: Statement): Promise<never[]> => Promise.resolve((statements.push(statement), []));
  await assignSequence({ contract, query }, 1_000);
  const [statement = expect.fail()] = statements;
  const { company } = await service.tenant();
  await withClient(service.databaseUrl, async (client) => {
    // Seen by nobody else.
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO webhook_trigger (urn, version, owner, tenant, subject, event, target_urn, target_version, changed_fields, actor, created_timestamp, updated_timestamp)
        SELECT gen_random_uuid(), 1, $1, $1, 'ENTITY', 'UPDATE', gen_random_uuid(), 1, ARRAY['name'], '{}', now(), now() FROM generate_series(1, 5000)`,
      [company],
    );
    await client.query('ANALYZE webhook_trigger');
    await client.query('SET LOCAL plan_cache_mode = force_generic_plan');
    const scanned = scannedBy(await planned(client, statement));
    expect(scanned.filter((table) => /^webhook_trigger_\d/.test(table))).toEqual([]);
    await client.query('ROLLBACK');
  });
});
