// The order of the event log: every committed change gets one number, without gaps, and the changes of one object are
// numbered in commit order, however many callers write at once, for however long, and whichever process assigns the
// numbers.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { announce } from '../../src/database/engine/triggerStore.ts';
import { newUrn } from '../../src/domain/urn.ts';
import { createClient } from '../support/client.ts';
import { withClient } from '../support/database.ts';
import { logEnd, sequenceOf } from '../support/eventLog.ts';
import { fakeTimers } from '../support/fakeTimers.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, socketClient, type Heard } from '../support/streams.ts';

let service: TestService;
let tenant: Tenant;

// Nothing is found by looking for it every two seconds: what there is is told.
beforeAll(async () => {
  fakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  service = await startService({ DATABASE_POOL: '12' });
  tenant = await service.tenant();
});
afterAll(async () => {
  await service.close();
  vi.useRealTimers();
});

const events = `subscription ($after: String, $targets: [ID!]) {
  events(after: $after, targetUrns: $targets) { cursor sequence event targetUrn targetVersion }
}`;

async function query(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  return service.services.database.query({ text, values });
}

const head = async (): Promise<number> => sequenceOf(await logEnd(service.services));

async function pages(count: number): Promise<string[]> {
  const made: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const answer = await tenant.data(
      `mutation ($input: CreateEntityInput!) { createEntity(input: $input) { entity { urn } userErrors { code } } }`,
      { input: { owner: tenant.company, name: `Page ${String(at)}`, language: 'en', status: 'DRAFT_UNPUBLISHED' } },
    );
    made.push(answer.createEntity.entity.urn);
  }
  return made;
}

class Unwanted extends Error {}
// One change as any action makes it: lock the row, increment its version, record the trigger; then hold the transaction.
// One change as any action makes it: lock the row, increment its version, record the trigger; then keep the transaction open.
async function change(urn: string, number: number): Promise<boolean> {
  const { database } = service.services;
  const run = (text: string, values: readonly unknown[] = []): { text: string; values: readonly unknown[] } => ({
    text,
    values,
  });
  try {
    await database.transaction(async (transaction) => {
      // Some get their transaction id long before they lock the row, some hold the row for long.
      if (number % 3 === 0) await transaction.query(run('SELECT pg_current_xact_id()'));
      if (number % 4 === 0) await transaction.query(run(`SELECT pg_sleep(${String((number % 7) / 500)})`));
      await transaction.query(run('SELECT 1 FROM entity WHERE urn = $1::uuid FOR UPDATE', [urn]));
      const [row] = await transaction.query(
        run('UPDATE entity SET version = version + 1 WHERE urn = $1::uuid RETURNING version', [urn]),
      );
      await announce(transaction, { urn: null, type: 'SYSTEM' }, [
        {
          owner: tenant.company,
          subject: 'ENTITY',
          event: 'UPDATE',
          targetUrn: urn,
          targetVersion: String(row?.['version']),
          changedFields: [],
          timestamp: new Date().toISOString(),
        },
      ]);
      await transaction.query(run(`SELECT pg_sleep(${String((number % 11) / 700)})`));
      if (number % 12 === 5) throw new Unwanted();
    });
    return true;
  } catch (error) {
    if (error instanceof Unwanted) return false;
    throw error;
  }
}

