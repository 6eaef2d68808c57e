// A process is killed without warning while a receiver is still reading its request: the lease expires and another
// process sends the same bytes with the same id again.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createClient } from '../support/client.ts';
import { createDatabase, withClient, type TestDatabase } from '../support/database.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { hookSecret, settled } from '../support/webhooks.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const token = 'a-token-of-the-first-company-client';
const script = fileURLToPath(new URL('gatewayChild.ts', import.meta.url));
const dataDir = mkdtempSync(path.join(tmpdir(), 'commonplace-hook-'));
const children: ChildProcess[] = [];
let database: TestDatabase;
let receiver: Receiver;

beforeAll(async () => {
  database = await createDatabase();
  receiver = await startReceiver();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await receiver.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts a gateway whose leases last five seconds; returns its process and address. */
async function gateway(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const options = {
    settings: {
      PORT: '0',
      DATABASE_URL: database.url,
      DATABASE_POOL: '4',
      DATA_DIR: dataDir,
      BOOTSTRAP_TOKEN: token,
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
    },
    webhookOptions: {
      schedule: { waits: [0.2, 0.2], jitter: 0, longestRetryAfter: 10 },
      claims: { subscriptions: 16, perSubscription: 10, leaseSeconds: 5, minuteSeconds: 60, lateSeconds: 1 },
      totalMillis: 20_000,
    },
  };
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  // The first line it prints is its address.
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}

test('a delivery in flight in a killed process is sent again by another, with the same id and the same bytes', async () => {
  const first = await gateway();
  const caller = createClient(first.url, token);
  const [tenant] = await withClient(database.url, async (client) => {
    return (
      await client.query<{ company: string; client: string }>(
        'SELECT c.urn AS company, a.urn AS client FROM company c, api_client a',
      )
    ).rows;
  });
  const hook = await caller.rest('POST', '/n/v1/webhooksubscription', {
    body: {
      apiClient: tenant?.client,
      subject: 'ENTITY',
      event: 'ALL',
      destinationUrl: receiver.url,
      secret: hookSecret,
      eventsPerMinute: 6_000,
    },
  });
  expect(hook.status, hook.text).toBe(201);
  // The first request is read and never answered.
  receiver.answer((_, index) => (index === 0 ? () => undefined : { status: 204 }));
  const body = {
    urn: crypto.randomUUID(),
    owner: tenant?.company,
    name: 'Page',
    language: 'en',
    status: 'DRAFT_UNPUBLISHED',
  };
  expect((await caller.rest('POST', '/n/v1/entity', { body })).status).toBe(201);
  await receiver.until(1);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await gateway();
  const [one, other] = await receiver.until(2);
  expect(other?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
  expect(other?.body.equals(one?.body ?? Buffer.alloc(0))).toBe(true);
  expect([one?.headers['webhook-attempt'], other?.headers['webhook-attempt']]).toEqual(['1', '2']);
  const id = String(one?.headers['webhook-id']);
  const delivery = await settled(createClient(second.url, token), id);
  expect([delivery.status, delivery.attemptCount]).toEqual(['SUCCEEDED', 2]);
  expect(delivery.attempts.map((attempt: { errorCode: string | null }) => attempt.errorCode).sort()).toEqual(
    ['TIMEOUT', null].sort(),
  );
  expect(receiver.received).toHaveLength(2);
});
