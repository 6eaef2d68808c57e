// Several writes in one request, on both faces: all or none, and no more than a request may make. Resource reference 1.9.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulksOf, statuses, text } from '../support/bulk.ts';
import { community, type Community } from '../support/community.ts';
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

const { send, entity, project, page } = bulksOf(() => admin);
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

  test('can be sent again: what was made is found, not made twice, and not shown where it is not wanted', async () => {
    const operations = [project('Same', { urn: crypto.randomUUID() }), project('Other', { urn: crypto.randomUUID() })];
    expect(statuses(await send('ATOMIC', operations))).toEqual([201, 201]);
    expect(statuses(await send('ATOMIC', operations))).toEqual([200, 200]);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const unnamed = [project('Keyed')];
    const first = await send('ATOMIC', unnamed, admin, headers);
    expect(first.body.results[0].body.name).toBe('Keyed');
    const bare = await send('ATOMIC', [project('Bare')], admin, { prefer: 'return=minimal' });
    const [{ urn }] = bare.body.results;
    expect(bare.body.results).toEqual([{ status: 201, urn, etag: '"1"' }]);
    const again = await send('ATOMIC', unnamed, admin, headers);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
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
