// Access as an administrator sets it up: roles, restricted clients, narrowed and rotated tokens, grants that cannot
// exceed those of their grantor, and the audit record.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { sql } from '../support/content.ts';
import { logEnd } from '../support/eventLog.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { hookSecret, subscribe } from '../support/webhooks.ts';

let service: TestService;
let admin: Tenant;

beforeAll(async () => {
  service = await startService();
  admin = await service.tenant();
});
afterAll(() => service.close());

const inTwoHours = (): string => new Date(Date.now() + 7_200_000).toISOString();

async function make(path: string, body: Record<string, unknown>, as: Client = admin): Promise<string> {
  const answer = await as.rest('POST', `/n/v1/${path}`, { body: { owner: admin.company, ...body } });
  expect({ path, status: answer.status, errors: answer.body?.errors }).toEqual({ path, status: 201 });
  return String(answer.body.urn);
}

async function token(
  apiClient: string,
  more: Record<string, unknown> = {},
): Promise<{ urn: string; client: Client; text: string }> {
  const body = { apiClient, expirationTimestamp: inTwoHours(), ...more };
  const answer = await admin.rest('POST', '/n/v1/apiclientbearertoken', { body });
  expect(answer.status).toBe(201);
  const text = String(answer.body.bearerToken);
  return { urn: answer.body.urn, client: service.client(text), text };
}

const grant = (subjectScope: string, subjectUrn: string, objectScope: string, objectUrn: string, label: string) => ({
  subjectScope,
  subjectUrn,
  objectScope,
  objectUrn,
  label,
});

let pages = 0;
async function page(): Promise<{ urn: string; path: string }> {
  const path = `/access-${String((pages += 1))}`;
  const urn = crypto.randomUUID();
  const texts = [{ name: 'title', sortOrder: 0, value: 'One' }];
  await make('entity', { urn, name: 'Page', path, language: 'en', status: 'PUBLISH', texts });
  return { urn, path };
}

const statusOf = async (answer: Promise<RestAnswer>): Promise<number> => (await answer).status;

describe('a role', () => {
  test('gives its holders what it was granted, and lists them from both ends', async () => {
    const { urn, path } = await page();
    const reader = await make('apiclient', { name: 'App' });
    const { client } = await token(reader);
    expect(await statusOf(client.rest('GET', `/v/v1/entityview${path}`))).toBe(404);
    const role = await make('role', { name: 'Reader of one page', apiClients: [reader] });
    await make('permission', grant('ROLE', role, 'ENTITY', urn, 'READ'));
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
    const holder = await make('apiclient', { name: 'Editor' });
    const held = await admin.rest('PATCH', `/n/v1/role/${editor.urn}`, {
      body: { name: 'EDITOR', apiClients: [holder] },
    });
    expect([held.status, held.body.apiClients.map((c: { urn: string }) => c.urn)]).toEqual([200, [holder]]);
    expect(held.body.version).toBe(2);
    const { client } = await token(holder);
    await make(
      'entity',
      { urn: crypto.randomUUID(), name: 'By editor', path: '/by-editor', language: 'en', status: 'DRAFT_UNPUBLISHED' },
      client,
    );
  });

  test('has a unique name within its company', async () => {
    await make('role', { name: 'Once' });
    const twice = await admin.rest('POST', '/n/v1/role', { body: { owner: admin.company, name: 'Once' } });
    expect([twice.status, twice.body.code]).toEqual([409, 'ALREADY_EXISTS']);
  });
});

