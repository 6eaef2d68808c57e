// The record of access: sign-ins, use of tokens and refused writes, by whichever face, are told to those who administer the
// companies concerned, with filters; what is the same on one day is one row, and old rows are forgotten.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { purgeAccessAudit } from '../../src/actions/access/accessAudit.ts';
import type { Client, RestAnswer } from '../support/client.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { sql } from '../support/content.ts';
import { basic, createNativeClient, createOAuthClient, obtainTokens, postForm, signIn } from '../support/oauth.ts';
import { startService, type TestService } from '../support/service.ts';
import { bareTask } from '../support/work.ts';

let service: TestService;
let town: Community;

beforeAll(async () => {
  service = await startService({ ACCESS_AUDIT_DAYS: '7' });
  town = await community(service);
});
afterAll(() => service.close());

interface Entry {
  readonly event: string;
  readonly ownerUrn: string;
  readonly apiClientUrn: string | null;
  readonly identityUrn: string | null;
  readonly operation: string | null;
  readonly targetUrn: string | null;
  readonly count: number | string;
}

async function read(filter: string, as: Client = town.admin): Promise<Entry[]> {
  const { status, body, text } = await as.rest('GET', `/n/v1/accessaudit?limit=200&${filter}`);
  expect(status, text).toBe(200);
  return body.records as Entry[];
}

describe('Sign-ins', () => {
  test.each(['OAUTH_GRANT', 'WEB_SESSION'])(
    'that end one by one are recorded: %s; what has ended is not',
    async (kind) => {
      const person = await signIn(service, town.admin);
      await obtainTokens(service, await createNativeClient(town.admin), person);
      const sessions = `/n/v1/identity/${person.identity}/sessions`;
      const listed = (await town.admin.rest('GET', sessions)).body.sessions as Record<'urn' | 'kind', string>[];
      const one = `${sessions}/${String(listed.find((each) => each.kind === kind)?.urn)}`;
      const signOuts = async (): Promise<number[]> =>
        (await read(`identity=${person.identity}&event=SIGN_OUT`)).map(({ count }) => Number(count));
      expect([(await town.admin.rest('DELETE', one)).status, await signOuts()]).toEqual([204, [1]]);
      expect([(await town.admin.rest('DELETE', one)).status, await signOuts()]).toEqual([404, [1]]);
    },
  );

  test('and sign-outs of a person are recorded, of browsers and of applications', async () => {
    const person = await signIn(service, town.admin);
    // Of another company than the person, whose administrators are to see it.
    const branch = await town.make('company', { name: 'Branch', parentCompany: town.admin.company });
    const client = await createNativeClient({ ...town.admin, company: branch });
    await obtainTokens(service, client, person);
    await town.admin.rest('DELETE', `/n/v1/identity/${person.identity}/sessions`);
    const found = await read(`identity=${person.identity}`);
    expect(found.map(({ event, apiClientUrn, ownerUrn }) => [event, apiClientUrn, ownerUrn])).toEqual([
      ['SIGN_OUT', null, town.admin.company],
      ['SIGN_IN', client.urn, town.admin.company],
      ['SIGN_IN', null, town.admin.company],
    ]);
    const again = await signIn(service, town.admin);
    const headers = { cookie: again.cookie, origin: service.url };
    const { body } = await service.client(null).rest('GET', '/n/v1/clientcontext', { headers });
    await service.client(null).rest('DELETE', '/n/v1/clientcontext', {
      headers: { ...headers, 'x-csrf-token': String(body.csrfToken) },
    });
    expect((await read(`identity=${again.identity}&event=SIGN_OUT`)).length).toBe(1);
  });
});

