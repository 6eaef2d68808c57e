// Every header of the table of conditions on every kind of write, made from that table: of each kind a change, a whole change and a
// delete, each verb that checks a version, and what checks none; in the graph the argument that stands for them. Resource reference
// 1.6, 16.5.
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { isUpdatable, resourceOf } from '../../src/contract/resource.ts';
import { headerNames, isRead, requestHeaders, type RequestKind } from '../../src/domain/requestHeaders.ts';
import type { RestAnswer } from '../support/client.ts';
import { sampleOf } from '../support/matrix.ts';
import { picture, upload } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { bodyOf, make } from './make.ts';
import { good, spec, type SpecKind } from './parts.ts';

const contract = loadContract();
let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

type Header = keyof typeof requestHeaders;
type Headers = Readonly<Record<string, string>>;

const past = new Date(0).toUTCString();
const future = new Date(Date.now() + 86_400_000).toUTCString();

/** Values that refuse a write, and values that let it through, of what is at version 1. */
const values: Readonly<Record<Header, { readonly refuses: string | null; readonly passes: string }>> = {
  'if-match': { refuses: '"999"', passes: '"1"' },
  'if-none-match': { refuses: '*', passes: '"999"' },
  'if-unmodified-since': { refuses: past, passes: future },
  // Of reads alone: on a write it says nothing, whatever it says (RFC 9110, 13.1.3).
  'if-modified-since': { refuses: null, passes: future },
  prefer: { refuses: null, passes: 'handling=strict' },
  'idempotency-key': { refuses: null, passes: 'a key' },
};
// Object.entries gives the members that the type names.
const headers = Object.entries(values) as [Header, (typeof values)[Header]][];

test('The table holds these headers, and pages of other origins may send them.', async () => {
  expect(Object.keys(requestHeaders).sort()).toEqual(Object.keys(values).sort());
  expect(headerNames.map((name) => name.toLowerCase()).sort()).toEqual(Object.keys(values).sort());
});

interface Write {
  readonly kind: RequestKind;
  readonly method: string;
  readonly send: (headers: Headers) => Promise<RestAnswer>;
  /** The version of what is written; null where nothing is. */
  readonly version: (() => Promise<unknown>) | null;
}

const sameOf = (header: Header, value: string): Headers => ({
  [header]: header === 'idempotency-key' ? crypto.randomUUID() : value,
});

/** Sends whatever the table says that the write does not obey, and sees it obey what it does. */
async function expectObeyed({ kind, method, send, version }: Write): Promise<void> {
  for (const [header, { refuses }] of headers) {
    if (refuses === null || !isRead(header, kind, method)) continue;
    const before = await version?.();
    const answer = await send({ [header]: refuses });
    expect([header, answer.status, answer.body.code], answer.text).toEqual([header, 412, 'PRECONDITION_FAILED']);
    expect([header, await version?.()]).toEqual([header, before]);
  }
}

/** Sends one header that lets the write through, or that it ignores, and looks at how that is said. */
async function expectPassed({ kind, method, send }: Omit<Write, 'version'>, header: Header): Promise<void> {
  const { refuses, passes } = values[header];
  const isObeyed = isRead(header, kind, method);
  const isWarned = !isObeyed && requestHeaders[header].guardsWrites;
  const sent = sameOf(header, isObeyed ? passes : (refuses ?? passes));
  if (isWarned) {
    const strict = await send({ ...sent, prefer: 'handling=strict' });
    expect([header, strict.status, strict.body.code], strict.text).toEqual([header, 400, 'BAD_REQUEST']);
  }
  const answer = await send(sent);
  expect([header, Math.floor(answer.status / 100)], answer.text).toEqual([header, 2]);
  const warning = `299 - "${requestHeaders[header].name} was ignored: this request checks no version."`;
  expect([header, (answer.headers.get('warning') ?? '').includes(warning)]).toEqual([header, isWarned]);
  if (header === 'prefer' && answer.status !== 204)
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
  if (header !== 'idempotency-key') return;
  // A write that does not read the key is carried out again; of a delete that finds nothing.
  const again = await send(sent);
  expect([header, again.headers.get('idempotency-replayed')]).toEqual([header, isObeyed ? 'true' : null]);
}

