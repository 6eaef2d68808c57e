// Sizes of images: made once and kept, told apart by a tag that needs no making, shown to shared caches where everyone may see them,
// and animated where the image is.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account, startS3Receiver, type S3Receiver } from '../support/s3Receiver.ts';
import { frames, noise } from '../support/imageBytes.ts';
import { change, openToEveryone, page, sql, upload } from '../support/content.ts';
import { scrape } from '../support/metrics.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { sweepFiles } from '../../src/engine/purgeDeleted.ts';

let service: TestService;
let editor: Tenant;
let photo: Buffer;

beforeAll(async () => {
  service = await startService({ METRICS_PORT: '0' });
  editor = await service.tenant();
  photo = await noise(400, 200).jpeg().toBuffer();
});
afterAll(() => service.close());

interface Placed {
  readonly entity: string;
  readonly item: string;
  readonly file: string;
  readonly src: string;
}

/** An image on a page, which everyone may see unless stated otherwise. */
async function placed(bytes = photo, isPublic = true, by = { service, editor }): Promise<Placed> {
  const entity = await page(by.editor, null, { images: [{ name: 'hero', sortOrder: 0 }] });
  const item = String(entity.images[0].urn);
  const file = await upload(by.service.url, by.editor, item, bytes);
  await change(by.editor, String(entity.urn), { status: 'PUBLISH' });
  if (isPublic) await openToEveryone(by.editor, String(entity.urn));
  return { entity: String(entity.urn), item, file, src: `${by.service.url}/v/v1/image/${file}` };
}

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly tag: string;
  readonly caching: string;
  readonly bytes: Buffer;
}

async function see(url: string, headers: Record<string, string> = {}): Promise<Seen> {
  const answer = await fetch(url, { headers });
  const [tag, caching] = ['etag', 'cache-control'].map((name) => answer.headers.get(name) ?? '');
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, tag: String(tag), caching: String(caching), bytes };
}

const asEditor = (by = editor) => ({ authorization: `Bearer ${by.token}` });

/** How many sizes were made: each is decoded once. */
async function decodings(of = service): Promise<number> {
  const shown = await scrape(of.metricsUrl);
  return ['DONE', 'FAILED'].reduce(
    (sum, outcome) =>
      sum + (shown.value('commonplace_image_work_duration_seconds_count', { work: 'SIZE', outcome }) ?? 0),
    0,
  );
}

