// A repeat returns only what its caller may read: each kind, created again with the urn of an existing resource, by a client
// that may create there but sees no drafts; and each way to write, sent again under its idempotency key after a right was
// taken. Resource reference 1.1, 1.6, 3.1, 7.2.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Resource } from '../../src/contract/resource.ts';
import type { Client } from '../support/client.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { make } from './make.ts';

const kinds = loadContract().resources.filter((r) => r.operations.has('CREATE') && r.operations.has('READ'));

let service: SharedService;
let tenant: Community;
let creator: Person;

beforeAll(async () => {
  service = await sharedService();
  tenant = await community(service);
  creator = await tenant.person('Creator', ['CREATE']);
});

describe('A create that is repeated by a caller without READ_DRAFT', () => {
  test.each(kinds.map((kind) => [kind.name, kind] as const))('reveals nothing about a %s', async (name, kind) => {
    const { urn, body } = await make(tenant.admin, name);
    const read = await creator.rest('GET', `/n/v1/${kind.path}/${urn}`);
    const again = await creator.rest('POST', `/n/v1/${kind.path}`, { body: { ...body, urn } });
    if (again.status === 200) expect(again.body).toEqual(read.body);
    // Searches take no urn: each is a new one.
    else if (again.status === 201) expect(again.body.urn).not.toBe(urn);
    else expect([403, 409, 422]).toContain(again.status);
  });

  test.each(kinds.filter((k) => k.isItem).map((kind) => [kind.name, kind] as const))(
    'answers a draft %s identically, whether the guess is right or wrong',
    async (name, kind) => {
      const live = await tenant.make('entity', {
        urn: crypto.randomUUID(),
        name: 'Page',
        language: 'en',
        status: 'PUBLISH',
      });
      const { urn, body } = await make(tenant.admin, name, { entity: live });
      const same = await creator.rest('POST', `/n/v1/${kind.path}`, { body: { ...body, urn } });
      const other = await creator.rest('POST', `/n/v1/${kind.path}`, { body: { ...otherBody(kind, body), urn } });
      expect([same.status, same.body.code]).toEqual([409, 'ALREADY_EXISTS']);
      expect([other.status, other.body.errors]).toEqual([409, same.body.errors]);
    },
  );

  test('is compared with the live value while a newer draft exists', async () => {
    const { admin } = tenant;
    const entity = await tenant.make('entity', {
      urn: crypto.randomUUID(),
      name: 'Page',
      language: 'en',
      status: 'PUBLISH',
      texts: [{ name: 'title', sortOrder: 0, value: 'Live' }],
    });
    const [item] = (await admin.rest('GET', `/n/v1/entity/${entity}`)).body.texts as { urn: string }[];
    const urn = String(item?.urn);
    await admin.rest('PUT', `/n/v1/textitem/${urn}`, { body: { value: 'Draft' } });
    const body = { urn, entity, name: 'title', sortOrder: 0 };
    const live = await creator.rest('POST', '/n/v1/textitem', { body: { ...body, value: 'Live' } });
    const draft = await creator.rest('POST', '/n/v1/textitem', { body: { ...body, value: 'Draft' } });
    expect([live.status, live.body.value]).toEqual([200, 'Live']);
    expect([draft.status, draft.text.includes('Draft')]).toEqual([409, false]);
  });
});

function otherBody(kind: Resource, body: Record<string, unknown>): Record<string, unknown> {
  // Omitted members are not compared: the smallest valid body is the best guess.
  const required = kind.fields.filter((f) => f.isRequired || f === kind.container).map((f) => f.name);
  return Object.fromEntries(Object.entries(body).filter(([name]) => required.includes(name)));
}

