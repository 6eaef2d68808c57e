// One picture in many image items: files of their own with the bytes of the first, made from a file or an asset. Issue "What a page should
// be", point 7.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { change, openToEveryone, page, picture, reader, sql, upload, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
let tenant: Tenant;
let bytes: Buffer;
beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  bytes = await picture();
});

const imageOn = async (path: string, more: object = {}, image: object = {}): Promise<{ entity: Body; urn: string }> => {
  const entity = await page(tenant, path, { images: [{ name: 'hero', sortOrder: 0, ...image }], ...more });
  return { entity, urn: entity.images[0].urn };
};

const reuse = (urn: string, body: object, client: Client = tenant): Promise<RestAnswer> =>
  client.rest('POST', `/n/v1/imageitem/${urn}/reuse`, { body });

const facts = `imageItemFormat contentType byteLength width height focalX focalY blurHash digest asset { urn }`;
const query = `query ($urn: ID!) { imageItem(urn: $urn) { src mediumSrc largeSrc altText files { urn src ${facts} } } }`;
const item = async (urn: string, client: Client = tenant): Promise<Body> =>
  (await client.data(query, { urn })).imageItem;

const sourceOf = (address: string): string => address.split('/').at(-1) ?? '';

async function assetWith(content: Buffer, more: object = {}): Promise<Body> {
  const asset = await made(tenant, 'asset', { owner: tenant.company, name: 'lamp.png', ...more });
  const form = new FormData();
  form.append('src', new Blob([new Uint8Array(content)]), 'lamp.png');
  const headers = { authorization: `Bearer ${tenant.token}` };
  const answer = await fetch(`${service.url}/n/v1/asset/${String(asset.urn)}`, { method: 'POST', headers, body: form });
  expect(answer.status).toBe(201);
  return asset;
}

