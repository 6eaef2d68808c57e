// The event log and the deliveries are in partitions, and a lookup of one event finds its partition while the statement runs. Not in a
// statement that locks or changes rows: when PostgreSQL 18 (to 18.4 at least) checks a row again that was changed meanwhile, it prepares the
// lookups of the statement once more, in memory that it gives back, and what is looked up later uses that. All connections ended.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { openDatabase, type Database } from '../../src/database/connection/database.ts';
import { dropOldMonths } from '../../src/database/events/deliveryPartitions.ts';
import { assignSequence } from '../../src/database/events/eventStore.ts';
import { expireEvents } from '../../src/database/events/sequenceStore.ts';
import { removeAged } from '../../src/database/events/webhookHealthStore.ts';
import { withClient } from '../support/database.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
import {
  apiClient,
  deliveries,
  entity,
  eventually,
  rename,
  settled,
  subscribe,
  type Wire,
} from '../support/webhooks.ts';

let service: TestService;
let hook: Receiver;
let database: Database;
const sent = new Set<string>();

beforeAll(async () => {
  const onStatement = ({ text }: { readonly text: string }): unknown => sent.add(text);
  hook = await startReceiver();
  service = await startService({ WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' }, { onStatement });
  database = await openDatabase({ url: service.databaseUrl, contract: loadContract(), onStatement });
});
afterAll(async () => {
  await database.close();
  await service.close();
  await hook.close();
});

// A plan as `debug_print_plan` prints it: its tree, and the trees of its subplans.
function treesOf(plan: string): { readonly main: string; readonly subplans: readonly string[] } {
  const [main = '', rest = ''] = plan.split(' :subplans ');
  const subplans: string[] = [];
  let depth = 0;
  let begin = 0;
  const list = rest.split(' :rewindPlanIDs ')[0] ?? '';
  for (const { 0: brace, index } of list.matchAll(/(?<!\\)[{}]/g)) {
    if (brace === '{' && depth++ === 0) begin = index;
    if (brace === '}' && --depth === 0) subplans.push(list.slice(begin, index + 1));
  }
  return { main, subplans };
}

// PostgreSQL 18 keeps beside the trees what it looks partitions up by.
const prunes = (tree: string): boolean => / :part_prune_(index \d|info \{)/.test(tree);
const locksOrChanges = (tree: string): boolean => /\{(LOCKROWS|MODIFYTABLE) /.test(tree);

// What looks a partition up beside rows that are checked again. The tree of what is changed keeps what was prepared until the statement ends,
// and what is selected of what was changed is prepared once.
function isUnsafe(plan: string): boolean {
  const { main, subplans } = treesOf(plan);
  if (!locksOrChanges(plan)) return false;
  const beside = subplans.filter((tree) => !tree.startsWith('{MODIFYTABLE'));
  return beside.some(prunes) || (main.includes('{LOCKROWS ') && prunes(main));
}

/** The plans of statements, as they are where each lookup is by an index. */
async function plansOf(texts: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const plans = new Map<string, string>();
  await withClient(service.databaseUrl, async (client) => {
    let printed = '';
    client.on('notice', ({ message, detail }) => (printed += ` ${String(message)} ${detail ?? ''}`));
    await client.query('SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off');
    await client.query('SET plan_cache_mode = force_generic_plan; SET debug_print_plan = on');
    await client.query('SET client_min_messages = log');
    for (const text of texts) {
      printed = '';
      const parameters = new Set(text.match(/\$\d+/g));
      const given = parameters.size > 0 ? `(${[...parameters].map(() => 'NULL').join(', ')})` : '';
      await client.query(`PREPARE looked_at AS ${text}`);
      await client.query(`EXPLAIN EXECUTE looked_at ${given}`);
      await client.query('DEALLOCATE looked_at');
      // The lines are broken anywhere.
      plans.set(text, printed.replace(/\s+/g, ' '));
    }
  });
  return plans;
}

const isAboutPartitions = (text: string): boolean => /"webhook_(trigger|delivery|attempt)"/.test(text);

// All that the queue does with deliveries, and callers with the queue.
async function work(): Promise<void> {
  const tenant = await service.tenant();
  const client = (await apiClient(tenant)).urn;
  const subscription = await subscribe(tenant, client, hook.url, { ordering: 'TARGET' });
  const ask = async (path: string, body: object = {}): Promise<void> => {
    const { status, text } = await tenant.rest('POST', `/n/v1/${path}`, { body });
    if (status >= 300) throw new Error(text);
  };
  const until = (isWanted: (all: Wire[]) => boolean): Promise<Wire[]> =>
    eventually(() => deliveries(tenant, subscription), isWanted);
  const are = (status: string, count: number) => (all: Wire[]) =>
    all.filter((one) => one.status === status).length === count;
  const urn = await entity(tenant);
  await rename(tenant, urn, 'Another name');
  const [first] = await until(are('SUCCEEDED', 2));
  await ask(`webhookdelivery/${String(first.urn)}/redeliver`);
  await settled(tenant, first.urn);
  await ask(`webhooksubscription/${subscription}/test`);
  await until(are('SUCCEEDED', 3));
  await ask(`webhooksubscription/${subscription}/replay`, { fromSequence: 1 });
  await until(are('SUCCEEDED', 3));
  hook.answer(() => ({ status: 500 }));
  await rename(tenant, urn, 'A third name');
  const failing = await until(are('RETRYING', 1));
  await ask(`webhookdelivery/${String(failing.find(({ status }) => status === 'RETRYING').urn)}/cancel`);
  await rename(tenant, urn, 'A fourth name');
  await until(are('RETRYING', 1));
  await ask(`webhooksubscription/${subscription}/cancel`, { fromSequence: 1 });
  await until(are('DISCARDED', 2));
  await tenant.rest('DELETE', `/n/v1/webhooksubscription/${subscription}`);
  await assignSequence(database, 10);
  await removeAged(database);
  await expireEvents(database, 'webhook_trigger_0', 7, { after: 0, limit: 10 });
  await dropOldMonths(database, Date.now());
}

test('a statement that locks or changes rows looks no partition up for what it does beside', async () => {
  await work();
  const texts = [...sent].filter(
    (text) => isAboutPartitions(text) && /^(\/\*.*?\*\/ )?(SELECT|WITH|INSERT|UPDATE|DELETE)/.test(text),
  );
  const plans = [...(await plansOf(texts))];
  expect(plans.filter(([, plan]) => isUnsafe(plan)).map(([text]) => text)).toEqual([]);
  // What is looked at: claims, completions, discards, the numbers of the log.
  expect(plans.filter(([, plan]) => locksOrChanges(plan)).length).toBeGreaterThan(12);
  expect(plans.filter(([, plan]) => prunes(plan)).length).toBeGreaterThan(3);
});

test('such a statement is recognized', async () => {
  const lookup = `(SELECT t."sequence" FROM "webhook_delivery" d JOIN "webhook_trigger" t ON t."urn" = d."trigger" AND t."position" = d."position" WHERE d."urn" = w."subscription" LIMIT 1)`;
  const lock = `(SELECT 1 FROM "webhook_pace" p WHERE p."subscription" = w."subscription" FOR UPDATE)`;
  const plans = await plansOf([
    `SELECT ${lookup} FROM "webhook_pace" w`,
    `SELECT 1 FROM "webhook_pace" w CROSS JOIN LATERAL ${lock} p WHERE ${lookup} > 1`,
    `UPDATE "webhook_pace" w SET "tat" = ${lookup}`,
    `WITH c AS (UPDATE "webhook_pace" SET "tat" = 1 RETURNING "subscription") SELECT t."sequence" FROM c CROSS JOIN LATERAL (SELECT t.* FROM "webhook_trigger" t WHERE t."position" = c."subscription"::text::bigint LIMIT 1) t`,
  ]);
  expect([...plans.values()].map(isUnsafe)).toEqual([false, true, true, false]);
});
