// Access as an administrator sets it up: roles, restricted clients, companies, and what everyone may read.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { community, edge, type Community } from '../support/community.ts';
import { eventsOf } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let town: Community;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  admin = town.admin;
});

const statusOf = async (answer: Promise<RestAnswer>): Promise<number> => (await answer).status;

describe('a role', () => {
  test('gives its holders what it was granted, and lists them from both ends', async () => {
    const { urn, path } = await town.page();
    const reader = await town.make('apiclient', { name: 'App' });
    const { client } = await town.token(reader);
    expect(await statusOf(client.rest('GET', `/v/v1/entityview${path}`))).toBe(404);
    const role = await town.make('role', { name: 'Reader of one page', apiClients: [reader] });
    await town.grant('ROLE', role, 'ENTITY', urn, 'READ');
    expect(await statusOf(client.rest('GET', `/v/v1/entityview${path}`))).toBe(200);
    const both = await admin.data(
      `query ($role: ID!, $client: ID!) {
        role(urn: $role) { isBuiltIn apiClients { urn } identities { urn } permissions(first: 5) { totalCount nodes { label objectUrn } } }
        apiClient(urn: $client) { roles { urn name } }
      }`,
      { role, client: reader },
    );
    expect(both.role).toEqual({
      isBuiltIn: false,
      apiClients: [{ urn: reader }],
      identities: [],
      permissions: { totalCount: 1, nodes: [{ label: 'READ', objectUrn: urn }] },
    });
    expect(both.apiClient.roles).toEqual([{ urn: role, name: 'Reader of one page' }]);
    const emptied = await admin.rest('PATCH', `/n/v1/apiclient/${reader}`, { body: { roles: [] } });
    expect([emptied.status, emptied.body.roles]).toEqual([200, []]);
    expect(await statusOf(client.rest('GET', `/v/v1/entityview${path}`))).toBe(404);
  });

  test('that is built in cannot be changed or deleted, but can be assigned', async () => {
    const roles = await admin.data(
      `{ roles(where: { name: { eq: "EDITOR" } }) { nodes { urn name version isBuiltIn } } }`,
    );
    const [editor] = roles.roles.nodes;
    expect(editor.isBuiltIn).toBe(true);
    const renamed = await admin.rest('PATCH', `/n/v1/role/${editor.urn}`, { body: { name: 'WRITER' } });
    expect([renamed.status, renamed.body.code]).toEqual([409, 'CONFLICT']);
    expect(await statusOf(admin.rest('DELETE', `/n/v1/role/${editor.urn}`))).toBe(409);
    const holder = await town.make('apiclient', { name: 'Editor' });
    const held = await admin.rest('PATCH', `/n/v1/role/${editor.urn}`, {
      body: { name: 'EDITOR', apiClients: [holder] },
    });
    expect([held.status, held.body.apiClients.map((c: { urn: string }) => c.urn)]).toEqual([200, [holder]]);
    expect(held.body.version).toBe(2);
    const { client } = await town.token(holder);
    await town.make(
      'entity',
      { urn: crypto.randomUUID(), name: 'By editor', path: '/by-editor', language: 'en', status: 'DRAFT_UNPUBLISHED' },
      client,
    );
  });

  test('has a unique name within its company', async () => {
    await town.make('role', { name: 'Once' });
    const twice = await admin.rest('POST', '/n/v1/role', { body: { owner: admin.company, name: 'Once' } });
    expect([twice.status, twice.body.code]).toEqual([409, 'ALREADY_EXISTS']);
  });
});

test('a client acts as an identity of its own, a service with its name, which is announced', async () => {
  const made = await admin.rest('POST', '/n/v1/apiclient', { body: { owner: admin.company, name: 'Importer' } });
  const { urn } = made.body.identity;
  const { body } = await admin.rest('GET', `/n/v1/identity/${urn}`);
  expect(body).toMatchObject({ type: 'SERVICE', name: 'Importer', owner: { urn: admin.company } });
  expect(await eventsOf(service, urn)).toEqual(['CREATE']);
});

