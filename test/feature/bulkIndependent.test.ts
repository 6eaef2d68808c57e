// Several writes in one request, each by itself, with a result for each, also where time or budget runs out. Resource reference 1.9.
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestLimits } from '../../src/engine/requestBudget.ts';
import { bulksOf, statuses, text, type Operation } from '../support/bulk.ts';
import { community, type Community } from '../support/community.ts';
import { sql } from '../support/content.ts';
import { logEnd } from '../support/eventLog.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let people: Community;
let admin: Tenant;
const logged: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: 'error' }, { write: (line) => void logged.push(line) });
  service = await startService({ RATE_LIMITS: '1' }, { logger });
  people = await community(service);
  admin = people.admin;
});
afterAll(() => service.close());

const { send, project, page } = bulksOf(() => admin);
const nameOf = async (urn: string): Promise<unknown> => (await admin.rest('GET', `/n/v1/project/${urn}`)).body.name;

describe('A bulk of independent operations', () => {
  test('carries out the others when one is refused', async () => {
    const known = await people.make('project', { name: 'Known' });
    const answer = await send('INDEPENDENT', [
      project('First'),
      project('x'.repeat(5_000)),
      { ...text('Nowhere'), ref: 'lost', body: { entity: { $ref: 'nobody' }, name: 'a', sortOrder: 0, value: 'b' } },
      { method: 'PATCH', path: '/n/v1/nothing', body: {} },
      { method: 'GET', path: `/n/v1/project/${known}` },
    ]);
    // A method that is none is refused with the whole request.
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, '/operations/4/method']);
    const done = await send('INDEPENDENT', [
      project('First'),
      project('x'.repeat(5_000)),
      { method: 'POST', path: '/n/v1/textitem', body: { entity: { $ref: 'nobody' }, name: 'a', value: 'b' } },
      { method: 'PATCH', path: '/n/v1/nothing', body: {} },
      { method: 'DELETE', path: '/n/v1/project' },
      { method: 'PATCH', path: `/n/v1/project/${known}`, body: { name: 'Changed' } },
    ]);
    expect(statuses(done)).toEqual([201, 422, 422, 404, 405, 200]);
    const paths = done.body.results.map(
      ({ error }: { error?: { errors: { path: string }[] } }) => error?.errors[0]?.path,
    );
    expect(paths).toEqual([
      undefined,
      '/operations/1/body/name',
      '/operations/2/body/entity',
      '/operations/3/path',
      '/operations/4',
      undefined,
    ]);
    expect(await nameOf(known)).toBe('Changed');
    expect(await nameOf(done.body.results[0].urn)).toBe('First');
  });

  test('replaces names in lists and in children, and nothing that is no name', async () => {
    const named = (ref: string, path: string, body: Operation): Operation => ({
      ref,
      method: 'POST',
      path: `/n/v1/${path}`,
      body: { owner: admin.company, ...body },
    });
    const urn = crypto.randomUUID();
    const answer = await send('INDEPENDENT', [
      named('client', 'apiclient', { name: 'Referred' }),
      named('role', 'role', { name: 'Referring', apiClients: [{ $ref: 'client' }] }),
      page(urn),
      named('list', 'entitylist', { name: 'List', entities: [{ entity: { $ref: 'page' } }] }),
      named('no', 'entitylist', { name: 'List', entities: [{ entity: { $ref: 'nobody' } }] }),
      named('two', 'task', { title: 'T', description: '', status: 'PENDING', project: { $ref: 'page', other: 1 } }),
    ]);
    const [client, role, , list, nobody, two] = answer.body.results;
    expect(statuses(answer).slice(0, 5)).toEqual([201, 201, 201, 201, 422]);
    expect(role.body.apiClients.map((one: { urn: string }) => one.urn)).toEqual([client.urn]);
    expect(list.body.entities[0].entity.urn).toBe(urn);
    expect(nobody.error.errors[0].path).toBe('/operations/4/body/entities/0/entity');
    expect(two.error.errors[0]).toMatchObject({ path: '/operations/5/body/project', code: 'INVALID_FORMAT' });
  });

  test('refuses one without a body, on no urn, or on what is not there, with any condition', async () => {
    const at = (path: string, more: Operation): Operation => ({
      method: 'PATCH',
      path: `/n/v1/project${path}`,
      ...more,
    });
    const answer = await send('INDEPENDENT', [
      at('', { method: 'POST' }),
      at('/', { method: 'POST', body: { owner: admin.company, name: 'As over REST' } }),
      at('/nonsense', { body: { name: 'No' } }),
      at(`/${crypto.randomUUID()}`, { body: { name: 'No' }, ifMatch: '"1", "2"' }),
      at(`/${crypto.randomUUID()}`, { body: { name: 'No' }, ifMatch: '"1"' }),
      project('Yes'),
    ]);
    expect(statuses(answer)).toEqual([400, 201, 404, 404, 404, 201]);
    expect(answer.body.results[2].error.errors[0].path).toBe('/operations/2/path');
  });

  test('refuses what would be passed over: a condition on a create, and the body of a deletion', async () => {
    const urn = crypto.randomUUID();
    await send('INDEPENDENT', [page(urn)]);
    const gone = { method: 'DELETE', path: `/n/v1/entity/${urn}` };
    const { body } = await send('INDEPENDENT', [
      { ...project('Conditional'), ifMatch: '"1"' },
      { ...gone, body: { name: 'No' } },
      { ...gone, body: null, ifMatch: '"1"' },
    ]);
    expect(body.results).toMatchObject([
      { status: 422, error: { errors: [{ path: '/operations/0/ifMatch', code: 'NOT_ALLOWED_TOGETHER' }] } },
      { status: 422, error: { errors: [{ path: '/operations/1/body', code: 'NOT_ALLOWED_TOGETHER' }] } },
      { status: 204 },
    ]);
  });

  test('answers a bug of one operation as that, and says what the others did; all or nothing, the request is refused', async () => {
    await sql(
      service,
      `CREATE FUNCTION refuse_bug() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a bug'; END $$;
      CREATE TRIGGER refuse_bug BEFORE INSERT ON project FOR EACH ROW WHEN (NEW.name = 'Bug') EXECUTE FUNCTION refuse_bug()`,
    );
    const operations = [project('Before'), project('Bug'), project('After')];
    const each = await send('INDEPENDENT', operations);
    expect(statuses(each)).toEqual([201, 500, 201]);
    const { error } = each.body.results[1];
    expect([error.code, JSON.stringify(each.body).includes('a bug')]).toEqual(['INTERNAL_ERROR', false]);
    // Who runs the service reads of it all the same.
    expect(logged).toEqual([expect.stringMatching(new RegExp(`a bug.*${String(error.requestId)}`))]);
    const before = await logEnd(service.services);
    const all = await send('ATOMIC', operations);
    expect([all.status, all.body.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(await logEnd(service.services)).toBe(before);
  });

  test('compares each condition by itself', async () => {
    const urn = await people.make('project', { name: 'One' });
    const change = (name: string, ifMatch: string): Operation => ({
      method: 'PATCH',
      path: `/n/v1/project/${urn}`,
      body: { name },
      ifMatch,
    });
    const answer = await send('INDEPENDENT', [
      change('Two', '"1"'),
      change('Lost', '"1"'),
      change('Three', '"7", "2"'),
    ]);
    expect(statuses(answer)).toEqual([200, 412, 200]);
    expect(answer.body.results[1].error.currentVersion).toBe(2);
    expect(answer.body.results[2].etag).toBe('"3"');
    expect(await nameOf(urn)).toBe('Three');
  });

  test('asks for the condition that a client must send', async () => {
    const apiClient = await people.make('apiclient', { name: 'Careful', accessLevel: 'COMPANY', requireIfMatch: true });
    const expirationTimestamp = new Date(Date.now() + 7_200_000).toISOString();
    const token = await admin.rest('POST', '/n/v1/apiclientbearertoken', { body: { apiClient, expirationTimestamp } });
    const careful = service.client(String(token.body.bearerToken));
    const urn = await people.make('project', { name: 'One' });
    const change = { method: 'PATCH', path: `/n/v1/project/${urn}`, body: { name: 'Two' } };
    const answer = await send('INDEPENDENT', [change, { ...change, ifMatch: '*' }], careful);
    expect(statuses(answer)).toEqual([428, 200]);
  });

  test('needs for each what it needs alone', async () => {
    const hidden = await people.make('project', { name: 'Hidden' });
    const shown = await people.make('project', { name: 'Shown' });
    const reader = await people.person('Reader', []);
    await people.grant('API_CLIENT', reader.client, 'PROJECT', shown, 'READ');
    const change = (urn: string): Operation => ({
      method: 'PATCH',
      path: `/n/v1/project/${urn}`,
      body: { name: 'No' },
    });
    const operations = [change(hidden), change(shown), { method: 'DELETE', path: `/n/v1/project/${hidden}` }];
    const answer = await send('INDEPENDENT', [...operations, project('No')], reader);
    expect(statuses(answer)).toEqual([404, 403, 404, 422]);
    expect(answer.text).not.toContain('Hidden');
    expect([await nameOf(hidden), await nameOf(shown)]).toEqual(['Hidden', 'Shown']);
    expect(statuses(await send('ATOMIC', operations, reader))).toEqual([404, 424, 424]);
    const anyone = await service.client(null).rest('POST', '/n/v1/bulk', { body: { mode: 'ATOMIC', operations } });
    expect(anyone.status).toBe(401);
  });
});