describe('a restricted client', () => {
  test('reads views only where a role grants READ', async () => {
    const { urn, path } = await page();
    const reader = await make('apiclient', { name: 'Direct' });
    await make('permission', grant('API_CLIENT', reader, 'ENTITY', urn, 'READ'));
    const { client } = await token(reader);
    expect(await statusOf(client.rest('GET', `/n/v1/entity/${urn}`))).toBe(200);
    expect(await statusOf(client.rest('GET', `/v/v1/entityview${path}`))).toBe(404);
    expect(
      (await client.data(`query ($p: String!) { entityView(path: $p) { urn } }`, { p: path })).entityView,
    ).toBeNull();
    const role = await make('role', { name: `View ${path}`, apiClients: [reader] });
    await make('permission', grant('ROLE', role, 'COMPANY', admin.company, 'READ'));
    expect(await statusOf(client.rest('GET', `/v/v1/entityview${path}`))).toBe(200);
  });

  test('reads itself and its tokens, and nothing else of the company', async () => {
    const own = await make('apiclient', { name: 'Self' });
    const other = await make('apiclient', { name: 'Other' });
    const { client, urn } = await token(own);
    const foreign = await token(other);
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
    const reader = await make('apiclient', { name: 'Company reader' });
    await make('permission', grant('API_CLIENT', reader, 'COMPANY', admin.company, 'READ'));
    const { client } = await token(reader);
    for (const kind of ['roles', 'apiclients', 'apiclientbearertokens', 'permissions']) {
      const list = await client.rest('GET', `/n/v1/${kind}?count=true`);
      const own = { roles: 0, apiclients: 1, apiclientbearertokens: 1, permissions: 1 }[kind];
      expect([kind, list.body.pagination.totalCount]).toEqual([kind, own]);
    }
  });

  test('can be made company-level only by a company-level caller', async () => {
    const manager = await make('apiclient', { name: 'Manager' });
    await make('permission', grant('API_CLIENT', manager, 'COMPANY', admin.company, 'ADMIN'));
    const { client } = await token(manager);
    const raised = await client.rest('PATCH', `/n/v1/apiclient/${manager}`, { body: { accessLevel: 'COMPANY' } });
    expect([raised.status, raised.body.code]).toEqual([403, 'FORBIDDEN']);
    expect(
      await statusOf(admin.rest('PATCH', `/n/v1/apiclient/${manager}`, { body: { accessLevel: 'COMPANY' } })),
    ).toBe(200);
  });

  test('is refused on both faces as soon as it is disabled', async () => {
    const off = await make('apiclient', { name: 'Off' });
    const { client } = await token(off);
    expect(await statusOf(client.rest('GET', `/n/v1/apiclient/${off}`))).toBe(200);
    await admin.rest('PATCH', `/n/v1/apiclient/${off}`, { body: { status: 'DISABLED' } });
    const refused = await client.rest('GET', '/n/v1/clientcontext');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
    expect((await client.graph('{ clientContext { sessionKind } }')).status).toBe(401);
  });
});

describe('a permission', () => {
  test('says whether it holds by the clock of the database, which decides about it, on both faces', async () => {
    const role = await make('role', { name: 'Windows' });
    const { urn } = await page();
    const hour = 3_600_000;
    const at = (millis: number): string => new Date(Date.now() + millis).toISOString();
    const windows = [
      { toTimestamp: at(hour) },
      { fromTimestamp: at(-hour) },
      { fromTimestamp: at(hour) },
      { fromTimestamp: at(-2 * hour), toTimestamp: at(-hour) },
      {},
    ];
    const edges: string[] = [];
    for (const window of windows)
      edges.push(await make('permission', { ...grant('ROLE', role, 'ENTITY', urn, 'READ'), ...window }));
    // The clock of a process may be wrong.
    for (const wrong of [-9 * hour, 0, 9 * hour]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrong });
      try {
        const { body } = await admin.rest('GET', `/n/v1/permissions?filter[subjectUrn]=${role}`);
        const listed = new Map(
          (body.permissions as { urn: string; isActive: boolean }[]).map((row) => [row.urn, row.isActive]),
        );
        const query = `query ($urns: [ID!]!) { nodes(urns: $urns) { ... on Permission { isActive } } }`;
        const { nodes } = (await admin.data(query, { urns: edges })) as { nodes: { isActive: boolean }[] };
        const single = await admin.rest('GET', `/n/v1/permission/${String(edges[0])}`);
        const expected = [true, true, false, false, true];
        expect([edges.map((edge) => listed.get(edge)), nodes.map(({ isActive }) => isActive)]).toEqual([
          expected,
          expected,
        ]);
        expect(single.body.isActive).toBe(true);
      } finally {
        vi.useRealTimers();
      }
    }
  });

  test('that ends with its object is announced with the version it has then', async () => {
    const role = await make('role', { name: 'Ended' });
    const { urn } = await page();
    const edges = [
      await make('permission', grant('ROLE', role, 'ENTITY', urn, 'READ')),
      await make('permission', grant('ROLE', role, 'ENTITY', urn, 'UPDATE')),
    ];
    const later = { body: { toTimestamp: inTwoHours() } };
    expect(await statusOf(admin.rest('PATCH', `/n/v1/permission/${String(edges[1])}`, later))).toBe(200);
    expect(await statusOf(admin.rest('DELETE', `/n/v1/entity/${urn}`))).toBe(204);
    const ends = `SELECT target_version FROM webhook_trigger WHERE target_urn = $1 AND event = 'DELETE'`;
    const versions = await Promise.all(edges.map((edge) => sql(service, ends, [edge])));
    expect(versions.flat()).toEqual([{ target_version: '2' }, { target_version: '3' }]);
  });

  test('that ends because a list leaves its end out is announced with the version it has then', async () => {
    const role = await make('role', { name: 'Left' });
    const client = await make('apiclient', { name: 'Left out' });
    const edge = await make('permission', grant('API_CLIENT', client, 'ROLE', role, 'MEMBER'));
    const later = { body: { toTimestamp: inTwoHours() } };
    expect(await statusOf(admin.rest('PATCH', `/n/v1/permission/${edge}`, later))).toBe(200);
    expect(await statusOf(admin.rest('PATCH', `/n/v1/role/${role}`, { body: { apiClients: [] } }))).toBe(200);
    const ends = `SELECT target_version FROM webhook_trigger WHERE target_urn = $1 AND event = 'DELETE'`;
    expect(await sql(service, ends, [edge])).toEqual([{ target_version: '3' }]);
  });
});