describe('a restricted client', () => {
  test('reads views only where a role grants READ', async () => {
    const { urn, path } = await town.page();
    const reader = await town.make('apiclient', { name: 'Direct' });
    await town.grant('API_CLIENT', reader, 'ENTITY', urn, 'READ');
    const { client } = await town.token(reader);
    expect(await statusOf(client.rest('GET', `/n/v1/entity/${urn}`))).toBe(200);
    expect(await statusOf(client.rest('GET', `/v/v1/entityview${path}`))).toBe(404);
    expect(
      (await client.data(`query ($p: String!) { entityView(path: $p) { urn } }`, { p: path })).entityView,
    ).toBeNull();
    const role = await town.make('role', { name: `View ${path}`, apiClients: [reader] });
    await town.grant('ROLE', role, 'COMPANY', admin.company, 'READ');
    expect(await statusOf(client.rest('GET', `/v/v1/entityview${path}`))).toBe(200);
  });

  test('reads itself and its tokens, and nothing else of the company', async () => {
    const own = await town.make('apiclient', { name: 'Self' });
    const other = await town.make('apiclient', { name: 'Other' });
    const { client, urn } = await town.token(own);
    const foreign = await town.token(other);
    expect(await statusOf(client.rest('GET', `/n/v1/apiclient/${own}`))).toBe(200);
    expect(await statusOf(client.rest('GET', `/n/v1/apiclientbearertoken/${urn}`))).toBe(200);
    expect(await statusOf(client.rest('GET', `/n/v1/apiclient/${other}`))).toBe(404);
    expect(await statusOf(client.rest('GET', `/n/v1/apiclientbearertoken/${foreign.urn}`))).toBe(404);
    const tokens = await client.rest('GET', '/n/v1/apiclientbearertokens?count=true');
    expect(tokens.body.apiclientbearertokens.map((t: Record<string, unknown>) => [t['urn'], t['bearerToken']])).toEqual(
      [[urn, null]],
    );
    expect(tokens.body.pagination.totalCount).toBe(1);
    expect(await statusOf(client.rest('PATCH', `/n/v1/apiclient/${own}`, { body: { name: 'Me' } }))).toBe(403);
    expect(await statusOf(client.rest('DELETE', `/n/v1/apiclientbearertoken/${urn}`))).toBe(403);
  });

  test('with READ on the company still sees no role, client, token or permission', async () => {
    const reader = await town.make('apiclient', { name: 'Company reader' });
    await town.grant('API_CLIENT', reader, 'COMPANY', admin.company, 'READ');
    const { client } = await town.token(reader);
    for (const kind of ['roles', 'apiclients', 'apiclientbearertokens', 'permissions']) {
      const list = await client.rest('GET', `/n/v1/${kind}?count=true`);
      const own = { roles: 0, apiclients: 1, apiclientbearertokens: 1, permissions: 1 }[kind];
      expect([kind, list.body.pagination.totalCount]).toEqual([kind, own]);
    }
  });

  test('can be made company-level only by a company-level caller', async () => {
    const manager = await town.make('apiclient', { name: 'Manager' });
    await town.grant('API_CLIENT', manager, 'COMPANY', admin.company, 'ADMIN');
    const { client } = await town.token(manager);
    const raised = await client.rest('PATCH', `/n/v1/apiclient/${manager}`, { body: { accessLevel: 'COMPANY' } });
    expect([raised.status, raised.body.code]).toEqual([403, 'FORBIDDEN']);
    expect(
      await statusOf(admin.rest('PATCH', `/n/v1/apiclient/${manager}`, { body: { accessLevel: 'COMPANY' } })),
    ).toBe(200);
  });

  test('is refused on both faces as soon as it is disabled', async () => {
    const off = await town.make('apiclient', { name: 'Off' });
    const { client } = await town.token(off);
    expect(await statusOf(client.rest('GET', `/n/v1/apiclient/${off}`))).toBe(200);
    await admin.rest('PATCH', `/n/v1/apiclient/${off}`, { body: { status: 'DISABLED' } });
    const refused = await client.rest('GET', '/n/v1/clientcontext');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
    expect((await client.graph('{ clientContext { sessionKind } }')).status).toBe(401);
  });
});

describe('a company', () => {
  test('is moved only by its administrator, and is not deleted while it has subsidiaries', async () => {
    const middle = await town.make('company', { name: 'Middle' });
    const leaf = await town.make('company', { name: 'Leaf', parentCompany: middle });
    const editor = await town.make('apiclient', { name: 'Editor of companies' });
    await town.grant('API_CLIENT', editor, 'COMPANY', admin.company, 'UPDATE');
    const { client } = await town.token(editor);
    const move = (as: Client): Promise<number> =>
      statusOf(as.rest('PATCH', `/n/v1/company/${leaf}`, { body: { parentCompany: admin.company } }));
    expect(await move(client)).toBe(403);
    const early = await admin.rest('DELETE', `/n/v1/company/${middle}`);
    expect([early.status, early.body.code]).toEqual([409, 'IN_USE']);
    for (const [company, below, related] of [
      [middle, leaf, [middle, leaf, middle]],
      [middle, middle, [middle, middle]],
    ] as const) {
      const round = await admin.rest('PATCH', `/n/v1/company/${company}`, { body: { parentCompany: below } });
      expect([round.status, round.body.code, round.body.errors]).toMatchObject([
        409,
        'DEPENDENCY_CYCLE',
        [{ path: '/parentCompany', code: 'CYCLE', related }],
      ]);
    }
    expect(await move(admin)).toBe(200);
    expect(await statusOf(admin.rest('DELETE', `/n/v1/company/${middle}`))).toBe(204);
  });
});

describe('a caller without a token', () => {
  test('sees in the view what is granted to everyone, on the page or on the company', async () => {
    const open = await service.tenant();
    const anyone = service.client(null);
    const urn = crypto.randomUUID();
    const body = { urn, owner: open.company, name: 'Open', path: '/open', language: 'en', status: 'PUBLISH' };
    await open.rest('POST', '/n/v1/entity', { body });
    const view = (): Promise<number> => statusOf(anyone.rest('GET', `/v/v1/entityview/${urn}`));
    expect(await view()).toBe(404);
    const given = { owner: open.company, ...edge('EVERYONE', open.company, 'COMPANY', open.company, 'READ') };
    const answer = await open.rest('POST', '/n/v1/permission', { body: given });
    expect([answer.status, await view()]).toEqual([201, 200]);
    expect(await statusOf(anyone.rest('GET', `/n/v1/entity/${urn}`))).toBe(200);
    expect(await statusOf(anyone.rest('GET', `/n/v1/company/${open.company}`))).toBe(401);
    const nested = await anyone.data(`query ($urn: ID!) { entityView(urn: $urn) { urn owner { urn } } }`, { urn });
    expect(nested.entityView).toEqual({ urn, owner: null });
    await open.rest('DELETE', `/n/v1/permission/${answer.body.urn}`);
    expect(await view()).toBe(404);
  });
});
