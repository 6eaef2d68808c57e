// Assets: files as they are, from the upload to the last byte that is removed, and hostile ones that do no harm. Resource reference 16.25.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportCompany, importCompany } from '../../src/actions/identity/copyCompany.ts';
import { purgeDeleted, sweepFiles, type PurgeParts } from '../../src/engine/purgeDeleted.ts';
import { change, page, reader, sql, type Body } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: TestService;
let editor: Tenant;

beforeAll(async () => {
  service = await startService({ DELETED_DAYS: '10', MAX_IMAGE_BYTES: '1000000' });
  editor = await service.tenant();
}, 60_000);
afterAll(() => service.close());

const asset = (name = 'list.pdf', more: object = {}): Promise<Body> =>
  made(editor, 'asset', { owner: editor.company, name, ...more });

interface Sent {
  readonly type?: string;
  readonly token?: string;
  readonly part?: string;
  /** If-Match. */
  readonly expected?: string;
}

async function upload(urn: string, bytes: Buffer, sent: Sent = {}): Promise<{ status: number; body: Body }> {
  const { type = 'application/pdf', token = editor.token, part = 'src', expected } = sent;
  const form = new FormData();
  form.append(part, new Blob([new Uint8Array(bytes)], { type }), 'file');
  const headers = new Headers({ authorization: `Bearer ${token}` });
  if (expected !== undefined) headers.set('if-match', expected);
  const answer = await fetch(`${service.url}/n/v1/asset/${urn}`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: await answer.json() };
}

const get = (urn: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Response> =>
  fetch(`${service.url}/v/v1/asset/${urn}`, {
    method,
    headers: { authorization: `Bearer ${editor.token}`, ...headers },
  });
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

const pdf = Buffer.from(`%PDF-1.7\n${'0123456789'.repeat(1_000)}`);
const digest = (bytes: Buffer): string => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
const keyOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const query = `query ($urn: ID!) { asset(urn: $urn) { urn version name src contentType byteLength digest altTexts { language text } } }`;

describe('An asset', () => {
  test('is created with a urn of its own, takes its bytes as they are, and is the same on both faces', async () => {
    const urn = crypto.randomUUID();
    const altTexts = [
      { language: 'en', text: 'What prints cost' },
      { language: 'de', text: 'Was Drucke kosten' },
    ];
    const created = await asset('Preise für alle.pdf', { urn, altTexts });
    expect(created).toMatchObject({ urn, src: null, contentType: null, byteLength: null, digest: null, altTexts });
    expect((await get(urn)).status).toBe(404);
    const { status, body } = await upload(urn, pdf);
    const src = `${service.url}/v/v1/asset/${urn}`;
    const expected = { urn, src, contentType: 'application/pdf', digest: digest(pdf), altTexts };
    expect([status, body]).toMatchObject([201, { ...expected, byteLength: pdf.length, version: 2 }]);
    expect((await editor.data(query, { urn })).asset).toMatchObject({
      ...expected,
      byteLength: String(pdf.length),
      version: '2',
    });
    const answer = await fetch(src, { headers: { authorization: `Bearer ${editor.token}` } });
    expect(await bytesOf(answer)).toEqual(pdf);
    const { headers } = answer;
    expect([headers.get('content-type'), headers.get('content-length')]).toEqual([
      'application/pdf',
      String(pdf.length),
    ]);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Preise f_r alle.pdf"; filename*=UTF-8''Preise%20f%C3%BCr%20alle.pdf`,
    );
  });

  test('has one text in each language', async () => {
    const altTexts = ['en', 'de', 'EN'].map((language) => ({ language, text: 'Words' }));
    const answer = await editor.rest('POST', '/n/v1/asset', { body: { owner: editor.company, name: 'a', altTexts } });
    expect([answer.status, answer.body.errors]).toMatchObject([
      422,
      [{ path: '/altTexts/2/language', code: 'DUPLICATE' }],
    ]);
  });

  test('gets other bytes under the same address; the same ones again are no change', async () => {
    const { urn } = await asset();
    await upload(urn, pdf);
    const tag = (await get(urn)).headers.get('etag') ?? '';
    expect((await upload(urn, pdf)).body.version).toBe(2);
    expect((await get(urn, { 'if-none-match': tag })).status).toBe(304);
    const other = Buffer.from('%PDF-2.0 other');
    expect((await upload(urn, other, { expected: '"1"' })).status).toBe(412);
    expect((await upload(urn, other, { expected: '"2"' })).body).toMatchObject({ version: 3, digest: digest(other) });
    const answer = await get(urn, { 'if-none-match': tag });
    expect([answer.status, await bytesOf(answer)]).toEqual([200, other]);
    const events = await sql(
      service,
      'SELECT "subject", "event" FROM "webhook_trigger" WHERE "target_urn" = $1 ORDER BY "position"',
      [urn],
    );
    expect(events.map(({ subject, event }) => `${String(subject)} ${String(event)}`)).toEqual([
      ...['ASSET CREATE', 'ASSET UPDATE', 'ASSET UPDATE'],
    ]);
  });

  test('is sent in ranges, as players ask for films', async () => {
    const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isom', 'latin1'), Buffer.alloc(5_000, 'film')]);
    const { urn } = await asset('film.mp4');
    await upload(urn, film, { type: 'video/mp4' });
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 99],
      ['bytes=5000-', 5_000, film.length - 1],
      ['bytes=-10', film.length - 10, film.length - 1],
    ] as const) {
      const answer = await get(urn, { range });
      expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
        206,
        `bytes ${String(start)}-${String(end)}/${String(film.length)}`,
        String(end - start + 1),
      ]);
      expect(await bytesOf(answer)).toEqual(film.subarray(start, end + 1));
    }
    expect((await get(urn, { range: 'bytes=99999-' })).status).toBe(416);
    const stale = await get(urn, { range: 'bytes=0-9', 'if-range': '"other"' });
    expect([stale.status, (await bytesOf(stale)).length]).toEqual([200, film.length]);
    const head = await get(urn, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.headers.get('content-disposition')]).toEqual([
      200,
      String(film.length),
      `inline; filename="film.mp4"; filename*=UTF-8''film.mp4`,
    ]);
  });

  test('may be empty', async () => {
    const { urn } = await asset('empty.txt');
    const { status, body } = await upload(urn, Buffer.alloc(0), { type: 'text/plain' });
    expect([status, body.byteLength]).toEqual([201, 0]);
    const answer = await get(urn);
    expect([answer.status, (await bytesOf(answer)).length]).toEqual([200, 0]);
    expect((await get(urn, { range: 'bytes=0-0' })).status).toBe(416);
  });
});