describe('a size that was made', () => {
  test('costs no decoding when it is asked for again, by whom and in which words ever, nor does a 304', async () => {
    const { src } = await placed();
    const before = await decodings();
    const first = await see(`${src}?w=100&fm=webp`);
    expect([first.status, (await sharp(first.bytes).metadata()).width]).toEqual([200, 100]);
    expect(await decodings()).toBe(before + 1);
    const again = [
      await see(`${src}?fm=webp&w=100&q=80`),
      await see(`${src}?w=100&h=4000&fm=webp`),
      await see(`${src}?h=50&fm=webp&fit=cover`),
      await see(`${src}?w=100`, { accept: 'image/webp,*/*' }),
      await see(`${src}?w=100&fm=webp`, asEditor()),
    ];
    for (const one of again)
      expect([one.status, one.tag, one.bytes.equals(first.bytes)]).toEqual([200, first.tag, true]);
    expect((await see(`${src}?w=100&fm=webp`, { 'if-none-match': first.tag })).status).toBe(304);
    expect(await decodings()).toBe(before + 1);
    const other = await see(`${src}?w=101&fm=webp`);
    expect([other.tag === first.tag, await decodings()]).toEqual([false, before + 2]);
  });

  test('is made once for all who ask for it at the same time', async () => {
    const { src } = await placed();
    const before = await decodings();
    const all = await Promise.all(Array.from({ length: 8 }, () => see(`${src}?w=333&fm=avif`)));
    expect(new Set(all.map(({ status, tag }) => `${String(status)} ${tag}`)).size).toBe(1);
    expect(await decodings()).toBe(before + 1);
  });

  test('has a tag without being made', async () => {
    const { src } = await placed();
    const { tag } = await see(`${src}?w=77`);
    await sql(service, `DELETE FROM "derived_image"`, []);
    const before = await decodings();
    expect((await see(`${src}?w=77`, { 'if-none-match': tag })).status).toBe(304);
    expect(await decodings()).toBe(before);
  });

  test('is the same for an image with the same bytes, and is made again when its bytes are lost', async () => {
    const [one, two] = [await placed(), await placed()];
    const first = await see(`${one.src}?w=55`);
    const before = await decodings();
    expect((await see(`${two.src}?w=55`)).tag).toBe(first.tag);
    expect(await decodings()).toBe(before);
    const [kept] = await sql(
      service,
      `SELECT "sha256" FROM "derived_image" ORDER BY "used_timestamp" DESC LIMIT 1`,
      [],
    );
    await service.services.files.remove(String(kept?.['sha256']));
    const again = await see(`${one.src}?w=55`);
    expect([again.status, again.bytes.equals(first.bytes), await decodings()]).toEqual([200, true, before + 1]);
  });

  test('is noted when it is used, once an hour', async () => {
    const { src, file } = await placed(await noise(80, 70).png().toBuffer());
    await see(`${src}?w=31`);
    const of = `WHERE "source" = (SELECT "sha256" FROM "image_item_file" WHERE "urn" = $1)`;
    const used = async (since: string): Promise<unknown> => {
      const set = `UPDATE "derived_image" SET "used_timestamp" = now() - $2::interval ${of} RETURNING 1`;
      expect(await sql(service, set, [file, since])).toHaveLength(1);
      await see(`${src}?w=31`);
      const ago = `SELECT extract(epoch FROM now() - "used_timestamp") / 60 AS ago FROM "derived_image" ${of}`;
      return Math.round(Number((await sql(service, ago, [file]))[0]?.['ago']));
    };
    expect([await used('50 minutes'), await used('70 minutes')]).toEqual([50, 0]);
  });

  test('is forgotten once no row names the image that it is made of', async () => {
    const { src, file } = await placed(await noise(90, 60).png().toBuffer());
    await see(`${src}?w=30`);
    // Formats that are derived from a small image are its bytes.
    await sql(
      service,
      `DELETE FROM "image_item_file" WHERE "sha256" = (SELECT "sha256" FROM "image_item_file" WHERE "urn" = $1)`,
      [file],
    );
    const kept = (): Promise<Record<string, unknown>[]> =>
      sql(
        service,
        `SELECT "sha256" FROM "derived_image" WHERE "source" NOT IN (SELECT "sha256" FROM "image_item_file")`,
        [],
      );
    const [row] = await kept();
    const { contract, database, files, limits } = service.services;
    await sweepFiles({ contract, database, files, limits, observe: () => undefined });
    expect([row !== undefined, await kept(), await files.get(String(row?.['sha256']))]).toEqual([true, [], null]);
  });
});

