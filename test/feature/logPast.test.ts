// A database that came back with another past: restored from a backup, or promoted without its last changes. Whoever was
// told of what it no longer holds learns that, once and everywhere, and no number stands silently for two events.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { followEvents, CursorLostError } from '../../client/src/index.ts';
import { databaseName, databaseUrl, withClient } from '../support/database.ts';
import { logEnd, sequenceOf } from '../support/eventLog.ts';
import { openapi, quicklyCompiled } from '../support/openapi.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';
import { apiClient, entity, eventually, subscribe } from '../support/webhooks.ts';

// Connections are cut, and what hangs on them comes back by itself.
vi.setConfig({ testTimeout: 120_000 });

let service: TestService;
let one: Tenant;
let other: Tenant;
let late: Tenant;
let hook: Receiver;

beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' });
  [one, other, late] = [await service.tenant(), await service.tenant(), await service.tenant()];
  hook = await startReceiver();
});
afterAll(async () => {
  await service.close();
  await hook.close();
});

const ajv = new Ajv2020({ strict: false, ...quicklyCompiled });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...openapi });
const isDescribed = ajv.compile({
  $ref: 'openapi#/webhooks/log.cursor_lost/post/requestBody/content/application~1json/schema',
});

const events = 'subscription ($after: String) { events(after: $after) { cursor sequence event targetUrn } }';
const query = 'query ($after: String) { events(after: $after) { nodes { cursor targetUrn } } }';
const name = (): string => databaseName(service.databaseUrl);

