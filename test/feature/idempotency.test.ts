// Idempotency keys: a request repeated under its key is executed once and gets the same answer, on both faces and in
// all processes.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { App } from '../../src/start/app.ts';
import { createClient, type RestAnswer } from '../support/client.ts';
import { page } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { createNativeClient, obtainTokens, signIn } from '../support/oauth.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let second: App;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  second = await service.another();
  tenant = await service.tenant();
});
afterAll(async () => {
  await second.close();
});

const list = (name: string) => ({ owner: tenant.company, name, entities: [] });
const key = (): Record<string, string> => ({ 'idempotency-key': crypto.randomUUID() });
const post = (body: unknown, headers: Record<string, string>, path = '/n/v1/entitylist') =>
  tenant.rest('POST', path, { body, headers });

async function lists(name: string): Promise<number> {
  const { body } = await tenant.rest('GET', `/n/v1/entitylists?filter[name]=${encodeURIComponent(name)}`);
  return body.entitylists.length;
}

describe('a create', () => {
  test('repeated under its key is executed once and answered identically, by every process', async () => {
    const headers = key();
    const first = await post(list('Once'), headers);
    expect(first.status, first.text).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const again = await createClient(second.url, tenant.token).rest('POST', '/n/v1/entitylist', {
      body: list('Once'),
      headers,
    });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const name of ['location', 'etag', 'content-type'])
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(await lists('Once')).toBe(1);
  });

  test('under another key, or without one, is another create', async () => {
    for (const headers of [key(), key(), {}]) expect((await post(list('Many'), headers)).status).toBe(201);
    expect(await lists('Many')).toBe(3);
  });

  test('that differs from the first request under its key is refused, and nothing is created', async () => {
    const headers = key();
    await post(list('First'), headers);
    const other = await post(list('Second'), headers);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const elsewhere = await post({ ...list('First') }, headers, '/n/v1/project');
    expect([elsewhere.status, elsewhere.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await lists('Second')).toBe(0);
  });

  test('sent many times concurrently is executed once', async () => {
    const headers = key();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(list('Race'), headers)));
    for (const { status, body, headers: answered } of answers) {
      if (status === 201) continue;
      expect([status, body.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
      expect(answered.get('retry-after')).toBe('1');
    }
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    await vi.waitFor(async () => expect((await post(list('Race'), headers)).status).toBe(201), { timeout: 20_000 });
    expect(await lists('Race')).toBe(1);
  });

  test('that is refused is refused identically when repeated', async () => {
    const headers = key();
    const first = await post({ owner: tenant.company }, headers);
    expect(first.status).toBe(422);
    const again = await post({ owner: tenant.company }, headers);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([422, first.text, 'true']);
  });

  test('of another caller under the same key is independent', async () => {
    const headers = key();
    const mine = await post(list('Shared'), headers);
    const stranger = await service.tenant();
    const theirs = await stranger.rest('POST', '/n/v1/entitylist', {
      body: { owner: stranger.company, name: 'Shared', entities: [] },
      headers,
    });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.urn).not.toBe(mine.body.urn);
  });

  test('of a token that is narrowed otherwise, to a role or to labels, under the same key is independent', async () => {
    const made = async (path: string, body: Record<string, unknown>): Promise<Record<string, unknown>> => {
      const answer = await tenant.rest('POST', `/n/v1/${path}`, { body: { owner: tenant.company, ...body } });
      expect(answer.status, answer.text).toBe(201);
      return answer.body;
    };
    const roles = [await made('role', { name: 'One' }), await made('role', { name: 'Other' })].map(({ urn }) => urn);
    for (const subjectUrn of roles)
      for (const label of ['READ', 'CREATE'])
        await made('permission', {
          ...{ subjectScope: 'ROLE', subjectUrn, objectScope: 'COMPANY', objectUrn: tenant.company, label },
        });
    const { urn: apiClient } = await made('apiclient', { name: 'Two roles', roles });
    const headers = key();
    const urns = new Set<unknown>();
    const narrowings = [
      ...roles.map((role) => ({ roles: [role] })),
      {},
      ...[
        ['READ', 'CREATE'],
        ['READ', 'CREATE', 'READ_DRAFT'],
      ].map((labels) => ({ labels })),
    ];
    for (const narrowing of narrowings) {
      const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
      const { bearerToken } = await made('apiclientbearertoken', { apiClient, expirationTimestamp, ...narrowing });
      const narrowed = service.client(String(bearerToken));
      const answer = await narrowed.rest('POST', '/n/v1/entitylist', { body: list('Narrowed'), headers });
      expect(answer.status, answer.text).toBe(201);
      urns.add(answer.body.urn);
    }
    expect(urns.size).toBe(narrowings.length);
  });

  test('of a person under the same key is independent in each application', async () => {
    const person = await signIn(service, tenant, ['READ', 'CREATE']);
    const headers = key();
    const urns = new Set<unknown>();
    const applications = [await createNativeClient(tenant), await createNativeClient(tenant)];
    for (const application of [...applications, ...applications]) {
      const tokens = await obtainTokens(service, application, person, { scope: 'write' });
      const caller = service.client(tokens.access_token);
      const answer = await caller.rest('POST', '/n/v1/entitylist', { body: list('Of a person'), headers });
      expect(answer.status, answer.text).toBe(201);
      urns.add(answer.body.urn);
    }
    expect(urns.size).toBe(2);
  });
});

