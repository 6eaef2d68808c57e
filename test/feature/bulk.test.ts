// Several writes in one request, on both faces: all or none, or each by itself, with a result for each. Resource reference
// 1.9.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestLimits } from '../../src/engine/requestBudget.ts';
import { expectDescribed } from '../contract/openapi.ts';
import type { Client, RestAnswer } from '../support/client.ts';
import { community, type Community } from '../support/community.ts';
import { sql } from '../support/content.ts';
import { logEnd, sequenceOf } from '../support/eventLog.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let people: Community;
let admin: Tenant;

beforeAll(async () => {
  service = await startService({ RATE_LIMITS: '1' });
  people = await community(service);
  admin = people.admin;
});
afterAll(() => service.close());

type Operation = Record<string, unknown>;

async function send(
  mode: 'ATOMIC' | 'INDEPENDENT',
  operations: readonly Operation[],
  by: Client = admin,
  headers: Record<string, string> = {},
): Promise<RestAnswer> {
  const answer = await by.rest('POST', '/n/v1/bulk', { body: { mode, operations }, headers });
  expectDescribed('POST', '/n/v1/bulk', answer);
  return answer;
}

const statuses = ({ body, text }: RestAnswer): number[] => {
  expect(body.results, text).toBeDefined();
  return body.results.map(({ status }: { status: number }) => status);
};

const project = (name: string, more: Operation = {}): Operation => ({
  method: 'POST',
  path: '/n/v1/project',
  body: { owner: admin.company, name, ...more },
});
const entity = (urn: string, name: string): Operation => ({
  owner: admin.company,
  urn,
  name,
  language: 'en',
  status: 'DRAFT_UNPUBLISHED',
});
const page = (urn: string): Operation => ({
  ref: 'page',
  method: 'POST',
  path: '/n/v1/entity',
  body: entity(urn, 'Page'),
});
const text = (value: string): Operation => ({
  method: 'POST',
  path: '/n/v1/textitem',
  body: { entity: { $ref: 'page' }, name: 'title', sortOrder: 0, value },
});

const nameOf = async (urn: string): Promise<unknown> => (await admin.rest('GET', `/n/v1/project/${urn}`)).body.name;