describe('a picture of another item', () => {
  test('comes with all sizes and its focal point, as files of its own that share the bytes', async () => {
    const first = await imageOn('/first');
    const file = await upload(service.url, tenant, first.urn, bytes);
    await tenant.rest('PATCH', `/n/v1/imageitemfile/${file}`, { body: { focalX: 0.25 } });
    const second = await imageOn('/second', {}, { altText: 'Ours' });
    const answer = await reuse(second.urn, { file });
    expect(answer.status, answer.text).toBe(200);
    const [from, to] = [await item(first.urn), await item(second.urn)];
    expect(answer.body).toMatchObject({ urn: second.urn, src: to.src, mediumSrc: to.mediumSrc, largeSrc: to.largeSrc });
    const shown = ({ files }: Body): unknown[] =>
      files
        .map(({ urn: _, src: __, ...rest }: Body) => rest)
        .sort((a: Body, b: Body) => (a.imageItemFormat < b.imageItemFormat ? -1 : 1));
    expect(shown(to)).toEqual(shown(from));
    expect(shown(to)).toHaveLength(3);
    expect(to.altText).toBe('Ours');
    for (const size of ['src', 'mediumSrc', 'largeSrc']) {
      expect(to[size]).not.toBe(from[size]);
      expect(to.files.map((one: Body) => one.src)).toContain(to[size]);
    }
    const stored = await sql(
      service,
      'SELECT DISTINCT "sha256" FROM "image_item_file" WHERE "image_item" = ANY($1::uuid[])',
      [[first.urn, second.urn]],
    );
    expect(stored).toHaveLength(1);
    // It stays when the first one goes.
    await tenant.rest('DELETE', `/n/v1/entity/${String(first.entity.urn)}`);
    const got = await fetch(to.src, { headers: { authorization: `Bearer ${tenant.token}` } });
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('is found in every item that shows it, by its digest', async () => {
    const own = await service.tenant();
    const on = async (path: string): Promise<Body> =>
      (await page(own, path, { images: [{ name: 'hero', sortOrder: 0 }] })).images[0];
    const [first, second] = [await on('/first'), await on('/second')];
    const file = await upload(service.url, own, first.urn, bytes);
    expect((await reuse(second.urn, { file }, own)).status).toBe(200);
    const { digest } = (await own.rest('GET', `/n/v1/imageitemfile/${file}`)).body;
    const uses = `query ($digest: String!) { imageItemFiles(where: { digest: { eq: $digest }, imageItemFormat: { eq: DEFAULT } }) { nodes { imageItem { entity { path } } } } }`;
    const { imageItemFiles } = await own.data(uses, { digest });
    expect(imageItemFiles.nodes.map((one: Body) => one.imageItem.entity.path).sort()).toEqual(['/first', '/second']);
  });

  test('is a draft until its page is published, and then as public as the page', async () => {
    const own = await service.tenant();
    const on = (path: string): Promise<Body> => page(own, path, { images: [{ name: 'hero', sortOrder: 0 }] });
    const [closed, open] = [await on('/closed'), await on('/open')];
    const file = await upload(service.url, own, closed.images[0].urn, bytes);
    await change(own, open.urn, { status: 'PUBLISH' });
    await openToEveryone(own, open.urn);
    const { src } = (await reuse(open.images[0].urn, { file }, own)).body;
    expect((await fetch(src)).status).toBe(404);
    await change(own, open.urn, { status: 'PUBLISH' });
    expect((await fetch(src)).status).toBe(200);
    expect((await fetch(`${service.url}/v/v1/image/${file}`)).status).toBe(404);
  });

  test('is shown on request alone where the item does not show it', async () => {
    const first = await imageOn('/replaced');
    const old = await upload(service.url, tenant, first.urn, bytes);
    await upload(service.url, tenant, first.urn, await picture());
    const second = await imageOn('/with-old');
    await tenant.rest('PATCH', `/n/v1/imageitem/${first.urn}`, { body: { src: null } });
    expect((await reuse(second.urn, { file: old })).status).toBe(200);
    const { src, mediumSrc, largeSrc, files } = await item(second.urn);
    expect([mediumSrc, largeSrc, files.length]).toEqual([null, null, 1]);
    expect(src).toBe(files[0].src);
  });
});

describe('a picture of an asset', () => {
  test('is made with all sizes and the text in the language of the page, and the asset is used there', async () => {
    const altTexts = [
      { language: 'de', text: 'Eine Lampe' },
      { language: 'en', text: 'A lamp' },
    ];
    const asset = await assetWith(bytes, { altTexts });
    const english = await imageOn('/lamp');
    const german = await imageOn('/lamp', { language: 'de' }, { altText: 'Unsere' });
    const french = await imageOn('/lamp', { language: 'fr' });
    const shows =
      'mutation ($urn: ID!, $asset: ID) { reuseImage(urn: $urn, asset: $asset) { imageItem { altText } userErrors { code } } }';
    const said = async ({ urn }: { urn: string }): Promise<Body> =>
      (await tenant.data(shows, { urn, asset: asset.urn })).reuseImage;
    expect(await said(english)).toEqual({ imageItem: { altText: 'A lamp' }, userErrors: [] });
    expect(await said(german)).toEqual({ imageItem: { altText: 'Unsere' }, userErrors: [] });
    expect(await said(french)).toEqual({ imageItem: { altText: null }, userErrors: [] });
    const { files } = await item(english.urn);
    expect(files.map((one: Body) => [one.imageItemFormat, one.width, one.asset.urn]).sort()).toEqual(
      ['DEFAULT', 'LARGE', 'MEDIUM'].map((format) => [format, 20, asset.urn]),
    );
    const uses =
      'query ($urn: ID!) { asset(urn: $urn) { usedBy(orderBy: [{ field: LANGUAGE }]) { totalCount nodes { language assets { urn } } } } }';
    const used = async (): Promise<Body> => (await tenant.data(uses, { urn: asset.urn })).asset.usedBy;
    expect(await used()).toEqual({
      totalCount: 3,
      nodes: ['de', 'en', 'fr'].map((language) => ({ language, assets: [{ urn: asset.urn }] })),
    });
    // Another picture in its place uses it no more.
    await upload(service.url, tenant, french.urn, await picture());
    await tenant.rest('PATCH', `/n/v1/imageitem/${german.urn}`, {
      body: { src: null, mediumSrc: null, largeSrc: null },
    });
    expect((await used()).nodes.map((one: Body) => one.language)).toEqual(['en']);
    // The picture has bytes of its own.
    const removed = await tenant.rest('DELETE', `/n/v1/asset/${String(asset.urn)}`);
    expect(removed.status, removed.text).toBe(204);
    const { src, files: left } = await item(english.urn);
    expect((await fetch(src, { headers: { authorization: `Bearer ${tenant.token}` } })).status).toBe(200);
    expect(left.map((one: Body) => one.asset)).toEqual([null, null, null]);
  });
});

describe('what is refused, and changes nothing', () => {
  test('is no picture, nothing, both, or what the caller may not see or change', async () => {
    const { entity, urn } = await imageOn('/refused');
    const stranger = await service.tenant();
    const theirs = await page(stranger, '/theirs', { images: [{ name: 'hero', sortOrder: 0 }] });
    const hidden = await upload(service.url, stranger, theirs.images[0].urn, bytes);
    const text = await assetWith(Buffer.from('%PDF-1.7 no picture'));
    const empty = await made(tenant, 'asset', { owner: tenant.company, name: 'empty' });
    for (const [body, path, code] of [
      [{}, '/file', 'REQUIRED'],
      [{ file: hidden, asset: text.urn }, '/asset', 'NOT_ALLOWED_TOGETHER'],
      [{ file: hidden }, '/file', 'INVALID_REFERENCE'],
      [{ file: crypto.randomUUID() }, '/file', 'INVALID_REFERENCE'],
      [{ asset: crypto.randomUUID() }, '/asset', 'INVALID_REFERENCE'],
      [{ asset: empty.urn }, '/asset', 'INVALID_REFERENCE'],
      [{ asset: text.urn }, '/asset', 'INVALID_FORMAT'],
    ] as const) {
      const answer = await reuse(urn, body);
      expect([answer.status, answer.body.errors], JSON.stringify(body)).toMatchObject([422, [{ path, code }]]);
    }
    const source = await imageOn('/source');
    const file = await upload(service.url, tenant, source.urn, bytes);
    const viewing = await reader(service, tenant, [
      { label: 'READ', objectUrn: tenant.company, objectScope: 'COMPANY' },
    ]);
    expect((await reuse(urn, { file }, viewing)).status).toBe(404);
    expect((await reuse(urn, { file }, stranger)).status).toBe(404);
    const old = await tenant.rest('POST', `/n/v1/imageitem/${urn}/reuse`, {
      body: { file },
      headers: { 'If-Match': '"9"' },
    });
    expect(old.status).toBe(412);
    expect(await item(urn)).toMatchObject({ src: null, files: [] });
    expect((await tenant.rest('GET', `/n/v1/imageitem/${urn}`)).body.version).toBe(1);
    // A draft's picture is no secret that its reader could keep: who sees no drafts cannot name it.
    const writing = await reader(service, tenant, [
      { label: 'VIEW', objectUrn: tenant.company, objectScope: 'COMPANY' },
      { label: 'UPDATE', objectUrn: String(entity.urn), objectScope: 'ENTITY' },
    ]);
    const unseen = await reuse(urn, { file }, writing);
    expect([unseen.status, unseen.body.errors]).toMatchObject([422, [{ path: '/file', code: 'INVALID_REFERENCE' }]]);
    expect(sourceOf((await item(source.urn)).src)).toBe(file);
  });
});