test('a change repeated under its key is applied once', async () => {
  const { body } = await post(list('Before'), {});
  const path = `/n/v1/entitylist/${String(body.urn)}`;
  const headers = key();
  const change = () => tenant.rest('PATCH', path, { body: { name: 'After' }, headers });
  const first = await change();
  await tenant.rest('PATCH', path, { body: { name: 'Later' } });
  expect((await change()).text).toBe(first.text);
  expect((await tenant.rest('GET', path)).body.name).toBe('Later');
});

describe('a mutation', () => {
  const create = `# a mutation
    mutation ($input: CreateEntityListInput!) { createEntityList(input: $input) { entityList { urn } userErrors { code } } }`;
  const run = (name: string, headers: Record<string, string>) =>
    tenant.graph(create, { input: { owner: tenant.company, name, entities: [] } }, headers);

  test('repeated under its key is executed once', async () => {
    const headers = key();
    const first = await run('Graph', headers);
    expect(first.data.createEntityList.userErrors).toEqual([]);
    const again = await run('Graph', headers);
    expect(again.data).toEqual(first.data);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await run('Other', headers);
    expect(other).toMatchObject({ status: 422, errors: [{ extensions: { code: 'IDEMPOTENCY_KEY_REUSED' } }] });
    expect(await lists('Graph')).toBe(1);
  });

  test('sent by its hash, as an automatic persisted query, is executed once', async () => {
    const sha256Hash = createHash('sha256').update(create).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    const headers = { ...key(), 'content-type': 'application/json', authorization: `Bearer ${tenant.token}` };
    const send = async (name: string, query?: string) => {
      const variables = { input: { owner: tenant.company, name, entities: [] } };
      const body = JSON.stringify({ query, variables, extensions });
      const response = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body });
      return { replayed: response.headers.get('idempotency-replayed'), text: await response.text() };
    };
    expect((await send('By hash')).text).toContain('PERSISTED_QUERY_NOT_FOUND');
    const first = await send('By hash', create);
    expect(first.text).toContain('"userErrors":[]');
    for (const query of [undefined, create])
      expect(await send('By hash', query)).toEqual({ replayed: 'true', text: first.text });
    expect((await send('Another name')).text).toContain('IDEMPOTENCY_KEY_REUSED');
    expect(await lists('By hash')).toBe(1);
  });

  test('is distinguished from a query that merely mentions one', async () => {
    const headers = key();
    const query = 'query mutation_ ($text: String = "mutation { x }") { clientContext { language } } # mutation {';
    expect((await tenant.graph(query, {}, headers)).headers.get('idempotency-replayed')).toBeNull();
    expect((await tenant.graph(query, {}, headers)).headers.get('idempotency-replayed')).toBeNull();
  });
});