describe('A sign-in that is refused', () => {
  test('is recorded for the administrators of the application, as one row a day however often it is tried', async () => {
    const made = await town.admin.rest('POST', '/n/v1/apiclient', {
      body: {
        owner: town.admin.company,
        name: 'Application',
        grantTypes: ['client_credentials', 'authorization_code'],
      },
    });
    const { urn, clientID, clientSecret } = made.body as Record<string, string>;
    const ask = async (more: Record<string, string>): Promise<number> => {
      const body = new URLSearchParams({ client_id: String(clientID), ...more });
      return (await fetch(`${service.url}/oauth2/token`, { method: 'POST', body })).status;
    };
    const before = service.statements.length;
    for (let n = 0; n < 20; n += 1)
      expect(await ask({ client_secret: `wrong ${String(n)}`, grant_type: 'client_credentials' })).toBe(401);
    const code = {
      grant_type: 'authorization_code',
      code: 'none',
      redirect_uri: 'https://a.example',
      code_verifier: 'v',
    };
    const secret = { client_secret: String(clientSecret) };
    expect(await ask({ ...secret, ...code, code_verifier: 'v'.repeat(43) })).toBe(400);
    expect(await ask({ client_id: 'nobody', ...code })).toBe(401);
    // Who may not have that scope, or that grant, has proved who it is.
    expect(await ask({ ...secret, grant_type: 'client_credentials', scope: 'nonsense' })).toBe(400);
    expect(await ask({ ...secret, grant_type: 'refresh_token', refresh_token: 'none' })).toBe(400);
    await vi.waitFor(async () => {
      const found = await read(`apiClient=${String(urn)}&event=REFUSED_SIGN_IN`);
      expect(found.map(({ operation, ownerUrn, count }) => [operation, ownerUrn, Number(count)]).sort()).toEqual([
        ['authorization_code', town.admin.company, 1],
        ['client_secret', town.admin.company, 1],
      ]);
    });
    const written = service.statements.slice(before).filter((text) => text.startsWith('INSERT INTO "access_record"'));
    // Two refusals, and the use of the administrator's token.
    expect(written.length).toBeLessThanOrEqual(3);
    expect(await ask({ ...secret, grant_type: 'client_credentials' })).toBe(200);
  });
});

test('A secret that a client without one shows is refused and recorded, and its name alone is not', async () => {
  const { urn, clientId } = await createNativeClient(town.admin);
  const ask = (more: Record<string, string>): ReturnType<typeof postForm> => {
    const form = { grant_type: 'refresh_token', refresh_token: 'none', client_id: clientId, ...more };
    return postForm(`${service.url}/oauth2/token`, form);
  };
  const server = await createOAuthClient(town.admin);
  const right = await postForm(`${service.url}/oauth2/token`, { grant_type: 'client_credentials' }, basic(server));
  expect(right.status).toBe(200);
  const answers = [await ask({}), await ask({ client_secret: 'guess' })];
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [400, 'invalid_grant'],
    [401, 'invalid_client'],
  ]);
  await vi.waitFor(async () => {
    const found = await read(`apiClient=${urn}&event=REFUSED_SIGN_IN`);
    expect(found.map(({ operation, ownerUrn, count }) => [operation, ownerUrn, Number(count)]).sort()).toEqual([
      ['client_secret', town.admin.company, 1],
      ['refresh_token', town.admin.company, 1],
    ]);
  });
  // The right one was shown before.
  expect(await read(`apiClient=${server.urn}&event=REFUSED_SIGN_IN`)).toEqual([]);
});

describe('The use of a token', () => {
  test('is one row a day, and reads write nothing else', async () => {
    const reader = await town.person('Reader', ['READ']);
    await reader.rest('GET', '/n/v1/projects');
    const rows = (): Promise<Entry[]> => read(`apiClient=${reader.client}&event=TOKEN_USE`);
    const [first] = await vi.waitFor(async () => {
      const found = await rows();
      expect(found).toHaveLength(1);
      return found;
    }, 20_000);
    expect([first?.identityUrn, first?.ownerUrn, Number(first?.count)]).toEqual([
      reader.identity,
      town.admin.company,
      1,
    ]);
    const before = service.statements.length;
    for (let n = 0; n < 20; n += 1) await reader.rest('GET', '/n/v1/projects');
    expect(service.statements.slice(before).filter((text) => /access_record|last_used/.test(text))).toEqual([]);
  });
});

