// Pages as a tree by their paths, what refers to them, and their threads: the same on both faces, by one statement or field by field,
// and never by what the caller is not shown (resource reference 16.22).
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { page, reader, text, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const readerOf = (tenant: Tenant): Promise<Client> =>
  reader(service, tenant, [{ label: 'VIEW', objectUrn: tenant.company, objectScope: 'COMPANY' }]);

/** Magazine pages: a section with a live and a drafted page, and pages that stand elsewhere. */
async function site(tenant: Tenant): Promise<Record<string, Body>> {
  const at = (path: string, more: Readonly<Record<string, unknown>> = {}): Promise<Body> =>
    page(tenant, path, { name: path, status: 'PUBLISH', ...more });
  return {
    section: await at('/a'),
    live: await at('/a/live'),
    second: await at('/a/also', { name: 'Also' }),
    below: await at('/a/live/below'),
    draft: await at('/a/draft', { status: 'DRAFT_UNPUBLISHED' }),
    belowDraft: await at('/a/draft/below'),
    german: await at('/a/live', { language: 'de' }),
    orphan: await at('/none/orphan'),
    similar: await at('/ab/x'),
  };
}

/** Field by field, too: an interface is none of what one statement answers. */
const tree = `query ($urn: ID!, $raw: Boolean!, $orderBy: [EntityOrderBy!] = [{ field: PATH }], $first: Int, $after: String) {
  entity(urn: $urn) { parent { path } ... on Node @include(if: $raw) { url }
    children(orderBy: $orderBy, first: $first, after: $after) { totalCount nodes { path parent { path } } pageInfo { hasNextPage endCursor } } } }`;

async function branch(client: Client, { urn }: Body, more: Readonly<Record<string, unknown>> = {}): Promise<Body> {
  const [raw, plain] = [true, false].map((raw) => client.data(tree, { urn, raw, ...more }));
  const { url: _, ...fieldByField } = (await raw)?.entity ?? {};
  const { entity } = await plain;
  if (entity !== null) expect(withoutCursor(entity)).toEqual(withoutCursor(fieldByField));
  return entity;
}

const withoutCursor = (entity: Body): unknown =>
  JSON.parse(JSON.stringify(entity).replace(/"endCursor":"[^"]*"/g, '"endCursor":null'));

const pathsOf = (entity: Body): string[] => entity.children.nodes.map((one: Body) => one.path);

describe('a page in the tree of paths', () => {
  test('has the page above it and those right below it, of its language', async () => {
    const tenant = await service.tenant();
    const pages = await site(tenant);
    const section = await branch(tenant, pages['section']);
    expect(section.parent).toBeNull();
    expect(pathsOf(section)).toEqual(['/a/also', '/a/draft', '/a/live']);
    expect(section.children.totalCount).toBe(3);
    expect(section.children.nodes.map((one: Body) => one.parent.path)).toEqual(['/a', '/a', '/a']);
    const live = await branch(tenant, pages['live']);
    expect([live.parent.path, pathsOf(live)]).toEqual(['/a', ['/a/live/below']]);
    expect(await branch(tenant, pages['german'])).toMatchObject({ parent: null, children: { nodes: [] } });
    expect(await branch(tenant, pages['orphan'])).toMatchObject({ parent: null });
  });

  test('has no drafts in it for readers', async () => {
    const tenant = await service.tenant();
    const pages = await site(tenant);
    const client = await readerOf(tenant);
    expect(pathsOf(await branch(client, pages['section']))).toEqual(['/a/also', '/a/live']);
    expect((await branch(client, pages['section'])).children.totalCount).toBe(2);
    expect((await branch(client, pages['belowDraft'])).parent).toBeNull();
    expect((await branch(tenant, pages['belowDraft'])).parent).toEqual({ path: '/a/draft' });
    const stranger = await service.tenant();
    expect(await branch(stranger, pages['section'])).toBeNull();
  });

  test('shows, filters and orders what is below it by what is live, for readers', async () => {
    const tenant = await service.tenant();
    const pages = await site(tenant);
    await made(tenant, 'textitem', { entity: pages['live'].urn, ...text('Drafted') });
    const client = await readerOf(tenant);
    const shown = 'urn path version status updatedTimestamp lastEditedTimestamp lastEditedBy { name } texts { value }';
    const query = `query ($urn: ID!, $live: ID!, $raw: Boolean!) { live: entity(urn: $live) { ${shown} }
      entity(urn: $urn) { ... on Node @include(if: $raw) { url }
        drafted: children(where: { status: { eq: PUBLISHED_WITH_DRAFTS } }) { nodes { path } }
        children(orderBy: [{ field: UPDATED_TIMESTAMP, direction: DESC }]) { nodes { ${shown} } } } }`;
    const { section, live } = pages;
    for (const raw of [true, false]) {
      const seen = async (caller: Client): Promise<Body> => {
        const { entity, live: alone } = await caller.data(query, { urn: section.urn, live: live.urn, raw });
        expect(entity.children.nodes.find((one: Body) => one.urn === live.urn)).toEqual(alone);
        return [pathsOf(entity), pathsOf({ children: entity.drafted }), alone.status];
      };
      expect(await seen(client)).toEqual([['/a/also', '/a/live'], [], 'PUBLISHED']);
      expect(await seen(tenant)).toEqual([['/a/live', '/a/draft', '/a/also'], ['/a/live'], 'PUBLISHED_WITH_DRAFTS']);
    }
    const [alone, expanded] = await Promise.all([
      client.rest('GET', `/n/v1/entity/${String(live.urn)}`),
      client.rest('GET', `/n/v1/entity/${String(section.urn)}?fields=children&expand=children`),
    ]);
    expect(expanded.body.children.find((one: Body) => one.urn === live.urn)).toEqual(alone.body);
  });

  test('is read in pages, in the order of the kind and by path', async () => {
    const tenant = await service.tenant();
    const pages = await site(tenant);
    for (const [orderBy, paths] of [
      [[{ field: 'PATH' }], ['/a/also', '/a/draft', '/a/live']],
      [null, ['/a/live', '/a/also', '/a/draft']],
    ] as const) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const { children } = await branch(tenant, pages['section'], { orderBy, first: 2, after });
        seen.push(...children.nodes.map((one: Body) => one.path));
        after = children.pageInfo.hasNextPage ? children.pageInfo.endCursor : null;
      } while (after !== null);
      expect(seen).toEqual(paths);
    }
  });

  test('moves with its path, and leaves with its page', async () => {
    const tenant = await service.tenant();
    const pages = await site(tenant);
    const urn = pages['live'].urn as string;
    await tenant.rest('PATCH', `/n/v1/entity/${urn}`, { body: { path: '/ab/live' } });
    expect(pathsOf(await branch(tenant, pages['section']))).toEqual(['/a/also', '/a/draft']);
    expect((await branch(tenant, pages['below'])).parent).toBeNull();
    await tenant.rest('PATCH', `/n/v1/entity/${urn}`, { body: { path: '/a/live' } });
    expect((await branch(tenant, pages['below'])).parent).toEqual({ path: '/a/live' });
    await tenant.rest('DELETE', `/n/v1/entity/${String(pages['section'].urn)}`);
    expect((await branch(tenant, pages['live'])).parent).toBeNull();
  });

  test('is listed over REST, and lists are filtered by what stands above, as the caller sees it', async () => {
    const tenant = await service.tenant();
    const pages = await site(tenant);
    const client = await readerOf(tenant);
    const urn = pages['section'].urn as string;
    const list = async (caller: Client, path: string): Promise<string[]> => {
      const { status, body, text } = await caller.rest('GET', path);
      expect(status, text).toBe(200);
      return (body.children ?? body.entities).map((one: Body) => one.path);
    };
    const children = `/n/v1/entity/${urn}/children?sort=path`;
    expect(await list(tenant, children)).toEqual(['/a/also', '/a/draft', '/a/live']);
    expect(await list(client, children)).toEqual(['/a/also', '/a/live']);
    expect(await list(client, `/n/v1/entities?sort=path&filter[parent]=${urn}`)).toEqual(['/a/also', '/a/live']);
    const roots = '/n/v1/entities?sort=path&filter[language]=en&filter[parent][isNull]=true';
    expect(await list(tenant, roots)).toEqual(['/a', '/ab/x', '/none/orphan']);
    expect(await list(client, roots)).toEqual(['/a', '/a/draft/below', '/ab/x', '/none/orphan']);
    const draft = pages['draft'].urn as string;
    expect(await list(tenant, `/n/v1/entities?filter[parent]=${draft}`)).toEqual(['/a/draft/below']);
    expect(await list(client, `/n/v1/entities?filter[parent]=${draft}`)).toEqual([]);
    const query = `{ entities(where: { parent: { where: { path: { eq: "/a/draft" } } } }) { nodes { path } } }`;
    expect((await tenant.data(query)).entities.nodes).toEqual([{ path: '/a/draft/below' }]);
    expect((await client.data(query)).entities.nodes).toEqual([]);
    const { body } = await client.rest('GET', `/n/v1/entity/${String(pages['live'].urn)}?expand=parent`);
    expect(body.parent).toMatchObject({ urn, path: '/a' });
    const below = await client.rest('GET', `/n/v1/entity/${String(pages['belowDraft'].urn)}?fields=parent`);
    expect(below.body.parent).toBeNull();
    const own = await client.rest('GET', `/n/v1/entity/${String(pages['live'].urn)}`);
    expect(Object.keys(own.body)).not.toEqual(expect.arrayContaining(['parent']));
  });

  test('is shown to everyone as far as it is public', async () => {
    const tenant = await service.tenant();
    const pages = await site(tenant);
    const [owner, objectScope] = [tenant.company, 'COMPANY'];
    const everyone = { subjectUrn: owner, subjectScope: 'EVERYONE' };
    await made(tenant, 'permission', { owner, ...everyone, objectUrn: owner, objectScope, label: 'VIEW' });
    const section = await branch(service.client(null), pages['section']);
    expect(pathsOf(section)).toEqual(['/a/also', '/a/live']);
    const rest = await service
      .client(null)
      .rest('GET', `/n/v1/entity/${String(pages['section'].urn)}/children?sort=path`);
    expect(rest.body.children.map((one: Body) => one.path)).toEqual(['/a/also', '/a/live']);
    const query = `query ($urn: ID!) { entityView(urn: $urn) { parent { path } children(orderBy: [{ field: PATH }]) { nodes { path } } } }`;
    const { entityView } = await service.client(null).data(query, { urn: pages['section'].urn });
    expect(entityView).toEqual({ parent: null, children: { nodes: [{ path: '/a/also' }, { path: '/a/live' }] } });
  });
});

