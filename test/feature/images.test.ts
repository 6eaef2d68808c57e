// Images: uploaded as a form, checked by their bytes, re-encoded without private metadata, and served in any size.
import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { change, openToEveryone, page, reader, sql, view, type Body } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let editor: Tenant;
let picture: Buffer;

beforeAll(async () => {
  service = await startService({ MAX_IMAGE_BYTES: '200000' });
  editor = await service.tenant();
  picture = await drawn(2400, 1200);
});
afterAll(() => service.close());

/** An image with the location it was taken at. */
function drawn(width: number, height: number, background = '#204060'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
}

/** Draws more elements than there are bytes in it. */
const laughingSvg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg"><g id="l0"/>${Array.from({ length: 9 }, (_, at) => `<g id="l${String(at + 1)}">${`<use href="#l${String(at)}"/>`.repeat(10)}</g>`).join('')}</svg>`,
);

type Part = readonly [name: string, value: string | Buffer];

/** Sends a form; the claimed name and type of the file are wrong on purpose. */
async function send(path: string, parts: readonly Part[], token: string = editor.token): Promise<RestAnswer> {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'text/plain' }), '../../evil.php');
  }
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(service.url + path, { method: 'POST', headers, body: form });
  const content = await response.text();
  const body = content === '' ? null : (JSON.parse(content) as unknown);
  return { status: response.status, headers: response.headers, body, text: content };
}

async function entityWithImage(more: Record<string, unknown> = {}): Promise<{ entity: Body; urn: string }> {
  const entity = await page(editor, null, { images: [{ name: 'hero', sortOrder: 0, altText: 'Hero' }], ...more });
  return { entity, urn: entity.images[0].urn };
}
const item = async (urn: string): Promise<Body> => (await editor.rest('GET', `/n/v1/imageitem/${urn}`)).body;
const upload = (urn: string, format: string, bytes = picture): Promise<RestAnswer> =>
  send(`/n/v1/imageitemfile/${urn}`, [
    ['imageItemFormat', format],
    ['src', bytes],
  ]);
async function bytesOf(client: Client, url: string, headers: Record<string, string> = {}): Promise<Response> {
  const authorization: Record<string, string> = client === editor ? { authorization: `Bearer ${editor.token}` } : {};
  return fetch(url, { headers: { ...authorization, ...headers } });
}