describe('A write that is refused', () => {
  const denied = async (who: Person): Promise<unknown[]> =>
    (await read(`apiClient=${who.client}&event=DENIED_WRITE`))
      .map(({ operation, targetUrn, ownerUrn, count }) => [operation, targetUrn, ownerUrn, Number(count)])
      .sort();

  test('is recorded for the administrators of what was to be written, on both faces and in bulk', async () => {
    const reader = await town.person('Reader', ['READ']);
    const below = await town.make('company', { name: 'Below', parentCompany: town.admin.company });
    const project = await town.make('project', { owner: below, name: 'P' });
    const entity = await town.make('entity', {
      ...{ urn: crypto.randomUUID(), owner: below, name: 'E', language: 'en', status: 'DRAFT_UNPUBLISHED' },
    });
    await town.grant('API_CLIENT', reader.client, 'COMPANY', below, 'READ_DRAFT');
    const rename = { body: { name: 'Q' } };
    expect((await reader.rest('PATCH', `/n/v1/project/${project}`, rename)).status).toBe(403);
    await reader.data(
      `mutation ($urn: ID!) { updateProject(urn: $urn, input: { name: "Q" }) { userErrors { code } } }`,
      { urn: project },
    );
    expect((await reader.rest('DELETE', `/n/v1/project/${project}`)).status).toBe(403);
    await reader.data(`mutation ($urn: ID!) { publishEntity(urn: $urn) { userErrors { code } } }`, { urn: entity });
    const task = { owner: town.admin.company, ...bareTask, title: 'T' };
    expect((await reader.rest('POST', '/n/v1/task', { body: task })).status).toBe(403);
    const operations = [{ op: 'UPDATE', kind: 'project', urn: project, body: { name: 'R' } }];
    for (const mode of ['ATOMIC', 'BEST_EFFORT']) {
      const { status } = await reader.rest('POST', '/n/v1/bulk', { body: { mode, operations } });
      expect([200, 207, 403, 422]).toContain(status);
    }
    const found = await denied(reader);
    expect(found).toEqual(
      [
        ['createTask', null, town.admin.company, 1],
        ['deleteProject', project, below, 1],
        ['updateEntity', entity, below, 1],
        ['updateProject', project, below, expect.any(Number)],
      ].sort(),
    );
    expect(Number((found[3] as unknown[])[3])).toBeGreaterThanOrEqual(2);
    const only = async (filter: string): Promise<unknown[]> =>
      (await read(`apiClient=${reader.client}&${filter}`)).map(({ operation, targetUrn }) => [operation, targetUrn]);
    expect(await only(`operation=deleteProject`)).toEqual([['deleteProject', project]]);
    expect(await only(`target=${entity}`)).toEqual([['updateEntity', entity]]);
    expect(await only(`target=${entity}&operation=deleteProject`)).toEqual([]);
    // What may not even be read is no refusal, and neither is a broken rule.
    const stranger = await town.person('Stranger', []);
    expect((await stranger.rest('PATCH', `/n/v1/project/${project}`, rename)).status).toBe(404);
    expect((await town.admin.rest('PATCH', `/n/v1/project/${project}`, { body: { status: 'NOPE' } })).status).toBe(422);
    expect(await denied(stranger)).toEqual([]);
  });

  test('is shown to administrators of their companies alone', async () => {
    const [a, b] = [await town.make('company', { name: 'A' }), await town.make('company', { name: 'B' })];
    const [ofA, ofB] = [await town.person('A', []), await town.person('B', [])];
    await town.grant('API_CLIENT', ofA.client, 'COMPANY', a, 'ADMIN');
    await town.grant('API_CLIENT', ofB.client, 'COMPANY', b, 'ADMIN');
    await town.grant('API_CLIENT', ofB.client, 'COMPANY', a, 'READ');
    expect((await ofB.rest('PATCH', `/n/v1/company/${a}`, { body: { name: 'C' } })).status).toBe(403);
    const filter = `event=DENIED_WRITE&apiClient=${ofB.client}`;
    const seenBy = async (who: Client): Promise<number> => (await read(filter, who)).length;
    expect([await seenBy(ofA), await seenBy(ofB), await seenBy(town.admin)]).toEqual([1, 0, 1]);
    expect(await seenBy((await community(service)).admin)).toBe(0);
    const manager = await town.person('Manager', ['MANAGE']);
    expect((await manager.rest('GET', '/n/v1/accessaudit')).status).toBe(403);
  });
});

