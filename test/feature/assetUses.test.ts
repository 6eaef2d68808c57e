// Where an asset is used, and link items that name one: the same on both faces, by one statement or field by field, and never by what the
// caller is not shown. Resource reference 16.25.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { change, page, reader, text, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const readerOf = (tenant: Tenant): Promise<Client> =>
  reader(service, tenant, [{ label: 'VIEW', objectUrn: tenant.company, objectScope: 'COMPANY' }]);

const assetOf = (tenant: Tenant, name = 'list.pdf'): Promise<Body> =>
  made(tenant, 'asset', { owner: tenant.company, name });

const addressOf = ({ urn }: Body): string => `${service.url}/v/v1/asset/${String(urn)}`;

const uses = `query ($urn: ID!, $raw: Boolean!, $first: Int, $after: String) { asset(urn: $urn) { ... on Node @include(if: $raw) { url }
  usedBy(orderBy: [{ field: PATH }], first: $first, after: $after) { totalCount nodes { path } pageInfo { hasNextPage endCursor } } } }`;

/** The paths of the pages that use the asset, as both faces and a filter of pages say. */
async function usedBy(client: Client, { urn }: Body): Promise<string[]> {
  const paths = (nodes: readonly Body[]): string[] => nodes.map((one) => one.path);
  const [plain, raw] = [await client.data(uses, { urn, raw: false }), await client.data(uses, { urn, raw: true })];
  const found = paths(plain.asset.usedBy.nodes);
  expect(paths(raw.asset.usedBy.nodes)).toEqual(found);
  expect(plain.asset.usedBy.totalCount).toBe(found.length);
  const rest = await client.rest('GET', `/n/v1/asset/${String(urn)}/usedby?sort=path&count=true`);
  expect(rest.status, rest.text).toBe(200);
  expect(paths(rest.body.usedBy)).toEqual(found);
  const listed = await client.rest('GET', `/n/v1/entities?sort=path&filter[assets]=${String(urn)}`);
  expect(listed.status, listed.text).toBe(200);
  expect(paths(listed.body.entities)).toEqual(found);
  return found;
}

