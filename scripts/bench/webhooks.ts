// Webhook deliveries per second to a fast receiver, from a queue that is filled at once: with one process and with two, beside a bare
// loop that signs and posts the same bodies, what PostgreSQL writes and computes for each, and what the senders do. Each is measured
// once it has sent as many as it is measured with: V8 compiles meanwhile, which costs a sender more than sending. Then a million deliveries wait for one subscription: how late a hundred others are, and whether that one is sent what it allows.
import { once } from 'node:events';
import { generateKeyPairSync } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import pg from 'pg';
import { Pool } from 'undici';
import { loadContract } from '../../src/contract/load.ts';
import { openDatabase } from '../../src/database/connection/database.ts';
import { announce, type Announcement } from '../../src/database/engine/triggerStore.ts';
import { bodyDigest, signatures } from '../../src/webhooks/prepare.ts';
import { withClient } from '../../test/support/database.ts';
import type { Tenant } from '../../test/support/service.ts';
import { apiClient, entity, hookSecret, subscribe } from '../../test/support/webhooks.ts';
import { openPlace, type Place } from './place.ts';
import { cpuMillis, familyCpuMillis, parentOf } from './processTimes.ts';
import type { Row } from './table.ts';
import { backlogRows } from './webhookBacklog.ts';

const subscriptions = 40;
const pages = 150;
const deliveries = subscriptions * pages;
/** Requests that the bare loop has in flight; a process of the service has as many at most. */
const inFlight = 100;

/** Runs the bench. */
export async function webhooks(): Promise<readonly Row[]> {
  const place = await openPlace();
  try {
    const { said, process: receiver } = await place.helper('receiverChild.ts');
    const urns = await prepare(place, said.url);
    const one = await delivered(place, receiver, urns, 1);
    const two = await delivered(place, receiver, urns, 2);
    const bare = await bareLoop(receiver, said.url, one.bodies);
    const against = { what: 'a bare loop of undici', value: bare.perSecond };
    return [
      { what: 'deliveries from one process', value: one.perSecond, unit: 'deliveries/s', against },
      { what: 'deliveries from two processes', value: two.perSecond, unit: 'deliveries/s', against },
      {
        what: 'Node for a delivery, one process',
        value: one.senderMillis,
        unit: 'ms of CPU',
        against: { what: 'the bare loop', value: bare.senderMillis },
      },
      { what: 'WAL of a delivery, from its commit on', value: one.walBytes, unit: 'bytes', against: null },
      { what: 'PostgreSQL for a delivery, one process', value: one.databaseMillis, unit: 'ms of CPU', against: null },
      ...(await backlogRows(place)),
    ];
  } finally {
    await place.close();
  }
}

// Pages to report changes of, and subscriptions that all receive them; the process that created them ends before any
// delivery is due.
async function prepare(place: Place, url: string): Promise<string[]> {
  const service = await place.service();
  const tenant: Tenant = { ...place.client(service), company: place.company(), token: place.token };
  const urns: string[] = [];
  for (let at = 0; at < pages; at += 1) urns.push(await entity(tenant, `Page ${String(at)}`));
  const client = await apiClient(tenant);
  for (let at = 0; at < subscriptions; at += 1) await subscribe(tenant, client.urn, url, { event: 'UPDATE' });
  await service.stop();
  return urns;
}

interface Sent {
  readonly perSecond: number;
  /** CPU of what sends, for each delivery. */
  readonly senderMillis: number;
}

interface Delivered extends Sent {
  /** What was written ahead, and the CPU that all of PostgreSQL used, for each delivery. */
  readonly walBytes: number;
  readonly databaseMillis: number;
  readonly bodies: readonly string[];
}

async function delivered(
  place: Place,
  receiver: ChildProcess,
  urns: readonly string[],
  processes: number,
): Promise<Delivered> {
  // Starting costs more than delivering all of it: nothing is due before every process has started.
  const services = await Promise.all(Array.from({ length: processes }, () => place.service()));
  const senders = (): number => services.reduce((sum, { pid }) => sum + cpuMillis(pid), 0);
  const round = async (): Promise<Delivered> => {
    receiver.send({ wanted: deliveries });
    const heard = once(receiver, 'message');
    await fillQueue(place, urns);
    const [used, before] = [await databaseUse(place), senders()];
    // receiverChild.ts sends this when it has received all.
    const [{ milliseconds, bodies }] = (await heard) as [{ milliseconds: number; bodies: string[] }];
    await untilRecorded(place);
    const { walBytes, millis } = await used();
    return {
      perSecond: (deliveries / milliseconds) * 1000,
      senderMillis: (senders() - before) / deliveries,
      walBytes: walBytes / deliveries,
      databaseMillis: millis / deliveries,
      bodies,
    };
  };
  await round();
  const measured = await round();
  for (const service of services) await service.stop();
  return measured;
}

// The last outcomes are written after the last answer.
async function untilRecorded(place: Place): Promise<void> {
  await withClient(place.databaseUrl, async (client) => {
    while ((await client.query('SELECT 1 FROM webhook_queue LIMIT 1')).rows.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
  });
}

// What the database writes and computes until the function that it gives is called.
async function databaseUse(place: Place): Promise<() => Promise<{ walBytes: number; millis: number }>> {
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  const look = async (): Promise<{ wal: number; millis: number }> => {
    const { rows } = await client.query<{ wal: string; pid: number }>(
      `SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS wal, pg_backend_pid() AS pid`,
    );
    return { wal: Number(rows[0]?.wal), millis: familyCpuMillis(parentOf(rows[0]?.pid ?? 0) ?? 0) };
  };
  const before = await look();
  return async () => {
    const after = await look();
    await client.end();
    return { walBytes: after.wal - before.wal, millis: after.millis - before.millis };
  };
}

async function fillQueue(place: Place, urns: readonly string[]): Promise<void> {
  const database = await openDatabase({ url: place.databaseUrl, contract: loadContract(), poolSize: 2 });
  await database.transaction((transaction) =>
    announce(
      transaction,
      { urn: null, type: 'SYSTEM' },
      urns.map((urn) => change(place.company(), urn)),
    ),
  );
  await database.close();
}

function change(owner: string, targetUrn: string): Announcement {
  return {
    owner,
    subject: 'ENTITY',
    event: 'UPDATE',
    targetUrn,
    targetVersion: '1',
    changedFields: ['name', 'updatedTimestamp'],
    timestamp: new Date().toISOString(),
  };
}

// Everything a delivery must do for its receiver, without the safety checks.
async function bareLoop(receiver: ChildProcess, url: string, bodies: readonly string[]): Promise<Sent> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: inFlight, pipelining: 1 });
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < deliveries) {
      const body = bodies[next++ % bodies.length] ?? '';
      const id = crypto.randomUUID();
      const timestamp = Math.floor(Date.now() / 1000);
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures({ id, timestamp, body }, [hookSecret], privateKey),
        'content-digest': `sha-256=:${bodyDigest(body)}:`,
      };
      const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
      await answer.body.dump();
    }
  };
  const round = async (): Promise<Sent> => {
    receiver.send({ wanted: deliveries });
    const heard = once(receiver, 'message');
    const before = cpuMillis(process.pid);
    next = 0;
    await Promise.all(Array.from({ length: inFlight }, work));
    const [{ milliseconds }] = (await heard) as [{ milliseconds: number }];
    const senderMillis = (cpuMillis(process.pid) - before) / deliveries;
    return { perSecond: (deliveries / milliseconds) * 1000, senderMillis };
  };
  await round();
  const measured = await round();
  await pool.close();
  return measured;
}