async function writeAtOnce(urns: readonly string[], writers: number, each: number): Promise<number> {
  const counts = await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      let committed = 0;
      for (let at = 0; at < each; at += 1) {
        const number = writer * each + at;
        if (await change(urns[(number * 7) % urns.length] ?? '', number)) committed += 1;
      }
      return committed;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

// Repeatedly blocks the process that assigns numbers, so that many changes of one object wait for numbers together.
async function delayLeader(writing: { isOver: boolean }): Promise<void> {
  await withClient(service.databaseUrl, async (client) => {
    while (!writing.isOver) {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM event_log FOR UPDATE');
      await client.query('SELECT pg_sleep(0.2)');
      await client.query('COMMIT');
    }
  });
}

function demandOrder(
  received: readonly { events: { sequence: string; targetUrn: string; targetVersion: string } }[],
  from: number,
): void {
  const sequences = received.map((t) => Number(t.events.sequence));
  expect(sequences).toEqual(sequences.map((_, at) => from + 1 + at));
  const versions = new Map<string, number>();
  for (const { events: event } of received) {
    expect(Number(event.targetVersion)).toBe((versions.get(event.targetUrn) ?? 1) + 1);
    versions.set(event.targetUrn, Number(event.targetVersion));
  }
}

test('concurrent writers, uneven transactions and rollbacks lose nothing, leave no gap and keep each object in order', async () => {
  const urns = await pages(6);
  const socket = socketClient(service.url, tenant.token);
  const probe = follow(socket, events, { after: '0', targets: [urns[5]] });
  await probe.until(1);
  const from = await head();
  const live = follow(socket, events, { after: String(from) });
  const writing = { isOver: false };
  const delays = delayLeader(writing);
  const committed = await writeAtOnce(urns, 10, 30);
  writing.isOver = true;
  await delays;
  expect(committed).toBeGreaterThan(250);
  demandOrder(await live.until(committed), from);
  const late = follow(socket, events, { after: String(from) });
  demandOrder(await late.until(committed), from);
  expect(await head()).toBe(from + committed);
  expect(live.data).toHaveLength(committed);
  await socket.dispose();
});

test('stored events followed by live ones have neither gap nor repeat while others write', async () => {
  const urns = await pages(4);
  const before = await head();
  const started = writeAtOnce(urns, 6, 40);
  const socket = socketClient(service.url, tenant.token);
  const readers: Heard[] = [];
  // Each reader starts at a different position of what is being written.
  for (let at = 0; at < 5; at += 1) {
    readers.push(follow(socket, events, { after: String(before) }));
    await readers[at]?.until(20 * (at + 1));
  }
  const committed = await started;
  const end = await head();
  expect(end - before).toBeGreaterThanOrEqual(committed);
  for (const reader of readers) {
    const received = await reader.until(committed);
    const sequences = received.map((t) => Number(t.events.sequence));
    expect(sequences).toEqual(sequences.map((_, i) => Number(sequences[0]) + i));
    expect(new Set(sequences).size).toBe(committed);
  }
  await socket.dispose();
});

const leader = `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE l.locktype = 'advisory' AND l.objid = 727276 AND l.granted AND d.datname = current_database()`;

test('another process delivers the same events, and takes over within two seconds when the leader stops', async () => {
  const [urn = ''] = await pages(1);
  const other = await service.another();
  const here = socketClient(service.url, tenant.token);
  const there = socketClient(other.url, tenant.token);
  const start = String(await head());
  const near = follow(here, events, { after: start });
  const far = follow(there, events, { after: start });
  await change(urn, 1);
  expect((await far.until(1))[0]).toEqual((await near.until(1))[0]);

  // The leader's connection breaks; what is committed meanwhile is still delivered, exactly once.
  await withClient(service.databaseUrl, async (client) => {
    const [held] = (await client.query(leader)).rows as { pid: number }[];
    await client.query('SELECT pg_terminate_backend($1)', [held?.pid]);
  });
  await change(urn, 2);
  await far.until(2);
  await near.until(2);
  expect(await query(leader)).toHaveLength(1);

  await other.close();
  await change(urn, 1);
  await near.until(3);
  expect(near.data.map((t) => Number(t.events.sequence))).toEqual([1, 2, 3].map((n) => Number(start) + n));
  expect(await far.end()).toMatchObject({ code: 1001 });
  await here.dispose();
});

test('changes written through one process are delivered by the other', async () => {
  const other = await service.another();
  const [urn = ''] = await pages(1);
  const there = socketClient(other.url, tenant.token);
  const far = follow(there, events, { after: String(await head()) });
  const id = newUrn();
  await tenant.data(
    `mutation ($input: CreateTextItemInput!) { createTextItem(input: $input) { userErrors { code } } }`,
    { input: { urn: id, entity: urn, name: 'title', sortOrder: 0, value: 'One' } },
  );
  const [received] = await far.until(1);
  expect(received.events).toMatchObject({ event: 'CREATE', targetUrn: id });
  await other.close();
});

test('what a process writes that does not lead it tells the leader, which tells all when it has a number', async () => {
  const other = await service.another();
  await withClient(service.databaseUrl, async (client) => {
    const told: string[] = [];
    client.on('notification', ({ channel }) => told.push(channel));
    await client.query('LISTEN commonplace_trigger_written; LISTEN commonplace_event_sequenced');
    const there = createClient(other.url, tenant.token);
    expect((await there.rest('PATCH', `/n/v1/company/${tenant.company}`, { body: { name: 'Told' } })).status).toBe(200);
    await vi.waitFor(() => expect(told).toEqual(['commonplace_trigger_written', 'commonplace_event_sequenced']));
  });
  await other.close();
});

test('each tenant has numbers of its own, without gaps, and those of one do not wait for the log of another', async () => {
  const other = await service.tenant();
  const sockets = [tenant, other].map(({ token }) => socketClient(service.url, token));
  const [mine, theirs] = sockets.map((socket) => follow(socket, events, { after: '0' }));
  const write = (of: Tenant): Promise<unknown> =>
    of.data(`mutation ($input: CreateEntityInput!) { createEntity(input: $input) { userErrors { code } } }`, {
      input: { owner: of.company, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' },
    });
  await Promise.all([tenant, other, tenant, other, other].map(write));
  const end = async (of: Tenant): Promise<number> => {
    await head();
    const { events: page } = await of.data(
      '{ events(first: 200) { nodes { sequence } pageInfo { hasNextPage endCursor } } }',
    );
    return sequenceOf(page.pageInfo.endCursor);
  };
  const count = await end(other);
  const numbers = (await theirs?.until(count))?.map((t) => t.events);
  expect(numbers?.map((event) => event.cursor)).toEqual(numbers?.map((_, at) => `1.${String(at + 1)}`));

  const before = mine?.data.length ?? 0;
  await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM event_log WHERE tenant = $1 FOR UPDATE', [tenant.company]);
    await write(tenant);
    await write(other);
    const [told] = ((await theirs?.until(count + 1)) ?? []).slice(count);
    expect(told.events.cursor).toBe(`1.${String(count + 1)}`);
    const waiting = `SELECT 1 FROM webhook_trigger WHERE sequence IS NULL AND tenant = '${tenant.company}'`;
    expect(await query(waiting)).toHaveLength(1);
    await client.query('COMMIT');
  });
  const all = (await mine?.until(before + 1)) ?? [];
  const sequences = all.map((t) => Number(t.events.sequence));
  expect(sequences).toEqual(sequences.map((_, at) => at + 1));
  for (const socket of sockets) await socket.dispose();
});
