// What was deleted is listed, on both faces, to exactly those who may restore it; what is listed can be restored.
import { beforeAll, describe, expect, test } from 'vitest';
import { bulksOf, statuses } from '../support/bulk.ts';
import type { Client } from '../support/client.ts';
import { community, type Community } from '../support/community.ts';
import { expectDescribed } from '../contract/openapi.ts';
import { sql } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let town: Community;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  ({ admin } = town);
});

const { send, entity } = bulksOf(() => admin);

interface Listed {
  readonly urn: string;
  readonly kind: string;
  readonly ownerUrn: string;
  readonly name: string | null;
  readonly deletedTimestamp: string;
  readonly deletedBy: { readonly urn: string | null; readonly type: string } | null;
  readonly restorableUntil: string;
}

async function listed(filter = '', as: Client = admin): Promise<readonly Listed[]> {
  const answer = await as.rest('GET', `/n/v1/deletedresources?limit=200&${filter}`);
  expect(answer.status, answer.text).toBe(200);
  expectDescribed('GET', '/n/v1/deletedresources', answer);
  return answer.body.deletedResources as Listed[];
}

const urnsOf = (rows: readonly { readonly urn: string }[]): string[] => rows.map(({ urn }) => urn);

async function made(path: string, body: Record<string, unknown>): Promise<string> {
  const answer = await admin.rest('POST', `/n/v1/${path}`, { body });
  expect(answer.status, answer.text).toBe(201);
  return String(answer.body.urn);
}

const newPage = (name: string, more: Record<string, unknown> = {}): Promise<string> =>
  made('entity', { ...entity(crypto.randomUUID(), name), ...more });
const remove = async (path: string): Promise<void> => {
  expect((await admin.rest('DELETE', `/n/v1/${path}`)).status).toBe(204);
};
const restore = async (urn: string): Promise<void> => {
  const { restoreDeleted } = await admin.data(
    `mutation ($urn: ID!) { restoreDeleted(urn: $urn) { userErrors { code message } } }`,
    { urn },
  );
  expect(restoreDeleted.userErrors).toEqual([]);
};
const statusOf = async (path: string): Promise<number> => (await admin.rest('GET', `/n/v1/${path}`)).status;

test('What was deleted is listed with its name, when and by whom, without what went along, until it is restored.', async () => {
  const texts = [{ name: 'title', sortOrder: 0, value: 'One' }];
  const page = await newPage('Opening hours', { texts });
  const before = Date.now();
  await remove(`entity/${page}`);
  const [first, ...others] = await listed('kind=Entity');
  expect(others).toEqual([]);
  const me = (await admin.rest('GET', '/n/v1/clientcontext')).body;
  const at = Date.parse(String(first?.deletedTimestamp));
  expect(first).toMatchObject({ urn: page, kind: 'Entity', ownerUrn: admin.company, name: 'Opening hours' });
  expect([me.identity?.urn, me.apiClient?.urn, me.client?.urn]).toContain(first?.deletedBy?.urn);
  expect(Math.abs(at - before)).toBeLessThan(60_000);
  expect(Date.parse(String(first?.restorableUntil)) - at).toBe(30 * 24 * 3_600_000);
  expect(urnsOf(await listed())).toEqual([page]);
  await restore(page);
  expect(await listed()).toEqual([]);
  expect((await admin.rest('GET', `/n/v1/entity/${page}`)).body.texts).toMatchObject([{ value: 'One' }]);
});

test('Both faces list the same, newest first, page by page, by kind, owner and time.', async () => {
  const branch = await town.make('company', { name: 'Branch', parentCompany: admin.company });
  const page = await newPage('Page');
  const text = await made('textitem', { entity: page, name: 'title', sortOrder: 0, value: 'x' });
  const project = await made('project', { owner: branch, name: 'Of the branch' });
  const task = await made('project', { owner: admin.company, name: 'Of the root' });
  for (const path of [`textitem/${text}`, `project/${project}`, `project/${task}`, `entity/${page}`])
    await remove(path);
  const all = await listed();
  expect(urnsOf(all)).toEqual([page, task, project, text]);
  expect(urnsOf(await listed(`owner=${branch}`))).toEqual([project]);
  expect(urnsOf(await listed('kind=Project'))).toEqual([task, project]);
  const [, , third] = all;
  const time = encodeURIComponent(String(third?.deletedTimestamp));
  expect(urnsOf(await listed(`fromTimestamp=${time}`))).toEqual([page, task, project]);
  expect(urnsOf(await listed(`toTimestamp=${time}`))).toEqual([text]);
  const document = `query ($after: String) { deletedResources(first: 2, after: $after) {
    nodes { urn kind ownerUrn name deletedTimestamp deletedBy { urn type name } restorableUntil }
    edges { cursor node { urn } } pageInfo { hasNextPage hasPreviousPage endCursor } } }`;
  const { deletedResources: one } = await admin.data(document);
  const { deletedResources: two } = await admin.data(document, { after: one.pageInfo.endCursor });
  expect([...one.nodes, ...two.nodes]).toEqual(all);
  expect([one.pageInfo.hasNextPage, two.pageInfo.hasNextPage]).toEqual([true, false]);
  const start = await admin.rest('GET', '/n/v1/deletedresources?limit=3');
  const next = await admin.rest(
    'GET',
    String(start.body.pagination.next ?? start.body.pagination.nextUrl).replace(service.url, ''),
  );
  expect(urnsOf([...start.body.deletedResources, ...next.body.deletedResources])).toEqual(urnsOf(all));
  for (const urn of [page, project, task, text]) await restore(urn);
  expect(await listed()).toEqual([]);
});