describe('A hostile file', () => {
  const script = '<script>fetch("/n/v1/clientcontext")</script>';
  test.each([
    ['HTML', script, 'text/html', 'text/html', 'attachment'],
    [
      'SVG with a script',
      `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`,
      'image/svg+xml',
      'image/svg+xml',
      'attachment',
    ],
    ['HTML that claims to be a picture', script, 'image/png', 'application/octet-stream', 'attachment'],
    ['HTML that claims to be text', script, 'text/plain', 'text/plain; charset=utf-8', 'inline'],
    ['a GIF that is a script as well', `GIF89a=1;${script}`, 'text/html', 'image/gif', 'inline'],
    ['a PDF with HTML', `%PDF-1.7 ${script}`, 'text/html', 'application/pdf', 'attachment'],
    [
      'a PNG of 4,000,000,000 pixels',
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff',
      'image/png',
      'image/png',
      'inline',
    ],
  ])('is never run: %s', async (_, text, claimed, type, shown) => {
    const { urn } = await asset(`a"b\\c';%0d.html`);
    expect((await upload(urn, Buffer.from(text, 'latin1'), { type: claimed })).status).toBe(201);
    const { headers } = await get(urn);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toBe(
      `${shown}; filename="a_b_c';_0d.html"; filename*=UTF-8''a%22b%5Cc%27%3B%250d.html`,
    );
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('that is too large, is none, or comes to what is not there is refused, and nothing changes', async () => {
    const { urn } = await asset();
    const large = await upload(urn, Buffer.alloc(1_000_001));
    expect([large.status, large.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const none = await upload(urn, pdf, { part: 'other' });
    expect([none.status, none.body.errors]).toMatchObject([422, [{ path: '/src', code: 'REQUIRED' }]]);
    expect((await upload(crypto.randomUUID(), pdf)).status).toBe(404);
    const json = await editor.rest('POST', `/n/v1/asset/${String(urn)}`, { body: { src: 'x' } });
    expect(json.status).toBe(415);
    expect((await editor.data(query, { urn })).asset).toMatchObject({ version: '1', src: null });
  });
});

describe('Who may', () => {
  test('upload: whoever holds UPDATE, and not who only reads', async () => {
    const { urn } = await asset();
    const grant = (label: string) => [{ label, objectUrn: String(urn), objectScope: 'ASSET' }];
    const viewing = await reader(service, editor, grant('VIEW'));
    expect((await upload(urn, pdf, { token: viewing.token })).status).toBe(403);
    const writing = await reader(service, editor, grant('UPDATE'));
    expect((await upload(urn, pdf, { token: writing.token })).status).toBe(201);
    const nobody = await reader(service, editor, []);
    expect((await upload(urn, pdf, { token: nobody.token })).status).toBe(404);
    for (const [client, status] of [
      [viewing, 200],
      [nobody, 404],
    ] as const)
      expect((await get(urn, { authorization: `Bearer ${client.token}` })).status).toBe(status);
  });

  test('see it without a token: everyone where VIEW is given to everyone on it, and of nothing else', async () => {
    const [open, closed] = [await asset('open.pdf'), await asset('closed.pdf')];
    for (const { urn } of [open, closed]) await upload(urn, pdf);
    const outside = (urn: string) => fetch(`${service.url}/v/v1/asset/${urn}`);
    expect((await outside(open.urn)).status).toBe(404);
    await made(editor, 'permission', {
      ...{ owner: editor.company, subjectUrn: editor.company, subjectScope: 'EVERYONE' },
      ...{ objectUrn: open.urn, objectScope: 'ASSET', label: 'VIEW' },
    });
    const answer = await outside(open.urn);
    expect([answer.status, await bytesOf(answer), answer.headers.get('cache-control')]).toEqual([
      200,
      pdf,
      'public, max-age=0, s-maxage=60, must-revalidate',
    ]);
    expect(answer.headers.get('surrogate-key')).toBe([open.urn, editor.company].sort().join(' '));
    expect((await outside(closed.urn)).status).toBe(404);
    const listed = await service.client(null).data('{ assets { nodes { urn } } }');
    expect(listed.assets.nodes).toEqual([{ urn: open.urn }]);
    expect((await get(open.urn)).headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
  });
});

describe('A link to an asset', () => {
  test('names its address, is found by it, and keeps it from being deleted, live or in a draft', async () => {
    const { urn } = await asset();
    const { src } = (await upload(urn, pdf)).body;
    const entity = await page(editor, '/prices', { links: [{ name: 'list', sortOrder: 0, href: src }] });
    const link = String(entity.links[0].urn);
    expect(entity.links[0].href).toBe(src);
    expect(await sql(service, 'SELECT "href" FROM "item" WHERE "urn" = $1', [link])).toEqual([
      { href: `/v/v1/asset/${String(urn)}` },
    ]);
    const where =
      'query ($src: String!) { linkItems(where: { href: { eq: $src } }) { nodes { urn entity { path } } } }';
    expect((await editor.data(where, { src })).linkItems.nodes).toEqual([{ urn: link, entity: { path: '/prices' } }]);
    const remove = () => editor.rest('DELETE', `/n/v1/asset/${String(urn)}`);
    const used = [409, 'IN_USE', [link]];
    const refusal = ({ status, body }: { status: number; body: Body }) => [status, body.code, body.errors[0].related];
    expect(refusal(await remove())).toEqual(used);
    await change(editor, entity.urn, { status: 'PUBLISH' });
    await editor.rest('PATCH', `/n/v1/linkitem/${link}`, { body: { href: 'https://elsewhere.example/' } });
    expect(refusal(await remove())).toEqual(used);
    await change(editor, entity.urn, { status: 'PUBLISH' });
    expect((await remove()).status).toBe(204);
    expect((await get(urn)).status).toBe(404);
  });
});

describe('The bytes of an asset', () => {
  const parts = (): PurgeParts => {
    const { services } = service;
    return { ...services, limits: { ...services.limits, unusedFileHours: 0 }, observe: () => undefined };
  };

  test('stay while it can come back, and are removed with its row', async () => {
    const bytes = Buffer.from('%PDF-1.7 to be removed');
    const { urn } = await asset();
    await upload(urn, bytes);
    const isThere = async (): Promise<boolean> => (await service.services.files.get(keyOf(bytes))) !== null;
    await sweepFiles(parts());
    await editor.rest('DELETE', `/n/v1/asset/${String(urn)}`);
    await sweepFiles(parts());
    expect(await isThere()).toBe(true);
    expect((await editor.rest('POST', `/n/v1/asset/${String(urn)}/restore`)).status).toBe(200);
    expect(await bytesOf(await get(urn))).toEqual(bytes);
    await editor.rest('DELETE', `/n/v1/asset/${String(urn)}`);
    await sql(service, `UPDATE "asset" SET "deleted_timestamp" = now() - interval '11 days' WHERE "urn" = $1`, [urn]);
    await purgeDeleted(parts());
    await sweepFiles(parts());
    expect([await isThere(), await sql(service, 'SELECT 1 FROM "asset" WHERE "urn" = $1', [urn])]).toEqual([false, []]);
  });

  test('go with the export of their company, and come with its import', async () => {
    const bytes = Buffer.from('%PDF-1.7 to be moved');
    const { urn } = await asset('moved.pdf');
    await upload(urn, bytes);
    const lines: string[] = [];
    const progress = (): void => undefined;
    const { database, files } = service.services;
    await exportCompany({ database, files, progress }, editor.company, (line) => {
      lines.push(line);
      return Promise.resolve();
    });
    const other = await startService();
    try {
      const into = other.services;
      async function* each(): AsyncIterable<string> {
        yield* lines;
      }
      const parts = { database: into.database, files: into.files, progress };
      // A service that has just started writes beside it, and then it is to be tried again.
      const tried = (): Promise<boolean> =>
        importCompany(parts, each(), false).then(
          () => true,
          () => false,
        );
      await expect.poll(tried, { timeout: 60_000 }).toBe(true);
      expect(await into.files.get(keyOf(bytes))).toEqual(bytes);
      expect(await sql(other, 'SELECT "name", "sha256" FROM "asset" WHERE "urn" = $1', [urn])).toEqual([
        { name: 'moved.pdf', sha256: keyOf(bytes) },
      ]);
    } finally {
      await other.close();
    }
  }, 120_000);
});
