// A copy of a page is independent: its images are its own, regardless of who may read the original and what happens to
// it.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { helper, made } from '../support/work.ts';
import { page, sql, type Body } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let editor: Tenant;
let picture: Buffer;

beforeAll(async () => {
  service = await startService({ MAX_IMAGES_AT_ONCE: '1' });
  editor = await service.tenant();
  picture = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#402060' } })
    .png()
    .toBuffer();
});
afterAll(() => service.close());

async function upload(item: string, format = 'DEFAULT'): Promise<Response> {
  const form = new FormData();
  form.set('imageItemFormat', format);
  form.set('src', new Blob([new Uint8Array(picture)]), 'picture.png');
  const headers = { authorization: `Bearer ${editor.token}` };
  return fetch(`${service.url}/n/v1/imageitemfile/${item}`, { method: 'POST', headers, body: form });
}

async function pictured(): Promise<Body> {
  const original = await page(editor, null, {
    images: [
      { name: 'hero', sortOrder: 0, altText: 'Hero' },
      { name: 'elsewhere', sortOrder: 0, src: 'https://pictures.example/a.png' },
    ],
  });
  expect((await upload(original.images[0].urn)).status).toBe(201);
  return (await editor.rest('GET', `/n/v1/entity/${String(original.urn)}`)).body;
}

