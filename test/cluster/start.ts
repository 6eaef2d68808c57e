// `npm run cluster`: a primary with a synchronous standby, gateways that read from both, and NATS where it is installed, on
// loopback and in a folder of their own; under Patroni and behind HAProxy where these are. Ctrl-C stops everything and removes the folder.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { print } from '../../scripts/print.ts';
import { makeFleet } from '../crash/gateways.ts';
import { startPair } from '../crash/pair.ts';
import { natsProgram, startNatsServer } from '../support/natsServer.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { makeFolder } from './gateway.ts';
import { missingPackages, startPatroni } from './patroni.ts';

// The programs do not keep this process running by themselves.
setInterval(() => undefined, 60_000);
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
});

const folder = makeFolder();
print('Starting a primary and its standby ...');
const watched = missingPackages.length === 0 ? await startPatroni(folder) : null;
const servers = watched ?? (await startPair(folder));
const nats = natsProgram ? await startNatsServer() : null;
const token = `cluster-${crypto.randomUUID()}`;
const common = {
  DATABASE_URL: servers.hosts,
  DATABASE_READ_URLS: servers.hosts,
  DATA_DIR: path.join(folder, 'data'),
  BOOTSTRAP_TOKEN: token,
  LOG_LEVEL: 'error',
  ...(nats ? { NATS_URL: nats.url } : {}),
  ...webhookKeys(),
  // A store of the caller's own; without one files are in DATA_DIR.
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('S3_'))),
};
const roles = ['all', 'web', 'web'];
const fleet = makeFleet(roles.map((role) => ({ ...common, ROLE: role })));
for (const gateway of fleet.gateways) await gateway.start();
const balanced = await watched?.balance(fleet.living());
print(`PostgreSQL   ${servers.hosts}`);
print(`Patroni      ${watched ? watched.apis.join(' ') : `not installed: ${missingPackages.join(', ')}`}`);
print(`NATS         ${nats ? nats.url : 'nats-server is not installed: events are read from the database'}`);
print(`Files        ${process.env['S3_ENDPOINT'] ?? 'in DATA_DIR: S3_ENDPOINT and the settings with it name a store'}`);
for (const [at, { url }] of fleet.gateways.entries()) print(`Gateway      ${String(url)} (${String(roles[at])})`);
if (balanced !== undefined) print(`HAProxy      ${balanced}`);
print(`Token        ${token}`);
print('Ctrl-C stops everything.');
print(`  kill -USR2 ${String(process.pid)}   kills the primary and promotes the standby`);
process.on('SIGUSR2', () => {
  print('The primary is killed and the standby promoted ...');
  void servers.failover().then(() => print('The other is its synchronous standby now.'));
});
await stopped;
await fleet.stop();
await nats?.clear();
await servers.stop();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(0);