const kinds = spec.filter(({ name }) => resourceOf(contract, name).operations.has('CREATE'));

/** A field of a kind, and a value that it has not. */
function change(kind: SpecKind, before: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const resource = resourceOf(contract, kind.name);
  const unique = new Set(resource.unique.flat());
  for (const field of kind.fields.filter(({ name }) => !unique.has(name))) {
    const known = resource.fieldByName.get(field.name);
    if (!known || !isUpdatable(known) || known.isList || known.isWriteOnly || field.ro || field.ign) continue;
    if (['link', 'links', 'objects', 'enum', 'history', 'uuid'].includes(field.type)) continue;
    const value = [1, 0].map((variant) => good(field, variant)).find((one) => one !== before[field.name]);
    return { [field.name]: typeof value === 'bigint' ? Number(value) : value };
  }
  return null;
}

const readable = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
  const { body } = await tenant.rest('GET', path);
  return body as Readonly<Record<string, unknown>>;
};

describe.each(sampleOf(kinds, 6))('$name', (kind) => {
  const resource = resourceOf(contract, kind.name);
  const isChanged = resource.operations.has('UPDATE');
  const isDeleted = resource.operations.has('DELETE');

  async function one(): Promise<{ readonly path: string; readonly write: (method: string) => Write; urn: string }> {
    const { urn } = await make(tenant, kind.name);
    const path = `/n/v1/${kind.path}/${urn}`;
    const body = change(kind, await readable(path)) ?? {};
    const write = (method: string): Write => ({
      kind: method === 'DELETE' ? 'DELETE' : 'CHANGE',
      method,
      send: (sent) => tenant.rest(method, path, { ...(method !== 'DELETE' && { body }), headers: sent }),
      version: async () => (await readable(path))['version'],
    });
    return { path, write, urn };
  }

  const methods = [...(isChanged ? ['PATCH', 'PUT'] : []), ...(isDeleted ? ['DELETE'] : [])];
  test.each(methods)('%s obeys every header that it reads', async (method) => {
    const { write } = await one();
    await expectObeyed(write(method));
    await Promise.all(headers.map(async ([header]) => expectPassed((await one()).write(method), header)));
  });

  test('a create and a restore say which conditions they do not check', async () => {
    const { path, write } = await one();
    for (const [header] of headers) {
      const body = await bodyOf(tenant, kind.name);
      const send = (sent: Headers): Promise<RestAnswer> =>
        tenant.rest('POST', `/n/v1/${kind.path}`, { body, headers: sent });
      await expectPassed({ kind: 'OTHER', method: 'POST', send }, header);
    }
    if (!isDeleted || (await write('DELETE').send({})).status !== 204) return;
    const send = (sent: Headers): Promise<RestAnswer> => tenant.rest('POST', `${path}/restore`, { headers: sent });
    if ((await send({})).status !== 200) return;
    await expectPassed({ kind: 'OTHER', method: 'POST', send }, 'if-match');
  });

  test.runIf(isChanged)('the graph obeys expectedVersion and keys, and no header of a condition', async () => {
    const { path, urn } = await one();
    const input = change(kind, await readable(path)) ?? {};
    const update = (expected: string | null, sent: Headers = {}) =>
      tenant.graph(
        `mutation ($urn: ID!, $input: Update${kind.name}Input!, $expected: Long) { done: update${kind.name}(urn: $urn, input: $input, expectedVersion: $expected) { userErrors { code } } }`,
        { urn, input, expected },
        sent,
      );
    const before = await readable(path);
    expect((await update('999')).data.done.userErrors).toEqual([{ code: 'PRECONDITION_FAILED' }]);
    expect(await readable(path)).toEqual(before);
    const refusing = headers.flatMap(([header, { refuses }]) => (refuses === null ? [] : [[header, refuses] as const]));
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await update('1', { ...Object.fromEntries(refusing), ...key });
    expect(first.data.done.userErrors).toEqual([]);
    const again = await update('1', { ...Object.fromEntries(refusing), ...key });
    expect([again.headers.get('idempotency-replayed'), again.data]).toEqual(['true', first.data]);
    if (!isDeleted) return;
    const remove = `mutation ($urn: ID!) { done: delete${kind.name}(urn: $urn, expectedVersion: 999) { userErrors { code } } }`;
    expect((await tenant.graph(remove, { urn })).data.done.userErrors).toEqual([{ code: 'PRECONDITION_FAILED' }]);
  });
});

