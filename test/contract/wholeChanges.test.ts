// A change of one field changes that field and nothing else: the whole resource on both faces, its history and the events about it are
// what they were, plus what was meant. Every field of every kind, over REST or in the graph. Resource reference 1.1, 1.5, 9.1.
import { beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { isUpdatable, resourceOf } from '../../src/contract/resource.ts';
import { reader } from '../support/content.ts';
import { sampleOf } from '../support/matrix.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { expectChanged, expectUnchanged, wholeOf, type Looker } from '../support/whole.ts';
import { make } from './make.ts';
import { good, spec, type SpecField, type SpecKind } from './parts.ts';

const contract = loadContract();
let service: SharedService;
let tenant: Tenant;
let looker: Looker;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  looker = { services: service.services, client: tenant, contract };
});

const changed = spec.filter(({ name }) => {
  const { operations } = resourceOf(contract, name);
  return operations.has('CREATE') && operations.has('UPDATE');
});

/** What follows from a change, by kind and field: typed by hand from the resource reference, sections 3.2 to 9.1. */
const follows: Readonly<Record<string, readonly string[]>> = {
  'MoneyItem.value': ['unitValue', 'formattedValue', 'value'],
  'MoneyItem.unitValue': ['value', 'formattedValue'],
  'MoneyItem.currencyCode': ['value', 'formattedValue', 'currencySymbol'],
  'PaymentInvoice.currencyCode': ['formattedTotal'],
  'Telephone.number': ['e164'],
  'ThreadPost.content': ['editedTimestamp'],
  'Permission.fromTimestamp': ['isActive'],
  'Permission.toTimestamp': ['isActive'],
};

/** What events name instead of the field that was sent: an amount is stored as units of its currency. */
const namedAs: Readonly<Record<string, string>> = { 'MoneyItem.value': 'unitValue' };

/**
 * What cannot be sent by itself: a redirect leads to a path or to an address, an entry of a list to a page or to an address
 * (feature/redirects.test.ts and feature/listEntries.test.ts change one for the other).
 */
const neverAlone: ReadonlySet<string> = new Set(['Redirect.toAddress', 'EntityListItem.href']);

/** Fields whose change is the change of one value: no links, and no states, which have rules of their own. */
function plainFields(kind: SpecKind): SpecField[] {
  const resource = resourceOf(contract, kind.name);
  return kind.fields.filter(({ name, type, ro, ign }) => {
    const field = resource.fieldByName.get(name);
    const isPlain = field !== undefined && isUpdatable(field) && !field.isList && !field.isWriteOnly;
    const isAlone = !neverAlone.has(`${kind.name}.${name}`);
    return isPlain && isAlone && !ro && !ign && !['link', 'links', 'objects', 'enum', 'history', 'uuid'].includes(type);
  });
}

const kinds = changed.filter((kind) => plainFields(kind).length > 0);

function valueOf(field: SpecField, before: Readonly<Record<string, unknown>>): unknown {
  const value = [1, 0].map((variant) => good(field, variant)).find((one) => one !== before[field.name]);
  return JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one)));
}

const firstOf = (kind: SpecKind): SpecField => {
  const fields = plainFields(kind);
  const field = fields.find(({ name }) => name !== 'name') ?? fields[0];
  if (!field) throw new Error(`${kind.name} has no plain field`);
  return field;
};

const cases = kinds.flatMap((kind, row) =>
  plainFields(kind).map((field, column) => ({
    ...{ name: `${kind.name}.${field.name}`, kind, field },
    face: (row + column) % 2 === 0 ? 'REST' : 'the graph',
  })),
);

test.each(sampleOf(cases, 3))(
  'a change of $name by $face changes nothing else',
  async ({ name, kind, field, face }) => {
    const resource = resourceOf(contract, kind.name);
    const { urn } = await make(tenant, kind.name);
    const before = await wholeOf(looker, resource, urn);
    const sent = valueOf(field, before.rest);
    if (face === 'REST') {
      const answer = await tenant.rest('PATCH', `/n/v1/${kind.path}/${urn}`, { body: { [field.name]: sent } });
      expect(answer.status, answer.text).toBe(200);
    } else {
      const { done } = await tenant.data(
        `mutation ($urn: ID!, $input: Update${kind.name}Input!) { done: update${kind.name}(urn: $urn, input: $input) { userErrors { code path } } }`,
        { urn, input: { [field.name]: sent } },
      );
      expect(done.userErrors).toEqual([]);
    }
    const targetVersion = String(Number(before.rest['version']) + 1);
    expectChanged(before, await wholeOf(looker, resource, urn), {
      rest: { [field.name]: sent },
      // A Long is text in the graph.
      graph: { [field.name]: field.type === 'int64' ? String(sent) : sent },
      moving: follows[name],
      events: resource.subject === null ? [] : [{ event: 'UPDATE', subject: resource.subject, targetVersion }],
      fields: [namedAs[name] ?? field.name],
    });
  },
);

test.each(sampleOf(kinds, 3))(
  'a change of $name that is refused, or that says what is there, changes nothing',
  async (kind) => {
    const resource = resourceOf(contract, kind.name);
    const { urn } = await make(tenant, kind.name);
    const before = await wholeOf(looker, resource, urn);
    const field = firstOf(kind);
    const path = `/n/v1/${kind.path}/${urn}`;
    const body = { [field.name]: valueOf(field, before.rest) };
    const unlikeMade = { ...body, updatedTimestamp: '2001-01-01T00:00:00.000Z' };
    const stranger = await service.tenant();
    expect([
      (await tenant.rest('PATCH', path, { body, headers: { 'if-match': '"999"' } })).status,
      (await tenant.rest('PATCH', path, { body: unlikeMade, headers: { prefer: 'handling=strict' } })).status,
      (await stranger.rest('PATCH', path, { body })).status,
      (await service.client(null).rest('PATCH', path, { body })).status,
      (await tenant.rest('PATCH', path, { body: { [field.name]: before.rest[field.name] } })).status,
    ]).toEqual([412, 422, 404, 401, 200]);
    expectUnchanged(before, await wholeOf(looker, resource, urn));
  },
);

const items = kinds.filter(({ name }) => resourceOf(contract, name).isItem);

test.each(sampleOf(items, 3))(
  'a change of $name on a live page is seen by no reader until it is published',
  async (kind) => {
    const resource = resourceOf(contract, kind.name);
    const field = firstOf(kind);
    const { urn, body } = await make(tenant, kind.name);
    const page = `/n/v1/entity/${String(body['entity'])}`;
    const publish = async (): Promise<unknown> =>
      (await tenant.rest('PATCH', page, { body: { status: 'PUBLISH' } })).status;
    expect(await publish()).toBe(200);
    const visitor = await reader(service, tenant, [
      { objectUrn: tenant.company, objectScope: 'COMPANY', label: 'READ' },
    ]);
    const seen = async (): Promise<unknown> => {
      const { rest, graph, etag } = await wholeOf({ ...looker, client: visitor }, resource, urn);
      return { rest, graph, etag };
    };
    const before = await seen();
    const value = valueOf(field, (await wholeOf(looker, resource, urn)).rest);
    const path = `/n/v1/${kind.path}/${urn}`;
    expect((await tenant.rest('PATCH', path, { body: { [field.name]: value } })).status).toBe(200);
    expect(await seen()).toEqual(before);
    expect(await publish()).toBe(200);
    expect(await seen()).toMatchObject({ rest: { [field.name]: value } });
  },
);
