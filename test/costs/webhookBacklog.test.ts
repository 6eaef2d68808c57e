// Beside a backlog of one subscription the work for the others costs what it costs alone, also by statistics that know of that one
// alone: rows that statements read are counted, never time.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/connection/database.ts';
import { Parameters, prepared, type Statement } from '../../src/database/connection/statement.ts';
import { healthSql } from '../../src/database/engine/deliveryAggregates.ts';
import { claim, dueSubscriptions } from '../../src/database/events/claimStore.ts';
import { complete } from '../../src/database/events/completionStore.ts';
import { discardUnfinished, type DiscardRange } from '../../src/database/events/deliveryStore.ts';
import { discardSome, nextWork, placeNew, ripen } from '../../src/database/events/laneStore.ts';
import { queueState } from '../../src/database/events/webhookHealthStore.ts';
import { firstUrn } from '../../src/domain/urn.ts';
import { makeBacklog, placeAll } from '../support/backlog.ts';
import { withClient } from '../support/database.ts';
import { startIdleGateway, type IdleGateway } from '../support/idleGateway.ts';
import { mostReadDuring } from '../support/plans.ts';
import type { Tenant, TestService } from '../support/service.ts';

const limits = { subscriptions: 50, perSubscription: 10, leaseSeconds: 60, minuteSeconds: 60, lateSeconds: 1 };
const [many, few, targets] = [10_000, 20, 200];
/** Rows of the queue that the work of one subscription reads at most. */
const most = 500;

let web: TestService;
let owner: Tenant;
let database: Database;
let gateway: IdleGateway;
let large: string;
let small: string;
const sent: Statement[] = [];

beforeAll(async () => {
  const hear = (statement: Statement): number => sent.push(statement);
  gateway = await startIdleGateway(hear, hear);
  ({ web, owner, database } = gateway);
  large = await gateway.backlogOf(many, targets);
  await gateway.run('VACUUM ANALYZE');
}, 120_000);
afterAll(() => gateway.close());

interface Queued {
  readonly delivery: string;
  readonly state: number;
}

// In the order of the log.
const positionsOf = (subscription: string): Promise<readonly Queued[]> =>
  withClient(web.databaseUrl, async (pg) => {
    const text = 'SELECT delivery, state FROM webhook_queue WHERE subscription = $1 ORDER BY position';
    return (await pg.query<{ delivery: string; state: number }>(text, [subscription])).rows;
  });

/** Most rows of a table that one of the statements of some work reads, which is done. */
function mostRead(table: string, work: () => Promise<unknown>): Promise<number> {
  return mostReadDuring(work, { sent, databaseUrl: web.databaseUrl }, table);
}

const range: DiscardRange = { until: '2100-01-01T00:00:00.000Z', fromSequence: null, toSequence: null };

// By number: see events/queueState.ts.
const states = { ready: 1, 'in flight': 2, new: 3, later: 4 } as const;

describe.each([
  ['new', 5],
  ['new', Infinity],
  ['ready', Infinity],
  ['in flight', Infinity],
  ['later', Infinity],
] as const)(
  'beside 10,000 deliveries of one subscription, by statistics of when all were %s, after %d steps of placing',
  (stage, steps) => {
    beforeAll(async () => {
      await withClient(web.databaseUrl, async (pg) => {
        await pg.query('CREATE TABLE before AS SELECT delivery, state FROM webhook_queue');
        await pg.query('UPDATE webhook_queue SET state = $1', [states[stage]]);
        await pg.query('VACUUM ANALYZE');
        await pg.query('UPDATE webhook_queue q SET state = b.state FROM before b WHERE b.delivery = q.delivery');
        await pg.query('DROP TABLE before');
      });
    });
    beforeEach(async () => {
      for (let step = 0, last = { hasMore: true }; last.hasMore && step < steps; step += 1)
        last = await placeNew(database);
      small = await gateway.backlogOf(few, targets);
    }, 120_000);

    test('what is to be done is seen, and placed', async () => {
      expect(await mostRead('webhook_queue', () => nextWork(database))).toBeLessThan(most);
      const placed = await mostRead('webhook_queue', async () =>
        expect((await placeNew(database)).placed).toBeGreaterThan(0),
      );
      // Those of the large one, too.
      expect(placed).toBeLessThan(2 * most);
    });

    test.each(['before they have their place', 'once they have it'])(
      'deliveries are claimed and completed: %s',
      async (when) => {
        if (when === 'once they have it') for (let step = 0; step < 3; step += 1) await placeNew(database);
        let claimed: Awaited<ReturnType<typeof claim>> = [];
        await gateway.run('UPDATE webhook_pace SET wake_timestamp = now(), tat = 0');
        const due = await dueSubscriptions(database, limits.subscriptions);
        expect(due).toContain(small);
        expect(
          await mostRead('webhook_queue', async () => (claimed = await claim(database, due, limits, 500))),
        ).toBeLessThan(most);
        if (when === 'once they have it') expect(claimed.map(({ subscription }) => subscription.urn)).toContain(small);
        const completions = claimed.map(({ urn, attempt, step }) => ({
          ...{ urn, attempt, step, status: 'SUCCEEDED' as const, discardReason: null, waitSeconds: null },
          ...{ bodyDigest: null, record: null },
        }));
        expect(claimed).not.toEqual([]);
        expect(await mostRead('webhook_queue', () => complete(database, completions))).toBeLessThan(most);
        expect(await mostRead('webhook_queue', () => ripen(database))).toBeLessThan(most);
      },
    );

    test('its health is told, its deliveries are listed', async () => {
      const health = (): Promise<unknown> => {
        const p = new Parameters();
        // Of a backlog that is hardly longer than what is counted, reading all of it costs as much.
        return database.query(prepared(healthSql(p.add([small], 'uuid[]'), many / 10), p));
      };
      expect(await mostRead('webhook_queue', health)).toBeLessThan(most);
      expect(await mostRead('webhook_delivery', health)).toBeLessThan(most);
      const read = (): Promise<unknown> => owner.rest('GET', `/n/v1/webhooksubscription/${small}?expand=deliveries`);
      expect(await mostRead('webhook_delivery', read)).toBeLessThan(most);
      const nested = `{ webhookSubscription(urn: "${small}") { deliveries(first: 5) { nodes { urn } } } }`;
      expect(await mostRead('webhook_delivery', () => owner.graph(nested))).toBeLessThan(most);
    });

    test('what waits for it is dropped', async () => {
      const drop = async (): Promise<void> => {
        await dropping(small);
        expect(await discardSome(database)).toBe(true);
      };
      expect(await mostRead('webhook_queue', drop)).toBeLessThan(most);
      expect(await positionsOf(small)).toEqual([]);
    });

    test('one is dropped of many, which are looked through a part at a time; the others stay as they are', async () => {
      const before = await positionsOf(large);
      const one = before.findLast(({ state }) => state === 0) ?? before.at(-1);
      const { rows } = await withClient(web.databaseUrl, (pg) =>
        pg.query<{ sequence: string }>(
          'SELECT t.sequence FROM webhook_trigger t JOIN webhook_delivery d ON d.trigger = t.urn WHERE d.urn = $1',
          [one?.delivery],
        ),
      );
      const sequence = rows[0]?.sequence ?? null;
      await dropping(large, { ...range, fromSequence: sequence, toSequence: sequence });
      let steps = 0;
      for (; await isDropping(large); steps += 1)
        expect(await mostRead('webhook_queue', () => discardSome(database))).toBeLessThan(5 * most);
      // Each looks at 2,000.
      expect(steps).toBeGreaterThanOrEqual(many / 2_000);
      expect(steps).toBeLessThan(many / 2_000 + 2);
      expect(await positionsOf(large)).toEqual(before.filter((entry) => entry !== one));
    });
  },
);

