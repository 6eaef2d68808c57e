// Uploads as hostile clients send them: whatever the name of the file and the structure of the form, the service stores
// an image under a generated name, or nothing.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { page, sql } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let editor: Tenant;
let item: string;
let picture: Buffer;

beforeAll(async () => {
  service = await startService({ MAX_IMAGE_BYTES: '100000' });
  editor = await service.tenant();
  const entity = await page(editor, null, { images: [{ name: 'hero', sortOrder: 0, altText: 'Hero' }] });
  item = entity.images[0].urn;
  picture = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
});
afterAll(() => service.close());

const boundary = 'a-boundary';
const line = (text: string): Buffer => Buffer.from(`${text}\r\n`);
const field = (name: string, value: string): Buffer =>
  line(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`);
const file = (disposition: string, bytes: Buffer = picture, type = 'image/png'): Buffer =>
  Buffer.concat([
    line(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n`),
    bytes,
    line(''),
  ]);
const end = line(`--${boundary}--`);

async function send(
  parts: readonly Buffer[],
  contentType = `multipart/form-data; boundary=${boundary}`,
): Promise<Body> {
  const response = await fetch(`${service.url}/n/v1/imageitemfile/${item}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}`, 'content-type': contentType },
    body: new Uint8Array(Buffer.concat(parts)),
  });
  return { status: response.status, body: await response.json() };
}

// A test knows the shape of its request; what it reads is asserted.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

const stored = async (): Promise<unknown> =>
  (await sql(service, `SELECT count(*)::int AS files FROM "image_item_file"`))[0]?.['files'];

test('An item that is not there is said before the form is looked at.', async () => {
  const sent = (urn: string): Promise<Response> =>
    fetch(`${service.url}/n/v1/imageitemfile/${urn}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: 'no form',
    });
  const answers = [await sent(item), await sent(crypto.randomUUID())];
  expect(answers.map(({ status }) => status)).toEqual([400, 404]);
  for (const one of answers) await one.arrayBuffer();
});

describe('a file named', () => {
  test.each([
    '../../etc/passwd',
    '..\\\\..\\\\evil.png',
    '/etc/passwd',
    'C:\\\\windows\\\\evil.png',
    'evil.php',
    'evil.php.png',
    'evil.svg',
    'evil.html',
    '.htaccess',
    'CON',
    'a'.repeat(5_000),
    'null\u0000byte.png',
    '%2e%2e%2fevil.png',
    '\u202egnp.exe',
    'naïve ☃ 名前.png',
    "'; DROP TABLE item; --",
  ])('%j is stored under a generated name, as the type of its bytes', async (name) => {
    const { status, body } = await send([
      field('imageItemFormat', 'DEFAULT'),
      file(`name="src"; filename="${name}"`, picture, 'text/html'),
      end,
    ]);
    expect(status).toBe(201);
    expect([body.contentType, body.width, body.height]).toEqual(['image/png', 3, 2]);
    expect(body.src).toMatch(new RegExp(`^${service.url}/v/v1/image/[0-9a-f-]{36}$`));
    expect(JSON.stringify(body)).not.toContain(name.slice(0, 8));
    const bytes = await editor.rest('GET', body.src);
    expect([bytes.status, /^image\/(png|jpeg)$/.test(bytes.headers.get('content-type') ?? '')]).toEqual([200, true]);
    expect(bytes.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a form', () => {
  const format = field('imageItemFormat', 'LARGE');
  const src = (): Buffer => file('name="src"; filename="a.png"');
  const many = (count: number): Buffer[] => Array.from({ length: count }, (_, at) => field(`f${String(at)}`, 'x'));
  const shapes: readonly (readonly [string, () => readonly Buffer[], number, string?])[] = [
    ['with the file first', () => [src(), format, end], 201],
    ['with unknown fields', () => [field('extra', 'x'), format, src(), end], 201],
    ['with a field that would be a prototype', () => [field('__proto__', 'x'), format, src(), end], 400],
    ['with text before its first part', () => [line('preamble'), format, src(), end], 201],
    ['with text behind its end', () => [format, src(), end, line('epilogue')], 201],
    ['that names its format twice', () => [field('imageItemFormat', 'NOPE'), format, src(), end], 422],
    ['without a part', () => [end], 422],
    ['without a file', () => [format, end], 422],
    ['without a format', () => [src(), end], 422],
    ['with an empty file', () => [format, file('name="src"; filename="a.png"', Buffer.alloc(0)), end], 422],
    ['whose file is a field', () => [format, field('src', 'not a file'), end], 422],
    ['whose file has another name', () => [format, file('name="file"; filename="a.png"'), end], 422],
    ['whose part has no name', () => [format, file('filename="a.png"'), end], 422],
    ['with two files', () => [format, src(), src(), end], 422],
    ['with a second file under another name', () => [format, src(), file('name="other"; filename="b.png"'), end], 422],
    ['with an unknown format', () => [field('imageItemFormat', 'HUGE'), src(), end], 422],
    ['with eleven fields', () => [...many(11), format, src(), end], 413],
    ['with a thousand fields', () => [...many(1_000), src(), end], 413],
    [
      'with a file that is too large',
      () => [format, file('name="src"; filename="a"', Buffer.alloc(100_001, 1)), end],
      413,
    ],
    ['that is cut off in the file', () => [format, src().subarray(0, 120)], 400],
    ['that is cut off before its end', () => [format, line(`--${boundary}`)], 400],
    ['of one part without headers', () => [line(`--${boundary}\r\n`), picture, end], 400],
    ['without a boundary', () => [format, src(), end], 400, 'multipart/form-data'],
    ['of another type', () => [format, src(), end], 415, 'application/x-www-form-urlencoded'],
    ['that is no form', () => [Buffer.from('{}')], 415, 'application/json'],
  ];

  for (const [name, make, expected, type] of shapes) {
    test(`${name} is answered as it should be, and a refused one stores nothing`, async () => {
      const before = await stored();
      const { status, body } = await send(make(), type);
      expect([name, status]).toEqual([name, expected]);
      // Unreadable forms and broken rules are both reported to the sender, and never as a server error.
      if (expected !== 201) expect([await stored(), body.apiCode]).toEqual([before, body.code]);
    });
  }
});