/** What each verb that checks a version over REST is sent, and where. */
const verbs: Readonly<Record<string, () => Promise<{ readonly named: string; readonly at: string; body?: unknown }>>> =
  {
    mergeIdentities: async () => {
      const [into, from] = [await make(tenant, 'Identity'), await make(tenant, 'Identity')];
      return { named: `identity/${into.urn}`, at: `identity/${into.urn}/merge`, body: { from: from.urn } };
    },
    eraseIdentity: async () => {
      const { urn } = await make(tenant, 'Identity');
      return { named: `identity/${urn}`, at: `identity/${urn}/erase` };
    },
    addToTaskList: async () => {
      const [task, other] = [await make(tenant, 'Task'), await make(tenant, 'Task')];
      return { named: `task/${task.urn}`, at: `task/${task.urn}/blockedby/${other.urn}` };
    },
    removeFromTaskList: async () => {
      const [task, other] = [await make(tenant, 'Task'), await make(tenant, 'Task')];
      return { named: `task/${task.urn}`, at: `task/${task.urn}/blockedby/${other.urn}` };
    },
    returnEntity: async () => {
      const { urn } = await make(tenant, 'Entity');
      const { createdTimestamp: timestamp } = await readable(`/n/v1/entity/${urn}`);
      return { named: `entity/${urn}`, at: `entity/${urn}/return`, body: { timestamp } };
    },
    reuseImage: async () => {
      const [item, other] = [await make(tenant, 'ImageItem'), await make(tenant, 'ImageItem')];
      const file = await upload(service.url, tenant, other.urn, await picture());
      return { named: `imageitem/${item.urn}`, at: `imageitem/${item.urn}/reuse`, body: { file } };
    },
    placeTask: async () => {
      const { urn: workflowStage } = await make(tenant, 'WorkflowStage');
      const [task, other] = [await make(tenant, 'Task'), await make(tenant, 'Task', { workflowStage })];
      return { named: `task/${task.urn}`, at: `task/${task.urn}/place`, body: { before: other.urn } };
    },
    recordInvoicePayment: async () => {
      const { urn } = await make(tenant, 'PaymentInvoice');
      return { named: `paymentinvoice/${urn}`, at: `paymentinvoice/${urn}/payments`, body: { unitValue: '1' } };
    },
  };

const versioned = [...contract.verbs.values()].filter(
  ({ args, rest }) => rest.length > 0 && args.some(({ name }) => name === 'expectedVersion'),
);

test('Every verb that checks a version over REST is tried.', () => {
  expect(versioned.map(({ name }) => name).sort()).toEqual(Object.keys(verbs).sort());
});

test.each(versioned)('$name is refused by every condition that does not hold', async ({ name, rest }) => {
  const { named, at, body } = (await verbs[name]?.()) ?? { named: '', at: '' };
  const method = rest[0]?.method ?? '';
  await expectObeyed({
    kind: 'CHANGE',
    method,
    send: (sent) => tenant.rest(method, `/n/v1/${at}`, { ...(body !== undefined && { body }), headers: sent }),
    version: async () => (await readable(`/n/v1/${named}`))['version'],
  });
});

