// The number of SQL statements of a query: fixed, whatever the number of rows.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { reader } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

/** Statements sent while the work ran, without recording the use of a token and without scheduled work. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = service.statements.length;
  await work();
  const background =
    /last_used_timestamp = now\(\)|min\(due\)|SKIP LOCKED|INSERT INTO "setting"|event_log|727279|access_record/;
  return service.statements.slice(before).filter((text) => !background.test(text));
}

const items = (count: number): Record<string, unknown> => {
  const each = (make: (at: number) => Record<string, unknown>): Record<string, unknown>[] =>
    Array.from({ length: count }, (_, at) => ({ name: 'item', sortOrder: at, ...make(at) }));
  return {
    booleans: each(() => ({ value: true })),
    dateTimes: each(() => ({ value: '2026-01-01T00:00:00.000Z' })),
    doubles: each((at) => ({ value: at / 2 })),
    images: each(() => ({ altText: 'none' })),
    jsons: each((at) => ({ value: { at } })),
    latLongs: each((at) => ({ latitude: at, longitude: at })),
    links: each(() => ({ href: 'https://example.com/' })),
    longs: each((at) => ({ value: String(at) })),
    markdowns: each(() => ({ value: '*hi*' })),
    money: each((at) => ({ currencyCode: 'EUR', unitValue: String(at) })),
    templates: each(() => ({ value: '{{ item }}' })),
    texts: each(() => ({ value: 'text' })),
  };
};

async function entity(path: string, perKind: number, more: Record<string, unknown> = {}): Promise<string> {
  const { createEntity } = await tenant.data(
    `mutation ($input: CreateEntityInput!) { createEntity(input: $input) { entity { urn } userErrors { code path message } } }`,
    {
      input: { owner: tenant.company, name: path, path, language: 'en', status: 'PUBLISH', ...items(perKind), ...more },
    },
  );
  expect(createEntity.userErrors).toEqual([]);
  return createEntity.entity.urn;
}

const kinds = [
  'booleans',
  'dateTimes',
  'doubles',
  'images',
  'jsons',
  'latLongs',
  'links',
  'longs',
  'markdowns',
  'money',
  'references',
  'templates',
  'texts',
];
const all = kinds
  .map((kind) => `${kind} { urn name history { history(first: 20) { nodes { urn isPublished } } } }`)
  .join(' ');

describe('the number of statements', () => {
  test('of an entity with all items and histories is one, however many items it has', async () => {
    const query = `query ($urn: ID!) { entity(urn: $urn) { name ${all} } }`;
    const target = await entity('/target', 0);
    const small = await entity('/small', 1, { references: [{ name: 'item', sortOrder: 0, entityReference: target }] });
    const large = await entity('/large', 15, { references: [{ name: 'item', sortOrder: 0, entityReference: target }] });
    // What is known from an earlier request needs no proof of its caller ahead.
    await tenant.data(query, { urn: small });
    for (const urn of [small, large]) expect(await statementsOf(() => tenant.data(query, { urn }))).toHaveLength(1);
  });

  test('of a list of 50 entities with items', async () => {
    const query = `query ($first: Int!) { entities(first: $first, where: { path: { startsWith: "/many/" } }) { nodes { urn texts { value } images { src } links { href } } } }`;
    for (let at = 0; at < 50; at += 1) await entity(`/many/${String(at)}`, 1);
    const few = await statementsOf(() => tenant.data(query, { first: 2 }));
    const { entities } = await tenant.data(query, { first: 50 });
    expect(entities.nodes).toHaveLength(50);
    const many = await statementsOf(() => tenant.data(query, { first: 50 }));
    // Caller; everything else together; and the caller along with it once the operation is known.
    expect(few).toHaveLength(2);
    expect(many).toHaveLength(1);
  });

  test('of a page with all of its items, and of a list with its entities: one, besides the caller', async () => {
    const target = await entity('/of-page', 3);
    const page = `query ($urn: ID!) { entity(urn: $urn) { urn name ${kinds.map((kind) => `${kind} { urn name }`).join(' ')} } }`;
    expect(await statementsOf(() => tenant.data(page, { urn: target }))).toHaveLength(2);
    const { createEntityList } = await tenant.data(
      `mutation ($input: CreateEntityListInput!) { createEntityList(input: $input) { entityList { urn } userErrors { code path message } } }`,
      { input: { owner: tenant.company, name: 'List', entities: [{ entity: target, sortOrder: 0 }] } },
    );
    const list = `query ($urn: ID!) { entityList(urn: $urn) { name entities { entity { name texts { value } images { src } } } } }`;
    const { urn } = createEntityList.entityList;
    expect(await statementsOf(() => tenant.data(list, { urn }))).toHaveLength(2);
  });

  test('of items by name, whichever and however many: caller, and one', async () => {
    const named =
      'a: text(name: "item") { value } b: text(name: "none") { value } image(name: "item") { src } longs(names: ["item", "x"]) { value }';
    for (const at of [0, 1, 2]) await entity(`/named/${String(at)}`, 2);
    const query = `{ entities(where: { path: { startsWith: "/named/" } }) { nodes { ${named} } } }`;
    const statements = await statementsOf(async () => {
      const { entities } = await tenant.data(query);
      expect(entities.nodes[2]).toMatchObject({
        a: { value: 'text' },
        b: null,
        longs: [{ value: '0' }, { value: '1' }],
      });
    });
    expect(statements).toHaveLength(2);
  });

  test('of nested connections with totals', async () => {
    const query = `query ($first: Int!) {
      groups(first: $first) { totalCount nodes { name memberships(first: 5) { totalCount nodes { urn identity { name } } } } }
    }`;
    const { createIdentity } = await tenant.data(
      `mutation ($owner: ID!) { createIdentity(input: { owner: $owner, name: "Ada" }) { identity { urn } userErrors { code path message } } }`,
      { owner: tenant.company },
    );
    for (let at = 0; at < 6; at += 1) {
      const { createGroup } = await tenant.data(
        `mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { urn } userErrors { code path message } } }`,
        { input: { owner: tenant.company, name: `Group ${String(at)}` } },
      );
      const { createGroupMembership } = await tenant.data(
        `mutation ($input: CreateGroupMembershipInput!) { createGroupMembership(input: $input) { groupMembership { urn } userErrors { code path message } } }`,
        {
          input: {
            group: createGroup.group.urn,
            identity: createIdentity.identity.urn,
            status: 'ACTIVE',
            enrollment: 'BY_OWNER_WITHOUT_CONSENT',
            emailNotification: 'SUBSCRIBED',
            smsNotification: 'UNSUBSCRIBED',
            inAppNotification: 'SUBSCRIBED',
          },
        },
      );
      expect(createGroupMembership.userErrors).toEqual([]);
    }
    // Memberships give rights: the caller is resolved again, once.
    await tenant.data('{ __typename }');
    const few = await statementsOf(() => tenant.data(query, { first: 1 }));
    const many = await statementsOf(() => tenant.data(query, { first: 6 }));
    // Caller; groups, memberships, their numbers and identities together; and the caller along with it once it is known.
    expect(few).toHaveLength(2);
    expect(many).toHaveLength(1);
  });

  test('of what is not there: caller, and two for a page, which may be of another tenant; four for an item, which may be a value of a history', async () => {
    const urn = crypto.randomUUID();
    const asked = async (kind: string): Promise<number> => {
      await tenant.data('{ __typename }');
      const read = tenant.data.bind(tenant, `query ($urn: ID!) { ${kind}(urn: $urn) { urn } }`, { urn });
      return (await statementsOf(async () => expect(await read()).toEqual({ [kind]: null }))).length;
    };
    expect(await asked('entity')).toBe(3);
    expect(await asked('textItem')).toBe(5);
  });

  test('of nodes is one for their kinds and one for all of them, for every caller', async () => {
    const { company: owner } = tenant;
    const made = async (kind: string, body: Record<string, unknown>): Promise<string> =>
      String((await tenant.rest('POST', `/n/v1/${kind}`, { body: { owner, ...body } })).body.urn);
    const ofEach = async (at: number): Promise<string[]> => {
      const page = await entity(`/nodes/${String(at)}`, 1);
      const { entity: read } = await tenant.data(
        'query ($urn: ID!) { entity(urn: $urn) { texts { urn } links { urn } } }',
        { urn: page },
      );
      const [group, role] = [
        await made('group', { name: 'Group' }),
        await made('role', { name: `Role ${String(at)}` }),
      ];
      return [page, read.texts[0].urn, read.links[0].urn, group, role];
    };
    const [first, ...more] = [await ofEach(0), await ofEach(1), await ofEach(2)];
    const all = [...first, ...more.flat(), crypto.randomUUID()];
    const nodes = async (client: Client, urns: readonly string[], readable: number): Promise<void> => {
      const query =
        'query ($urns: [ID!]!) { nodes(urns: $urns) { urn ... on TextItem { value entity { name } } } one: node(urn: "${first}") { urn } }';
      const ask = (): Promise<Record<string, unknown>> =>
        client.data(query.replace('${first}', String(urns[0])), { urns });
      await ask();
      const sent = await statementsOf(async () => {
        const { nodes: found, one } = (await ask()) as { nodes: ({ urn: string } | null)[]; one: unknown };
        expect([found.length, found.filter((node) => node !== null).length]).toEqual([urns.length, readable]);
        expect(found.every((node, at) => node === null || node.urn === urns[at])).toBe(true);
        expect(one).toEqual(found[0] && { urn: found[0].urn });
      });
      expect(sent).toHaveLength(2);
    };
    await nodes(tenant, first, first.length);
    await nodes(tenant, all, all.length - 1);
    const ofOne = await reader(service, tenant, [
      { label: 'READ', objectUrn: String(first[0]), objectScope: 'ENTITY' },
    ]);
    // The page, with its items.
    await nodes(ofOne, all, 3);
    await nodes(service.client(null), all, 0);
  });

  test('of a list with its total over REST is one: caller, page and total together', async () => {
    const statements = await statementsOf(() => tenant.rest('GET', '/n/v1/groups?limit=2&count=true&fields=name'));
    expect(statements).toHaveLength(1);
  });
});

describe('a statement looks at the edges', () => {
  type Grants = readonly (readonly [objectScope: string, objectUrn: string, label: string])[];

  let urns: Readonly<Record<'page' | 'text' | 'list', string>>;
  let callers: Readonly<Record<'company' | 'drafts' | 'edges', Awaited<ReturnType<typeof reader>>>>;

  beforeAll(async () => {
    const page = await entity('/edges', 1);
    const query = 'query ($urn: ID!) { entity(urn: $urn) { texts { urn } } }';
    const text = String((await tenant.data(query, { urn: page })).entity.texts[0].urn);
    const { body } = await tenant.rest('POST', '/n/v1/entitylist', {
      body: { owner: tenant.company, name: 'List', entities: [{ entity: page, sortOrder: 0 }] },
    });
    urns = { page, text, list: String(body.urn) };
    const company = ['COMPANY', tenant.company, 'READ'] as const;
    const draft = ['ENTITY', page, 'READ_DRAFT'] as const;
    const callerWith = (grants: Grants): ReturnType<typeof reader> =>
      reader(
        service,
        tenant,
        grants.map(([objectScope, objectUrn, label]) => ({ objectScope, objectUrn, label })),
      );
    callers = {
      company: await callerWith([company]),
      drafts: await callerWith([company, draft]),
      edges: await callerWith([draft, ['TEXT_ITEM', text, 'READ'], ['ENTITY_LIST', urns.list, 'READ']]),
    };
  });

  /** How often the one statement that answers looks at edges. */
  async function looksOf(work: () => Promise<unknown>): Promise<number> {
    const answers = (await statementsOf(work)).filter((text) => text.includes('row_to_json(answer$)::text'));
    expect(answers).toHaveLength(1);
    return String(answers[0]).split('"permission"').length - 1;
  }

  test('of a page, and at its items once for all of its lists of them', async () => {
    const lists = 'texts { urn value } booleans { urn } images { urn } links { urn } longs { urn }';
    for (const [caller, client] of Object.entries({ admin: tenant, ...callers })) {
      const scans = async (fields: string): Promise<readonly [number, unknown]> => {
        const query = `query ($urn: ID!) { entity(urn: $urn) { ${fields} } }`;
        let shown: unknown;
        const statements = await statementsOf(async () => {
          shown = (await client.data(query, { urn: urns.page })).entity;
        });
        const answer = statements.find((text) => text.includes('row_to_json(answer$)::text')) ?? '';
        return [answer.split('"item" ').length - 1, shown];
      };
      const [[alone, texts], [together, all], [twice, same]] = [
        await scans('texts { urn value }'),
        await scans(lists),
        await scans(`${lists} again: texts { urn value }`),
      ];
      expect([caller, alone, together, twice]).toEqual([caller, 1, 1, 2]);
      expect(all).toMatchObject(texts as object);
      expect(same).toEqual({ ...(all as object), again: (texts as { readonly texts: unknown }).texts });
    }
  });

  const points = {
    'a page': ['page', 'query ($urn: ID!) { entity(urn: $urn) { urn name status version } }'],
    'an item': ['text', 'query ($urn: ID!) { textItem(urn: $urn) { urn value isPublished version } }'],
  } as const;

  test.each(Object.entries(points))('once to read %s, drafts and all', async (_, [name, query]) => {
    for (const [caller, client] of Object.entries(callers)) {
      const looks = await looksOf(async () => {
        const data = await client.data(query, { urn: urns[name] });
        expect(Object.values(data)).toMatchObject([{ urn: urns[name] }]);
      });
      expect({ caller, looks }).toEqual({ caller, looks: 1 });
    }
    const overRest = await looksOf(() => callers.edges.rest('GET', `/n/v1/textitem/${urns.text}`));
    expect(overRest).toBe(1);
  });

  test('of a list, and not again for its entries: only to read what each leads to, and the drafts of a page', async () => {
    const list = 'query ($urn: ID!) { entityList(urn: $urn) { name } }';
    const entries = 'query ($urn: ID!) { entityList(urn: $urn) { name entities { sortOrder } } }';
    // READ on the company says all but whether drafts of the page are seen.
    const atMost = { company: [0, 1], drafts: [0, 1], edges: [1, 4] };
    for (const [caller, client] of Object.entries(callers)) {
      for (const [at, query] of [list, entries].entries()) {
        const looks = await looksOf(() => client.data(query, { urn: urns.list }));
        expect(looks, caller).toBeLessThanOrEqual(atMost[caller as keyof typeof atMost][at] ?? 0);
      }
    }
    const { entityList } = await callers.edges.data(entries, { urn: urns.list });
    expect(entityList.entities).toEqual([{ sortOrder: 0 }]);
  });
});