describe('sizes take no more room than IMAGE_CACHE_BYTES', () => {
  let store: S3Receiver;
  beforeAll(async () => {
    store = await startS3Receiver();
  });
  afterAll(() => store.close());

  test.each(['in a folder', 'in S3'])('%s: those that were used longest ago go first', async (where) => {
    const s3 = {
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: 'media',
      S3_REGION: 'eu-test-1',
      S3_ACCESS_KEY_ID: account.accessKeyId,
      S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    };
    const most = 60_000;
    const small = await startService({
      IMAGE_CACHE_BYTES: String(most),
      METRICS_PORT: '0',
      ...(where === 'in S3' ? s3 : {}),
    });
    try {
      const tenant = await small.tenant();
      const { src } = await placed(photo, true, { service: small, editor: tenant });
      const originals = await filesOf(small);
      const widths = Array.from({ length: 14 }, (_, at) => 100 + at);
      for (const w of widths) expect((await see(`${src}?w=${String(w)}&fm=png`)).bytes.length).toBeGreaterThan(6_000);
      const derived = [...(await filesOf(small))].filter((key) => !originals.has(key));
      let bytes = 0;
      for (const key of derived) bytes += (await small.services.files.get(key))?.length ?? 0;
      expect([bytes <= most, derived.length > 1]).toEqual([true, true]);
      const before = await decodings(small);
      await see(`${src}?w=113&fm=png`);
      expect(await decodings(small)).toBe(before);
      await see(`${src}?w=100&fm=png`);
      expect(await decodings(small)).toBe(before + 1);
      // What was stored stays, however little room there is.
      for (const key of originals) expect(await small.services.files.get(key)).not.toBeNull();
    } finally {
      await small.close();
    }
  });

  test('one that would take the place of many others is made each time', async () => {
    const small = await startService({ IMAGE_CACHE_BYTES: '20000', METRICS_PORT: '0' });
    try {
      const { src } = await placed(photo, true, { service: small, editor: await small.tenant() });
      const made = async (width: number): Promise<[bytes: number, decoded: number]> => {
        const before = await decodings(small);
        const address = `${src}?w=${String(width)}&fm=png`;
        await see(address);
        return [(await see(address)).bytes.length, (await decodings(small)) - before];
      };
      const [[large, twice], [little, once]] = [await made(100), await made(40)];
      expect([large > 5_000, twice, little < 5_000, once]).toEqual([true, 2, true, 1]);
    } finally {
      await small.close();
    }
  });

  test('0 keeps none, and every size is served', async () => {
    const none = await startService({ IMAGE_CACHE_BYTES: '0', METRICS_PORT: '0' });
    try {
      const { src } = await placed(photo, true, { service: none, editor: await none.tenant() });
      for (const count of [1, 2]) {
        expect((await see(`${src}?w=50`)).status).toBe(200);
        expect(await decodings(none)).toBe(count);
      }
    } finally {
      await none.close();
    }
  });

  async function filesOf({ services }: TestService): Promise<Set<string>> {
    const keys = new Set<string>();
    for await (const { digestHex } of services.files.list()) keys.add(digestHex);
    return keys;
  }
});

test('The pixels of a size are charged before it is made, and one that was made costs nothing more.', async () => {
  const limited = await startService({
    RATE_LIMITS: '1',
    RATE_PER_ADDRESS: '100',
    RATE_COST_PER_REQUEST: '1',
    METRICS_PORT: '0',
  });
  try {
    const large = await noise(2_000, 2_000).jpeg({ quality: 50 }).toBuffer();
    const { src } = await placed(large, true, { service: limited, editor: await limited.tenant() });
    const left = ({ headers }: Seen): number => Number(/"cost";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const first = await see(`${src}?w=1900&fm=webp`);
    expect([first.status, left(first) > 5_000, left(first) < 7_000]).toEqual([200, true, true]);
    const made = await decodings(limited);
    expect((await see(`${src}?w=1901&fm=webp`)).status).toBe(200);
    const refused = await see(`${src}?w=1902&fm=webp`);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await see(`${src}?w=1900&fm=webp`)).status).toBe(200);
    expect(await decodings(limited)).toBe(made + 1);
  } finally {
    await limited.close();
  }
});