describe('an upload', () => {
  test('is stored under a generated name with the type of its bytes, and writes a value of the item with all formats', async () => {
    const { urn } = await entityWithImage();
    const answer = await upload(urn, 'default');
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({
      imageItem: { urn },
      imageItemFormat: 'DEFAULT',
      contentType: 'image/jpeg',
      width: 2400,
      height: 1200,
      focalX: 0.5,
      focalY: 0.5,
      version: 1,
    });
    expect(answer.body.digest).toMatch(/^sha-256=:[A-Za-z0-9+/]+=*:$/);
    expect(answer.body.blurHash.length).toBeGreaterThan(6);
    expect(answer.headers.get('location')).toBe(answer.body.url);
    expect(answer.body.src).toBe(`${service.url}/v/v1/image/${String(answer.body.urn)}`);
    const { src, mediumSrc, largeSrc, version } = await item(urn);
    expect([src, version]).toEqual([answer.body.src, 2]);
    const widths = [];
    for (const address of [src, mediumSrc, largeSrc]) {
      const bytes = Buffer.from(await (await bytesOf(editor, address)).arrayBuffer());
      const facts = await sharp(bytes).metadata();
      widths.push(facts.width);
      expect(facts.exif).toBeUndefined();
    }
    expect(widths).toEqual([2400, 960, 1920]);
    const history = await editor.rest('GET', `/n/v1/imageitemhistory/${urn}`);
    expect(history.body.history.map((h: Body) => h.src)).toEqual([src, null]);
  });

  test('may name its item in the form and its format in the query, in any case', async () => {
    const { urn } = await entityWithImage();
    const answer = await send('/n/v1/imageitemfile?imageItemFormat=Medium', [
      ['imageItem', urn],
      ['src', picture],
    ]);
    expect([answer.status, answer.body.imageItemFormat]).toEqual([201, 'MEDIUM']);
    const { src, mediumSrc, largeSrc } = await item(urn);
    expect([src, mediumSrc, largeSrc]).toEqual([null, answer.body.src, null]);
  });

  test('replaces derived formats, and nothing that a person chose', async () => {
    const { urn } = await entityWithImage();
    await upload(urn, 'DEFAULT');
    const before = await item(urn);
    const chosen = await upload(urn, 'LARGE', await drawn(100, 100));
    await upload(urn, 'DEFAULT', await drawn(1000, 500, '#ffffff'));
    const after = await item(urn);
    expect(after.src).not.toBe(before.src);
    expect(after.mediumSrc).not.toBe(before.mediumSrc);
    expect(after.largeSrc).toBe(chosen.body.src);
    expect((await bytesOf(editor, before.src)).status).toBe(200);
  });

  test('is refused with the reason when it is not valid', async () => {
    const { urn } = await entityWithImage();
    const to = `/n/v1/imageitemfile/${urn}`;
    const format: Part = ['imageItemFormat', 'DEFAULT'];
    const refusals: readonly (readonly [readonly Part[], number, string, string?])[] = [
      [[format, ['src', Buffer.from('<?php echo 1;')]], 422, 'VALIDATION_FAILED', 'INVALID_FORMAT'],
      [[format, ['src', picture.subarray(0, 400)]], 422, 'VALIDATION_FAILED', 'INVALID_FORMAT'],
      [[format, ['src', await sharp(picture).resize(9).tiff().toBuffer()]], 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [
        [format, ['src', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')]],
        422,
        'VALIDATION_FAILED',
        'INVALID_FORMAT',
      ],
      [[format, ['src', laughingSvg]], 422, 'VALIDATION_FAILED', 'OUT_OF_RANGE'],
      [[format, ['src', picture], ['src', picture]], 422, 'VALIDATION_FAILED', 'TOO_MANY'],
      [[format], 422, 'VALIDATION_FAILED', 'REQUIRED'],
      [[['src', picture]], 422, 'VALIDATION_FAILED', 'REQUIRED'],
      [
        [
          ['imageItemFormat', 'HUGE'],
          ['src', picture],
        ],
        422,
        'VALIDATION_FAILED',
        'INVALID_ENUM',
      ],
      [[format, ['src', Buffer.alloc(200_001, 1)]], 413, 'PAYLOAD_TOO_LARGE'],
    ];
    for (const [parts, status, code, violation] of refusals) {
      const answer = await send(to, parts);
      expect([answer.status, answer.body.code, answer.body.errors?.[0].code]).toEqual([status, code, violation]);
    }
    const json = await editor.rest('POST', to, { body: { src: 'x' } });
    expect(json.status).toBe(415);
    expect((await send(`/n/v1/imageitemfile/${crypto.randomUUID()}`, [format, ['src', picture]])).status).toBe(404);
    expect((await item(urn)).version).toBe(1);
  });

  test('of an SVG is stored as what draws, and sent so in every size, as nothing but a picture', async () => {
    const { urn } = await entityWithImage();
    const ns = 'xmlns="http://www.w3.org/2000/svg"';
    const hostile = `<svg ${ns} viewBox="0 0 40 20" onload="alert(1)"><script>alert(1)</script><path d="M0 0" fill="red"/><use href="https://evil.example/a.svg#x"/></svg>`;
    const clean = `<svg ${ns} xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20"><path d="M0 0" fill="red"></path><use></use></svg>`;
    const answer = await upload(urn, 'DEFAULT', Buffer.from(hostile));
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({
      ...{ contentType: 'image/svg+xml', width: 40, height: 20, byteLength: clean.length, blurHash: null },
      digest: `sha-256=:${createHash('sha256').update(clean).digest('base64')}:`,
    });
    const { src, mediumSrc, largeSrc } = await item(urn);
    for (const address of [src, mediumSrc, largeSrc, `${String(src)}?w=10&h=10&fit=cover`, `${String(src)}?fm=webp`]) {
      const sent = await bytesOf(editor, address, { accept: 'image/avif,image/webp,*/*' });
      expect([sent.status, await sent.text()]).toEqual([200, clean]);
      expect(Object.fromEntries(sent.headers)).toMatchObject({
        'content-type': 'image/svg+xml',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test('requires the same right as a change of the item', async () => {
    const { urn } = await entityWithImage();
    const stranger = await service.tenant();
    const parts: Part[] = [
      ['imageItemFormat', 'DEFAULT'],
      ['src', picture],
    ];
    expect((await send(`/n/v1/imageitemfile/${urn}`, parts, stranger.token)).status).toBe(404);
  });
});

describe('the addresses of stored images', () => {
  test('are ordered, paged and filtered by as they are shown, on both faces', async () => {
    const { entity, urn } = await entityWithImage();
    await upload(urn, 'DEFAULT');
    const names = ['a', 'b', 'c', 'd'];
    const { src } = await item(urn);
    for (const name of names)
      await editor.rest('POST', '/n/v1/imageitem', { body: { entity: entity.urn, name, sortOrder: 0, src } });
    const of = `filter[entity]=${String(entity.urn)}`;
    const whole = await editor.rest('GET', `/n/v1/imageitems?sort=src&${of}`);
    const pages: string[] = [];
    let next: string | null = `/n/v1/imageitems?sort=src&limit=2&${of}`;
    while (next !== null) {
      const { body }: RestAnswer = await editor.rest('GET', next);
      pages.push(...body.imageitems.map((one: Body) => one.urn));
      next = body.pagination.nextUrl?.slice(service.url.length) ?? null;
    }
    expect(pages).toEqual(whole.body.imageitems.map((one: Body) => one.urn));
    expect(pages).toHaveLength(5);

    const found = async (filter: string): Promise<number> =>
      (await editor.rest('GET', `/n/v1/imageitems?${of}&filter[src]${filter}`)).body.imageitems.length;
    const address = encodeURIComponent(String(src));
    expect([
      await found(`=${address}`),
      await found(`[in]=${address},https://elsewhere.example/a.png`),
      await found(`[startsWith]=${address.slice(0, -4)}`),
      await found(`[ne]=${address}`),
      await found(`[lt]=${address}`),
    ]).toEqual([5, 5, 5, 0, 0]);

    const document = `query Images($entity: ID!, $src: String!, $after: String) {
      imageItems(first: 2, after: $after, orderBy: [{ field: SRC, direction: ASC }], where: { entity: { eq: $entity }, src: { eq: $src } }) {
        nodes { urn } pageInfo { endCursor hasNextPage } } }`;
    const asked: string[] = [];
    let page: Body = { endCursor: null, hasNextPage: true };
    while (page.hasNextPage) {
      const variables = { entity: entity.urn, src, after: page.endCursor };
      const { imageItems } = (await editor.graph(document, variables)).data;
      asked.push(...imageItems.nodes.map((one: Body) => one.urn));
      page = imageItems.pageInfo;
    }
    expect(asked).toEqual(pages);
  });
});

describe('the bytes of an image', () => {
  test('are served in the requested size, format and quality, and are cacheable forever', async () => {
    const { urn } = await entityWithImage();
    const { body } = await upload(urn, 'DEFAULT');
    const made = async (query: string, accept?: string): Promise<unknown[]> => {
      const answer = await bytesOf(editor, `${String(body.src)}${query}`, accept ? { accept } : {});
      const facts = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      return [answer.headers.get('content-type'), facts.width, facts.height];
    };
    expect(await made('?w=300&fm=webp&q=50')).toEqual(['image/webp', 300, 150]);
    expect(await made('?w=100&h=100&fit=cover&fm=png')).toEqual(['image/png', 100, 100]);
    expect(await made('?h=60', 'image/webp,*/*')).toEqual(['image/webp', 120, 60]);
    expect(await made('?w=9', '*/*')).toEqual(['image/jpeg', 9, 5]);
    const answer = await bytesOf(editor, body.src);
    expect(answer.headers.get('cache-control')).toMatch(/max-age=31536000, immutable$/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const tag = answer.headers.get('etag') ?? '';
    expect((await bytesOf(editor, body.src, { 'if-none-match': tag })).status).toBe(304);
    // The tag of what is stored names its bytes.
    const digest = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
    expect(tag).toBe(`"${digest.digest('base64url')}"`);
    for (const query of ['?w=0', '?h=4097', '?fm=bmp', '?q=101', '?fit=stretch', '?w=x']) {
      expect([query, (await bytesOf(editor, `${String(body.src)}${query}`)).status]).toEqual([query, 400]);
    }
  });

  test('are those that are stored for who accepts anything, or says nothing of it, and asks for nothing else', async () => {
    const { urn } = await entityWithImage();
    const { body } = await upload(urn, 'DEFAULT');
    const without = (query: string, more = {}): Promise<readonly [unknown, Buffer]> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${editor.token}`, ...more };
        get(`${String(body.src)}${query}`, { headers }, (answer) => {
          expect(answer.statusCode).toBe(200);
          const type = answer.headers['content-type'];
          buffer(answer).then((bytes) => resolve([type, bytes]), reject);
        }).on('error', reject);
      });
    const [type, bytes] = await without('');
    expect([type, `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`]).toEqual([
      'image/jpeg',
      body.digest,
    ]);
    expect(await without('', { accept: '*/*' })).toEqual([type, bytes]);
    expect((await without('', { accept: 'image/webp,*/*' }))[0]).toBe('image/webp');
    expect((await without('?fm=png'))[0]).toBe('image/png');
    const sizes = ['?w=100', '?h=50'].map(async (query) => (await sharp((await without(query))[1]).metadata()).width);
    expect(await Promise.all(sizes)).toEqual([100, 100]);
    expect((await without('?q=10'))[1].length).toBeLessThan(bytes.length);
  });

  test.each([
    ['wide', { focalX: 1, focalY: 0 }, 400, 100, 'right'],
    ['high', { focalX: 0, focalY: 1 }, 100, 400, 'bottom'],
  ] as const)('of a %s one are cut to where its focal point is', async (_, focal, width, height, side) => {
    const half = { width: side === 'right' ? width / 2 : width, height: side === 'bottom' ? height / 2 : height };
    const blue = await sharp({ create: { ...half, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer();
    const halves = sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
      { input: blue, gravity: side === 'right' ? 'east' : 'south' },
    ]);
    const { urn } = await entityWithImage();
    const { body } = await upload(urn, 'DEFAULT', await halves.png().toBuffer());
    await editor.rest('PATCH', `/n/v1/imageitemfile/${String(body.urn)}`, { body: focal });
    const cut = await bytesOf(editor, `${String(body.src)}?w=50&h=50&fit=cover&fm=png`);
    const { dominant } = await sharp(Buffer.from(await cut.arrayBuffer())).stats();
    expect([dominant.r < 50, dominant.b > 200]).toEqual([true, true]);
  });

  test('are served in ranges', async () => {
    const { urn } = await entityWithImage();
    const { body } = await upload(urn, 'DEFAULT');
    const whole = Buffer.from(await (await bytesOf(editor, body.src)).arrayBuffer());
    const part = await bytesOf(editor, body.src, { range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${String(whole.length)}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
    const beyond = await bytesOf(editor, body.src, { range: 'bytes=99999999-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${String(whole.length)}`]);
    const said = ['accept-ranges', 'content-disposition', 'content-type'].map((name) => part.headers.get(name));
    expect(said).toEqual(['bytes', 'inline', 'image/jpeg']);
    // A part is good for those bytes only of which the caller has another part.
    const tag = part.headers.get('etag') ?? '';
    for (const [has, status] of [
      [tag, 206],
      ['"other"', 200],
      [`W/${tag}`, 200],
    ] as const)
      expect([has, (await bytesOf(editor, body.src, { range: 'bytes=0-1', 'if-range': has })).status]).toEqual([
        has,
        status,
      ]);
  });

  test('that are not in the storage are asked for again later', async () => {
    const { urn } = await entityWithImage();
    const { body } = await upload(urn, 'DEFAULT');
    const key = Buffer.from(String(body.digest).slice('sha-256=:'.length, -1), 'base64').toString('hex');
    await service.services.files.remove(key);
    const answer = await bytesOf(editor, body.src);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
  });

  test('require the right to read the page, and drafts the right to read drafts', async () => {
    const { entity, urn } = await entityWithImage();
    const { body } = await upload(urn, 'DEFAULT');
    const path = String(body.src).slice(service.url.length);
    const grants = (label: string) => [{ label, objectUrn: String(entity.urn), objectScope: 'ENTITY' }];
    const plain = await reader(service, editor, grants('READ'));
    const insider = await reader(service, editor, grants('READ_DRAFT'));
    const stranger = await service.tenant();
    const anybody = service.client(null);
    const seen = async (): Promise<number[]> =>
      Promise.all([plain, insider, stranger, anybody].map(async (who) => (await who.rest('GET', path)).status));
    expect(await seen()).toEqual([404, 200, 404, 404]);
    await change(editor, entity.urn, { status: 'PUBLISH' });
    expect(await seen()).toEqual([200, 200, 404, 404]);
    await openToEveryone(editor, entity.urn);
    expect(await seen()).toEqual([200, 200, 200, 200]);
    const shown = await view(anybody, `/${String(entity.urn)}`);
    expect(shown.body.images[0].src).toBe(body.src);
    await change(editor, entity.urn, { status: 'DRAFT_UNPUBLISHED' });
    expect(await seen()).toEqual([404, 200, 404, 404]);
  });
});

describe('an image file', () => {
  test('has a focal point that can be moved, and is otherwise read-only', async () => {
    const { urn } = await entityWithImage();
    const { body } = await upload(urn, 'DEFAULT');
    const path = `/n/v1/imageitemfile/${String(body.urn)}`;
    const moved = await editor.rest('PATCH', path, { body: { focalX: 0.25, focalY: 1, contentType: 'text/html' } });
    expect([moved.status, moved.body.focalX, moved.body.focalY, moved.body.contentType]).toEqual([
      200,
      0.25,
      1,
      'image/jpeg',
    ]);
    const wrong = await editor.rest('PATCH', path, { body: { focalX: 1.5 } });
    expect([wrong.status, wrong.body.errors[0].code]).toEqual([422, 'OUT_OF_RANGE']);
  });

  test('that is deleted leaves the address of one that came in its place', async () => {
    const { urn } = await entityWithImage();
    const { body: first } = await upload(urn, 'DEFAULT');
    const { body: second } = await upload(urn, 'DEFAULT');
    expect((await editor.rest('DELETE', `/n/v1/imageitemfile/${String(first.urn)}`)).status).toBe(204);
    expect((await item(urn)).src).toBe(second.src);
  });

  test('that is deleted clears the address of its format, as a new value', async () => {
    const { entity, urn } = await entityWithImage({ status: 'PUBLISH' });
    const { body } = await upload(urn, 'DEFAULT');
    await change(editor, entity.urn, { status: 'PUBLISH' });
    expect((await editor.rest('DELETE', `/n/v1/imageitemfile/${String(body.urn)}`)).status).toBe(204);
    const after = await item(urn);
    expect([after.src, after.isPublished]).toEqual([null, false]);
    expect(after.mediumSrc).not.toBeNull();
    expect(
      await sql(
        service,
        `SELECT "event", "changed_fields", "target_version" FROM "webhook_trigger" WHERE "target_urn" = $1 ORDER BY "position" DESC LIMIT 1`,
        [urn],
      ),
    ).toEqual([
      { event: 'UPDATE', changed_fields: ['src', 'updatedTimestamp'], target_version: String(after.version) },
    ]);
    expect((await editor.rest('GET', `/n/v1/entity/${String(entity.urn)}`)).body.status).toBe('PUBLISHED_WITH_DRAFTS');
    const { body: history } = await editor.rest('GET', `/n/v1/imageitemhistory/${urn}`);
    expect(history.history.map((h: Body) => h.src)).toEqual([null, body.src, null]);
    // The live value shows it until the deletion is published.
    expect((await bytesOf(editor, body.src)).status).toBe(200);
    await change(editor, entity.urn, { status: 'PUBLISH' });
    expect((await bytesOf(editor, body.src)).status).toBe(404);
  });
});