test('What there is no time for is refused by itself, and what was done is answered.', async () => {
  const budget = {
    objects: 20_000,
    bytes: 1_000_000,
    rows: 100_000,
    rendering: 1_000_000,
    pixels: 1_000_000,
    milliseconds: 2_000,
  };
  const hurried = await startService({}, { budget });
  try {
    const tenant = await hurried.tenant();
    const body = { owner: tenant.company, name: 'Project' };
    const operations = [1, 2].map(() => ({ method: 'POST', path: '/n/v1/project', body }));
    const answer = await tenant.rest('POST', '/n/v1/bulk', { body: { mode: 'INDEPENDENT', operations } });
    expect([answer.status, statuses(answer)]).toEqual([200, [504, 504]]);
  } finally {
    await hurried.close();
  }
});

test('What there is no budget left to show was done all the same, and is answered without its body.', async () => {
  const small = await startService({}, { budget: { ...requestLimits, objects: 2 } });
  try {
    const tenant = await small.tenant();
    const shown = async (mode: string, names: readonly string[]): Promise<unknown> => {
      const operations = names.map((name) => ({
        ...{ method: 'POST', path: '/n/v1/project', body: { owner: tenant.company, name } },
      }));
      const { status, body } = await tenant.rest('POST', '/n/v1/bulk', { body: { mode, operations } });
      const results = body.results as { status: number; urn: string; etag: string; body?: { name: string } }[];
      for (const { urn } of results) expect((await tenant.rest('GET', `/n/v1/project/${urn}`)).status).toBe(200);
      return [status, ...results.map((one) => [one.status, one.etag, one.body?.name])];
    };
    const made = (name?: string): unknown[] => [201, '"1"', name];
    for (const mode of ['INDEPENDENT', 'ATOMIC']) {
      expect(await shown(mode, ['A', 'B'])).toEqual([200, made('A'), made('B')]);
      expect(await shown(mode, ['A', 'B', 'C'])).toEqual([200, made(), made(), made()]);
    }
  } finally {
    await small.close();
  }
});

