// What the server cuts is logged and counted, what is sent under a key is compared whole, and a bad body ends no connection.
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { page } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { scrape } from '../support/metrics.ts';
import { openRaw } from '../support/rawSocket.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

/** A picture in one color; all of one width have as many bytes. */
const plain = (value: number): Promise<Buffer> =>
  sharp(Buffer.alloc(16 * 16 * 3, value), { raw: { width: 16, height: 16, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();

async function send(item: string, key: string, bytes: Buffer, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ imageItemFormat: 'DEFAULT', ...fields })) form.append(name, value);
  form.append('src', new Blob([new Uint8Array(bytes)]), 'x.png');
  const headers = { authorization: `Bearer ${tenant.token}`, 'idempotency-key': key };
  const path = `${service.url}/n/v1/imageitemfile/${item}`;
  const answer = await fetch(path, { method: 'POST', headers, body: form });
  const { urn, code } = (await answer.json()) as { urn?: string; code?: string };
  return { status: answer.status, urn, code, isReplayed: answer.headers.get('idempotency-replayed') === 'true' };
}

test('A picture under an Idempotency-Key is known again by its bytes, however its form is divided.', async () => {
  const entity = await page(tenant, null, { images: [{ name: 'hero', sortOrder: 0 }] });
  const item = String(entity.images[0].urn);
  const [one, other] = [await plain(10), await plain(200)];
  expect(one.length).toBe(other.length);
  const key = crypto.randomUUID();
  const first = await send(item, key, one);
  expect([first.status, first.isReplayed]).toEqual([201, false]);
  // FormData writes another boundary each time.
  expect(await send(item, key, one)).toEqual({ ...first, isReplayed: true });
  for (const [bytes, fields] of [
    [other, {}],
    [one, { imageItemFormat: 'LARGE' }],
  ] as const) {
    const refused = await send(item, key, bytes, fields);
    expect([refused.status, refused.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  }
  const { body } = await tenant.rest('GET', `/n/v1/imageitem/${item}`);
  expect(String(body.src)).toContain(String(first.urn));
});

test.each(['/n/v1/task', '/graphql'])(
  'A body at %s that is no JSON leaves the requests behind it alone.',
  async (path) => {
    const socket = await openRaw(service.url);
    const head = (body: string): string =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tenant.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`;
    socket.send(head('{"a":') + head('{"b":1,}') + 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    const text = await socket.readUntil(/HTTP\/1\.1 \d+/, 3);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 400', 'HTTP/1.1 200']);
    expect(text).not.toMatch(/connection: close/i);
    socket.end();
  },
);

test('A connection that is ended while its request is answered is counted.', async () => {
  const hasty = await startService({ METRICS_PORT: '0' }, { connections: { idleMillis: 1_000 } });
  const writer = await hasty.tenant();
  const entity = await page(writer, null, { texts: [{ name: 'title', sortOrder: 0, value: 'one' }] });
  const item = String(entity.texts[0].urn);
  const cut = async (): Promise<number> =>
    (await scrape(hasty.metricsUrl)).value('commonplace_connections_cut_total', { reason: 'IDLE' }) ?? 0;
  const before = await cut();
  await withClient(hasty.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM "entity" WHERE "urn" = $1 FOR UPDATE', [entity.urn]);
    const socket = await openRaw(hasty.url);
    const body = '{"value":"two"}';
    socket.send(
      `PUT /n/v1/textitem/${item} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${writer.token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`,
    );
    await socket.closed();
    await client.query('ROLLBACK');
  });
  expect(await cut()).toBe(before + 1);
  await hasty.close();
});