describe('A bulk that is all or nothing', () => {
  test('carries out creates, changes and deletes in order, and names what was made earlier', async () => {
    const urn = crypto.randomUUID();
    const doomed = await people.make('project', { name: 'Doomed' });
    const before = await logEnd(service.services);
    const answer = await send('ATOMIC', [
      page(urn),
      text('Hello'),
      {
        method: 'POST',
        path: '/n/v1/jsonitem',
        body: { entity: { urn: { $ref: 'page' } }, name: 'data', sortOrder: 0, value: { link: { $ref: 'page' } } },
      },
      { method: 'PATCH', path: `/n/v1/entity/${urn}`, body: { status: 'PUBLISH' } },
      { method: 'DELETE', path: `/n/v1/project/${doomed}` },
    ]);
    expect(statuses(answer)).toEqual([201, 201, 201, 200, 204]);
    const [made, , json, published, deleted] = answer.body.results;
    expect(made).toMatchObject({ ref: 'page', urn, etag: '"1"', body: { name: 'Page', language: 'en' } });
    // What is a value stays one.
    expect(json.body.value).toEqual({ link: { $ref: 'page' } });
    expect(published.body.status).toBe('PUBLISHED');
    expect(deleted).toEqual({ status: 204, urn: doomed });
    const stored = await admin.rest('GET', `/n/v1/entity/${urn}`);
    expect(stored.body.texts.map((item: { value: string }) => item.value)).toEqual(['Hello']);
    expect((await admin.rest('GET', `/n/v1/project/${doomed}`)).status).toBe(404);
    const end = await logEnd(service.services);
    const { events } = await admin.data(
      `{ events(first: 50, after: "${before}") { nodes { sequence subject event } } }`,
    );
    const log = events.nodes as { sequence: string; subject: string; event: string }[];
    expect(log.map(({ subject, event }) => `${subject} ${event}`)).toEqual([
      'ENTITY CREATE',
      'TEXT_ITEM CREATE',
      'JSON_ITEM CREATE',
      'ENTITY UPDATE',
      'PROJECT DELETE',
    ]);
    const start = sequenceOf(before);
    expect(log.map(({ sequence }) => Number(sequence))).toEqual([1, 2, 3, 4, 5].map((n) => start + n));
    expect(sequenceOf(end)).toBe(start + 5);
  });

  test('knows what an operation changed by its name, and no version that no resource can have', async () => {
    const page1 = crypto.randomUUID();
    const made = await send('ATOMIC', [page(page1), { ...text('One') }]);
    const again = await send('ATOMIC', [
      { ref: 'page', method: 'PATCH', path: `/n/v1/entity/${page1}`, body: { name: 'Again' } },
      { ...text('Two'), body: { ...(text('Two')['body'] as object), name: 'other' } },
    ]);
    expect(statuses(again)).toEqual([200, 201]);
    const item = String(made.body.results[1].urn);
    const late = {
      method: 'PATCH',
      path: `/n/v1/textitem/${item}`,
      body: { value: 'x' },
      ifMatch: `"${'9'.repeat(20)}"`,
    };
    expect(statuses(await send('INDEPENDENT', [late]))).toEqual([412]);
  });

  test('does nothing when one is refused, and says which one and why', async () => {
    const urn = crypto.randomUUID();
    const before = await logEnd(service.services);
    const answer = await send('ATOMIC', [page(urn), text('x'.repeat(65_536)), text('Never')]);
    expect(statuses(answer)).toEqual([424, 422, 424]);
    expect(answer.body.results.map(({ error }: { error: { code: string } }) => error.code)).toEqual([
      'FAILED_DEPENDENCY',
      'VALIDATION_FAILED',
      'FAILED_DEPENDENCY',
    ]);
    expect(answer.body.results[1].error.errors).toMatchObject([
      { path: '/operations/1/body/value', code: 'TOO_LONG', limit: 65_535 },
    ]);
    expect((await admin.rest('GET', `/n/v1/entity/${urn}`)).status).toBe(404);
    expect(await logEnd(service.services)).toBe(before);
  });

  test('undoes what was done when the database refuses one', async () => {
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const path = `/taken/${first}`;
    const answer = await send('ATOMIC', [
      { ...page(first), body: { ...entity(first, 'One'), path } },
      { ...page(second), ref: 'other', body: { ...entity(second, 'Two'), path } },
    ]);
    expect(statuses(answer)).toEqual([424, 409]);
    expect(answer.body.results[1].error.code).toBe('ALREADY_EXISTS');
    expect((await admin.rest('GET', `/n/v1/entity/${first}`)).status).toBe(404);
  });

  test('can be sent again: what was made is found, not made twice', async () => {
    const operations = [project('Same', { urn: crypto.randomUUID() }), project('Other', { urn: crypto.randomUUID() })];
    expect(statuses(await send('ATOMIC', operations))).toEqual([201, 201]);
    expect(statuses(await send('ATOMIC', operations))).toEqual([200, 200]);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const unnamed = [project('Keyed')];
    const first = await send('ATOMIC', unnamed, admin, headers);
    const again = await send('ATOMIC', unnamed, admin, headers);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  });
});

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
      named('two', 'project', { name: 'P', parentProject: { $ref: 'page', other: 1 } }),
    ]);
    const [client, role, , list, nobody] = answer.body.results;
    expect(statuses(answer).slice(0, 5)).toEqual([201, 201, 201, 201, 422]);
    expect(role.body.apiClients.map((one: { urn: string }) => one.urn)).toEqual([client.urn]);
    expect(list.body.entities[0].entity.urn).toBe(urn);
    expect(nobody.error.errors[0].path).toBe('/operations/4/body/entities/0/entity');
  });

  test('refuses one without a body, on no urn, or on what is not there, with any condition', async () => {
    const at = (path: string, more: Operation): Operation => ({
      method: 'PATCH',
      path: `/n/v1/project${path}`,
      ...more,
    });
    const answer = await send('INDEPENDENT', [
      at('', { method: 'POST' }),
      at('/nonsense', { body: { name: 'No' } }),
      at(`/${crypto.randomUUID()}`, { body: { name: 'No' }, ifMatch: '"1", "2"' }),
      at(`/${crypto.randomUUID()}`, { body: { name: 'No' }, ifMatch: '"1"' }),
      project('Yes'),
    ]);
    expect(statuses(answer)).toEqual([400, 404, 404, 404, 201]);
    expect(answer.body.results[1].error.errors[0].path).toBe('/operations/1/path');
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

test('The graph answers a bulk in the same words.', async () => {
  const document = `mutation ($mode: BulkMode!, $operations: [BulkOperation!]!) {
    bulk(mode: $mode, operations: $operations) {
      results { ref status urn etag resource { __typename urn ... on TextItem { value } } userErrors { code path } }
      userErrors { code path }
    }
  }`;
  const urn = crypto.randomUUID();
  const long = { method: 'POST', path: '/n/v1/longitem', body: { entity: { $ref: 'page' }, name: 'n', sortOrder: 0 } };
  const sent = { mode: 'INDEPENDENT', operations: [page(urn), text('Hello'), long] };
  const { bulk } = await admin.data(document, sent);
  expect(bulk.userErrors).toEqual([]);
  expect(bulk.results).toMatchObject([
    { ref: 'page', status: 201, urn, etag: '"1"', resource: { __typename: 'Entity', urn }, userErrors: [] },
    { status: 201, resource: { __typename: 'TextItem', value: 'Hello' } },
    { status: 422, urn: null, resource: null, userErrors: [{ code: 'REQUIRED', path: '/operations/2/body/value' }] },
  ]);
  // Whole numbers keep all their digits on their way.
  const exact = await admin.graph(
    `mutation { bulk(mode: ATOMIC, operations: [{ method: POST, path: "/n/v1/longitem",
      body: { entity: "${urn}", name: "n", sortOrder: 0, value: 9007199254740993 } }]) { results { resource { ... on LongItem { value } } } } }`,
  );
  expect(exact.data?.bulk.results).toEqual([{ resource: { value: '9007199254740993' } }]);
});

test('What a bulk changes is shown as it is then, also where its mutation has read it before.', async () => {
  const urn = crypto.randomUUID();
  const made = await send('ATOMIC', [page(urn), text('One')]);
  const item = String(made.body.results[1].urn);
  const document = `mutation ($urn: ID!, $mode: BulkMode!, $operations: [BulkOperation!]!) {
    before: updateEntity(urn: $urn, input: { name: "Before" }) { entity { name texts { value } } }
    bulk(mode: $mode, operations: $operations) { results { resource { ... on Entity { name texts { value } } } } }
  }`;
  for (const mode of ['ATOMIC', 'INDEPENDENT']) {
    const operations = [
      { method: 'PATCH', path: `/n/v1/entity/${urn}`, body: { name: mode } },
      { method: 'PATCH', path: `/n/v1/textitem/${item}`, body: { value: mode } },
    ];
    const { bulk } = await admin.data(document, { urn, mode, operations });
    expect(bulk.results[0].resource).toEqual({ name: mode, texts: [{ value: mode }] });
  }
});

test('What there is no time for is refused by itself, and what was done is answered.', async () => {
  const budget = { objects: 20_000, bytes: 1_000_000, rows: 100_000, rendering: 1_000_000, milliseconds: 2_000 };
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

describe('A bulk is bounded', () => {
  test('by its operations, and their names', async () => {
    const many = Array.from({ length: 101 }, (_, at) => project(`Project ${String(at)}`));
    const refused = await send('ATOMIC', many);
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      422,
      { path: '/operations', code: 'TOO_MANY', limit: 100 },
    ]);
    expect((await send('ATOMIC', [])).status).toBe(422);
    const twice = await send('ATOMIC', [
      { ...project('A'), ref: 'a' },
      { ...project('B'), ref: 'a' },
    ]);
    expect([twice.status, twice.body.errors[0]]).toMatchObject([422, { path: '/operations/1/ref', code: 'DUPLICATE' }]);
  });

  test('by what its operations cost the caller', async () => {
    const left = async (): Promise<number> =>
      (await admin.data('{ clientContext { rateLimit { costRemaining } } }')).clientContext.rateLimit.costRemaining;
    const before = await left();
    const answer = await send(
      'INDEPENDENT',
      Array.from({ length: 10 }, (_, at) => project(`Many ${String(at)}`)),
    );
    expect(statuses(answer).every((status) => status === 201)).toBe(true);
    const spent = before - (await left());
    // Beside the two reads of the allowance.
    expect(spent).toBeGreaterThanOrEqual(1_000);
  });

  test('by what the caller has left: beyond it, nothing is done', async () => {
    const few = await people.make('apiclient', { name: 'Few', requestsPerMinute: 10 });
    await people.grant('API_CLIENT', few, 'COMPANY', admin.company, 'CREATE');
    const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await admin.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { apiClient: few, expirationTimestamp },
    });
    const urns = Array.from({ length: 100 }, () => crypto.randomUUID());
    const client = service.client(String(body.bearerToken));
    // 10,000 units, of which this takes 100.
    expect(statuses(await send('ATOMIC', [project('Within')], client))).toEqual([201]);
    const beyond = urns.map((urn) => project('Beyond', { urn }));
    const answer = await send('ATOMIC', beyond, client);
    expect([answer.status, answer.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect((await admin.rest('GET', `/n/v1/project/${String(urns[0])}`)).status).toBe(404);
  });
});
