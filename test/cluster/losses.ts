// `npm run test:losses`: a primary dies again and again whose asynchronous standby was cut off before, so that what was
// acknowledged and told is gone and its numbers are given again. Exit code 1 when a follower was told of something that the
// log does not have, or was not told of something that it has, without CURSOR_LOST in between.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { print } from '../../scripts/print.ts';
import { createTenant } from '../../src/actions/access/bootstrap.ts';
import { startCluster, type Cluster } from '../crash/cluster.ts';
import { createClient } from '../support/client.ts';
import { sequenceOf } from '../support/eventLog.ts';
import { follow, socketClient } from '../support/streams.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { addressOf, makeFolder, startGateway } from './gateway.ts';

const { values } = parseArgs({
  options: {
    failovers: { type: 'string', default: '20' },
    /** How long the standby is cut off. */
    millis: { type: 'string', default: '1000' },
    writers: { type: 'string', default: '4' },
    followers: { type: 'string', default: '3' },
  },
});
const query = 'subscription ($after: String) { events(after: $after) { cursor targetUrn } }';
const count = { acknowledged: 0, lost: 0, cursorsLost: 0, missed: 0, untold: 0 };
const patienceMillis = 120_000;

// The servers do not keep this process running.
const running = setInterval(() => undefined, 60_000);
const folder = makeFolder();
const places = ['a', 'b'].map((name) => path.join(folder, name)) as [string, string];
const servers = { primary: await startCluster(places[0]), standby: null as Cluster | null, at: 0 as 0 | 1 };
servers.standby = await servers.primary.standby(places[1]);
const settings = { ...webhookKeys(), DATABASE_URL: addressOf([servers.primary, servers.standby]) };
const gateways = [await startGateway(settings), await startGateway(settings)] as const;
const { companyUrn: owner, token } = await createTenant(gateways[0].services, { name: 'Tenant', token: null });

const inLog = `SELECT sequence::int AS n, target_urn AS urn FROM webhook_trigger WHERE tenant = '${owner}' AND sequence IS NOT NULL`;
const begin = (await servers.primary.ask(`SELECT max(last_sequence)::int AS n FROM event_log`))[0]?.['n'];

/** What a follower knows: by its number each event, without those that it was told are lost. */
interface Follower {
  readonly told: Map<number, string>;
  stop(): void;
}

// Goes on from its last cursor, and from the common one where that is lost.
function startFollower(at: number): Follower {
  const told = new Map<number, string>();
  const state = { isOver: false, after: `1.${String(begin ?? 0)}`, stop: (): void => undefined };
  const run = async (): Promise<void> => {
    while (!state.isOver) {
      const socket = socketClient((gateways[at % 2] ?? gateways[0]).url, token);
      const heard = follow(socket, query, { after: state.after });
      state.stop = () => {
        void socket.dispose();
      };
      let taken = 0;
      while (heard.ended === undefined || taken < heard.data.length) {
        for (; taken < heard.data.length; taken += 1) {
          const { cursor, targetUrn } = heard.data[taken].events;
          told.set(sequenceOf(cursor), targetUrn);
          state.after = cursor;
        }
        await wait(20);
      }
      const [error] = Array.isArray(heard.ended) ? heard.ended : [];
      const common = error?.extensions.lastCommonCursor;
      // While no database answers, it is told without the common cursor: the old one is answered with it later.
      if (error?.extensions.code === 'CURSOR_LOST' && common !== undefined) {
        count.cursorsLost += 1;
        state.after = String(common);
        for (const sequence of told.keys()) if (sequence > sequenceOf(state.after)) told.delete(sequence);
      }
      await Promise.resolve(socket.dispose());
      await wait(50);
    }
  };
  void run();
  return {
    told,
    stop() {
      state.isOver = true;
      state.stop();
    },
  };
}

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + patienceMillis;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error(`It never came about: ${what}`);
    await wait(50);
  }
};

const acknowledged = new Set<string>();
async function write(at: number): Promise<boolean> {
  const urn = crypto.randomUUID();
  const body = { urn, owner, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' };
  const client = createClient((gateways[at % 2] ?? gateways[0]).url, token);
  const isDone = (await client.rest('POST', '/n/v1/entity', { body })).status === 201;
  if (isDone) acknowledged.add(urn);
  return isDone;
}

const state = { isOver: false };
const writers = Array.from({ length: Number(values.writers) }, async (_, at) => {
  while (!state.isOver) if (!(await write(at))) await wait(100);
});

async function failOver(): Promise<void> {
  const { primary, standby } = servers;
  if (!standby) throw new Error('There is no standby');
  const [written] = await primary.ask('SELECT COALESCE(max(last_sequence), 0)::int + 20 AS n FROM event_log');
  const hasCome = `SELECT 1 FROM event_log WHERE last_sequence >= ${String(written?.['n'])}`;
  await until('caught up', async () => (await standby.ask(hasCome)).length > 0);
  await standby.ask(`ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 port=1'`);
  await standby.ask('SELECT pg_reload_conf()');
  await until('cut off', async () => (await primary.ask('SELECT 1 FROM pg_stat_replication')).length === 0);
  await wait(Number(values.millis));
  await primary.crash();
  await standby.ask('SELECT pg_promote()');
  const before = acknowledged.size;
  await until('writing again', async () => acknowledged.size > before + 20);
  const next = await standby.standby(places[servers.at], primary.port);
  Object.assign(servers, { primary: standby, standby: next, at: servers.at === 0 ? 1 : 0 });
  await until('a standby again', async () => (await standby.ask('SELECT 1 FROM pg_stat_replication')).length > 0);
}

const followers = Array.from({ length: Number(values.followers) }, (_, at) => startFollower(at));
for (let failover = 1; failover <= Number(values.failovers); failover += 1) {
  await failOver();
  print(
    `${String(failover)} of ${values.failovers} failovers, ${String(acknowledged.size)} writes, ${String(count.cursorsLost)} cursors lost`,
  );
}
state.isOver = true;
await Promise.all(writers);

await until(
  'all numbered',
  async () => (await servers.primary.ask('SELECT 1 FROM webhook_trigger WHERE sequence IS NULL')).length === 0,
);
const log = new Map((await servers.primary.ask(inLog)).map(({ n, urn }) => [Number(n), String(urn)]));
const newest = Math.max(...log.keys());
await until('everybody told of the newest', async () => followers.every(({ told }) => told.has(newest)));
for (const follower of followers) follower.stop();
for (const { told } of followers) {
  for (const [sequence, urn] of log) if (sequence > Number(begin ?? 0) && told.get(sequence) !== urn) count.missed += 1;
  for (const [sequence, urn] of told) if (log.get(sequence) !== urn) count.untold += 1;
}
const kept = new Set(log.values());
Object.assign(count, {
  acknowledged: acknowledged.size,
  lost: [...acknowledged].filter((urn) => !kept.has(urn)).length,
});
for (const [name, value] of Object.entries({
  'acknowledged, of it lost': `${String(count.acknowledged)}, ${String(count.lost)}`,
  'events in the log, followers': `${String(log.size)}, ${values.followers}`,
  'times CURSOR_LOST was told': String(count.cursorsLost),
  'in the log, never told': String(count.missed),
  'told, not in the log, nothing said': String(count.untold),
}))
  print(`${name.padEnd(50)} ${value}`);
for (const gateway of gateways) await gateway.close();
await servers.standby.stop();
await servers.primary.stop();
clearInterval(running);
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(count.missed + count.untold > 0 ? 1 : 0);