describe('the pages that use an asset', () => {
  test('name it by a link, in a text or as a picture, with the host or without, each once', async () => {
    const tenant = await service.tenant();
    const [used, other] = [await assetOf(tenant), await assetOf(tenant, 'other.pdf')];
    const [address, path] = [addressOf(used), `/v/v1/asset/${String(used.urn)}`];
    await page(tenant, '/link', { links: [{ name: 'list', sortOrder: 0, href: address }] });
    await page(tenant, '/part', { links: [{ name: 'list', sortOrder: 0, href: `${address}#page=2` }] });
    await page(tenant, '/markdown', {
      markdowns: [text(`See [the list](${path.replace(String(used.urn), String(used.urn).toUpperCase())}).`)],
    });
    await page(tenant, '/relative', { markdowns: [text(`![list](${path}) and again ${path}`)], texts: [text(path)] });
    await page(tenant, '/template', { templates: [text(`<img src="${address}">`)] });
    await page(tenant, '/picture', { images: [{ name: 'a', sortOrder: 0, largeSrc: address }] });
    await page(tenant, '/other', { links: [{ name: 'list', sortOrder: 0, href: addressOf(other) }] });
    await page(tenant, '/none', { texts: [text(String(used.urn))] });
    expect(await usedBy(tenant, used)).toEqual(['/link', '/markdown', '/part', '/picture', '/relative', '/template']);
    expect(await usedBy(tenant, other)).toEqual(['/other']);
    const { entities } = await tenant.data(
      '{ entities(orderBy: [{ field: PATH }]) { nodes { path assets { name } } } }',
    );
    expect(entities.nodes.map(({ path: at, assets }: Body) => [at, assets.map((one: Body) => one.name)])).toEqual([
      ...['/link', '/markdown'].map((at) => [at, ['list.pdf']]),
      ['/none', []],
      ['/other', ['other.pdf']],
      ...['/part', '/picture', '/relative', '/template'].map((at) => [at, ['list.pdf']]),
    ]);
  });

  test('are those that the caller is shown: drafts for editors, what is live for readers', async () => {
    const tenant = await service.tenant();
    const client = await readerOf(tenant);
    const [first, second] = [await assetOf(tenant, 'first'), await assetOf(tenant, 'second')];
    const links = [{ name: 'list', sortOrder: 0, href: addressOf(first) }];
    const live = await page(tenant, '/live', { status: 'PUBLISH', links });
    await page(tenant, '/draft', { links });
    expect([await usedBy(tenant, first), await usedBy(client, first)]).toEqual([['/draft', '/live'], ['/live']]);
    const link = String(live.links[0].urn);
    await tenant.rest('PATCH', `/n/v1/linkitem/${link}`, { body: { asset: second.urn } });
    expect([await usedBy(tenant, first), await usedBy(client, first)]).toEqual([['/draft'], ['/live']]);
    expect([await usedBy(tenant, second), await usedBy(client, second)]).toEqual([['/live'], []]);
    await tenant.rest('DELETE', `/n/v1/linkitem/${link}`);
    expect([await usedBy(tenant, second), await usedBy(client, first)]).toEqual([[], ['/live']]);
    await change(tenant, live.urn, { status: 'PUBLISH' });
    expect(await usedBy(client, first)).toEqual([]);
    await tenant.rest('DELETE', `/n/v1/entity/${String(live.urn)}`);
    expect(await usedBy(tenant, first)).toEqual(['/draft']);
  });

  test('are not told of an asset that the caller may not see, nor of pages of others', async () => {
    const tenant = await service.tenant();
    const hidden = await assetOf(tenant);
    const links = [{ name: 'list', sortOrder: 0, href: addressOf(hidden) }];
    const shown = await page(tenant, '/shown', { status: 'PUBLISH', links });
    const client = await reader(service, tenant, [{ label: 'VIEW', objectUrn: shown.urn, objectScope: 'ENTITY' }]);
    for (const condition of [
      `filter[assets]=${String(hidden.urn)}`,
      `filter[assets][in]=${String(hidden.urn)}`,
      'filter[assets][isNull]=false',
    ]) {
      const path = `/n/v1/entities?${condition}`;
      expect((await client.rest('GET', path)).body.entities).toEqual([]);
      expect((await tenant.rest('GET', path)).body.entities).toHaveLength(1);
    }
    const through = '{ entities(where: { assets: { where: { name: { eq: "list.pdf" } } } }) { nodes { path } } }';
    expect((await client.data(through)).entities.nodes).toEqual([]);
    expect((await tenant.data(through)).entities.nodes).toEqual([{ path: '/shown' }]);
    const read = 'query ($urn: ID!) { entity(urn: $urn) { assets { urn } links { href asset { urn } } } }';
    expect((await client.data(read, shown)).entity).toEqual({
      assets: [],
      links: [{ href: addressOf(hidden), asset: null }],
    });
    const [stranger, nobody] = [await service.tenant(), service.client(null)];
    await page(stranger, '/theirs', { links });
    expect(await usedBy(tenant, hidden)).toEqual(['/shown']);
    for (const caller of [stranger, nobody]) {
      expect((await caller.data(uses, { urn: hidden.urn, raw: false })).asset).toBeNull();
      expect((await caller.rest('GET', `/n/v1/asset/${String(hidden.urn)}/usedby`)).status).toBe(404);
    }
    // What strangers write keeps nobody from deleting his own.
    await tenant.rest('DELETE', `/n/v1/entity/${String(shown.urn)}`);
    expect((await tenant.rest('DELETE', `/n/v1/asset/${String(hidden.urn)}`)).status).toBe(204);
  });

  test('are read in pages, each once', async () => {
    const tenant = await service.tenant();
    const used = await assetOf(tenant);
    const paths = ['/1', '/2', '/3', '/4', '/5'];
    for (const path of paths) await page(tenant, path, { texts: [text(addressOf(used))] });
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { asset } = await tenant.data(uses, { urn: used.urn, raw: false, first: 2, after });
      seen.push(...asset.usedBy.nodes.map((one: Body) => one.path));
      after = asset.usedBy.pageInfo.hasNextPage ? asset.usedBy.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(paths);
  });

  test('keep it from being deleted, whatever names it', async () => {
    const tenant = await service.tenant();
    const used = await assetOf(tenant);
    const body = await page(tenant, '/markdown', { markdowns: [text(`[List](${addressOf(used)})`)] });
    const refused = await tenant.rest('DELETE', `/n/v1/asset/${String(used.urn)}`);
    const [related] = body.markdowns;
    expect([refused.status, refused.body.code, refused.body.errors[0].related]).toEqual([409, 'IN_USE', [related.urn]]);
    await tenant.rest('DELETE', `/n/v1/markdownitem/${String(related.urn)}`);
    expect((await tenant.rest('DELETE', `/n/v1/asset/${String(used.urn)}`)).status).toBe(204);
  });
});

