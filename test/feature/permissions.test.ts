// Permissions: when they hold, how they end, who may grant them, and why one is held or missing. Resource reference 7.1, 7.2.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { change, page, sql, text, write } from '../support/content.ts';
import { community, edge, inTwoHours, type Community } from '../support/community.ts';
import { fakeTimers } from '../support/fakeTimers.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { bareTask, helper } from '../support/work.ts';

let service: SharedService;
let town: Community;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  admin = town.admin;
});

const statusOf = async (answer: Promise<RestAnswer>): Promise<number> => (await answer).status;

describe('a permission', () => {
  test('says whether it holds by the clock of the database, which decides about it, on both faces', async () => {
    const role = await town.make('role', { name: 'Windows' });
    const { urn } = await town.page();
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
      edges.push(await town.make('permission', { ...edge('ROLE', role, 'ENTITY', urn, 'READ'), ...window }));
    // The clock of a process may be wrong.
    for (const wrong of [-9 * hour, 0, 9 * hour]) {
      fakeTimers({ toFake: ['Date'], now: Date.now() + wrong });
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
    const role = await town.make('role', { name: 'Ended' });
    const { urn } = await town.page();
    const edges = [
      await town.grant('ROLE', role, 'ENTITY', urn, 'READ'),
      await town.grant('ROLE', role, 'ENTITY', urn, 'UPDATE'),
    ];
    const later = { body: { toTimestamp: inTwoHours() } };
    expect(await statusOf(admin.rest('PATCH', `/n/v1/permission/${String(edges[1])}`, later))).toBe(200);
    expect(await statusOf(admin.rest('DELETE', `/n/v1/entity/${urn}`))).toBe(204);
    const ends = `SELECT target_version FROM webhook_trigger WHERE target_urn = $1 AND event = 'DELETE'`;
    const versions = await Promise.all(edges.map((edge) => sql(service, ends, [edge])));
    expect(versions.flat()).toEqual([{ target_version: '2' }, { target_version: '3' }]);
  });

  test('that ends because a list leaves its end out is announced with the version it has then', async () => {
    const role = await town.make('role', { name: 'Left' });
    const client = await town.make('apiclient', { name: 'Left out' });
    const edge = await town.grant('API_CLIENT', client, 'ROLE', role, 'MEMBER');
    const later = { body: { toTimestamp: inTwoHours() } };
    expect(await statusOf(admin.rest('PATCH', `/n/v1/permission/${edge}`, later))).toBe(200);
    expect(await statusOf(admin.rest('PATCH', `/n/v1/role/${role}`, { body: { apiClients: [] } }))).toBe(200);
    const ends = `SELECT target_version FROM webhook_trigger WHERE target_urn = $1 AND event = 'DELETE'`;
    expect(await sql(service, ends, [edge])).toEqual([{ target_version: '3' }]);
  });
});

describe('a grant', () => {
  test('never exceeds the rights or the lifetime of its grantor’s own', async () => {
    const { urn } = await town.page();
    const { urn: other } = await town.page();
    const chief = await town.make('apiclient', { name: 'Chief of one page' });
    const friend = await town.make('identity', { name: 'Friend', type: 'PERSON' });
    const end = inTwoHours();
    await town.grant('API_CLIENT', chief, 'COMPANY', admin.company, 'READ');
    await town.make('permission', { ...edge('API_CLIENT', chief, 'ENTITY', urn, 'ADMIN'), toTimestamp: end });
    const { client } = await town.token(chief);
    const give = (object: string, more: Record<string, unknown> = {}): Promise<RestAnswer> =>
      client.rest('POST', '/n/v1/permission', {
        body: { owner: admin.company, ...edge('IDENTITY', friend, 'ENTITY', object, 'READ'), ...more },
      });
    expect((await give(other)).status).toBe(403);
    expect((await give(urn)).status).toBe(403);
    const given = await give(urn, { toTimestamp: end });
    expect(given.status).toBe(201);
    const longer = await client.rest('PATCH', `/n/v1/permission/${given.body.urn}`, { body: { toTimestamp: null } });
    expect(longer.status).toBe(403);
    expect(await statusOf(client.rest('DELETE', `/n/v1/permission/${given.body.urn}`))).toBe(204);
    // Who may give it may bring it back.
    expect(await statusOf(client.rest('POST', `/n/v1/permission/${given.body.urn}/restore`))).toBe(404);
    expect(await statusOf(admin.rest('POST', `/n/v1/permission/${given.body.urn}/restore`))).toBe(200);
  });

  test('of a role requires every right that the role gives', async () => {
    const mighty = await town.make('role', { name: 'Mighty' });
    await town.grant('ROLE', mighty, 'COMPANY', admin.company, 'ADMIN');
    const keeper = await town.make('apiclient', { name: 'Keeper of the role' });
    await town.grant('API_CLIENT', keeper, 'COMPANY', admin.company, 'READ');
    await town.grant('API_CLIENT', keeper, 'ROLE', mighty, 'ADMIN');
    const { client } = await town.token(keeper);
    const body = { owner: admin.company, ...edge('API_CLIENT', keeper, 'ROLE', mighty, 'MEMBER') };
    expect(await statusOf(client.rest('POST', '/n/v1/permission', { body }))).toBe(403);
    expect(await statusOf(client.rest('PATCH', `/n/v1/role/${mighty}`, { body: { apiClients: [keeper] } }))).toBe(403);
  });

  test('requires ends that exist in their scopes, and an owner above the object', async () => {
    const { urn } = await town.page();
    const below = await town.make('company', { name: 'Aside' });
    const role = await town.make('role', { name: 'Ends' });
    const refused = async (body: Record<string, unknown>): Promise<string[]> => {
      const answer = await admin.rest('POST', '/n/v1/permission', { body: { owner: admin.company, ...body } });
      expect(answer.status).toBe(422);
      return answer.body.errors.map((e: { path: string; code: string }) => `${e.path} ${e.code}`);
    };
    expect(await refused(edge('ROLE', role, 'TASK', urn, 'READ'))).toEqual(['/objectUrn INVALID_REFERENCE']);
    expect(await refused(edge('ROLE', urn, 'ENTITY', urn, 'READ'))).toEqual(['/subjectUrn INVALID_REFERENCE']);
    expect(await refused(edge('ROLE', role, 'ENTITY', urn, 'SEE'))).toEqual(['/label INVALID_ENUM']);
    expect(await refused({ ...edge('ROLE', role, 'ENTITY', urn, 'READ'), owner: below })).toEqual([
      '/owner INVALID_REFERENCE',
    ]);
    const window = { fromTimestamp: '2030-01-02T00:00:00Z', toTimestamp: '2030-01-01T00:00:00Z' };
    expect(await refused({ ...edge('ROLE', role, 'ENTITY', urn, 'READ'), ...window })).toEqual([
      '/toTimestamp OUT_OF_RANGE',
    ]);
  });

  test('of an application’s label covers that label only, and administrators do not have it', async () => {
    const { urn } = await town.page();
    const role = await town.make('role', { name: 'Own label' });
    await town.grant('ROLE', role, 'ENTITY', urn, 'x-approve');
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

test('an application’s own label is held on what lives, by its own kind alone', async () => {
  const company = await town.make('company', { name: 'Labelled' });
  const holder = await town.holder(['COMPANY', company, 'x-approve']);
  const [task, gone] = [
    await town.make('task', { ...bareTask, title: 'Lives', owner: company }),
    await town.make('task', { ...bareTask, title: 'Gone', owner: company }),
  ];
  const draft = { name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' };
  const entity = await town.make('entity', { urn: crypto.randomUUID(), owner: company, ...draft });
  const item = await town.make('textitem', { entity, name: 'title', sortOrder: 0, value: 'A' });
  expect(await statusOf(admin.rest('DELETE', `/n/v1/task/${gone}`))).toBe(204);
  const asked = [
    [task, 'TASK', true],
    [gone, 'TASK', false],
    [item, 'TEXT_ITEM', true],
    [item, 'MARKDOWN_ITEM', false],
    [entity, 'ENTITY', true],
  ] as const;
  const checks = asked.map(([objectUrn, objectScope]) => ({ objectUrn, objectScope, label: 'x-approve' }));
  const { body } = await holder.rest('POST', '/n/v1/permissioncheck', { body: { checks } });
  const results = body.results as readonly { allowed: boolean }[];
  expect(asked.map(([, scope], at) => [scope, results[at]?.allowed])).toEqual(
    asked.map(([, scope, is]) => [scope, is]),
  );
});

describe('an explanation', () => {
  test('names the path or the missing edge, and the audit record shows who changed what', async () => {
    const { urn } = await town.page();
    const holder = await town.make('apiclient', { name: 'Explained' });
    const role = await town.make('role', { name: 'Explaining', apiClients: [holder] });
    const ended = { fromTimestamp: '2020-01-01T00:00:00.000Z', toTimestamp: '2021-01-01T00:00:00.000Z' };
    const permission = await town.make('permission', { ...edge('ROLE', role, 'ENTITY', urn, 'UPDATE'), ...ended });
    const question = { subjectScope: 'API_CLIENT', subjectUrn: holder, objectUrn: urn, label: 'READ' };
    const explain = (more: Record<string, unknown> = {}): Promise<RestAnswer> =>
      admin.rest('POST', '/n/v1/permissionexplain', { body: { ...question, ...more } });
    const now = (await explain()).body;
    expect([now.allowed, now.path]).toEqual([false, []]);
    expect(now.nearest.map((n: { reason: string }) => n.reason)).toEqual(['ENDED', 'MISSING']);
    expect(now.nearest[0].permission.urn).toBe(permission);
    const first = (await explain({ atTimestamp: ended.fromTimestamp })).body;
    expect(first.path.map((s: { via: string; label: string }) => `${s.via} ${s.label}`)).toEqual([
      'MEMBER MEMBER',
      'GRANT UPDATE',
    ]);
    expect((await explain({ atTimestamp: ended.toTimestamp })).body.allowed).toBe(false);
    expect((await explain({ atTimestamp: '2020-12-31T23:59:59.999Z' })).body.allowed).toBe(true);
    expect(await statusOf(admin.rest('DELETE', `/n/v1/permission/${permission}`))).toBe(204);
    const record = await admin.rest('GET', '/n/v1/permissionaudit?limit=1');
    const [newest] = record.body.changes;
    expect([newest.event, newest.permission.urn, newest.label]).toEqual(['DELETE', permission, 'UPDATE']);
    expect(newest.actor.type).toBe('IDENTITY');
    expect(record.body.pagination.isMorePages).toBe(true);
    const next = await admin.rest('GET', record.body.pagination.nextUrl);
    expect([next.body.changes[0].event, next.body.changes[0].permission.urn]).toEqual(['CREATE', permission]);
    const graph = await admin.data(`{ permissionAudit(first: 2) { changes {
      event permissionUrn ownerUrn subject { scope urn } object { scope urn } } } }`);
    const ends = { subject: { scope: 'ROLE', urn: role }, object: { scope: 'ENTITY', urn } };
    const changed = { permissionUrn: permission, ownerUrn: admin.company, ...ends };
    expect(graph.permissionAudit.changes).toEqual([
      { event: 'DELETE', ...changed },
      { event: 'CREATE', ...changed },
    ]);
  });

  test('of a text that is no label are refused with its path, on both faces, and answer nothing', async () => {
    const { urn } = await town.page();
    const asked = { objectUrn: urn, label: 'REED' };
    const rest = async (path: string, body: object): Promise<unknown> => {
      const { status, body: answered } = await admin.rest('POST', `/n/v1/${path}`, { body });
      return [status, answered.errors?.map((one: { path: string; code: string }) => `${one.path} ${one.code}`)];
    };
    const checks = [{ ...asked, label: 'READ' }, asked, { ...asked, label: 'read' }];
    expect(await rest('permissioncheck', { checks })).toEqual([
      422,
      ['/checks/1/label INVALID_ENUM', '/checks/2/label INVALID_ENUM'],
    ]);
    expect(await rest('permissionexplain', asked)).toEqual([422, ['/label INVALID_ENUM']]);
    const holders = await admin.rest('GET', `/n/v1/permissionholders?objectUrn=${urn}&label=REED`);
    expect([holders.status, holders.body.errors]).toMatchObject([400, [{ path: '?label', code: 'INVALID_PARAMETER' }]]);
    for (const field of [
      'permissionCheck(checks: [{ objectUrn: $urn, label: "REED" }]) { allowed }',
      'permissionExplain(check: { objectUrn: $urn, label: "REED" }) { allowed }',
      'permissionHolders(objectUrn: $urn, label: "REED") { isEveryone }',
    ]) {
      const { data, errors } = await admin.graph(`query ($urn: ID!) { ${field} }`, { urn });
      expect([data, errors?.map(({ extensions }) => extensions['code'])]).toEqual([
        null,
        [field.includes('Holders') ? 'INVALID_PARAMETER' : 'VALIDATION_FAILED'],
      ]);
    }
  });

  test('and the audit record are restricted to administrators', async () => {
    const { urn } = await town.page();
    const unprivileged = await town.token(await town.make('apiclient', { name: 'Nobody' }));
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

describe('publishing', () => {
  const draft = (path: string) => page(admin, path, { texts: [text('One')] });
  const holder = (label: string, objectUrn: string) =>
    helper(service, admin, [{ label, objectUrn, objectScope: 'ENTITY' }]);

  test('requires PUBLISH: an editor without it may only write', async () => {
    const { urn, texts } = await draft('/for-editors');
    const editor = await holder('UPDATE', urn);
    await write(editor, texts[0].urn, 'Two');
    expect(await statusOf(change(editor, urn, { status: 'PUBLISH' }))).toBe(403);
    const renamed = await change(editor, urn, { status: 'DRAFT_UNPUBLISHED', name: 'Renamed' });
    expect([renamed.status, renamed.body.status]).toEqual([200, 'DRAFT_UNPUBLISHED']);
  });

  test('requires nothing but PUBLISH, which gives the status and its times, and no other change', async () => {
    const { urn, texts } = await draft('/for-publishers');
    const publisher = await holder('PUBLISH', urn);
    const read = (await publisher.rest('GET', `/n/v1/entity/${String(urn)}`)).body;
    const published = await change(publisher, urn, { ...read, status: 'PUBLISH' });
    expect([published.status, published.body.status]).toEqual([200, 'PUBLISHED']);
    for (const more of [{ name: 'Renamed' }, { name: 'Renamed', status: 'DRAFT_UNPUBLISHED' }])
      expect(await statusOf(change(publisher, urn, { ...read, ...more }))).toBe(403);
    const { unpublishEntity } = await publisher.data(
      'mutation ($urn: ID!) { unpublishEntity(urn: $urn) { entity { status } userErrors { code } } }',
      { urn },
    );
    expect(unpublishEntity).toEqual({ entity: { status: 'DRAFT_UNPUBLISHED' }, userErrors: [] });
    const item = `/n/v1/textitem/${String(texts[0].urn)}`;
    expect(await statusOf(publisher.rest('PATCH', item, { body: { value: 'Two' } }))).toBe(403);
    expect(await statusOf(publisher.rest('DELETE', `/n/v1/entity/${String(urn)}`))).toBe(403);
  });
});