describe('a token', () => {
  test('narrowed to labels or roles keeps only those, even after its role is deleted', async () => {
    const { urn } = await page();
    const role = await make('role', { name: 'Narrow' });
    const full = await make('apiclient', { name: 'Full', accessLevel: 'COMPANY' });
    await make('permission', grant('ROLE', role, 'ENTITY', urn, 'READ'));
    const readOnly = await token(full, { labels: ['READ'] });
    expect(await statusOf(readOnly.client.rest('GET', `/n/v1/entity/${urn}`))).toBe(200);
    expect(await statusOf(readOnly.client.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: 'X' } }))).toBe(403);
    expect(await statusOf(readOnly.client.rest('GET', `/n/v1/role/${role}`))).toBe(404);
    const inRole = await token(full, { roles: [role] });
    const { urn: elsewhere } = await page();
    expect(await statusOf(inRole.client.rest('GET', `/n/v1/entity/${urn}`))).toBe(200);
    expect(await statusOf(inRole.client.rest('GET', `/n/v1/entity/${elsewhere}`))).toBe(404);
    expect(await statusOf(admin.rest('DELETE', `/n/v1/role/${role}`))).toBe(204);
    expect(await statusOf(inRole.client.rest('GET', `/n/v1/entity/${urn}`))).toBe(404);
    expect(await statusOf(inRole.client.rest('GET', `/n/v1/entity/${elsewhere}`))).toBe(404);
  });

  test('narrowed to a role reaches nothing outside the companies of its client', async () => {
    const below = await make('company', { name: 'Below' });
    const { urn } = await page();
    const role = await make('role', { name: 'Above' });
    await make('permission', grant('ROLE', role, 'COMPANY', admin.company, 'READ'));
    const client = await make('apiclient', { name: 'Of below', owner: below, accessLevel: 'COMPANY' });
    const narrowed = await token(client, { roles: [role] });
    expect(await statusOf(narrowed.client.rest('GET', `/n/v1/entity/${urn}`))).toBe(404);
    expect(await statusOf(narrowed.client.rest('GET', `/n/v1/company/${below}`))).toBe(200);
  });

  test('is rotated with an overlap, and deleting it revokes it immediately', async () => {
    const client = await make('apiclient', { name: 'Rotating' });
    const old = await token(client, { name: 'Nightly', labels: ['READ'] });
    const path = `/n/v1/apiclientbearertoken/${old.urn}/rotate`;
    const rotated = await admin.rest('POST', path, { body: { overlapSeconds: 3600 } });
    expect([rotated.status, rotated.body.name, rotated.body.labels]).toEqual([201, 'Nightly', ['READ']]);
    const fresh = service.client(rotated.body.bearerToken);
    expect(await statusOf(fresh.rest('GET', `/n/v1/apiclient/${client}`))).toBe(200);
    expect(await statusOf(old.client.rest('GET', `/n/v1/apiclient/${client}`))).toBe(200);
    const stored = await admin.rest('GET', `/n/v1/apiclientbearertoken/${old.urn}`);
    expect(Date.parse(stored.body.expirationTimestamp) - Date.now()).toBeLessThan(3_600_001);
    const again = await admin.data(
      `mutation ($urn: ID!) { rotateBearerToken(urn: $urn) { apiClientBearerToken { urn bearerToken } userErrors { code } } }`,
      { urn: old.urn },
    );
    expect(again.rotateBearerToken.userErrors).toEqual([]);
    expect(await statusOf(old.client.rest('GET', `/n/v1/apiclient/${client}`))).toBe(401);
    expect(await statusOf(admin.rest('POST', path, { body: {} }))).toBe(409);
    const tooLong = await admin.rest('POST', path, { body: { overlapSeconds: 604_801 } });
    expect([tooLong.status, tooLong.body.errors[0].path]).toEqual([422, '/overlapSeconds']);
    const { urn, bearerToken } = again.rotateBearerToken.apiClientBearerToken;
    expect(await statusOf(admin.rest('DELETE', `/n/v1/apiclientbearertoken/${urn}`))).toBe(204);
    expect(await statusOf(service.client(bearerToken).rest('GET', `/n/v1/apiclient/${client}`))).toBe(401);
    await admin.rest('POST', `/n/v1/apiclientbearertoken/${urn}/restore`);
    expect(await statusOf(service.client(bearerToken).rest('GET', `/n/v1/apiclient/${client}`))).toBe(401);
  });

  test('is announced with what changed when it is rotated, as the secret of a client and of a webhook are', async () => {
    const client = await make('apiclient', { name: 'Announced', type: 'SERVER' });
    const { urn } = await token(client);
    const hook = await subscribe(admin, client, 'https://example.com/hooks');
    const changed = async (target: string, verb: string, body: Record<string, unknown>): Promise<unknown> => {
      const rotated = await admin.rest('POST', `/n/v1/${target}/${verb}`, { body });
      await logEnd(service.services);
      const path = `/n/v1/webhooktriggers?filter[targetUrn]=${target.split('/')[1]!}&sort=-createdTimestamp&limit=1`;
      const { event, targetVersion, changedFields } = (await admin.rest('GET', path)).body.webhooktriggers[0];
      return [rotated.status, event, targetVersion, changedFields];
    };
    expect([
      await changed(`apiclientbearertoken/${urn}`, 'rotate', { overlapSeconds: 60 }),
      await changed(`apiclient/${client}`, 'rotatesecret', {}),
      await changed(`webhooksubscription/${hook}`, 'rotatesecret', { secret: hookSecret, overlapSeconds: 60 }),
    ]).toEqual([
      [201, 'UPDATE', 2, ['expirationTimestamp', 'updatedTimestamp']],
      [200, 'UPDATE', 2, ['clientSecret', 'updatedTimestamp']],
      [200, 'UPDATE', 2, ['previousSecretExpirationTimestamp', 'updatedTimestamp']],
    ]);
  });
});