const dropping = (subscription: string, of = range): Promise<unknown> =>
  database.transaction((transaction) => discardUnfinished(transaction, subscription, 'CANCELED', of));

const isDropping = (subscription: string): Promise<boolean> =>
  withClient(web.databaseUrl, async (pg) => {
    const text = 'SELECT 1 FROM webhook_pace WHERE subscription = $1 AND discard_reason IS NOT NULL';
    return (await pg.query(text, [subscription])).rows.length > 0;
  });

test('the queue as a whole is counted', async () => {
  const { byStatus } = await queueState(database);
  expect(byStatus.PENDING).toBeGreaterThan(many / 2);
});

test('While some are being dropped, the next request is told to come again, on both faces', async () => {
  const one = await gateway.backlogOf(few, targets);
  const cancel = (): ReturnType<Tenant['rest']> =>
    owner.rest('POST', `/n/v1/webhooksubscription/${one}/cancel`, { body: {} });
  expect((await cancel()).body).toEqual({ count: few });
  const again = await cancel();
  expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
  const { cancelWebhookDeliveries: told } = await owner.data(
    'mutation ($urn: ID!) { cancelWebhookDeliveries(urn: $urn) { count userErrors { code } } }',
    { urn: one },
  );
  expect(told).toEqual({ count: null, userErrors: [{ code: 'CONFLICT' }] });
  while (await isDropping(one)) await discardSome(database);
  expect((await cancel()).body).toEqual({ count: 0 });
});

test('all of one is dropped, with what has come meanwhile', async () => {
  await database.transaction((transaction) => discardUnfinished(transaction, large, 'EXPIRED'));
  await discardSome(database);
  const first = { subscription: large, owner: owner.company, count: 1, targets: [firstUrn], isUnnoticed: true };
  await withClient(web.databaseUrl, (pg) => makeBacklog(pg, first));
  while (await isDropping(large)) await discardSome(database);
  expect(await positionsOf(large)).toEqual([]);
});

test('Health is that of what was attempted, however much waits that is newer', async () => {
  const waiting = await gateway.backlogOf(300, targets);
  await placeAll(database);
  // They came one after the other, in the order of the log.
  for (const [table, urn] of [
    ['webhook_delivery', 'urn'],
    ['webhook_queue', 'delivery'],
  ] as const)
    await gateway.run(
      `UPDATE ${table} t SET created_timestamp = t.created_timestamp - n.at * interval '1 ms'
       FROM (SELECT urn, row_number() OVER (ORDER BY position DESC) AS at FROM webhook_delivery WHERE subscription = '${waiting}') n
       WHERE n.urn = t.${urn}`,
    );
  await gateway.run(
    `INSERT INTO "webhook_delivery" SELECT made.* FROM "webhook_delivery" d CROSS JOIN unnest(ARRAY['SUCCEEDED', 'SUCCEEDED', 'FAILED']) outcome
     CROSS JOIN LATERAL jsonb_populate_record(d, jsonb_build_object('urn', gen_random_uuid(), 'status', outcome, 'attempt_count', 1,
       'created_timestamp', d."created_timestamp" - interval '1 minute')) made
     WHERE d."urn" = (SELECT "urn" FROM "webhook_delivery" WHERE "subscription" = '${waiting}' LIMIT 1)`,
  );
  const { body } = await owner.rest('GET', `/n/v1/webhooksubscription/${waiting}`);
  expect(body.health).toMatchObject({ backlog: 300, exhaustedCount: 1 });
  expect(body.health.successRate).toBeCloseTo(2 / 3);
});
