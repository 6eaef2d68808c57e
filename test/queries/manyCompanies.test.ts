// A tenant of two thousand companies: what is sent to PostgreSQL for a request, and what is decided for it, does not grow with
// them, whether the caller reads them all or one object of one of them. Resource reference 7.2.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../../src/database/connection/statement.ts';
import type { Client } from '../support/client.ts';
import { community, type Community } from '../support/community.ts';
import { copy } from '../support/copies.ts';
import { withClient } from '../support/database.ts';
import { startService, type TestService } from '../support/service.ts';
import { urnCount } from '../support/urnLists.ts';

const companies = 2_000;
/** Urns that one value of a statement may hold, of what nobody asked for by urn. */
const mostUrns = 20;

let service: TestService;
let town: Community;
let project: string;
let below: string;
const sent: Statement[] = [];

beforeAll(async () => {
  service = await startService({}, { onStatement: (statement) => sent.push(statement as Statement) });
  town = await community(service);
  below = await town.make('company', { name: 'Below' });
  await copy(service.databaseUrl, { table: 'company', urn: below }, companies, { name: `'Company ' || n.i` });
  project = await town.make('project', { owner: below, name: 'Shared' });
  // Of companies that were deleted nobody holds anything: what is left are all.
  const gone = await town.make('company', { name: 'Gone' });
  expect((await town.admin.rest('DELETE', `/n/v1/company/${gone}`)).status).toBe(204);
  await withClient(service.databaseUrl, (pg) => pg.query('ANALYZE company'));
});
afterAll(() => service.close());

/** The longest list of urns in the statements of a request. */
async function longestList(request: () => Promise<{ readonly status: number }>): Promise<number> {
  sent.length = 0;
  expect((await request()).status).toBeLessThan(300);
  return Math.max(0, ...sent.flatMap(({ values }) => values.map(urnCount)));
}

const kinds = ['projects', 'tasks', 'entities', 'groups', 'messagethreads', 'threadposts', 'roles', 'identities'];
const nested =
  '{ projects(first: 5) { nodes { name tasks(first: 5) { nodes { title } } } } groups(first: 5) { nodes { name } } }';

async function readerOf(scope: string, urn: string): Promise<Client> {
  const client = await town.make('apiclient', { name: 'Reader' });
  await town.grant('API_CLIENT', client, scope, urn, 'READ');
  return (await town.token(client)).client;
}

const callers: Readonly<Record<string, () => Promise<Client>>> = {
  'the administrator': () => Promise.resolve(town.admin),
  'a reader of the whole tenant': () => readerOf('COMPANY', town.admin.company),
  'a reader of one company': () => readerOf('COMPANY', below),
  'a reader of one project': () => readerOf('PROJECT', project),
};

test.each(Object.entries(callers))('%s sends none of their urns with a read', async (_, make) => {
  const caller = await make();
  const reads = [...kinds.map((kind) => `${kind}?limit=5`), `project/${project}`];
  const longest: Record<string, number> = {};
  for (const path of reads) longest[path] = await longestList(() => caller.rest('GET', `/n/v1/${path}`));
  longest['graph'] = await longestList(async () => {
    expect(await caller.data(nested)).toMatchObject({ projects: { nodes: [{ name: 'Shared' }] } });
    return { status: 200 };
  });
  expect(Object.entries(longest).filter(([, urns]) => urns > mostUrns)).toEqual([]);
  // They are read all the same.
  expect((await caller.rest('GET', '/n/v1/projects')).body.projects).toMatchObject([{ urn: project }]);
});

test('what everyone of some of the companies has is read by everyone of the tenant, and by nobody else', async () => {
  const reader = (await town.token(await town.make('apiclient', { name: 'Anyone' }))).client;
  const shared: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const owner = await town.make('company', { name });
    shared.push(await town.make('project', { owner, name }));
    const edge = { subjectScope: 'EVERYONE', subjectUrn: owner, objectScope: 'PROJECT', objectUrn: shared.at(-1) };
    await town.make('permission', { owner, ...edge, label: 'READ' });
    await town.make('permission', { owner, ...edge, label: 'COMMENT' });
  }
  const seenBy = async (caller: Client): Promise<string[]> =>
    (await caller.rest('GET', '/n/v1/projects')).body.projects.map(({ urn }: { urn: string }) => urn);
  expect(new Set(await seenBy(reader))).toEqual(new Set(shared));
  expect(await seenBy(await service.tenant())).toEqual([]);
});

test('the administrator sends none of their urns with a write', async () => {
  const change = (name: string) => () => town.admin.rest('PATCH', `/n/v1/project/${project}`, { body: { name } });
  const create = () => town.admin.rest('POST', '/n/v1/project', { body: { owner: below, name: 'New' } });
  expect([await longestList(change('One')), await longestList(create)].filter((urns) => urns > mostUrns)).toEqual([]);
});