describe('a stored key', () => {
  const rows = (text: string, values: unknown[] = []) =>
    withClient(
      service.databaseUrl,
      async (client) => (await client.query(text, values)).rows as Record<string, unknown>[],
    );

  test('holds neither the key nor the answer in plain text', async () => {
    const headers = key();
    const made = await post(list('Secret words'), headers);
    const kept = JSON.stringify(await rows('SELECT * FROM idempotency_key'));
    expect(kept).not.toContain('Secret words');
    expect(kept).not.toContain(headers['idempotency-key']);
    expect(kept).not.toContain(String(made.body.urn));
  });

  test('expires after a day', async () => {
    const headers = key();
    await post(list('Yesterday'), headers);
    await rows(`UPDATE idempotency_key SET created_timestamp = now() - interval '25 hours'`);
    expect((await post(list('Yesterday'), headers)).status).toBe(201);
    expect(await lists('Yesterday')).toBe(2);
  });

  test('reports that a request was executed but its answer was lost, and never executes it again', async () => {
    const headers = key();
    await rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`);
    await rows(`CREATE TRIGGER refuse BEFORE UPDATE ON idempotency_key FOR EACH ROW WHEN (NEW.state = 'ANSWERED')
      EXECUTE FUNCTION refuse()`);
    expect((await post(list('Lost'), headers)).status).toBe(201);
    await rows('DROP FUNCTION refuse CASCADE');
    await rows(`UPDATE idempotency_key SET lease_until = now() - interval '1 hour'`);
    const again = await post(list('Lost'), headers);
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
    expect(await lists('Lost')).toBe(1);
  });

  test('an answer that says nothing of what it shows, as earlier versions kept it, is not repeated', async () => {
    const headers = key();
    await post(list('Earlier'), headers);
    const [{ caller } = {}] = await rows(
      `SELECT c.urn || ' ' || c.identity || ' undefined' AS caller FROM api_client c JOIN api_client_bearer_token t` +
        ` ON t.api_client = c.urn WHERE t.token_hash = '${createHash('sha256').update(tenant.token).digest('hex')}'`,
    );
    const seal = createHash('sha256')
      .update(`seal ${String(caller)} ${headers['idempotency-key']}`)
      .digest();
    const newest = `"key" = (SELECT "key" FROM idempotency_key ORDER BY created_timestamp DESC LIMIT 1)`;
    const [{ answer } = {}] = await rows(`SELECT answer FROM idempotency_key WHERE ${newest}`);
    const bytes = Buffer.from(String(answer), 'base64');
    const decipher = createDecipheriv('aes-256-gcm', seal, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28));
    const { shown, ...earlier } = JSON.parse(
      String(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])),
    );
    expect(shown).not.toEqual([]);
    const cipher = createCipheriv('aes-256-gcm', seal, bytes.subarray(0, 12));
    const text = Buffer.concat([cipher.update(JSON.stringify(earlier)), cipher.final()]);
    const kept = Buffer.concat([bytes.subarray(0, 12), cipher.getAuthTag(), text]).toString('base64');
    await rows(`UPDATE idempotency_key SET answer = '${kept}' WHERE ${newest}`);
    const again = await post(list('Earlier'), headers);
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
    expect(await lists('Earlier')).toBe(1);
  });

  test('a request that failed for want of the database, or as a bug, is carried out when it is sent again', async () => {
    for (const [code, status] of [
      ['53400', 503],
      ['XX000', 500],
    ] as const) {
      const [headers, name] = [key(), `After ${String(status)}`];
      await rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'not now' USING ERRCODE = '${code}'; END $$`);
      await rows('CREATE TRIGGER refuse BEFORE INSERT ON entity_list FOR EACH ROW EXECUTE FUNCTION refuse()');
      expect((await post(list(name), headers)).status).toBe(status);
      await rows('DROP FUNCTION refuse CASCADE');
      const again = await post(list(name), headers);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
      expect(await lists(name)).toBe(1);
    }
  });

  test('lets a request be repeated if its process ended before executing it', async () => {
    const headers = key();
    await post({ owner: tenant.company, name: 'Ended', entities: [] }, headers);
    await rows(`UPDATE idempotency_key SET state = 'RUNNING', answer = NULL, lease_until = now() - interval '1 hour'`);
    expect((await post(list('Ended'), headers)).status).toBe(201);
  });
});

/** What each answer has of its own; all else is as it was. */
const ownHeaders: ReadonlySet<string> = new Set(['x-request-id', 'date', 'idempotency-replayed', 'content-length']);

function keptPart({ status, text, headers }: RestAnswer): unknown {
  return [status, text, Object.fromEntries([...headers].filter(([name]) => !ownHeaders.has(name)))];
}