test('Results beyond 8 MiB come without their bodies: many changes of one long page would show it as often.', async () => {
  const urn = crypto.randomUUID();
  const texts = Array.from({ length: 25 }, (_, at) => ({
    name: `t${String(at)}`,
    sortOrder: 0,
    value: 'x'.repeat(60_000),
  }));
  const body = { owner: admin.company, urn, name: 'Long', language: 'en', status: 'DRAFT_UNPUBLISHED', texts };
  expect((await admin.rest('POST', '/n/v1/entity', { body })).status).toBe(201);
  const patch = (name: string): Operation => ({ method: 'PATCH', path: `/n/v1/entity/${urn}`, body: { name } });
  for (const mode of ['INDEPENDENT', 'ATOMIC'] as const) {
    const answer = await send(mode, [
      ...Array.from({ length: 9 }, (_, at) => patch(`${mode} ${String(at)}`)),
      project('P'),
    ]);
    const results = answer.body.results as { status: number; etag: string; body?: { texts?: readonly unknown[] } }[];
    expect(statuses(answer)).toEqual([...Array.from({ length: 9 }, () => 200), 201]);
    // Each is 1.5 MB long: the sixth one is the last that begins before.
    expect(results.map(({ body: shown }) => shown?.texts?.length ?? null)).toEqual([
      25,
      25,
      25,
      25,
      25,
      25,
      null,
      null,
      null,
      null,
    ]);
    expect(results.every(({ etag }) => etag.length > 0)).toBe(true);
  }
});