async function onServer(...statements: readonly string[]): Promise<void> {
  await withClient(databaseUrl(service.databaseUrl, 'postgres'), async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

const onDatabase = (statement: string): Promise<{ readonly rows: readonly unknown[] }> =>
  withClient(service.databaseUrl, (client) => client.query(statement));

// Nobody may be connected while a database is copied or gets another name.
const without = (work: readonly string[]): Promise<void> =>
  onServer(
    `ALTER DATABASE ${name()} WITH ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name()}'`,
    ...work,
    `ALTER DATABASE ${name()} WITH ALLOW_CONNECTIONS true`,
  );

const isReady = (): Promise<unknown> =>
  eventually(
    () => one.rest('GET', '/n/v1/entities?limit=1').catch(() => null),
    (answer) => answer?.status === 200,
  );

test('what was decided about callers in another past is decided anew', async () => {
  const { eventLog } = service.services;
  const decisions = async (): Promise<number> => {
    const from = service.statements.length;
    expect((await one.rest('GET', '/n/v1/entities?limit=1')).status).toBe(200);
    return service.statements.slice(from).filter((text) => text.includes('caller AS')).length;
  };
  await decisions();
  const { epoch } = eventLog;
  eventLog.note(epoch);
  expect(await decisions()).toBe(0);
  eventLog.note(epoch + 1);
  expect(await decisions()).toBe(1);
  expect(eventLog.epoch).toBe(epoch + 1);
  expect(await decisions()).toBe(0);
  eventLog.note(epoch);
});

test('ends every subscription, refuses every older cursor and tells receivers, after a backup was restored', async () => {
  const { urn: client } = await apiClient(one);
  const subscription = await subscribe(one, client, `${hook.url}/hook`);
  await entity(one);
  await entity(other);
  const common = await logEnd(service.services);
  const sockets = [one, other].map(({ token }) => socketClient(service.url, token));
  const heard = sockets.map((socket) => follow(socket, events, { after: '0' }));
  const stream = await openStream(service.url, one.token, 'subscription { events { cursor } }');
  expect(await stream.nextText()).toBe(': ok');
  // All of them follow before the connections are cut.
  for (const follower of heard) await follower.until(1);
  await without([`CREATE DATABASE ${name()}_backup TEMPLATE ${name()}`]);
  await isReady();

  // Nothing of its log is in the backup.
  const lateSocket = socketClient(service.url, late.token);
  sockets.push(lateSocket);
  heard.push(follow(lateSocket, events, { after: '0' }));
  const [lost, foreign, first] = [await entity(one), await entity(other), await entity(late)];
  const toldOf = (at: number, urn: string): Promise<{ cursor: string; sequence: string }> =>
    vi.waitFor(
      () => {
        const numbers = heard[at]?.data.map(({ events: event }) => Number(event.sequence)) ?? [];
        expect(numbers).toEqual(numbers.map((_, place) => place + 1));
        expect(heard[at]?.data.at(-1)?.events.targetUrn).toBe(urn);
        return heard[at]?.data.at(-1).events;
      },
      { timeout: 60_000 },
    );
  const { cursor } = await toldOf(0, lost);
  await toldOf(1, foreign);
  const { cursor: lateCursor } = await toldOf(2, first);
  await without([
    `ALTER DATABASE ${name()} RENAME TO ${name()}_gone`,
    `ALTER DATABASE ${name()}_backup RENAME TO ${name()}`,
  ]);
  await isReady();

  const before = `2.${String(sequenceOf(cursor) - 1)}`;
  expect(await heard[0]?.end()).toMatchObject([{ extensions: { code: 'CURSOR_LOST', lastCommonCursor: before } }]);
  expect(await heard[1]?.end()).toMatchObject([
    { extensions: { code: 'CURSOR_LOST', lastCommonCursor: `2.${String(sequenceOf(common))}` } },
  ]);
  const begins = { code: 'CURSOR_LOST', lastCommonCursor: '2.0' };
  expect(await heard[2]?.end()).toMatchObject([{ extensions: begins }]);
  const told = async (): Promise<unknown> => (await late.graph(query, { after: lateCursor })).errors?.[0]?.extensions;
  expect(await told()).toMatchObject(begins);
  const again = await entity(late);
  await logEnd(service.services);
  expect(await told()).toMatchObject(begins);
  const fromBeginning = (await late.data(query, { after: '2.0' })).events;
  expect(fromBeginning.nodes[0]).toMatchObject({ targetUrn: again });
  let text: string | null = '';
  while (text !== null && !text.includes('CURSOR_LOST')) text = await stream.nextText();
  expect(text).toContain(before);

  const refused = { code: 'CURSOR_LOST', httpCode: 410, lastCommonCursor: before };
  expect((await one.graph(query, { after: cursor })).errors?.[0]?.extensions).toMatchObject(refused);
  for (const side of ['after', 'before']) {
    const list = await one.rest('GET', `/n/v1/webhooktriggers?${side}=${cursor}`);
    expect([list.status, list.body.code, list.body.lastCommonCursor]).toEqual([410, 'CURSOR_LOST', before]);
  }
  await expect(followEvents({ url: service.url, token: one.token, after: cursor }).next()).rejects.toEqual(
    expect.objectContaining({ constructor: CursorLostError, lastCommonCursor: before }),
  );
  // A number that knew no epoch is of the first; one that the log has not reached is of none.
  for (const after of [String(sequenceOf(cursor)), '3.1', '2.99999'])
    expect((await one.graph(query, { after })).errors?.[0]?.extensions['code']).toBe('CURSOR_LOST');

  const next = await entity(one);
  const { nodes } = (await one.data(query, { after: before })).events;
  expect(nodes).toEqual([{ cursor: `2.${String(sequenceOf(cursor))}`, targetUrn: next }]);
  const news = await eventually(
    () => Promise.resolve(hook.received.map((request) => request.json)),
    (bodies) => bodies.some((body) => body.targetUrn === next),
  );
  const word = news.filter((body) => body.type === 'log.cursor_lost');
  expect(word).toMatchObject([
    { sequence: null, targetUrn: subscription, data: { epoch: 2, lastCommonCursor: before } },
  ]);
  expect(isDescribed(word[0]) ? null : isDescribed.errors).toBeNull();
  stream.close();
  for (const socket of sockets) await socket.dispose();
  await onServer(`DROP DATABASE ${name()}_gone WITH (FORCE)`);
});

test('a tail that was lost on the same server is noticed by every subscriber that had read it, also when its numbers were given again', async () => {
  const kept = await entity(one);
  const common = await logEnd(service.services);
  const socket = socketClient(service.url, one.token);
  const heard = follow(socket, events, { after: common });
  await entity(one);
  await entity(one);
  await heard.until(2);
  const epoch = Number(common.split('.')[0]);
  const next = crypto.randomUUID();
  await withClient(service.databaseUrl, async (client) => {
    const tail = `sequence > ${String(sequenceOf(common))} AND tenant = '${one.company}'`;
    // As a snapshot of the disk would have it, with another event under the first of the numbers.
    await client.query(
      `WITH first AS (SELECT * FROM webhook_trigger WHERE ${tail} ORDER BY sequence LIMIT 1),
        gone AS (DELETE FROM webhook_delivery WHERE trigger IN (SELECT urn FROM webhook_trigger WHERE ${tail}) RETURNING urn),
        unqueued AS (DELETE FROM webhook_queue WHERE delivery IN (SELECT urn FROM gone)),
        lost AS (DELETE FROM webhook_trigger WHERE ${tail} AND urn NOT IN (SELECT urn FROM first)),
        head AS (UPDATE event_log l SET last_sequence = f.sequence, last_ordinal = f.ordinal, last_urn = $1 FROM first f WHERE l.tenant = f.tenant)
       UPDATE webhook_trigger t SET urn = $1, target_urn = $2 FROM first f WHERE t.urn = f.urn`,
      [next, kept],
    );
  });
  await entity(one).catch(() => undefined);
  const lastCommonCursor = `${String(epoch + 1)}.${String(sequenceOf(common))}`;
  expect(await heard.end()).toMatchObject([{ extensions: { code: 'CURSOR_LOST', lastCommonCursor } }]);
  const { nodes } = (await one.data(query, { after: lastCommonCursor })).events;
  expect(nodes[0]).toEqual({ cursor: `${String(epoch + 1)}.${String(sequenceOf(common) + 1)}`, targetUrn: kept });
  await socket.dispose();
});

test('a dump that was put back into the database it was made of is noticed by a start, also where nothing followed the log', async () => {
  await entity(one);
  const common = await logEnd(service.services);
  // After the tests before this one it is noted anew, within ten seconds.
  const noted = `SELECT "value"->>'past' AS past FROM "setting" WHERE "name" = 'event log'`;
  const note = (): Promise<unknown> => onDatabase(noted).then(({ rows }) => rows[0]);
  await vi.waitFor(async () => expect(await note()).toEqual({ past: expect.any(String) }), { timeout: 60_000 });
  // What `pg_restore --clean` does to each table, in place.
  await onDatabase(`BEGIN; CREATE TABLE "anew" (LIKE "setting" INCLUDING ALL); INSERT INTO "anew" SELECT * FROM "setting";
    DROP TABLE "setting"; ALTER TABLE "anew" RENAME TO "setting"; COMMIT`);
  await without([]);
  await isReady();
  const [epoch = 0, sequence] = common.split('.').map(Number);
  const told = { code: 'CURSOR_LOST', lastCommonCursor: `${String(epoch + 1)}.${String(sequence)}` };
  const refused = (): Promise<unknown> =>
    one.graph(query, { after: common }).then(({ errors }) => errors?.[0]?.extensions);
  await vi.waitFor(async () => expect(await refused()).toMatchObject(told), { timeout: 60_000 });
  // Once.
  await without([]);
  await isReady();
  await entity(one);
  expect((await logEnd(service.services)).split('.')[0]).toBe(String(epoch + 1));
});

test('what is noted of the past of a database is mended by the next process that looks, and its epoch is raised only where something may be lost', async () => {
  const noted = async (): Promise<Record<string, unknown>> =>
    (await onDatabase(`SELECT value FROM setting WHERE name = 'event log'`)).rows.map(
      (row) => (row as { readonly value: Record<string, unknown> }).value,
    )[0] ?? {};
  const lookedAt = async (change: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> => {
    const value = JSON.stringify({ ...(await noted()), ...change });
    await onDatabase(`UPDATE setting SET value = '${value}' WHERE name = 'event log'`);
    await (await service.another()).close();
    return noted();
  };
  const first = await noted();
  expect(first).toMatchObject({ past: expect.stringMatching(/^\d+ \d+ \w{8}$/), isSynchronous: false });
  expect(await lookedAt({ isSynchronous: true })).toEqual(first);
  // A synchronous standby had everything when it was promoted.
  expect(await lookedAt({ isSynchronous: true, past: 'another' })).toEqual(first);
  expect(await lookedAt({ past: null })).toEqual(first);
  expect(await lookedAt({ past: 'another' })).toEqual({ ...first, epoch: Number(first['epoch']) + 1 });
});