describe('caches', () => {
  test('may keep what everyone may see, with the keys by which it is withdrawn, and nothing else', async () => {
    const { src, file, item, entity } = await placed();
    const shared = 'public, max-age=31536000, s-maxage=3600, immutable';
    for (const query of ['', '?w=60', '?w=60&h=60', '?w=60&h=60&fit=contain', '?w=60&h=60&fit=cover&focal=0.5,1']) {
      const { caching, headers } = await see(src + query);
      expect([query, caching, headers.get('vary')]).toEqual([query, shared, 'Origin, Accept']);
      const keys = [file, item, entity, editor.company].sort();
      expect([headers.get('surrogate-key'), headers.get('cache-tag')]).toEqual([keys.join(' '), keys.join(',')]);
    }
    expect((await see(`${src}?w=60&fm=webp`)).headers.get('vary')).toBe('Origin');
    const told = await see(`${src}?w=60`, { 'if-none-match': (await see(`${src}?w=60`)).tag });
    expect([told.status, told.caching]).toEqual([304, shared]);
    const own = await see(`${src}?w=60`, asEditor());
    expect([own.caching, own.headers.get('vary'), own.headers.get('cache-tag')]).toEqual([
      'private, max-age=31536000, immutable',
      'Origin, Accept, Authorization, Cookie',
      null,
    ]);
    const hidden = await placed(photo, false);
    expect((await see(`${hidden.src}?w=60`, asEditor())).caching).toMatch(/^private,/);
    expect((await see(`${hidden.src}?w=60`)).status).toBe(404);
    await change(editor, entity, { status: 'DRAFT_UNPUBLISHED' });
    const gone = await see(`${src}?w=60`);
    expect([gone.status, gone.caching]).toEqual([404, 'no-store']);
  });

  test('ask again for a crop whose address does not name its focal point, and see that it has moved', async () => {
    const { src, file } = await placed();
    const [cut, whole, named] = [
      `${src}?w=50&h=50&fit=cover`,
      `${src}?w=50`,
      `${src}?w=50&h=50&fit=cover&focal=0.5,0.5`,
    ];
    const before = await Promise.all([cut, whole, named].map((url) => see(url)));
    expect(before[0]?.caching).toBe('public, max-age=3600, s-maxage=3600');
    expect(before[2]?.tag).toBe(before[0]?.tag);
    const { body } = await editor.rest('PATCH', `/n/v1/imageitemfile/${file}`, { body: { focalX: 1, focalY: 0 } });
    expect(body.focalX).toBe(1);
    const after = await Promise.all(
      [cut, whole, named].map((url, at) => see(url, { 'if-none-match': before[at]?.tag ?? '' })),
    );
    expect(after.map(({ status }) => status)).toEqual([200, 304, 304]);
    expect(after[0]?.tag).not.toBe(before[0]?.tag);
    expect((await see(`${cut}&focal=1,0`)).tag).toBe(after[0]?.tag);
  });

  test.each(['1', '0.5,', '-1,0', '0.5,x', '0.5,1.5', '0.5;0.5'])('no focal point is %s', async (focal) => {
    const { src } = await placed();
    const { status, caching } = await see(`${src}?w=5&h=5&fit=cover&focal=${encodeURIComponent(focal)}`);
    expect([status, caching]).toEqual([400, 'no-store']);
  });
});

describe('an animation', () => {
  const safari13 = 'image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5';
  const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
  const firefox = 'image/avif,image/webp,*/*';

  test.each([
    ['gif', '', '*/*', 'gif'],
    ['gif', '', 'image/*', 'gif'],
    ['gif', '', safari13, 'gif'],
    ['gif', '', chrome, 'webp'],
    ['gif', '?w=10', '*/*', 'gif'],
    ['gif', '?w=10', 'image/*', 'gif'],
    ['gif', '?w=10', 'image/gif', 'gif'],
    ['gif', '?w=10', safari13, 'gif'],
    ['gif', '?w=10', firefox, 'webp'],
    ['gif', '?w=10&h=10&fit=cover', safari13, 'gif'],
    ['gif', '?w=10&h=10&fit=contain', '*/*', 'gif'],
    ['webp', '', '*/*', 'webp'],
    ['webp', '', safari13, 'gif'],
    ['webp', '?w=10', '*/*', 'gif'],
    ['webp', '?w=10', chrome, 'webp'],
  ] as const)('in %s asked for as "%s" by %s is %s, and stays animated', async (stored, query, accept, format) => {
    const moving = await frames();
    const { src } = await placed(await (stored === 'gif' ? moving.gif() : moving.webp()).toBuffer());
    const { status, bytes, headers } = await see(src + query, { accept });
    const facts = await sharp(bytes, { animated: true }).metadata();
    expect([status, facts.format, facts.pages]).toEqual([200, format, 3]);
    expect(headers.get('content-type')).toBe(`image/${format}`);
  });

  test('is its first frame for who takes nothing that moves, and where such a format is asked for', async () => {
    const { src } = await placed(await (await frames()).gif().toBuffer());
    for (const [query, accept, format] of [
      ['?w=10', 'image/jpeg', 'jpeg'],
      ['?w=10', 'image/avif', 'heif'],
      ['?w=10&fm=png', '*/*', 'png'],
    ] as const) {
      const facts = await sharp((await see(src + query, { accept })).bytes, { animated: true }).metadata();
      expect([query, accept, facts.format, facts.pages ?? 1]).toEqual([query, accept, format, 1]);
    }
  });

  test('that is still is the image that it would be in another format', async () => {
    const still = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#204060' } })
      .gif()
      .toBuffer();
    const { src } = await placed(still);
    const { bytes } = await see(`${src}?w=10`, { accept: 'image/avif,*/*' });
    expect((await sharp(bytes).metadata()).format).toBe('heif');
  });
});
