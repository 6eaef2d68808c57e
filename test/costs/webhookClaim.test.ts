// The cost of claiming deliveries depends on how many are claimed, not on how many wait: PostgreSQL's blocks are
// counted, never time.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/database/connection/database.ts';
import { isTrue, Parameters, prepared } from '../../src/database/connection/statement.ts';
import { waitingSince } from '../../src/database/engine/deliveryAggregates.ts';
import { claim, dueSubscriptions } from '../../src/database/events/claimStore.ts';
import { nextWork, placeNew } from '../../src/database/events/laneStore.ts';
import { makeBacklog, placeAll } from '../support/backlog.ts';
import { limits, openClaims, type Claims } from '../support/claims.ts';
import { withClient } from '../support/database.ts';
import { startIdleGateway, type IdleGateway } from '../support/idleGateway.ts';
import type { Tenant, TestService } from '../support/service.ts';
import { subscribe } from '../support/webhooks.ts';

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
const blocksOf: Claims['blocksOf'] = (work, of) => claims.blocksOf(work, of);

test.each([
  ['of many targets', 100],
  ['of one target, each behind another', 1],
])(
  'a claim reads no more blocks with 10,000 waiting than with 100: %s',
  async (_, targets) => {
    const few = await waiting(100, targets);
    const many = await waiting(10_000, targets);
    const cost = async (subscription: string): Promise<readonly [number, number]> => {
      let taken = 0;
      const blocks = await blocksOf(async () => (taken = (await claim(database, [subscription], limits, 10)).length));
      return [taken, blocks];
    };
    const [takenOfFew, blocksOfFew] = await cost(few);
    const [takenOfMany, blocksOfMany] = await cost(many);
    expect([takenOfFew, takenOfMany]).toEqual([Math.min(10, targets), Math.min(10, targets)]);
    // An index of 10,000 entries is a level or two deeper.
    expect(blocksOfMany).toBeLessThan(blocksOfFew * 1.5 + 60);
    const looked = await blocksOf(async () => {
      await nextWork(database);
      await dueSubscriptions(database, 16);
    });
    expect(looked).toBeLessThan(60);
  },
  120_000,
);

test('since when the oldest of a subscription waits is read from a few blocks, however many wait', async () => {
  const subscription = await waiting(10_000, 10_000);
  const since = async (): Promise<unknown> => {
    const p = new Parameters();
    const text = `SELECT ${waitingSince(p.add(subscription, 'uuid'))} IS NOT NULL AS "is"`;
    return isTrue(database, prepared(text, p));
  };
  expect(await blocksOf(async () => expect(await since()).toBe(true))).toBeLessThan(30);
}, 120_000);

test('a claim reads no more blocks where 10,000 bodies are kept than where none is', async () => {
  const subscription = await waiting(10_000, 10_000);
  const cost = (): Promise<number> =>
    blocksOf(async () => expect(await claim(database, [subscription], limits, 2)).toHaveLength(2));
  const withoutBodies = await cost();
  await withClient(service.databaseUrl, async (pg) => {
    const kept = `SELECT "tenant", "urn", repeat('b', 600), now(), false FROM "webhook_delivery" WHERE "subscription" = $1`;
    await pg.query(
      `INSERT INTO "webhook_body" ("tenant", "delivery", "body", "created_timestamp", "shows_drafts") ${kept} ON CONFLICT DO NOTHING`,
      [subscription],
    );
    await pg.query('VACUUM ANALYZE "webhook_body"');
  });
  expect(await cost()).toBeLessThan(withoutBodies * 1.5 + 60);
}, 120_000);

test('what waits for a subscription that is off is not read', async () => {
  const costs: number[] = [];
  for (const count of [100, 10_000]) {
    const subscription = await waiting(count, count);
    await tenant.rest('PATCH', `/n/v1/webhooksubscription/${subscription}`, { body: { status: 'PAUSED' } });
    const cost = await blocksOf(async () => expect(await claim(database, [subscription], limits, 10)).toEqual([]));
    costs.push(cost);
    // Nobody looks at it again until it is on.
    expect(await dueSubscriptions(database, 1_000)).not.toContain(subscription);
    await tenant.rest('PATCH', `/n/v1/webhooksubscription/${subscription}`, { body: { status: 'ACTIVE' } });
    expect(await dueSubscriptions(database, 1_000)).toContain(subscription);
  }
  const [ofFew = 0, ofMany = Infinity] = costs;
  expect(ofMany).toBeLessThan(ofFew * 1.5 + 60);
}, 120_000);

describe('by a gateway that places nothing itself', () => {
  let web: TestService;
  let own: Database;
  let gateway: IdleGateway;
  beforeAll(async () => {
    gateway = await startIdleGateway((statement) => claims.sent.push(statement));
    ({ web, database: own } = gateway);
  });
  afterAll(() => gateway.close());
  const run = (text: string): Promise<unknown> => gateway.run(text);
  const make = (count: number, ofTargets: number): Promise<string> => gateway.backlogOf(count, ofTargets);

  test.each([
    [5_000, 'while the queue was empty'],
    [5_000, 'while nearly all of it was new'],
    [1, 'while nearly all of it was new'],
    [5_000, 'since'],
  ] as const)(
    'what is new is found without a search beside 10,000 that have their place, of %i targets, by statistics gathered %s',
    async (targets, stage) => {
      const gather = async (now: typeof stage): Promise<unknown> => (now === stage ? run('VACUUM ANALYZE') : null);
      await run('DELETE FROM "webhook_queue"');
      await gather('while the queue was empty');
      await make(10_000, targets);
      await gather('while nearly all of it was new');
      for (let last = { hasMore: true }; last.hasMore;) last = await placeNew(own);
      await gather('since');
      // Whoever meets an entry of what has its place marks it as dead, once no transaction of the server is older.
      await vi.waitFor(async () => expect(await blocksOf(() => nextWork(own), web)).toBeLessThan(150), {
        timeout: 60_000,
        interval: 200,
      });
      await make(20, 20);
      const blocks = await blocksOf(async () => expect((await placeNew(own)).placed).toBe(20), web);
      expect(blocks).toBeLessThan(150);
    },
    120_000,
  );
});

test('new deliveries get their place beside 10,000 new ones of another subscription', async () => {
  const target = [crypto.randomUUID()];
  const placed = (subscription: string): Promise<number> =>
    withClient(service.databaseUrl, async (pg) => {
      const text = 'SELECT count(*)::int AS n FROM webhook_queue WHERE subscription = $1 AND state <> 3';
      return (await pg.query<{ n: number }>(text, [subscription])).rows[0]?.n ?? 0;
    });
  const some = async (count: number): Promise<string> => {
    const urn = await subscribe(tenant, client, 'https://receiver.example.com/', { event: 'UPDATE' });
    const backlog = { subscription: urn, owner: tenant.company, count, targets: target };
    await withClient(service.databaseUrl, (pg) => makeBacklog(pg, backlog));
    return urn;
  };
  const alone = await some(20);
  await placeNew(database);
  expect(await placed(alone)).toBe(20);
  await some(10_000);
  const beside = [await some(20), await some(20)];
  // Many steps place 10,000. A step leaves out what another process places at that moment.
  for (let step = 0; step < 3; step += 1) await placeNew(database);
  expect(await Promise.all(beside.map(placed))).toEqual([20, 20]);
  await placeAll(database);
});