describe('what refers to a page', () => {
  const query = `query ($urn: ID!, $where: ReferenceItemWhere, $first: Int, $after: String) { entity(urn: $urn) { referencedBy(where: $where, first: $first, after: $after) {
    totalCount nodes { name entityReference { urn } entity { path } } pageInfo { hasNextPage endCursor } } } }`;
  const link = (to: Body, name = 'author'): unknown => ({ name, sortOrder: 0, entityReference: { urn: to.urn } });

  async function referrers(client: Client, { urn }: Body, where: unknown = null): Promise<string[]> {
    const { entity } = await client.data(query, { urn, where });
    const paths = entity.referencedBy.nodes.map((one: Body) => `${String(one.entity.path)} ${String(one.name)}`).sort();
    for (const one of entity.referencedBy.nodes) expect(one.entityReference).toEqual({ urn });
    expect(entity.referencedBy.totalCount).toBe(paths.length);
    if (where === null) {
      const rest = await client.rest('GET', `/n/v1/entity/${String(urn)}/referencedby?expand=entity&count=true`);
      expect(rest.status, rest.text).toBe(200);
      expect(
        rest.body.referencedBy.map((one: Body) => `${String(one.entity.path)} ${String(one.name)}`).sort(),
      ).toEqual(paths);
    }
    return paths;
  }

  test('is found by what the caller is shown: drafts for editors, what is live for readers', async () => {
    const tenant = await service.tenant();
    const client = await readerOf(tenant);
    const live = { status: 'PUBLISH' };
    const [ines, ada] = [await page(tenant, '/ines', live), await page(tenant, '/ada', live)];
    const post = await page(tenant, '/post', { ...live, references: [link(ines)] });
    await page(tenant, '/draft', { references: [link(ines)] });
    await page(tenant, '/both', { ...live, references: [link(ines, 'editor'), link(ines)] });
    for (const caller of [tenant, client])
      expect(await referrers(caller, ines, { name: { eq: 'editor' } })).toEqual(['/both editor']);
    expect(await referrers(tenant, ines)).toEqual(['/both author', '/both editor', '/draft author', '/post author']);
    expect(await referrers(client, ines)).toEqual(['/both author', '/both editor', '/post author']);
    await tenant.rest('PATCH', `/n/v1/referenceitem/${String(post.references[0].urn)}`, {
      body: { entityReference: { urn: ada.urn } },
    });
    expect(await referrers(tenant, ines)).toEqual(['/both author', '/both editor', '/draft author']);
    expect(await referrers(tenant, ada)).toEqual(['/post author']);
    expect(await referrers(client, ines)).toEqual(['/both author', '/both editor', '/post author']);
    expect(await referrers(client, ada)).toEqual([]);
    await tenant.rest('DELETE', `/n/v1/referenceitem/${String(post.references[0].urn)}`);
    expect(await referrers(tenant, ada)).toEqual([]);
    // What is public is live, and no more than that: who sees drafts is shown none of it.
    const [owner, objectScope] = [tenant.company, 'COMPANY'];
    const everyone = {
      owner,
      subjectUrn: owner,
      subjectScope: 'EVERYONE',
      objectUrn: owner,
      objectScope,
      label: 'VIEW',
    };
    const edge = await made(tenant, 'permission', everyone);
    const only = await page(tenant, '/only', live);
    const last = await page(tenant, '/last', { ...live, references: [link(only)] });
    await tenant.rest('DELETE', `/n/v1/referenceitem/${String(last.references[0].urn)}`);
    expect(await referrers(tenant, only)).toEqual([]);
    for (const caller of [client, await service.tenant()])
      expect(await referrers(caller, only)).toEqual(['/last author']);
    await tenant.rest('DELETE', `/n/v1/permission/${String(edge.urn)}`);
    expect(await referrers(client, ines)).toEqual(['/both author', '/both editor', '/post author']);
  });

  test('is read in pages, each once', async () => {
    const tenant = await service.tenant();
    const ines = await page(tenant, '/ines');
    const paths = ['/1', '/2', '/3', '/4', '/5'];
    for (const path of paths) await page(tenant, path, { references: [link(ines)] });
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { entity } = await tenant.data(query, { urn: ines.urn, first: 2, after });
      seen.push(...entity.referencedBy.nodes.map((one: Body) => one.entity.path));
      after = entity.referencedBy.pageInfo.hasNextPage ? entity.referencedBy.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen.sort()).toEqual(paths);
  });
});

test('the threads of a page are those that the caller may read', async () => {
  const tenant = await service.tenant();
  const one = await page(tenant, '/discussed', { status: 'PUBLISH' });
  const thread = await made(tenant, 'messagethread', {
    urn: crypto.randomUUID(),
    name: 'About it',
    purpose: 'GENERAL',
    entities: [one.urn],
    group: (await made(tenant, 'group', { owner: tenant.company, name: 'Readers', membershipType: 'OPEN' })).urn,
  });
  const query = 'query ($urn: ID!) { entity(urn: $urn) { threads { nodes { urn name } } } }';
  expect((await tenant.data(query, { urn: one.urn })).entity.threads.nodes).toEqual([
    { urn: thread.urn, name: 'About it' },
  ]);
  const { body } = await tenant.rest('GET', `/n/v1/entity/${String(one.urn)}/threads`);
  expect(body.threads.map((each: Body) => each.urn)).toEqual([thread.urn]);
  const client = await readerOf(tenant);
  expect((await client.data(query, { urn: one.urn })).entity.threads.nodes).toEqual([]);
});
