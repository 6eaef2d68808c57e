// The environment of a crash run: the database, the fleet, a tenant with a page, receivers with their subscriptions.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Chance } from './chance.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { withClient } from './connection.ts';
import type { HookRow } from './evidence.ts';
import { makeFleet, type Fleet } from './gateways.ts';
import { startHookReceiver, type HookReceiver } from './hookReceiver.ts';
import { startPair, type Pair } from './pair.ts';
import { startNatsCluster, startNatsServer, type NatsServer } from '../support/natsServer.ts';
import { limitsOfPooledAccount, startPgBouncer, type PgBouncer } from '../support/pgBouncer.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import type { CrashSettings } from './settings.ts';

/** Everything that runs. */
export interface Stage {
  readonly cluster: Cluster;
  /** The same with a standby; null for a run without failovers. */
  readonly pair: Pair | null;
  readonly fleet: Fleet;
  /** None for a run without them. */
  readonly nats: readonly NatsServer[];
  readonly token: string;
  readonly company: string;
  readonly page: string;
  readonly hooks: readonly HookRow[];
  readonly receivers: { readonly fast: HookReceiver; readonly failing: HookReceiver };
  /** The end of the log before anything is written. */
  readonly from: number;
  clear(): Promise<void>;
}

/** Sets it up; the gateways listen and nothing has been written yet. */
export async function buildStage(settings: CrashSettings, chance: Chance): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'crash-'));
  chmodSync(folder, 0o755);
  const pair = settings.failovers + settings.frozenFailovers > 0 ? await startPair(folder) : null;
  const cluster = pair ?? (await startCluster(path.join(folder, 'db')));
  const bouncer = settings.pooled > 0 ? await startPooled(cluster, settings.pooled) : null;
  const token = `crash-${randomBytes(24).toString('hex')}`;
  const nats = settings.natsCrashes > 0 ? await startNats(settings.natsServers) : [];
  const common = {
    DATABASE_URL: pair?.hosts ?? bouncer?.url ?? cluster.url,
    ...(bouncer ? { DATABASE_DIRECT_URL: cluster.url } : {}),
    ...(pair ? { DATABASE_READ_URLS: pair.hosts } : {}),
    DATA_DIR: path.join(folder, 'data'),
    BOOTSTRAP_TOKEN: token,
    DEMO: '0',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
    ...webhookKeys(),
  };
  // With NATS, the last gateway runs without it: that must be possible too.
  const withNats = (at: number): boolean => nats.length > 0 && at < settings.gateways - 1;
  const fleet = makeFleet(
    Array.from({ length: settings.gateways }, (_, at) =>
      withNats(at) ? { ...common, NATS_URL: nats.map(({ url: place }) => place).join(',') } : common,
    ),
  );
  const receivers = {
    fast: await startHookReceiver(null),
    failing: await startHookReceiver(chance.branch('receiver')),
  };
  const clear = async (): Promise<void> => {
    await fleet.stop();
    await Promise.all([receivers.fast.close(), receivers.failing.close()]);
    await bouncer?.stop();
    await cluster.stop();
    await Promise.all(nats.map((server) => server.clear()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [first, ...others] = fleet.gateways;
    // By itself, because it writes the first tenant.
    await first?.start();
    await Promise.all(others.map((g) => g.start()));
    const url = first?.url ?? '';
    const tenant = await readTenant(cluster.url);
    const page = await create(url, token, 'entity', {
      owner: tenant.company,
      name: 'Page',
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
    });
    const hooks = await subscribeAll(url, token, tenant.client, receivers);
    const from = await endOfLog(cluster.url);
    return { cluster, pair, fleet, nats, token, company: tenant.company, page, hooks, receivers, from, clear };
  } catch (error) {
    await clear();
    throw error;
  }
}

async function startNats(servers: number): Promise<readonly NatsServer[]> {
  return servers > 1 ? startNatsCluster() : [await startNatsServer()];
}

async function startPooled(cluster: Cluster, connections: number): Promise<PgBouncer> {
  const role = new URL(cluster.url).username;
  for (const [name, value] of Object.entries(limitsOfPooledAccount))
    await cluster.ask(`ALTER ROLE ${role} SET ${name} = '${value}'`);
  return startPgBouncer(cluster.url, connections);
}

async function subscribeAll(
  url: string,
  token: string,
  apiClient: string,
  receivers: Stage['receivers'],
): Promise<HookRow[]> {
  const to = { ENTITY: receivers.fast, GROUP: receivers.fast, TASK: receivers.failing, TEXT_ITEM: receivers.failing };
  const hooks: HookRow[] = [];
  for (const [subject, receiver] of Object.entries(to)) {
    const urn = crypto.randomUUID();
    const destinationUrl = `${receiver.url}/${urn}`;
    const secret = randomBytes(24).toString('hex');
    await create(url, token, 'webhooksubscription', {
      urn,
      apiClient,
      subject,
      event: 'ALL',
      destinationUrl,
      secret,
      eventsPerMinute: 6_000,
    });
    hooks.push({ urn, subject });
  }
  return hooks;
}

async function create(
  url: string,
  token: string,
  kind: string,
  body: Readonly<Record<string, unknown>>,
): Promise<string> {
  const response = await fetch(`${url}/n/v1/${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ urn: crypto.randomUUID(), ...body }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`The stage could not be set: ${text}`);
  // Every representation has its urn.
  return (JSON.parse(text) as { urn: string }).urn;
}

function readTenant(url: string): Promise<{ company: string; client: string }> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ company: string; client: string }>(
      `SELECT c.urn AS company, a.urn AS client FROM company c, api_client a`,
    );
    if (!rows[0]) throw new Error('There is no first tenant');
    return rows[0];
  });
}

// Once everything committed has its number.
function endOfLog(url: string): Promise<number> {
  return withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ last: number; waiting: boolean }>(
        `SELECT max(last_sequence)::int AS last, EXISTS (SELECT 1 FROM webhook_trigger WHERE sequence IS NULL) AS waiting FROM event_log`,
      );
      if (rows[0] && !rows[0].waiting) return rows[0].last;
    }
  });
}
