// Every webhook body matches the OpenAPI document of its type, says in full what the resource was at its version, and contains no
// secret: each kind is created, changed, announced again and deleted, and the received bodies are compared with the document and with
// what the client read between the changes.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Field, Resource } from '../../src/contract/resource.ts';
import { openapi, quicklyCompiled } from '../support/openapi.ts';
import type { Client } from '../support/client.ts';
import { startReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { apiClient, deliveries, eventually, subscribe, type Wire } from '../support/webhooks.ts';
import { bodyOf } from './make.ts';

const contract = loadContract();
const announced = contract.resources.filter((r) => r.subject !== null);
const made = announced.filter((r) => r.operations.has('CREATE'));
const isHidden = (field: Field): boolean => field.isSensitive || field.isWriteOnly;

const ajv = new Ajv2020({ strict: false, allErrors: true, ...quicklyCompiled });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...openapi });

let service: SharedService;
let tenant: Tenant;
let receiver: Receiver;
/** Values of hidden members that were sent or shown once: no receiver may get them. */
const secrets = new Set<string>();
/** The client that is sent full bodies. */
let reader: Client;
/** What it read after each change, by urn and version; and before a deletion. */
const reads = new Map<string, Wire>();
let received: readonly Received[];

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  receiver = await startReceiver();
  const subscriptions = await everySubject();
  for (const kind of made) await exercise(kind);
  await eventually(
    async () => (await Promise.all(subscriptions.map((urn) => deliveries(tenant, urn)))).flat(),
    (all) => all.length > 0 && all.every(({ status }) => status === 'SUCCEEDED'),
  );
  received = receiver.received;
});
afterAll(async () => {
  await receiver.close();
});

async function everySubject(): Promise<string[]> {
  const subscriptions: string[] = [];
  for (const payload of ['FULL', 'THIN']) {
    const { urn, token } = await apiClient(tenant);
    if (payload === 'FULL') reader = service.client(token);
    for (const { subject } of announced)
      subscriptions.push(await subscribe(tenant, urn, receiver.url, { subject, payload, ordering: 'NONE' }));
  }
  return subscriptions;
}