test('A value of a history is chosen, and written again, under the conditions of its item.', async () => {
  const { urn } = await make(tenant, 'TextItem');
  await tenant.rest('PATCH', `/n/v1/textitem/${urn}`, { body: { value: 'Newer' } });
  const { body } = await tenant.rest('GET', `/n/v1/textitemhistory/${urn}`);
  const item = { urn: (body.history as { urn: string }[]).at(-1)?.urn };
  for (const [method, at] of [
    ['PUT', ''],
    ['POST', '/restore'],
  ] as const)
    await expectObeyed({
      kind: 'CHANGE',
      method,
      send: (sent) => tenant.rest(method, `/n/v1/textitemhistory/${urn}${at}`, { body: { item }, headers: sent }),
      version: async () => (await readable(`/n/v1/textitem/${urn}`))['version'],
    });
});

test('A bulk checks a version by each operation, and says that it checks none by its headers.', async () => {
  const { urn } = await make(tenant, 'Project');
  const path = `/n/v1/project/${urn}`;
  const bulk = (sent: Headers, ifMatch?: string): Promise<RestAnswer> => {
    const operation = { method: 'PATCH', path, body: { name: ifMatch ?? 'Named' }, ...(ifMatch && { ifMatch }) };
    return tenant.rest('POST', '/n/v1/bulk', { body: { mode: 'INDEPENDENT', operations: [operation] }, headers: sent });
  };
  const before = await readable(path);
  for (const refused of [await bulk({}, '"999"'), await bulk({}, '"998", "999"'), await bulk({}, 'W/"1"')])
    expect(refused.body.results[0]).toMatchObject({ status: 412 });
  expect(await readable(path)).toEqual(before);
  expect((await bulk({}, '"7", "1"')).body.results[0]).toMatchObject({ status: 200, etag: '"2"' });
  for (const [header] of headers) await expectPassed({ kind: 'OTHER', method: 'POST', send: bulk }, header);
});

test('Requests under one key that differ in a condition are two requests.', async () => {
  const { urn } = await make(tenant, 'Project');
  for (const [header, { passes }] of headers.filter(([name]) => requestHeaders[name].guardsWrites)) {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const patch = (sent: Headers): Promise<RestAnswer> =>
      tenant.rest('PATCH', `/n/v1/project/${urn}`, { body: { name: 'Named' }, headers: { ...key, ...sent } });
    expect((await patch({})).status).toBe(200);
    const other = await patch({ [header]: passes });
    expect([header, other.status, other.body.code]).toEqual([header, 422, 'IDEMPOTENCY_KEY_REUSED']);
  }
});

test('The OpenAPI document names If-Match for what checks a version, and the key where it is read.', async () => {
  const answer = await service.client(null).rest('GET', '/openapi.json');
  type Operation = { readonly parameters?: readonly { readonly $ref?: string }[] };
  const paths = answer.body.paths as Record<string, Record<string, Operation>>;
  const verbsByPath = new Map(
    [...contract.verbs.values()].flatMap((verb) => verb.rest.map((form) => [`${form.method} ${form.path}`, verb])),
  );
  const wrong: string[] = [];
  for (const [path, methods] of Object.entries(paths).filter(([at]) => at.startsWith('/n/v1/'))) {
    for (const [name, { parameters = [] }] of Object.entries(methods)) {
      const method = name.toUpperCase();
      if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) continue;
      const has = (parameter: string): boolean =>
        parameters.some(({ $ref }) => $ref === `#/components/parameters/${parameter}`);
      if (has('idempotencyKey') !== isRead('idempotency-key', 'OTHER', method)) wrong.push(`${method} ${path} key`);
      const verb = verbsByPath.get(`${method} ${path}`);
      const isVerbWithout = verb && !verb.args.some(({ name: arg }) => arg === 'expectedVersion');
      if (method !== 'POST' && !isVerbWithout && !has('ifMatch')) wrong.push(`${method} ${path} condition`);
      if (isVerbWithout && has('ifMatch')) wrong.push(`${method} ${path} none`);
    }
  }
  expect(wrong).toEqual([]);
});
