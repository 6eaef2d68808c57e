// Claims of deliveries: what is taken at once, what is written and waited for. What they cost beside many: costs/webhookClaim.test.ts.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { openDatabase, type Database } from '../../src/database/connection/database.ts';
import { claim, keepBodies, type Claimed } from '../../src/database/events/claimStore.ts';
import { complete, type Completion } from '../../src/database/events/completionStore.ts';
import { placeNew, ripen } from '../../src/database/events/laneStore.ts';
import { makeBacklog, placeAll } from '../support/backlog.ts';
import { limits, openClaims, type Claims } from '../support/claims.ts';
import { withClient } from '../support/database.ts';
import { startIdleGateway, type IdleGateway } from '../support/idleGateway.ts';
import { openRoundTrips } from '../support/roundTrips.ts';
import type { Tenant, TestService } from '../support/service.ts';
import { entity, subscribe, thinBody } from '../support/webhooks.ts';

let claims: Claims;
let service: TestService;
let tenant: Tenant;
let client: string;
let database: Database;

beforeAll(async () => {
  claims = await openClaims();
  ({ service, tenant, client, database } = claims);
});
afterAll(() => claims.close());

const waiting: Claims['waiting'] = (count, targets) => claims.waiting(count, targets);

test('a claim waits for PostgreSQL three times: its locks go along with the beginning of its transaction', async () => {
  const subscription = await waiting(1, 1);
  const trips = await openRoundTrips(service.databaseUrl);
  const counted = await openDatabase({ url: trips.url, contract: loadContract() });
  const taken = await claim(counted, [subscription], limits, 1);
  await counted.close();
  expect((await complete(database, taken.map(succeeded))).size).toBe(1);
  const [sent, ...others] = trips.ofTransactionWith('webhook_pace');
  expect(others).toEqual([]);
  expect(sent).toHaveLength(3);
  await trips.close();
});

test('of several subscriptions as much is claimed at once as there is room for, and nothing of those that others are busy with', async () => {
  const subscriptions = [await waiting(20, 20), await waiting(20, 20), await waiting(20, 20)];
  const [held = '', ...free] = subscriptions;
  const countsOf = (taken: readonly Claimed[]): number[] =>
    subscriptions.map((urn) => taken.filter((one) => one.subscription.urn === urn).length);
  await withClient(service.databaseUrl, async (pg) => {
    await pg.query('BEGIN');
    await pg.query('SELECT 1 FROM "webhook_pace" WHERE "subscription" = $1 FOR UPDATE', [held]);
    expect(countsOf(await claim(database, subscriptions, limits, 8))).toEqual([0, 4, 4]);
    await pg.query('ROLLBACK');
  });
  // Up to the limit of requests in flight of each.
  const claimed = await claim(database, subscriptions, limits, 100);
  expect(countsOf(claimed)).toEqual([10, 6, 6]);
  // What is the same for all of a subscription is read once.
  expect(new Set(claimed.map(({ subscription }) => subscription)).size).toBe(3);
  expect(countsOf(await claim(database, free, limits, 100))).toEqual([0, 0, 0]);
});

test('deliveries behind another one proceed one by one, and none twice', async () => {
  const subscription = await waiting(30, 3);
  const seen: string[] = [];
  for (;;) {
    const taken = await claim(database, [subscription], limits, 10);
    if (taken.length === 0) break;
    // One per target at a time, in the order of the log.
    expect(new Set(taken.map((one) => one.trigger?.targetUrn)).size).toBe(taken.length);
    seen.push(...taken.map((one) => String(one.sequence)));
    const done = taken.map(succeeded);
    expect((await complete(database, done)).size).toBe(taken.length);
  }
  expect(seen).toHaveLength(30);
  expect(seen).toEqual([...seen].sort((a, b) => Number(a) - Number(b)));
});

const succeeded = ({ urn, attempt, step }: Claimed): Completion => ({
  urn,
  attempt,
  step,
  status: 'SUCCEEDED',
  discardReason: null,
  waitSeconds: null,
  bodyDigest: 'A'.repeat(44),
  record: {
    number: attempt,
    startedTimestamp: new Date().toISOString(),
    durationMillis: 20,
    responseStatus: 204,
    errorCode: null,
    responseExcerpt: null,
    isManual: false,
    ownHeaders: { 'webhook-signature': `v1,${'A'.repeat(43)}= v1a,${'A'.repeat(86)}==` },
  },
});

describe('by a gateway that places nothing itself', () => {
  let web: TestService;
  let gateway: IdleGateway;
  beforeAll(async () => {
    gateway = await startIdleGateway((statement) => claims.sent.push(statement));
    ({ web } = gateway);
  });
  afterAll(() => gateway.close());
  const make = (count: number, ofTargets: number): Promise<string> => gateway.backlogOf(count, ofTargets);

  test('what is written ahead for a delivery is at most 2 KB: its place, its claim, its body and its outcome', async () => {
    const [count, most] = [100, 2_048];
    // One connection of each kind, on which nobody else writes.
    const writer = await openDatabase({ url: web.databaseUrl, contract: loadContract(), poolSize: 1 });
    const written = async (): Promise<{ bytes: number; pages: number }> => {
      const flush = { text: 'SELECT pg_stat_force_next_flush()', values: [] };
      await writer.query(flush);
      await writer.transaction((transaction) => transaction.query(flush));
      return withClient(web.databaseUrl, async (pg) => {
        const { rows } = await pg.query<{ bytes: number; pages: number }>(
          'SELECT sum(w.wal_bytes)::float8 AS bytes, sum(w.wal_fpi)::float8 AS pages FROM pg_stat_activity a, LATERAL pg_stat_get_backend_wal(a.pid) w' +
            ' WHERE a.datname = current_database()',
        );
        return rows[0] ?? { bytes: 0, pages: 0 };
      });
    };
    const send = async (subscription: string): Promise<void> => {
      await placeAll(writer);
      for (let done = 0; done < count;) {
        await writer.query({ text: 'UPDATE webhook_pace SET tat = 0', values: [] });
        const taken = await claim(writer, [subscription], limits, 10);
        await keepBodies(
          writer,
          taken.map(({ tenant: of, urn }) => ({ tenant: of, urn, body: thinBody(urn), isFull: false })),
        );
        done += (await complete(writer, taken.map(succeeded))).size;
      }
    };
    try {
      // After each checkpoint, which every new database begins with, pages are written whole once: what counts is a round without any.
      let least = Infinity;
      for (let round = 0; round < 20 && least > count * most; round += 1) {
        const subscription = await make(count, count);
        const before = await written();
        await send(subscription);
        const after = await written();
        if (after.pages === before.pages) least = Math.min(least, after.bytes - before.bytes);
      }
      expect(least).toBeGreaterThan(count * 1_000);
      expect(least).toBeLessThanOrEqual(count * most);
    } finally {
      await writer.close();
    }
  });
});