async function copyOf(urn: string, more: Record<string, unknown> = {}): Promise<Body> {
  const answer = await editor.rest('POST', `/n/v1/entity/${urn}/copy`, { body: { language: 'de', ...more } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const named = (items: readonly Body[], name: string): Body => items.find((item) => item.name === name);
const addresses = (item: Body): string[] => [item.src, item.mediumSrc, item.largeSrc];
const fileOf = (address: string): string => address.split('/').at(-1) ?? '';

describe('a copy', () => {
  test('has file records of its own with the same bytes and metadata, and no bytes are stored twice', async () => {
    const original = await pictured();
    const stored = `SELECT count(*)::int AS files, count(DISTINCT "sha256")::int AS contents FROM "image_item_file"`;
    const [before] = await sql(service, stored);
    const focus = { focalX: 0.2, focalY: 0.7 };
    const file = fileOf(named(original.images, 'hero').src);
    expect((await editor.rest('PATCH', `/n/v1/imageitemfile/${file}`, { body: focus })).status).toBe(200);

    const copy = await copyOf(original.urn);
    const [hero, own] = [named(original.images, 'hero'), named(copy.images, 'hero')];
    expect(new Set([...addresses(hero), ...addresses(own)]).size).toBe(6);
    const row = (await editor.rest('GET', `/n/v1/imageitemfile/${fileOf(own.src)}`)).body;
    const first = (await editor.rest('GET', `/n/v1/imageitemfile/${file}`)).body;
    expect(row).toMatchObject({ ...focus, digest: first.digest, width: 1200, imageItem: { urn: own.urn } });
    expect(named(copy.images, 'elsewhere').src).toBe('https://pictures.example/a.png');
    const [after] = await sql(service, stored);
    expect(after).toEqual({ files: Number(before?.['files']) + 3, contents: before?.['contents'] });
  });

  test('leaves an address of the service as it is where no file stands behind it', async () => {
    const src = `${service.url}/v/v1/image/${crypto.randomUUID()}`;
    const original = await page(editor, null, { images: [{ name: 'lost', sortOrder: 0, src }] });
    expect(named((await copyOf(original.urn)).images, 'lost').src).toBe(named(original.images, 'lost').src);
  });

  test('shows its images to readers who may not read the original, even after the original is deleted', async () => {
    const original = await pictured();
    const copy = await copyOf(original.urn, { language: 'fr' });
    const reader = await helper(service, editor, [{ label: 'READ_DRAFT', objectUrn: copy.urn, objectScope: 'ENTITY' }]);
    const [theirs, ours] = [addresses(named(original.images, 'hero')), addresses(named(copy.images, 'hero'))];
    for (const address of theirs) expect((await reader.rest('GET', address)).status).toBe(404);
    for (const address of ours) expect((await reader.rest('GET', address)).status).toBe(200);
    expect((await editor.rest('DELETE', `/n/v1/entity/${String(original.urn)}`)).status).toBe(204);
    for (const address of ours) expect((await reader.rest('GET', address)).status).toBe(200);
    // What was derived for the original was derived for the copy as well: a new picture replaces all of it.
    const hero = named(copy.images, 'hero').urn;
    expect((await upload(hero)).status).toBe(201);
    const replaced = addresses((await editor.rest('GET', `/n/v1/imageitem/${String(hero)}`)).body);
    expect(new Set([...replaced, ...ours]).size).toBe(6);
  });

  test('is what the original is but for what was stated, and a draft whatever was', async () => {
    const original = await page(editor, null, {
      name: 'About',
      path: `/about/${crypto.randomUUID()}`,
      variant: 'print',
    });
    const copy = await copyOf(original.urn, { status: 'PUBLISH' });
    const { owner, name, path, variant } = original;
    expect(copy).toMatchObject({ owner, name, path, variant, language: 'de', status: 'DRAFT_UNPUBLISHED' });
  });

  test('of a live page is a draft: its images are hidden from readers of live content', async () => {
    const original = await pictured();
    await editor.rest('PUT', `/n/v1/entity/${String(original.urn)}`, { body: { status: 'PUBLISH' } });
    const everything = { label: 'READ', objectUrn: editor.company, objectScope: 'COMPANY' };
    const reader = await helper(service, editor, [everything]);
    const copy = await copyOf(original.urn, { language: 'nl' });
    expect((await reader.rest('GET', named(original.images, 'hero').src)).status).toBe(200);
    expect((await reader.rest('GET', named(copy.images, 'hero').src)).status).toBe(404);
    await editor.rest('PUT', `/n/v1/entity/${String(copy.urn)}`, { body: { status: 'PUBLISH' } });
    expect((await reader.rest('GET', named(copy.images, 'hero').src)).status).toBe(200);
  });
});

describe('the tag of an item', () => {
  const read = (urn: string, tag: string): ReturnType<Tenant['rest']> =>
    editor.rest('GET', `/n/v1/textitem/${urn}`, { headers: { 'if-none-match': tag } });

  test('changes when the value is published or withdrawn, while its version counts writes only', async () => {
    const { urn, texts } = await page(editor, null, { texts: [{ name: 'title', sortOrder: 0, value: 'One' }] });
    const item = texts[0].urn;
    const draft = (await editor.rest('GET', `/n/v1/textitem/${String(item)}`)).headers.get('etag') ?? '';
    expect((await read(item, draft)).status).toBe(304);
    await editor.rest('PUT', `/n/v1/entity/${String(urn)}`, { body: { status: 'PUBLISH' } });

    const live = await read(item, draft);
    expect([live.status, live.body.isPublished, live.body.version]).toEqual([200, true, 1]);
    const tag = live.headers.get('etag') ?? '';
    expect((await read(item, tag)).status).toBe(304);
    // A write based on a read from before the publication loses nothing, so it is accepted.
    const headers = { 'if-match': draft };
    const written = await editor.rest('PUT', `/n/v1/textitem/${String(item)}`, { headers, body: { value: 'Two' } });
    expect([written.status, written.body.version]).toEqual([200, 2]);
    expect((await read(item, tag)).status).toBe(200);
    const stale = await editor.rest('PUT', `/n/v1/textitem/${String(item)}`, {
      headers: { 'if-match': tag },
      body: { value: 'x' },
    });
    expect([stale.status, stale.body.currentVersion]).toEqual([412, 2]);

    // Publishing and withdrawing again restores the same tag, because the content is the same.
    await editor.rest('PUT', `/n/v1/entity/${String(urn)}`, { body: { status: 'PUBLISH' } });
    const second = (await editor.rest('GET', `/n/v1/textitem/${String(item)}`)).headers.get('etag') ?? '';
    await editor.rest('PUT', `/n/v1/entity/${String(urn)}`, { body: { status: 'DRAFT_UNPUBLISHED' } });
    const withdrawn = await read(item, second);
    expect([withdrawn.status, withdrawn.body.isPublished]).toEqual([200, false]);
    const matching = await editor.rest('DELETE', `/n/v1/textitem/${String(item)}`, { headers: { 'if-match': second } });
    expect(matching.status).toBe(204);
  });
});

describe('a page with many items', () => {
  test('is published and withdrawn in as many statements as a page with few', async () => {
    const counts: number[][] = [];
    for (const size of [2, 40]) {
      const texts = Array.from({ length: size }, (_, at) => ({
        name: 'line',
        sortOrder: at,
        value: `Line ${String(at)}`,
      }));
      const { urn } = await made(editor, 'entity', {
        urn: crypto.randomUUID(),
        owner: editor.company,
        name: 'Long',
        language: 'en',
        status: 'DRAFT_UNPUBLISHED',
        texts,
      });
      const count = async (method: string, path: string): Promise<number> => {
        const before = service.statements.length;
        expect((await editor.rest(method, path)).status).toBeLessThan(300);
        return service.statements
          .slice(before)
          .filter((text) => /"item"/.test(text) && /^(WITH|UPDATE|INSERT)/.test(text)).length;
      };
      counts.push([
        await count('DELETE', `/n/v1/entity/${String(urn)}`),
        await count('POST', `/n/v1/entity/${String(urn)}/restore`),
      ]);
      expect((await editor.rest('GET', `/n/v1/entity/${String(urn)}`)).body.texts).toHaveLength(size);
    }
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[0]?.every((count) => count > 0)).toBe(true);
  });
});

describe('many concurrent image uploads', () => {
  test('are decoded one at a time, and all are accepted', async () => {
    const { images } = await page(editor, null, {
      images: Array.from({ length: 6 }, (_, at) => ({ name: 'gallery', sortOrder: at })),
    });
    const answers = await Promise.all(images.map((item: Body) => upload(item.urn)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  });
});
