// `npm run test:share`: how many of the statements that read for requests a standby answers while callers read and write, with replay
// running. Prints the part, and what is left to the primary.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { print } from '../../scripts/print.ts';
import { createTenant } from '../../src/actions/access/bootstrap.ts';
import { chanceOf } from '../crash/chance.ts';
import { startCluster } from '../crash/cluster.ts';
import { createClient, type Client } from '../support/client.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { makeFolder, startGateway } from './gateway.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '3000' },
    callers: { type: 'string', default: '16' },
    /** How many of a hundred requests write. */
    writes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const chance = chanceOf(Number(values.seed));
// The servers do not keep this process running.
const running = setInterval(() => undefined, 60_000);
const folder = makeFolder();
const primary = await startCluster(path.join(folder, 'primary'));
const standby = await primary.standby(path.join(folder, 'standby'));
const settings = {
  ...webhookKeys(),
  // As many as are usual: a read that finds all of the standby's taken goes to the primary.
  DATABASE_POOL: '10',
  DATABASE_URL: primary.url,
  DATABASE_READ_URLS: standby.url,
};
const gateways = [await startGateway(settings), await startGateway(settings)] as const;
const { companyUrn: owner, token } = await createTenant(gateways[0].services, { name: 'Tenant', token: null });
const clients = [createClient(gateways[0].url, token), createClient(gateways[1].url, token)] as const;
const anyClient = (): Client => chance.of(clients) ?? clients[0];
const send = async (method: string, at: string, body?: Readonly<Record<string, unknown>>): Promise<void> => {
  const { status, text } = await anyClient().rest(method, at, body ? { body } : {});
  if (status >= 300) throw new Error(`${method} ${at}: ${text}`);
};

const pages = Array.from({ length: 20 }, () => crypto.randomUUID());
for (const urn of pages) {
  await send('POST', '/n/v1/entity', { owner, urn, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' });
  for (let sortOrder = 0; sortOrder < 5; sortOrder += 1)
    await send('POST', '/n/v1/textitem', {
      ...{ owner, entity: urn, urn: crypto.randomUUID(), name: `text${String(sortOrder)}`, value: 'x', sortOrder },
    });
}
const withTexts = 'query ($urn: ID!) { entity(urn: $urn) { name texts { name value } } }';
const reads: readonly ((urn: string) => Promise<unknown>)[] = [
  (urn) => send('GET', `/n/v1/entity/${urn}`),
  () => send('GET', '/n/v1/entities?limit=10'),
  (urn) => anyClient().data('query ($urn: ID!) { entity(urn: $urn) { name } }', { urn }),
  (urn) => anyClient().data(withTexts, { urn }),
];

const countsOf = (): { replica: number; primary: number; lookUps: number } => {
  const all = { replica: 0, primary: 0, lookUps: 0 };
  for (const { services, sent } of gateways) {
    const { replica = 0, primary: left = 0 } = services.database.readCounts() ?? {};
    all.replica += replica;
    all.primary += left;
    all.lookUps += sent.primary.filter((text) => text.startsWith('SELECT t.urn, (extract(epoch')).length;
  }
  return all;
};
const before = countsOf();
const left = { requests: Number(values.requests), writes: 0 };
const call = async (): Promise<void> => {
  while (left.requests > 0) {
    left.requests -= 1;
    const urn = String(chance.of(pages));
    if (chance.below(100) < Number(values.writes)) {
      left.writes += 1;
      await send('PATCH', `/n/v1/entity/${urn}`, { name: String(left.requests) });
    } else await chance.of(reads)?.(urn);
  }
};
await Promise.all(Array.from({ length: Number(values.callers) }, call));
const after = countsOf();
const [onStandby, onPrimary] = [after.replica - before.replica, after.primary - before.primary];
for (const [name, value] of Object.entries({
  seed: values.seed,
  'requests, of them writes': `${values.requests}, ${String(left.writes)}`,
  'statements that read: standby, primary': `${String(onStandby)}, ${String(onPrimary)}`,
  'part of the standby': (onStandby / (onStandby + onPrimary)).toFixed(2),
  'statements that say who may read': String(after.lookUps - before.lookUps),
}))
  print(`${name.padEnd(50)} ${value}`);
clearInterval(running);
for (const gateway of gateways) await gateway.close();
await standby.stop();
await primary.stop();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