describe('A request that is sent again under its idempotency key', () => {
  const canary = 'Canary';

  /** What a request may name: the page that the caller's rights are on, and an item of it. */
  type Place = { readonly page: string; readonly item: string };
  interface Sent {
    readonly status: number;
    readonly text: string;
    readonly headers: Headers;
  }
  type Send = (client: Client, place: Place, headers: Record<string, string>) => Promise<Sent>;

  const rest =
    (method: string, pathOf: (place: Place) => string, bodyOf: (place: Place) => unknown): Send =>
    async (client, place, headers) =>
      client.rest(method, `/n/v1/${pathOf(place)}`, { body: bodyOf(place), headers });
  const graph =
    (query: string, variablesOf: (place: Place) => Record<string, unknown> = (place) => ({ ...place })): Send =>
    async (client, place, headers) => {
      const answer = await client.graph(query, variablesOf(place), headers);
      return { ...answer, text: JSON.stringify([answer.data, answer.errors]) };
    };
  const operations = ({ page, item }: Place) => [
    { method: 'POST', path: '/n/v1/textitem', body: { urn: urnOf(`bulk ${page}`), entity: page, ...fixed(canary) } },
    { method: 'PATCH', path: `/n/v1/textitem/${item}`, body: { value: `${canary} two` } },
  ];
  const fixed = (value: string) => ({ name: 'made', sortOrder: 1, value });

  /** Requests that change something, by what they are. */
  const writes: Readonly<Record<string, Send>> = {
    'a POST': rest(
      'POST',
      () => 'textitem',
      ({ page }) => ({ urn: urnOf(page), entity: page, ...fixed(canary) }),
    ),
    'a PATCH': rest(
      'PATCH',
      ({ item }) => `textitem/${item}`,
      () => ({ value: `${canary} two` }),
    ),
    'a PATCH of what holds it': rest(
      'PATCH',
      ({ page }) => `entity/${page}`,
      ({ page }) => ({ language: 'en', texts: [{ urn: urnOf(page), ...fixed(canary) }] }),
    ),
    'a PATCH that shows one field': rest(
      'PATCH',
      ({ item }) => `textitem/${item}?fields=value`,
      () => ({ value: canary }),
    ),
    'a verb': rest(
      'POST',
      ({ page }) => `entity/${page}/copy?expand=texts`,
      ({ page }) => ({ name: canary, path: `/copy-${page}` }),
    ),
    'an ATOMIC bulk': rest(
      'POST',
      () => 'bulk',
      (place) => ({ mode: 'ATOMIC', operations: operations(place) }),
    ),
    'an INDEPENDENT bulk': rest(
      'POST',
      () => 'bulk',
      (place) => ({ mode: 'INDEPENDENT', operations: operations(place) }),
    ),
    'a create in the graph': graph(
      'mutation ($page: ID!, $value: String!) { createTextItem(input: { entity: $page, name: "made", sortOrder: 1, value: $value }) { textItem { value } } }',
      ({ page }) => ({ page, value: canary }),
    ),
    'a change in the graph': graph(
      'mutation ($item: ID!, $value: String!) { updateTextItem(urn: $item, input: { value: $value }) { textItem { value } } }',
      ({ item }) => ({ item, value: canary }),
    ),
    'a change in the graph that shows other things': graph(
      'mutation ($item: ID!) { updateTextItem(urn: $item, input: { value: "Other" }) { textItem { entity { title: text(name: "secret") { value } } } } }',
      ({ item }) => ({ item }),
    ),
    'a change in the graph that shows the past': graph(
      'mutation ($item: ID!) { updateTextItem(urn: $item, input: { value: "Canary two" }) { textItem { history { history(first: 9) { nodes { value } } } } } }',
      ({ item }) => ({ item }),
    ),
    'a bulk in the graph': graph(
      `mutation ($item: String!, $value: WriteBody) { bulk(mode: ATOMIC, operations: [{ method: PATCH, path: $item, body: $value }]) { results { resource { ... on TextItem { value } } } } }`,
      ({ item }) => ({ item: `/n/v1/textitem/${item}`, value: { value: canary } }),
    ),
  };

  /** Requests that only read, though they may be sent by POST. */
  const reads: Readonly<Record<string, Send>> = {
    'a check of permissions': rest(
      'POST',
      () => 'permissioncheck',
      ({ page }) => ({ checks: [{ objectUrn: page, label: 'READ' }] }),
    ),
    'a query by its hash': async (client, { item }, headers) => {
      const query = `query ($item: ID!) { textItem(urn: $item) { value } }`;
      const persistedQuery = { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') };
      const send = async (more: object): Promise<Sent> => {
        const all = {
          'content-type': 'application/json',
          authorization: `Bearer ${(client as Person).token}`,
          ...headers,
        };
        const body = JSON.stringify({ ...more, variables: { item }, extensions: { persistedQuery } });
        const answer = await fetch(`${service.url}/graphql`, { method: 'POST', headers: all, body });
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      };
      await send({ query });
      return send({});
    },
  };

  test.each(Object.entries(reads))('is carried out again where it only reads: %s', async (_, send) => {
    const { caller, place, revoke } = await world();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await send(caller, place, headers);
    await revoke('ALL');
    const again = await send(caller, place, headers);
    const fresh = await send(caller, place, {});
    expect([again.status, again.text, replayed(again)]).toEqual([fresh.status, fresh.text, false]);
    expect(again.text).not.toBe(first.text);
  });

  test('has its first answer while its caller keeps the right to it, also when what it shows is deleted', async () => {
    const dropBox = await tenant.person('Drop box', ['CREATE']);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const create = async (client: Client): Promise<Sent> =>
      client.rest('POST', '/n/v1/entitylist', {
        body: { owner: tenant.admin.company, name: canary, entities: [] },
        headers,
      });
    for (const caller of [dropBox, tenant.admin]) {
      const first = await create(caller);
      expect(first.status, first.text).toBe(201);
      expect([(await create(caller)).text, replayed(await create(caller))]).toEqual([first.text, true]);
      const { urn } = JSON.parse(first.text) as { urn: string };
      await tenant.admin.rest('DELETE', `/n/v1/entitylist/${urn}`);
      expect([(await create(caller)).text, replayed(await create(caller))]).toEqual([first.text, true]);
    }
  });

  test('has its first refusal while its caller may read what that names', async () => {
    const page = (more: object): Promise<string> =>
      tenant.make('entity', { urn: crypto.randomUUID(), name: 'Page', language: 'en', status: 'PUBLISH', ...more });
    const needed = await page({});
    const naming = await page({ references: [{ name: 'to', sortOrder: 0, entityReference: needed }] });
    const [item] = (await tenant.admin.rest('GET', `/n/v1/entity/${naming}`)).body.references as { urn: string }[];
    const caller = await tenant.person('Deleter', []);
    await tenant.grant('API_CLIENT', caller.client, 'ENTITY', needed, 'MANAGE');
    const grant = await tenant.grant('API_CLIENT', caller.client, 'ENTITY', naming, 'READ');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const query = 'mutation ($page: ID!) { deleteEntity(urn: $page) { userErrors { code related } } }';
    const remove = () => graph(query)(caller, { page: needed, item: '' }, headers);
    const first = await remove();
    expect([first.text.includes(String(item?.urn)), replayed(await remove())], first.text).toEqual([true, true]);
    await tenant.admin.rest('DELETE', `/n/v1/permission/${grant}`);
    const again = await remove();
    expect([again.text.includes(String(item?.urn)), replayed(again)], again.text).toEqual([false, false]);
  });

  /** A caller with rights on one page alone; `revoke` takes them, all or that to see drafts. */
  async function world(): Promise<{
    caller: Person;
    place: Place;
    revoke: (rights: 'ALL' | 'DRAFTS') => Promise<void>;
  }> {
    const urn = crypto.randomUUID();
    const page = await tenant.make('entity', {
      urn,
      name: 'Page',
      language: 'en',
      status: 'PUBLISH',
      texts: [
        { name: 'title', sortOrder: 0, value: 'Live' },
        { name: 'secret', sortOrder: 3, value: canary },
      ],
    });
    const { body } = await tenant.admin.rest('GET', `/n/v1/entity/${page}`);
    const [{ urn: item }] = body.texts as [{ urn: string }];
    const caller = await tenant.person('Writer', []);
    const grants: string[] = [];
    for (const label of ['READ', 'UPDATE', 'CREATE'])
      grants.push(await tenant.grant('API_CLIENT', caller.client, 'ENTITY', page, label));
    grants.push(await tenant.grant('API_CLIENT', caller.client, 'COMPANY', tenant.admin.company, 'CREATE'));
    const revoke = async (rights: 'ALL' | 'DRAFTS'): Promise<void> => {
      for (const grant of rights === 'ALL' ? grants : grants.slice(1))
        expect((await tenant.admin.rest('DELETE', `/n/v1/permission/${grant}`)).status).toBe(204);
    };
    return { caller, place: { page, item }, revoke };
  }

  const replayed = ({ headers }: Sent): boolean => headers.get('idempotency-replayed') === 'true';
  const countOfValues = async ({ page }: Place): Promise<unknown> => {
    const { body } = await tenant.admin.rest('GET', `/n/v1/textitems?filter[entity]=${page}&limit=50`);
    return (body.textitems as Record<string, unknown>[]).map(({ urn, version, value }) => [urn, version, value]);
  };

  describe.each(['ALL', 'DRAFTS'] as const)('after the right was taken (%s)', (rights) => {
    test.each(Object.entries(writes))('shows nothing of it and writes nothing: %s', async (_, send) => {
      const { caller, place, revoke } = await world();
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const first = await send(caller, place, headers);
      expect([first.status < 300, first.text.includes(canary)], first.text).toEqual([true, true]);
      const same = await send(caller, place, headers);
      expect([same.text, replayed(same)]).toEqual([first.text, true]);
      const written = await countOfValues(place);
      await revoke(rights);
      const again = await send(caller, place, headers);
      expect([again.text.includes(canary), replayed(again)], again.text).toEqual([false, false]);
      expect(again.status).toBe(409);
      expect(again.text).toContain('CONFLICT');
      expect(await countOfValues(place)).toEqual(written);
    });
  });
});

const urns = new Map<string, string>();
/** A urn of its own for each name: a request that is sent again is the same. */
function urnOf(name: string): string {
  const urn = urns.get(name) ?? crypto.randomUUID();
  urns.set(name, urn);
  return urn;
}