describe('a request that is sent again', () => {
  const [urns, requests] = [new Map<string, string>(), new Map<string, () => Sent>()];
  type Sent = { readonly method: string; readonly path: string; readonly body?: unknown; readonly headers?: Headings };
  type Headings = Readonly<Record<string, string>>;
  const listPath = (): string => `/n/v1/entitylist/${urns.get('list') ?? ''}`;
  const creation = (headers: Headings, more: object = {}) => ({
    method: 'POST',
    path: '/n/v1/entitylist',
    body: { ...list('Again'), ...more },
    headers,
  });
  requests.set('a create', () => creation({}));
  requests.set('a create with a warning', () => ({
    method: 'POST',
    path: '/n/v1/moneyitem',
    body: { entity: urns.get('entity'), name: 'price', sortOrder: 0, unitValue: 100, currencyCode: 'HRK' },
  }));
  requests.set('a create that wants no body', () => creation({ prefer: 'return=minimal' }));
  requests.set('a create with preferences', () => creation({ prefer: 'return=representation, handling=strict' }));
  requests.set('a create that is refused', () => creation({}, { name: null }));
  requests.set('a change', () => ({ method: 'PATCH', path: listPath(), body: { name: 'Changed' } }));
  requests.set('a change that wants no body', () => ({
    method: 'PATCH',
    path: listPath(),
    body: { name: 'Changed again' },
    headers: { prefer: 'return=minimal' },
  }));
  requests.set('a change of an old version', () => ({
    method: 'PATCH',
    path: listPath(),
    body: { name: 'Late' },
    headers: { 'if-match': '"1"' },
  }));
  requests.set('a change of nothing', () => ({
    method: 'PATCH',
    path: `/n/v1/entitylist/${crypto.randomUUID()}`,
    body: { name: 'x' },
  }));

  beforeAll(async () => {
    urns.set('list', String((await post(list('Its own'), {})).body.urn));
    urns.set('entity', String((await page(tenant, null)).urn));
  });

  test.each([...requests])('%s is answered with every header that it had', async (name, sent) => {
    const { method, path, body, headers: own = {} } = sent();
    const headers = { ...own, ...key() };
    const first = await tenant.rest(method, path, { body, headers });
    const again = await tenant.rest(method, path, { body, headers });
    expect([first, again].map((one) => one.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(keptPart(again)).toEqual(keptPart(first));
    expect(first.headers.has('warning')).toBe(/warning/.test(name));
  });

  test.each([
    ['method and address', { method: 'POST', path: '/n/v1/entitylist' }],
    ['address', { path: `/n/v1/entitylist/${crypto.randomUUID()}` }],
    ['parameter', { path: '/n/v1/entitylist/?fields=name', method: 'POST' }],
    ['body', { body: { name: 'Other' } }],
    ['If-Match', { headers: { 'if-match': '"7"' } }],
  ])('with another %s under its key is refused', async (_, other) => {
    const first = { method: 'PATCH', path: listPath(), body: { name: 'Named' } };
    const headers = key();
    await tenant.rest(first.method, first.path, { body: first.body, headers });
    const { method, path, body, headers: more } = { ...first, headers: {}, ...other };
    const again = await tenant.rest(method, path, { body, headers: { ...headers, ...more } });
    expect(again.body?.code, again.text).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('that differs in a digit which no double keeps is another one', async () => {
    const path = `${service.url}${listPath()}`;
    const headers = { ...key(), authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' };
    const ask = async (digits: string): Promise<unknown> => {
      const answer = await fetch(path, { method: 'PATCH', headers, body: `{"name":"Named","note":${digits}}` });
      return [answer.status, ((await answer.json()) as { code?: string }).code];
    };
    expect(await ask('9007199254740993')).toEqual([200, undefined]);
    expect(await ask('9007199254740993')).toEqual([200, undefined]);
    expect(await ask('9007199254740995')).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('after an answer that says nothing about it is carried out', async () => {
    const headers = key();
    const stranger = service.client('x'.repeat(40));
    for (const isKnown of [false, true]) {
      const sender = isKnown ? tenant : stranger;
      const { status, headers: said } = await sender.rest('POST', '/n/v1/entitylist', { body: list('New'), headers });
      expect([status, said.get('idempotency-replayed')]).toEqual([isKnown ? 201 : 401, null]);
    }
  });
});

test('the longest key is taken', async () => {
  expect((await post(list('Long key'), { 'idempotency-key': 'x'.repeat(255) })).status).toBe(201);
});

test.each(['', 'x'.repeat(256), 'ümlaut'])('an invalid key is refused: %o', async (value) => {
  const answer = await post(list('Bad key'), { 'idempotency-key': encodeURI(value) === value ? value : 'Ã¼' });
  expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
  expect(await lists('Bad key')).toBe(0);
});