describe('a grant', () => {
  test('never exceeds the rights or the lifetime of its grantor’s own', async () => {
    const { urn } = await page();
    const { urn: other } = await page();
    const chief = await make('apiclient', { name: 'Chief of one page' });
    const friend = await make('identity', { name: 'Friend', type: 'PERSON' });
    const end = inTwoHours();
    await make('permission', grant('API_CLIENT', chief, 'COMPANY', admin.company, 'READ'));
    await make('permission', { ...grant('API_CLIENT', chief, 'ENTITY', urn, 'ADMIN'), toTimestamp: end });
    const { client } = await token(chief);
    const give = (object: string, more: Record<string, unknown> = {}): Promise<RestAnswer> =>
      client.rest('POST', '/n/v1/permission', {
        body: { owner: admin.company, ...grant('IDENTITY', friend, 'ENTITY', object, 'READ'), ...more },
      });
    expect((await give(other)).status).toBe(403);
    expect((await give(urn)).status).toBe(403);
    const given = await give(urn, { toTimestamp: end });
    expect(given.status).toBe(201);
    const longer = await client.rest('PATCH', `/n/v1/permission/${given.body.urn}`, { body: { toTimestamp: null } });
    expect(longer.status).toBe(403);
    expect(await statusOf(client.rest('DELETE', `/n/v1/permission/${given.body.urn}`))).toBe(204);
    const back = await admin.rest('POST', `/n/v1/permission/${given.body.urn}/restore`);
    expect([back.status, back.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('of a role requires every right that the role gives', async () => {
    const mighty = await make('role', { name: 'Mighty' });
    await make('permission', grant('ROLE', mighty, 'COMPANY', admin.company, 'ADMIN'));
    const keeper = await make('apiclient', { name: 'Keeper of the role' });
    await make('permission', grant('API_CLIENT', keeper, 'COMPANY', admin.company, 'READ'));
    await make('permission', grant('API_CLIENT', keeper, 'ROLE', mighty, 'ADMIN'));
    const { client } = await token(keeper);
    const body = { owner: admin.company, ...grant('API_CLIENT', keeper, 'ROLE', mighty, 'MEMBER') };
    expect(await statusOf(client.rest('POST', '/n/v1/permission', { body }))).toBe(403);
    expect(await statusOf(client.rest('PATCH', `/n/v1/role/${mighty}`, { body: { apiClients: [keeper] } }))).toBe(403);
  });

  test('requires ends that exist in their scopes, and an owner above the object', async () => {
    const { urn } = await page();
    const below = await make('company', { name: 'Aside' });
    const role = await make('role', { name: 'Ends' });
    const refused = async (body: Record<string, unknown>): Promise<string[]> => {
      const answer = await admin.rest('POST', '/n/v1/permission', { body: { owner: admin.company, ...body } });
      expect(answer.status).toBe(422);
      return answer.body.errors.map((e: { path: string; code: string }) => `${e.path} ${e.code}`);
    };
    expect(await refused(grant('ROLE', role, 'TASK', urn, 'READ'))).toEqual(['/objectUrn INVALID_REFERENCE']);
    expect(await refused(grant('ROLE', urn, 'ENTITY', urn, 'READ'))).toEqual(['/subjectUrn INVALID_REFERENCE']);
    expect(await refused(grant('ROLE', role, 'ENTITY', urn, 'SEE'))).toEqual(['/label INVALID_ENUM']);
    expect(await refused({ ...grant('ROLE', role, 'ENTITY', urn, 'READ'), owner: below })).toEqual([
      '/owner INVALID_REFERENCE',
    ]);
    const window = { fromTimestamp: '2030-01-02T00:00:00Z', toTimestamp: '2030-01-01T00:00:00Z' };
    expect(await refused({ ...grant('ROLE', role, 'ENTITY', urn, 'READ'), ...window })).toEqual([
      '/toTimestamp OUT_OF_RANGE',
    ]);
  });

  test('of an application’s label covers that label only, and administrators do not have it', async () => {
    const { urn } = await page();
    const role = await make('role', { name: 'Own label' });
    await make('permission', grant('ROLE', role, 'ENTITY', urn, 'x-approve'));
    const check = (subjectScope: string, subjectUrn: string, label: string): unknown => ({
      subjectScope,
      subjectUrn,
      objectScope: 'ENTITY',
      objectUrn: urn,
      label,
    });
    const checks = [
      check('ROLE', role, 'x-approve'),
      check('ROLE', role, 'READ'),
      { objectUrn: urn, label: 'x-approve' },
      { ref: 'mine', objectUrn: urn, label: 'DELETE' },
    ];
    const { body } = await admin.rest('POST', '/n/v1/permissioncheck', { body: { checks } });
    expect(body.results.map((r: { allowed: boolean }) => r.allowed)).toEqual([true, false, false, true]);
    expect(body.results[3].ref).toBe('mine');
  });
});

describe('a company', () => {
  test('is moved only by its administrator, and is not deleted while it has subsidiaries', async () => {
    const middle = await make('company', { name: 'Middle' });
    const leaf = await make('company', { name: 'Leaf', parentCompany: middle });
    const editor = await make('apiclient', { name: 'Editor of companies' });
    await make('permission', grant('API_CLIENT', editor, 'COMPANY', admin.company, 'UPDATE'));
    const { client } = await token(editor);
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

describe('an explanation', () => {
  test('names the path or the missing edge, and the audit record shows who changed what', async () => {
    const { urn } = await page();
    const holder = await make('apiclient', { name: 'Explained' });
    const role = await make('role', { name: 'Explaining', apiClients: [holder] });
    const ended = { fromTimestamp: '2020-01-01T00:00:00.000Z', toTimestamp: '2021-01-01T00:00:00.000Z' };
    const edge = await make('permission', { ...grant('ROLE', role, 'ENTITY', urn, 'UPDATE'), ...ended });
    const question = { subjectScope: 'API_CLIENT', subjectUrn: holder, objectUrn: urn, label: 'READ' };
    const explain = (more: Record<string, unknown> = {}): Promise<RestAnswer> =>
      admin.rest('POST', '/n/v1/permissionexplain', { body: { ...question, ...more } });
    const now = (await explain()).body;
    expect([now.allowed, now.path]).toEqual([false, []]);
    expect(now.nearest.map((n: { reason: string }) => n.reason)).toEqual(['ENDED', 'MISSING']);
    expect(now.nearest[0].permission.urn).toBe(edge);
    const first = (await explain({ atTimestamp: ended.fromTimestamp })).body;
    expect(first.path.map((s: { via: string; label: string }) => `${s.via} ${s.label}`)).toEqual([
      'MEMBER MEMBER',
      'GRANT UPDATE',
    ]);
    expect((await explain({ atTimestamp: ended.toTimestamp })).body.allowed).toBe(false);
    expect((await explain({ atTimestamp: '2020-12-31T23:59:59.999Z' })).body.allowed).toBe(true);
    expect(await statusOf(admin.rest('DELETE', `/n/v1/permission/${edge}`))).toBe(204);
    const record = await admin.rest('GET', '/n/v1/permissionaudit?limit=1');
    const [newest] = record.body.changes;
    expect([newest.event, newest.permission.urn, newest.label]).toEqual(['DELETE', edge, 'UPDATE']);
    expect(newest.actor.type).toBe('IDENTITY');
    expect(record.body.pagination.isMorePages).toBe(true);
    const next = await admin.rest('GET', record.body.pagination.nextUrl);
    expect([next.body.changes[0].event, next.body.changes[0].permission.urn]).toEqual(['CREATE', edge]);
    const graph = await admin.data(`{ permissionAudit(first: 2) { changes {
      event permissionUrn ownerUrn subject { scope urn } object { scope urn } } } }`);
    const ends = { subject: { scope: 'ROLE', urn: role }, object: { scope: 'ENTITY', urn } };
    const changed = { permissionUrn: edge, ownerUrn: admin.company, ...ends };
    expect(graph.permissionAudit.changes).toEqual([
      { event: 'DELETE', ...changed },
      { event: 'CREATE', ...changed },
    ]);
  });

  test('and the audit record are restricted to administrators', async () => {
    const { urn } = await page();
    const unprivileged = await token(await make('apiclient', { name: 'Nobody' }));
    const body = { objectUrn: urn, label: 'READ' };
    expect(await statusOf(unprivileged.client.rest('POST', '/n/v1/permissionexplain', { body }))).toBe(404);
    expect(await statusOf(unprivileged.client.rest('GET', '/n/v1/permissionaudit'))).toBe(403);
    const foreign = await service.tenant();
    expect(await statusOf(foreign.rest('POST', '/n/v1/permissionexplain', { body }))).toBe(404);
    const audit = await foreign.rest('GET', '/n/v1/permissionaudit');
    expect(audit.body.changes).toEqual([]);
    for (const path of ['permissioncheck', 'permissionexplain']) {
      expect(await statusOf(service.client(null).rest('POST', `/n/v1/${path}`, { body }))).toBe(401);
    }
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
    const edge = { owner: open.company, ...grant('EVERYONE', open.company, 'COMPANY', open.company, 'READ') };
    const given = await open.rest('POST', '/n/v1/permission', { body: edge });
    expect([given.status, await view()]).toEqual([201, 200]);
    expect(await statusOf(anyone.rest('GET', `/n/v1/entity/${urn}`))).toBe(401);
    const nested = await anyone.data(`query ($urn: ID!) { entityView(urn: $urn) { urn owner { urn } } }`, { urn });
    expect(nested.entityView).toEqual({ urn, owner: null });
    await open.rest('DELETE', `/n/v1/permission/${given.body.urn}`);
    expect(await view()).toBe(404);
  });
});