describe('a link item', () => {
  const read = 'query ($urn: ID!) { linkItem(urn: $urn) { href asset { urn name } } }';

  test('names an asset in place of an address, on both faces, and shows both', async () => {
    const tenant = await service.tenant();
    const [first, second] = [await assetOf(tenant, 'first'), await assetOf(tenant, 'second')];
    const entity = await page(tenant, '/page', { links: [{ name: 'list', sortOrder: 0, asset: first.urn }] });
    const [link] = entity.links;
    expect(link).toMatchObject({ href: addressOf(first), asset: { urn: first.urn } });
    expect((await tenant.data(read, link)).linkItem).toEqual({
      href: addressOf(first),
      asset: { urn: first.urn, name: 'first' },
    });
    const update =
      'mutation ($urn: ID!, $input: UpdateLinkItemInput!) { updateLinkItem(urn: $urn, input: $input) { linkItem { href asset { urn } } userErrors { path code } } }';
    const { updateLinkItem } = await tenant.data(update, { urn: link.urn, input: { asset: second.urn } });
    expect(updateLinkItem).toEqual({
      linkItem: { href: addressOf(second), asset: { urn: second.urn } },
      userErrors: [],
    });
    const { status, body } = await tenant.rest('GET', `/n/v1/linkitem/${String(link.urn)}`);
    expect([status, body.asset.urn]).toEqual([200, second.urn]);
    // A body that was read comes back with a change of one of the two.
    const put = (more: object): Promise<Body> =>
      tenant.rest('PUT', `/n/v1/linkitem/${String(link.urn)}`, { body: { ...body, ...more } });
    const elsewhere = await put({ href: 'https://elsewhere.example/' });
    expect([elsewhere.status, elsewhere.body.href, elsewhere.body.asset]).toEqual([
      200,
      'https://elsewhere.example/',
      null,
    ]);
    const back = await put({ asset: { urn: first.urn } });
    expect([back.status, back.body.code, back.body.errors?.[0]]).toMatchObject([
      422,
      'VALIDATION_FAILED',
      { path: '/asset', code: 'NOT_ALLOWED_TOGETHER' },
    ]);
    const { history } = (
      await tenant.data(
        'query ($urn: ID!) { linkItem(urn: $urn) { history { history { nodes { href asset { name } } } } } }',
        link,
      )
    ).linkItem.history;
    expect(history.nodes.map((one: Body) => one.asset?.name ?? null)).toEqual([null, 'second', 'first']);
  });

  test('needs an address or an asset that its writer may see', async () => {
    const tenant = await service.tenant();
    const used = await assetOf(tenant);
    const entity = await page(tenant, '/page', { links: [{ name: 'list', sortOrder: 0, asset: used.urn }] });
    const post = (body: object): Promise<Body> =>
      tenant.rest('POST', '/n/v1/linkitem', { body: { entity: entity.urn, name: 'more', sortOrder: 0, ...body } });
    const stranger = await service.tenant();
    const theirs = await assetOf(stranger);
    for (const [body, path, code] of [
      [{}, '/href', 'REQUIRED'],
      [{ asset: null }, '/href', 'REQUIRED'],
      [{ asset: theirs.urn }, '/asset', 'INVALID_REFERENCE'],
      [{ asset: crypto.randomUUID() }, '/asset', 'INVALID_REFERENCE'],
      [{ asset: used.urn, href: 'https://elsewhere.example/' }, '/asset', 'NOT_ALLOWED_TOGETHER'],
    ] as const) {
      const answer = await post(body);
      expect([answer.status, answer.body.errors], JSON.stringify(body)).toMatchObject([422, [{ path, code }]]);
    }
    const [link] = entity.links;
    const cleared = await tenant.rest('PATCH', `/n/v1/linkitem/${String(link.urn)}`, { body: { asset: null } });
    expect([cleared.status, cleared.body.errors]).toMatchObject([422, [{ path: '/href', code: 'REQUIRED' }]]);
    expect((await tenant.data(read, link)).linkItem.asset).toEqual({ urn: used.urn, name: 'list.pdf' });
    const nested = await tenant.rest('POST', '/n/v1/entity', {
      body: {
        ...{
          urn: crypto.randomUUID(),
          owner: tenant.company,
          name: 'Page',
          language: 'en',
          status: 'DRAFT_UNPUBLISHED',
        },
        ...{ path: '/nested', links: [{ name: 'list', sortOrder: 0, asset: theirs.urn }] },
      },
    });
    expect([nested.status, nested.body.errors]).toMatchObject([
      422,
      [{ path: '/links/0/asset', code: 'INVALID_REFERENCE' }],
    ]);
  });

  test('of another tenant is shown by one statement as by single reads: where everyone may see it', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const [own, open, hidden] = [await assetOf(tenant), await assetOf(other, 'open.pdf'), await assetOf(other)];
    const everyone = { owner: other.company, subjectUrn: other.company, subjectScope: 'EVERYONE', label: 'VIEW' };
    await made(other, 'permission', { ...everyone, objectUrn: open.urn, objectScope: 'ASSET' });
    const all = [own, open, hidden];
    const links = all.map((asset, sortOrder) => ({ name: 'list', sortOrder, href: addressOf(asset) }));
    const { urn, links: items } = await page(tenant, '/elsewhere', { status: 'PUBLISH', links });
    const fields = 'assets { name } links { asset { name } }';
    const { entity, entityView } = await tenant.data(
      `query ($urn: ID!) { entity(urn: $urn) { ${fields} } entityView(urn: $urn) { ${fields} } }`,
      { urn },
    );
    expect(entity).toEqual({
      assets: [{ name: 'list.pdf' }, { name: 'open.pdf' }],
      links: [{ asset: { name: 'list.pdf' } }, { asset: { name: 'open.pdf' } }, { asset: null }],
    });
    expect(entityView).toEqual(entity);
    const shown = await Promise.all(
      items.map(async (item: Body) => (await tenant.rest('GET', `/n/v1/linkitem/${String(item.urn)}`)).body.asset?.urn),
    );
    expect(shown).toEqual([own.urn, open.urn, undefined]);
  });

  test('is shown in the view with the address, and with the asset to who may see it', async () => {
    const tenant = await service.tenant();
    const used = await assetOf(tenant);
    const links = [{ name: 'list', sortOrder: 0, asset: used.urn, text: 'The list' }];
    const entity = await page(tenant, '/public', { status: 'PUBLISH', links });
    const [owner, label] = [tenant.company, 'VIEW'];
    const everyone = { owner, label, subjectUrn: owner, subjectScope: 'EVERYONE' };
    await made(tenant, 'permission', { ...everyone, objectUrn: entity.urn, objectScope: 'ENTITY' });
    const query = 'query ($urn: ID!) { entityView(urn: $urn) { links { href asset { name } } } }';
    const nobody = service.client(null);
    const view = async (): Promise<Body> => (await nobody.data(query, { urn: entity.urn })).entityView.links;
    expect(await view()).toEqual([{ href: addressOf(used), asset: null }]);
    const rest = await nobody.rest('GET', `/v/v1/entityview/${String(entity.urn)}`);
    expect(rest.body.links).toMatchObject([{ href: addressOf(used), asset: null }]);
    await made(tenant, 'permission', { ...everyone, objectUrn: used.urn, objectScope: 'ASSET' });
    expect(await view()).toEqual([{ href: addressOf(used), asset: { name: 'list.pdf' } }]);
    // An old value may name what is deleted.
    await tenant.rest('PATCH', `/n/v1/linkitem/${String(entity.links[0].urn)}`, {
      body: { href: 'https://a.example/' },
    });
    await change(tenant, entity.urn, { status: 'PUBLISH' });
    expect((await tenant.rest('DELETE', `/n/v1/asset/${String(used.urn)}`)).status).toBe(204);
    const { linkItem } = await tenant.data(
      'query ($urn: ID!) { linkItem(urn: $urn) { history { history { nodes { href asset { name } } } } } }',
      { urn: entity.links[0].urn },
    );
    expect(linkItem.history.history.nodes).toEqual([
      { href: 'https://a.example/', asset: null },
      { href: addressOf(used), asset: null },
    ]);
  });
});
