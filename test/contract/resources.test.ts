// Every kind follows the rules common to kinds, over both faces: create, read, list, update, delete; equal answers; and
// every REST answer matches the OpenAPI document.
import { request } from 'node:http';
import { beforeAll, describe, expect } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { resourceOf } from '../../src/contract/resource.ts';
import type { RestAnswer } from '../support/client.ts';
import { logEnd } from '../support/eventLog.ts';
import { rowsOf, testsOfRow } from '../support/matrix.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { bodyOf, make } from './make.ts';
import { expectDescribed } from './openapi.ts';
import { spec, type SpecKind } from './parts.ts';

const contract = loadContract();
let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

async function rest(method: string, kind: SpecKind, urn: string | null, request = {}): Promise<RestAnswer> {
  const base = `/n/v1/${kind.path}`;
  const answer = await tenant.rest(method, urn === null ? base : `${base}/${urn}`, request);
  if (method !== 'OPTIONS' && method !== 'HEAD') expectDescribed(method, urn === null ? base : `${base}/{urn}`, answer);
  return answer;
}

/** The status of a request whose method clients do not send. */
function statusOf(method: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${tenant.token}` };
    const sent = request(`${service.url}${path}`, { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Fields whose REST and graph answers can be compared as they are. */
function comparable(kind: SpecKind): string[] {
  const resource = resourceOf(contract, kind.name);
  return resource.fields
    .filter((f) => (f.typeClass === 'SCALAR' || f.typeClass === 'ENUM') && !f.isWriteOnly)
    .map((f) => f.name);
}

const created = spec.filter(
  (kind) => kind.verbs.includes('C') && resourceOf(contract, kind.name).operations.has('CREATE'),
);

describe.each(rowsOf(created))('$name', (kind) => {
  const resource = resourceOf(contract, kind.name);
  const test = testsOfRow(kind.row, 3);

  test('is created with 201, its address, its ETag and itself as the body', async () => {
    const body = await bodyOf(tenant, kind.name);
    const answer = await rest('POST', kind, null, { body });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('location')).toBe(`${service.url}/n/v1/${kind.path}/${String(answer.body.urn)}`);
    expect(answer.headers.get('etag')).toMatch(/^"\d+(-[0-9a-f]{32})?"$/);
    expect(answer.body.url).toBe(answer.headers.get('location'));
  });

  test('is not created where a parameter of the answer is refused', async () => {
    const body = { ...(await bodyOf(tenant, kind.name)), urn: crypto.randomUUID() };
    for (const parameter of ['fields', 'expand']) {
      const refused = await tenant.rest('POST', `/n/v1/${kind.path}?${parameter}=nothing`, { body });
      expect([refused.status, refused.body.errors]).toMatchObject([400, [{ path: `?${parameter}` }]]);
    }
    // A repeated create would be answered with 200.
    expect((await tenant.rest('POST', `/n/v1/${kind.path}`, { body })).status).toBe(201);
  });

  test('is created, changed and restored without a body under Prefer: return=minimal', async () => {
    const headers = { prefer: 'return=minimal' };
    const path = `/n/v1/${kind.path}`;
    const answer = await tenant.rest('POST', path, { body: await bodyOf(tenant, kind.name), headers });
    // What was found is answered in any case.
    if (kind.name === 'Search') return;
    const said = ({ status, text, headers: sent }: RestAnswer): unknown[] => [
      status,
      text,
      sent.get('preference-applied'),
      /^"\d+(-[0-9a-f]{32})?"$/.test(sent.get('etag') ?? ''),
      Number.isNaN(Date.parse(sent.get('last-modified') ?? '')),
    ];
    expect(said(answer)).toEqual([201, '', 'return=minimal', true, false]);
    const urn = (answer.headers.get('location') ?? '').split('/').at(-1) ?? '';
    expect(urn).toMatch(/^[0-9a-f-]{36}$/);
    if (!resource.operations.has('UPDATE')) return;
    expect(said(await tenant.rest('PATCH', `${path}/${urn}`, { body: {}, headers }))).toEqual([
      204,
      '',
      'return=minimal',
      true,
      false,
    ]);
    if (!resource.operations.has('DELETE')) return;
    await tenant.rest('DELETE', `${path}/${urn}`);
    const restored = await tenant.rest('POST', `${path}/${urn}/restore`, { headers });
    if (restored.status < 400) expect([restored.status, restored.text]).toEqual([204, '']);
  });

  test('reads the same over REST and the graph', async () => {
    const { urn } = await make(tenant, kind.name);
    // A trigger gets its number in the log a moment after it is written.
    if (kind.name === 'WebhookTrigger') await logEnd(service.services);
    const overRest = await rest('GET', kind, urn);
    expect(overRest.status).toBe(200);
    const names = comparable(kind);
    const data = await tenant.data(
      `query ($urn: ID!) { found: ${resource.singularField}(urn: $urn) { ${names.join(' ')} } }`,
      { urn },
    );
    // What is shown over REST when it is asked for.
    const asked = names.filter((name) => resource.fieldByName.get(name)?.rest.isOnDemand === true);
    if (asked.length > 0)
      Object.assign(overRest.body, (await tenant.rest('GET', `/n/v1/${kind.path}/${urn}?fields=${asked.join()}`)).body);
    for (const name of names) {
      // Over REST the word names the scopes of the search; the ETag holds the row's version.
      if (kind.name === 'Search' && name === 'version') continue;
      const field = resource.fieldByName.get(name);
      const restValue = overRest.body[kind.name === 'Search' && name === 'contentVersion' ? 'version' : name];
      const expected = field?.typeName === 'Long' && restValue !== null ? String(restValue) : restValue;
      // An item's REST form may omit a member only where the graph has null.
      // Over REST no list is null.
      const shown = field?.isList === true ? (data.found[name] ?? []) : data.found[name];
      expect(shown, `${kind.name}.${name}`).toEqual(expected ?? null);
    }
  });

  test('is created over the graph too', async () => {
    const input = await bodyOf(tenant, kind.name);
    const answer = await tenant.data(
      `mutation ($input: Create${kind.name}Input!) { done: create${kind.name}(input: $input) { result: ${resource.singularField} { urn version } userErrors { code path message } } }`,
      { input },
    );
    expect(answer.done.userErrors).toEqual([]);
    expect(answer.done.result.urn).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.runIf(resource.operations.has('LIST'))('is found in its list on both faces', async () => {
    const { urn } = await make(tenant, kind.name);
    const answer = await tenant.rest('GET', `/n/v1/${kind.plural}?filter[urn]=${urn}&count=true`);
    expectDescribed('GET', `/n/v1/${kind.plural}`, answer);
    expect(answer.body[kind.plural].map((row: { urn: string }) => row.urn)).toEqual([urn]);
    expect(answer.body.pagination).toMatchObject({ isMorePages: false, nextUrl: null, limit: 50, totalCount: 1 });
    const data = await tenant.data(
      `query ($urn: ID!) { found: ${resource.pluralField}(where: { urn: { eq: $urn } }) { totalCount nodes { urn } } }`,
      { urn },
    );
    expect(data.found).toEqual({ totalCount: 1, nodes: [{ urn }] });
  });

  test.runIf(resource.operations.has('UPDATE'))('accepts a full object that was read before, unchanged', async () => {
    const { urn } = await make(tenant, kind.name);
    const before = await rest('GET', kind, urn);
    const answer = await rest('PUT', kind, urn, {
      body: before.body,
      headers: { 'if-match': before.headers.get('etag') ?? '' },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.version).toBe(before.body.version);
  });

  test.runIf(resource.operations.has('UPDATE'))(
    'takes back what no write changes under strict handling, and names it where it differs',
    async () => {
      const { urn } = await make(tenant, kind.name);
      const { body } = await rest('GET', kind, urn);
      const fixed = resource.fields.filter(
        ({ name, storage, isReadOnly, isIgnoredOnUpdate }) =>
          storage === 'COLUMN' && (isReadOnly || isIgnoredOnUpdate) && (body[name] ?? null) !== null,
      );
      expect(fixed.map(({ name }) => name)).toContain('createdTimestamp');
      const again = ({ typeClass, name }: { readonly typeClass: string; readonly name: string }): unknown =>
        typeClass === 'LINK' ? { urn: String(body[name].urn ?? body[name]).toUpperCase() } : body[name];
      const strictly = (sent: Record<string, unknown>): Promise<RestAnswer> =>
        rest('PATCH', kind, urn, { body: sent, headers: { prefer: 'handling=strict' } });
      const same = await strictly(Object.fromEntries(fixed.map((field) => [field.name, again(field)])));
      expect(same.status, same.text).toBe(200);
      // What follows from other rows is not compared.
      const derived = resource.fields
        .filter(({ storage, isReadOnly }) => storage === 'COMPUTED' && isReadOnly)
        .flatMap(({ name }): [string, unknown][] => {
          const value: unknown = body[name];
          if (typeof value === 'number') return [[name, value + 1]];
          return typeof value === 'boolean' ? [[name, !value]] : [];
        });
      if (kind.name === 'Task') expect(derived).toContainEqual(['isBlocked', true]);
      const changed = await strictly(Object.fromEntries(derived));
      expect(changed.status, changed.text).toBe(200);
      const other = await strictly({ createdTimestamp: '2000-01-01T00:00:00.000Z' });
      expect(other.body.errors).toMatchObject([{ path: '/createdTimestamp', code: 'IMMUTABLE' }]);
    },
  );

  test.runIf(resource.operations.has('UPDATE'))(
    'refuses a write that expects another version, and changes nothing',
    async () => {
      const { urn } = await make(tenant, kind.name);
      const before = await rest('GET', kind, urn);
      const answer = await rest('PUT', kind, urn, { body: {}, headers: { 'if-match': '"999"' } });
      expect(answer.status).toBe(412);
      expect(answer.body).toMatchObject({ code: 'PRECONDITION_FAILED', currentVersion: before.body.version });
      expect((await rest('GET', kind, urn)).text).toBe(before.text);
    },
  );

  test.runIf(resource.operations.has('DELETE'))('cannot be found after a delete, on both faces', async () => {
    const { urn } = await make(tenant, kind.name);
    const answer = await rest('DELETE', kind, urn);
    expect(answer.status, answer.text).toBe(204);
    expect(answer.text).toBe('');
    expect((await rest('GET', kind, urn)).body).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    expect((await rest('DELETE', kind, urn)).status).toBe(404);
    expect(
      await tenant.data(`query ($urn: ID!) { found: ${resource.singularField}(urn: $urn) { urn } }`, { urn }),
    ).toEqual({ found: null });
  });

  test('answers a urn that does not exist, or is no urn, with 404', async () => {
    expect((await rest('GET', kind, '0190f3a0-0000-7000-8000-000000000000')).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await rest('GET', kind, 'nonsense')).body).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('supports its operations, and lists them for other methods', async () => {
    // `fetch` refuses to send TRACE at all.
    expect(await statusOf('TRACE', `/n/v1/${kind.path}`)).toBe(405);
    const options = await tenant.rest('OPTIONS', `/n/v1/${kind.path}`);
    expect(options.status).toBe(204);
    expect(options.headers.get('allow')?.split(', ')).toContain('POST');
  });

  // Content may be everyone's: it is then not found.
  test.runIf(resource.labels.read !== 'VIEW')('requires a caller', async () => {
    const answer = await service.client(null).rest('GET', `/n/v1/${kind.path}/0190f3a0-0000-7000-8000-000000000000`);
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('UNAUTHENTICATED');
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
  });
});