test('A kind that is not there and a cursor of another list are refused.', async () => {
  const kind = await admin.rest('GET', '/n/v1/deletedresources?kind=Entiti');
  expect([kind.status, kind.body.errors[0].path, kind.body.errors[0].message]).toEqual([
    400,
    '?kind',
    'There is no such kind. Did you mean Entity?',
  ]);
  const cursor = await admin.rest('GET', '/n/v1/deletedresources?after=x.y');
  expect([cursor.status, cursor.body.code]).toEqual([400, 'INVALID_CURSOR']);
});

describe('It is listed to exactly those who may restore it:', () => {
  test('whoever reads the list restores what is in it, and whoever does not, cannot', async () => {
    const branch = await town.make('company', { name: 'Branch', parentCompany: admin.company });
    const pages = [await newPage('Root'), await newPage('Branch', { owner: branch })];
    for (const urn of pages) await remove(`entity/${urn}`);
    const callers: readonly Client[] = [
      admin,
      await town.holder(['COMPANY', admin.company, 'ADMIN']),
      await town.holder(['COMPANY', branch, 'ADMIN']),
      await town.holder(
        ['COMPANY', admin.company, 'DELETE'],
        ['COMPANY', admin.company, 'READ'],
        ['COMPANY', admin.company, 'READ_DRAFT'],
      ),
      await service.tenant(),
      service.client(null),
    ];
    const seen: number[] = [];
    for (const caller of callers) {
      const answer = await caller.rest('GET', '/n/v1/deletedresources?limit=200');
      const found = new Set(answer.status === 200 ? urnsOf(answer.body.deletedResources) : []);
      const mine = pages.filter((urn) => found.has(urn));
      seen.push(mine.length);
      for (const urn of pages) {
        const { status } = await caller.rest('POST', `/n/v1/entity/${urn}/restore`);
        expect([urn, status === 200]).toEqual([urn, found.has(urn)]);
        if (status === 200) await remove(`entity/${urn}`);
      }
    }
    expect(seen).toEqual([2, 2, 1, 0, 0, 0]);
  });
});

test('What cannot be restored any more is not listed: after its days, when it was purged, and when its person was erased.', async () => {
  const [old, gone] = [await newPage('Old'), await newPage('Gone')];
  const identity = await made('identity', { owner: admin.company, name: 'Ada' });
  const email = await made('email', { identity, email: `${crypto.randomUUID()}@one.example` });
  for (const path of [`entity/${old}`, `entity/${gone}`, `email/${email}`]) await remove(path);
  expect(urnsOf(await listed())).toEqual(expect.arrayContaining([old, gone, email]));
  await sql(service, `UPDATE deletion SET deleted_timestamp = now() - interval '31 days' WHERE urn = '${old}'`);
  await sql(service, `DELETE FROM resource WHERE urn = '${gone}'`);
  await admin.data(`mutation ($urn: ID!) { eraseIdentity(urn: $urn) { userErrors { code } } }`, { urn: identity });
  const left = urnsOf(await listed());
  for (const urn of [old, gone, email]) expect(left).not.toContain(urn);
});

test('Of a page that moved to another company, its administrators restore what was deleted in it.', async () => {
  const branch = await town.make('company', { name: 'Other', parentCompany: admin.company });
  const page = await newPage('Page');
  const text = await made('textitem', { entity: page, name: 'title', sortOrder: 0, value: 'x' });
  await remove(`textitem/${text}`);
  expect((await admin.rest('PATCH', `/n/v1/entity/${page}`, { body: { owner: branch } })).status).toBe(200);
  expect(urnsOf(await listed(`owner=${branch}`))).toEqual([text]);
  await restore(text);
});

test('Pages that refer to each other and were deleted by one bulk come back together.', async () => {
  const pages = [await newPage('One'), await newPage('Two'), await newPage('Three')];
  for (const [at, page] of pages.entries())
    await made('referenceitem', { entity: page, name: 'next', sortOrder: 0, entityReference: pages[(at + 1) % 3] });
  const operations = pages.map((urn) => ({ method: 'DELETE', path: `/n/v1/entity/${urn}` }));
  expect(statuses(await send('ATOMIC', operations))).toEqual([204, 204, 204]);
  expect(new Set(urnsOf(await listed('kind=Entity')).slice(0, 3))).toEqual(new Set(pages));
  await restore(pages[1] ?? '');
  for (const [at, page] of pages.entries()) {
    const { body } = await admin.rest('GET', `/n/v1/entity/${page}`);
    expect(body.references[0].entityReference.urn).toBe(pages[(at + 1) % 3]);
  }
  const left = urnsOf(await listed());
  for (const page of pages) expect(left).not.toContain(page);
});

test('What was deleted by itself stays deleted when something of another deletion comes back.', async () => {
  const [target, page] = [await newPage('Target'), await newPage('Page')];
  const reference = await made('referenceitem', { entity: page, name: 'to', sortOrder: 0, entityReference: target });
  await remove(`referenceitem/${reference}`);
  await remove(`entity/${target}`);
  const refused = await admin.rest('POST', `/n/v1/referenceitem/${reference}/restore`);
  expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
  expect(await statusOf(`entity/${target}`)).toBe(404);
  await restore(target);
  await restore(reference);
});