/** Creates one, changes it, announces it again and deletes it, as far as the kind allows. */
async function exercise(kind: Resource): Promise<void> {
  const body = await bodyOf(tenant, kind.name);
  const answer = await tenant.rest('POST', `/n/v1/${kind.path}`, { body: { owner: tenant.company, ...body } });
  expect({ kind: kind.name, status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  const { urn } = answer.body;
  await noteRead(kind, urn, 'CREATE');
  for (const field of kind.fields.filter(isHidden)) {
    for (const value of [body[field.name], answer.body[field.name]]) if (typeof value === 'string') secrets.add(value);
  }
  const text = kind.fields.find((f) => f.typeName === 'String' && isChangeable(f));
  if (text && kind.operations.has('UPDATE'))
    await tenant.rest('PATCH', `/n/v1/${kind.path}/${String(urn)}`, { body: { [text.name]: 'Changed' } });
  await noteRead(kind, urn, 'UPDATE');
  const again = { owner: tenant.company, subject: kind.subject, event: 'ALL', targetUrn: urn };
  expect((await tenant.rest('POST', '/n/v1/webhooktrigger', { body: again })).status).toBe(201);
  if (kind.name === 'ClientIdentifier') await changeIdentity(body);
  // Containers stay, so that changes of their contents can be reported.
  const isNeeded = contract.resources.some((r) => r.container?.target === kind);
  if (kind.operations.has('DELETE') && !isNeeded) {
    await noteRead(kind, urn, 'DELETE');
    await tenant.rest('DELETE', `/n/v1/${kind.path}/${String(urn)}`);
  }
}

// What events leave out is left out of it.
async function noteRead(kind: Resource, urn: string, event: string): Promise<void> {
  const { status, body } = await reader.rest('GET', `/n/v1/${kind.path}/${urn}`);
  if (status !== 200) return;
  const version = event === 'DELETE' ? '' : ` ${String(body.version)}`;
  if (event !== 'UPDATE' || body.version !== 1) reads.set(`${event} ${urn}${version}`, publicPart(kind, body));
}

function publicPart(kind: Resource, body: Wire): Wire {
  const shown = Object.entries(body as object).filter(([name]) => {
    const field = kind.fieldByName.get(name);
    return !field || !isHidden(field);
  });
  return Object.fromEntries(
    shown.map(([name, value]) => {
      const field = kind.fieldByName.get(name);
      const below = field?.target && Array.isArray(value) ? value.map((one) => publicPart(field.target!, one)) : value;
      const hidden = field?.object?.fields.filter((one) => one.isSensitive).map((one) => one.name) ?? [];
      return [name, hidden.length > 0 ? withoutMembers(below, hidden) : below];
    }),
  );
}

function withoutMembers(value: Wire, names: readonly string[]): Wire {
  if (Array.isArray(value)) return value.map((one) => withoutMembers(one, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => !names.includes(name)));
}

const isChangeable = (f: Field): boolean =>
  f.storage === 'COLUMN' &&
  !f.isList &&
  !f.isReadOnly &&
  !f.isIgnoredOnUpdate &&
  !isHidden(f) &&
  f.typeClass === 'SCALAR';

// An identity spells out its client identifiers.
async function changeIdentity({ identity }: Readonly<Record<string, unknown>>): Promise<void> {
  const urn = typeof identity === 'object' && identity !== null && 'urn' in identity ? identity.urn : identity;
  const changed = await tenant.rest('PATCH', `/n/v1/identity/${String(urn)}`, { body: { name: 'Known elsewhere' } });
  expect(changed.status).toBe(200);
  // A full body is made when it is first sent.
  const isTold = (one: Received): boolean => one.json.type === 'identity.update' && one.json.targetUrn === urn;
  await eventually(
    async () => receiver.received.filter(isTold).length,
    (count) => count === 2,
  );
}

const isFull = (one: Received): boolean => Object.keys(one.json.data as object).length > 4;

const typeOf = (one: Received): string => String(one.json.type);

describe('a delivered body', () => {
  test('was received for every kind, thin and full', () => {
    const types = new Set(received.map(typeOf));
    const missing = made.filter((kind) => !types.has(`${String(kind.subject).toLowerCase()}.create`));
    expect(missing.map((kind) => kind.name)).toEqual([]);
    expect([...types].filter((type) => type.endsWith('.update')).length).toBeGreaterThan(15);
    expect([...types].filter((type) => type.endsWith('.all')).length).toBe(made.length);
    expect([...types].filter((type) => type.endsWith('.delete')).length).toBeGreaterThan(15);
    const full = received.filter((one) => isFull(one));
    expect(full.length).toBeGreaterThan(made.length);
  });

  test('matches the document of its type', () => {
    const wrong = received.flatMap((one) => {
      const type = typeOf(one);
      if (!openapi.webhooks[type]) return [`${type} is not described`];
      const pointer = `openapi#/webhooks/${type}/post/requestBody/content/application~1json/schema`;
      const validate = ajv.getSchema(pointer) ?? ajv.compile({ $ref: pointer });
      if (validate(one.json)) return [];
      return [`${type}: ${ajv.errorsText(validate.errors)}`.slice(0, 1_000)];
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  test('in full says what the client read at that version, and of what was deleted what it read before', () => {
    const compared = new Set<string>();
    for (const one of received) {
      const { event, targetUrn, targetVersion, data } = one.json;
      const read = reads.get(
        `${String(event)} ${String(targetUrn)}${event === 'DELETE' ? '' : ` ${String(targetVersion)}`}`,
      );
      if (!read || !isFull(one)) continue;
      expect({ type: one.json.type, data }).toEqual({ type: one.json.type, data: read });
      compared.add(`${String(event)} ${String(targetUrn)}`);
    }
    const missing = [...reads.keys()]
      .map((key) => key.split(' ').slice(0, 2).join(' '))
      .filter((key) => !compared.has(key));
    const kinds = missing.map(
      (key) => received.find(({ json }) => key.endsWith(String(json.targetUrn)))?.json.type ?? key,
    );
    expect(kinds).toEqual([]);
    expect(reads.size).toBeGreaterThan(made.length * 2);
  });

  test('carries the headers that the document names', () => {
    for (const one of received) {
      for (const { $ref } of openapi.webhooks[typeOf(one)]?.post.parameters ?? [])
        expect(one.headers[String($ref.split('/').at(-1)).toLowerCase()], $ref).toMatch(/\S/);
    }
  });

  test('contains no hidden member, and no value of one', () => {
    const fields = contract.resources.flatMap((kind) => kind.fields);
    // A name that one kind hides may be shown of another: links have addresses.
    const shown = new Set(fields.filter((field) => !isHidden(field)).map(({ name }) => name));
    const hidden = new Set(fields.filter((field) => isHidden(field) && !shown.has(field.name)).map(({ name }) => name));
    for (const name of ['token', 'secret', 'clientSecret', 'bearerToken', 'tokenPrefix'])
      expect(hidden).toContain(name);
    expect(secrets.size).toBeGreaterThanOrEqual(4);
    const leaks = received.flatMap((one) => {
      const text = one.body.toString('utf8');
      const values = [...secrets].filter((value) => text.includes(value));
      return [...values, ...membersOf(one.json.data).filter((name) => hidden.has(name))].map(
        (w) => `${typeOf(one)} ${w}`,
      );
    });
    expect([...new Set(leaks)]).toEqual([]);
    const identities = received.filter((one) => typeOf(one) === 'identity.update').map((one) => one.json.data);
    const spelled = identities.flatMap((data: Wire) => (data.clientIdentifiers ?? []) as Wire[]);
    expect(spelled.length).toBeGreaterThan(0);
    expect(Object.keys(spelled[0] as object)).toContain('domain');
  });

  test('that is invalid matches no schema', () => {
    const pointer = 'openapi#/webhooks/task.update/post/requestBody/content/application~1json/schema';
    const validate = ajv.getSchema(pointer) ?? ajv.compile({ $ref: pointer });
    const update = received.find((one) => typeOf(one) === 'task.update')?.json;
    expect(validate(update)).toBe(true);
    expect(validate({ ...update, type: 'task.create' })).toBe(false);
    expect(validate({ ...update, changedFields: undefined, more: 1 })).toBe(false);
    expect(validate({ ...update, data: { ...update.data, secret: 'x' } })).toBe(false);
  });
});

function membersOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(membersOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...membersOf(inner)]);
}