test('new deliveries that another process is busy with are no reason to look again at once, and are looked for again', async () => {
  const urn = await subscribe(tenant, client, 'https://receiver.example.com/', { event: 'CREATE' });
  const states = async (): Promise<number[]> =>
    withClient(service.databaseUrl, async (pg) => {
      const text = 'SELECT state FROM webhook_queue WHERE subscription = $1';
      return (await pg.query<{ state: number }>(text, [urn])).rows.map(({ state }) => state);
    });
  await withClient(service.databaseUrl, async (pg) => {
    await pg.query('BEGIN');
    await pg.query('SELECT 1 FROM "webhook_pace" WHERE "subscription" = $1 FOR UPDATE', [urn]);
    await entity(tenant);
    await vi.waitFor(async () => expect(await placeNew(database)).toEqual({ placed: 0, hasMore: false, isHeld: true }));
    const looks = (): number => claims.asked.filter((text) => text.includes('WITH RECURSIVE subscriptions')).length;
    const before = looks();
    await vi.waitFor(() => expect(looks()).toBeGreaterThan(before + 1), { timeout: 20_000 });
    expect(await states()).toEqual([3]);
    await pg.query('ROLLBACK');
  });
  // Nothing wakes the loop.
  await vi.waitFor(async () => expect(await states()).toEqual([1]), { timeout: 20_000 });
});

test('places and outcomes do not wait for the disk, claims and what callers drop do', async () => {
  const subscription = await waiting(0, 1);
  const urns = [crypto.randomUUID(), crypto.randomUUID()];
  const settings = await withClient(service.databaseUrl, async (pg) => {
    // Whatever the server does by itself, and with deliveries of other tests: what counts is what these transactions say.
    await pg.query('CREATE TABLE seen (act text, setting text)');
    // Runs at the end of each transaction that changes the queue.
    await pg.query(`CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF COALESCE(NEW.subscription, OLD.subscription) <> '${subscription}' THEN RETURN NULL; END IF;
      INSERT INTO seen SELECT CASE TG_OP WHEN 'DELETE' THEN 'gone ' || OLD.state ELSE 'state ' || NEW.state END,
        CASE WHEN source = 'session' THEN setting ELSE 'as usual' END FROM pg_settings WHERE name = 'synchronous_commit';
      RETURN NULL; END $$`);
    await pg.query(`CREATE CONSTRAINT TRIGGER see AFTER UPDATE OR DELETE ON webhook_queue
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION see()`);
    await makeBacklog(pg, { subscription, owner: tenant.company, count: 2, targets: urns });
    await placeAll(database);
    const [taken] = await claim(database, [subscription], limits, 1);
    await complete(database, taken ? [succeeded(taken)] : []);
    const { rows } = await pg.query<{ urn: string }>(
      'SELECT delivery AS urn FROM webhook_queue WHERE subscription = $1',
      [subscription],
    );
    for (const { urn } of rows) await tenant.rest('POST', `/n/v1/webhookdelivery/${urn}/cancel`);
    const seen = await pg.query<{ act: string; setting: string }>(
      'SELECT DISTINCT act, setting FROM seen ORDER BY 1, 2',
    );
    await pg.query('DROP TRIGGER see ON webhook_queue');
    return seen.rows.map(({ act, setting }) => `${act} ${setting}`);
  });
  expect(settings).toEqual(['gone 1 as usual', 'gone 2 off', 'state 1 off', 'state 2 as usual']);
});

test('an outcome that comes too late, with that of the next attempt, is not recorded', async () => {
  const subscription = await waiting(1, 1);
  const only = async (): Promise<Claimed> => {
    const [taken, ...more] = await claim(database, [subscription], limits, 1);
    expect(more).toEqual([]);
    return taken ?? expect.fail('nothing was claimed');
  };
  const late = succeeded(await only());
  const record = { ...late.record, errorCode: 'TIMEOUT' } as Completion['record'];
  await complete(database, [{ ...late, status: 'RETRYING', waitSeconds: 0, record }]);
  await ripen(database);
  const next = succeeded(await only());
  expect(await complete(database, [late, next])).toEqual(new Set([next.urn]));
  const { rows } = await withClient(service.databaseUrl, (pg) =>
    pg.query('SELECT number, error_code FROM webhook_attempt WHERE delivery = $1 ORDER BY number', [next.urn]),
  );
  expect(rows).toEqual([
    { number: 1, error_code: 'TIMEOUT' },
    { number: 2, error_code: null },
  ]);
});
