// The cost of claiming deliveries depends on how many are claimed, not on how many wait: PostgreSQL's blocks are
// counted, never time.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { openDatabase, type Database } from '../../src/database/connection/database.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { claim, dueSubscriptions, keepBodies, type Claimed } from '../../src/database/events/claimStore.ts';
import { complete, type Completion } from '../../src/database/events/completionStore.ts';
import { nextWork, placeNew, ripen } from '../../src/database/events/laneStore.ts';
import { makeBacklog } from '../support/backlog.ts';
import { withClient } from '../support/database.ts';
import { openRoundTrips } from '../support/roundTrips.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { apiClient, entity, subscribe } from '../support/webhooks.ts';

let service: TestService;
let tenant: Tenant;
let client: string;
let database: Database;
const sent: Statement[] = [];
/** What the service's own loop has asked, which places deliveries and claims none. */
const asked: string[] = [];

const limits = { subscriptions: 16, perSubscription: 10, leaseSeconds: 60, minuteSeconds: 60, lateSeconds: 1 };

beforeAll(async () => {
  // Its own workers claim nothing: the test does the work that is measured.
  const webhookOptions = { inFlight: 0, pollMillis: 3_600_000 };
  service = await startService({}, { webhookOptions, onStatement: ({ text }) => asked.push(text) });
  tenant = await service.tenant();
  client = (await apiClient(tenant)).urn;
  database = await openDatabase({
    url: service.databaseUrl,
    contract: loadContract(),
    onStatement: (statement) => sent.push(statement as Statement),
  });
});
afterAll(async () => {
  await database.close();
  await service.close();
});

/** Gives all that is new its place, beside the service's own loop. */
async function placeAll(): Promise<void> {
  for (let last = { hasMore: true, isHeld: false }; last.hasMore || last.isHeld;) last = await placeNew(database);
}

// A subscription with so many deliveries waiting, all numbered.
async function waiting(count: number, targets: number): Promise<string> {
  // A claim looks at no target.
  const urns = Array.from({ length: targets }, () => crypto.randomUUID());
  const subscription = await subscribe(tenant, client, 'https://receiver.example.com/', { event: 'UPDATE' });
  const backlog = { subscription, owner: tenant.company, count, targets: urns };
  await withClient(service.databaseUrl, (pg) => makeBacklog(pg, backlog));
  await placeAll();
  await withClient(service.databaseUrl, (pg) => pg.query('VACUUM ANALYZE "webhook_delivery", "webhook_queue"'));
  return subscription;
}

// Blocks read by the statements of some work, each executed once more and rolled back.
async function blocksOf(work: () => Promise<unknown>): Promise<number> {
  // Plans are cached from the third execution on; what is counted is the work.
  sent.length = 0;
  await work();
  const statements = [...sent];
  return withClient(service.databaseUrl, async (pg) => {
    let blocks = 0;
    await pg.query('BEGIN');
    for (const { text, values } of statements) {
      const { rows } = await pg.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        [...values],
      );
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
      blocks += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    }
    await pg.query('ROLLBACK');
    return blocks;
  });
}


const variants = ['none','queue','all','vacuum','vacuumall','late','lateall','emptyq','delivery','trigger'];
test.each(variants.flatMap((v)=>[[v,5000],[v,1]] as [string,number][]))('%s %s', async (v, targets) => {
  const q = (text: string) => withClient(service.databaseUrl, (pg) => pg.query(text));
  const made = async (count: number, ofTargets: number, isUnnoticed: boolean): Promise<void> => {
    const urns = Array.from({ length: ofTargets }, () => crypto.randomUUID());
    const subscription = await subscribe(tenant, client, 'https://receiver.example.com/', { event: 'UPDATE' });
    const backlog = { subscription, owner: tenant.company, count, targets: urns, isUnnoticed };
    await withClient(service.databaseUrl, (pg) => makeBacklog(pg, backlog));
  };
  await q('DELETE FROM "webhook_queue"');
  if (v === 'emptyq') await q('VACUUM ANALYZE webhook_queue');
  await made(10_000, targets, v === 'emptyq');
  await placeAll();
  if (v === 'queue') await q('ANALYZE webhook_queue');
  if (v === 'all') await q('ANALYZE');
  if (v === 'vacuum') await q('VACUUM webhook_queue');
  if (v === 'vacuumall') await q('VACUUM ANALYZE');
  if (v === 'delivery') await q('ANALYZE webhook_delivery');
  if (v === 'trigger') await q('VACUUM ANALYZE webhook_trigger');
  await nextWork(database);
  const a = await blocksOf(() => nextWork(database));
  await made(20, 20, true);
  if (v === 'late') await q('ANALYZE webhook_queue');
  if (v === 'lateall') await q('ANALYZE');
  const b = await blocksOf(() => placeNew(database));
  process.stderr.write(`VARIANT ${v} ${String(targets)}: next ${String(a)} place ${String(b)}\n`);
  await q('DELETE FROM "webhook_queue"');
}, 240_000);