test('What cannot be recorded is answered as ever, and is recorded when it happens again', async () => {
  const reader = await town.person('Unrecorded', ['READ']);
  const application = await createNativeClient(town.admin);
  const project = await town.make('project', { name: 'P' });
  const form = { grant_type: 'refresh_token', refresh_token: 'none', client_id: application.clientId };
  const asking = async (): Promise<number[]> => [
    (await reader.rest('PATCH', `/n/v1/project/${project}`, { body: { name: 'Q' } })).status,
    (await postForm(`${service.url}/oauth2/token`, form)).status,
  ];
  const recorded = async (): Promise<string[]> =>
    (await Promise.all([reader.client, application.urn].map((urn) => read(`apiClient=${urn}`))))
      .flat()
      .map(({ event }) => event)
      .sort();
  await sql(service, 'ALTER TABLE access_record RENAME TO hidden_record');
  const before = service.statements.length;
  expect(await asking()).toEqual([403, 400]);
  // Each of the three was tried while there was no table for it.
  await vi.waitFor(() => {
    const tried = service.statements.slice(before).filter((text) => text.includes('INSERT INTO "access_record"'));
    expect(tried.length).toBe(3);
  });
  await sql(service, 'ALTER TABLE hidden_record RENAME TO access_record');
  expect(await recorded()).toEqual([]);
  await vi.waitFor(async () => {
    expect(await asking()).toEqual([403, 400]);
    expect(await recorded()).toEqual(['DENIED_WRITE', 'REFUSED_SIGN_IN', 'TOKEN_USE']);
  });
});

test('Both faces page through the record with the same filters', async () => {
  const person = await signIn(service, town.admin);
  await signIn(service, town.admin);
  const all = await read('event=SIGN_IN');
  const walked: Entry[] = [];
  let after: string | null = null;
  do {
    const { accessAudit } = await town.admin.data(
      `query ($after: String) { accessAudit(first: 2, after: $after, event: SIGN_IN) {
        nodes { identityUrn } edges { cursor node { identityUrn } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      { after },
    );
    const { nodes, edges, pageInfo } = accessAudit;
    expect((edges as { node: unknown }[]).map(({ node }) => node)).toEqual(nodes);
    expect(pageInfo).toEqual({
      hasNextPage: walked.length + 2 < all.length,
      hasPreviousPage: after !== null,
      startCursor: edges[0].cursor,
      endCursor: edges.at(-1).cursor,
    });
    walked.push(...nodes);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  expect(walked.map(({ identityUrn }) => identityUrn)).toEqual(all.map(({ identityUrn }) => identityUrn));
  const paged: Entry[] = [];
  for (let next: string | null = '/n/v1/accessaudit?limit=2&event=SIGN_IN'; next !== null;) {
    const { body, status }: RestAnswer = await town.admin.rest('GET', next);
    expect([status, body.pagination.limit]).toEqual([200, 2]);
    paged.push(...(body.records as Entry[]));
    next = body.pagination.nextUrl as string | null;
  }
  expect(paged).toEqual(all);
  const now = new Date().toISOString();
  expect((await read(`identity=${person.identity}&toTimestamp=${now}`)).length).toBe(1);
  expect(await read(`identity=${person.identity}&fromTimestamp=2090-01-01T00:00:00Z`)).toEqual([]);
  expect(await read(`identity=${person.identity}&toTimestamp=2020-01-01T00:00:00Z`)).toEqual([]);
});

test('What is older than ACCESS_AUDIT_DAYS is forgotten', async () => {
  const [old, young] = [await signIn(service, town.admin), await signIn(service, town.admin)];
  for (const [{ identity }, hours] of [
    [old, 7 * 24 + 1],
    [young, 7 * 24 - 1],
  ] as const)
    await sql(
      service,
      `UPDATE access_record SET (first_timestamp, last_timestamp) = (t, t) FROM (SELECT now() - make_interval(hours => ${String(hours)})) n(t) WHERE identity = $1`,
      [identity],
    );
  const others = (await read('event=SIGN_IN')).length - 1;
  await purgeAccessAudit(service.services, service.services.limits.accessAuditDays);
  const left = await Promise.all([old, young].map(({ identity }) => read(`identity=${identity}`)));
  expect(left.map(({ length }) => length)).toEqual([0, 1]);
  expect((await read('event=SIGN_IN')).length).toBe(others);
});
