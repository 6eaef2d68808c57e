// Reads of many requests on one connection to PostgreSQL: each gets its own answer, and what becomes of one of them does not
// touch the others.
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { openDatabase, type Database } from '../../src/database/connection/database.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { createDatabase, withClient, type TestDatabase } from '../support/database.ts';
import type { RestAnswer } from '../support/client.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { task as makeTask } from '../support/work.ts';

let holder: TestDatabase;
let database: Database;

beforeAll(async () => {
  holder = await createDatabase();
  // One connection for such reads.
  database = await openDatabase({ url: holder.url, contract: loadContract(), poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await holder.drop();
});

const read = (text: string, ...values: readonly unknown[]): Statement => ({ text, values });
const number = (n: number): Statement => read('SELECT $1::int AS n, pg_backend_pid() AS pid', n);
const outcomes = async (all: readonly Promise<Record<string, unknown>[]>[]): Promise<unknown[]> =>
  (await Promise.allSettled(all)).map((one) =>
    one.status === 'fulfilled' ? one.value[0]?.['n'] : (one.reason as { code: string }).code,
  );
/** Resolves once so many statements wait for an advisory lock. */
async function untilBlocked(other: pg.Client, n: number): Promise<void> {
  const blocked = `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  await vi.waitFor(async () => expect((await other.query(blocked)).rows).toEqual([{ n }]), { timeout: 20_000 });
}

test('are answered each for itself, more than go at once and one that fails among them', async () => {
  const all = Array.from({ length: 20 }, (_, n) =>
    database.query(n === 3 ? read('SELECT 1 / $1::int AS n', 0) : number(n)),
  );
  expect(await outcomes(all)).toEqual(Array.from({ length: 20 }, (_, n) => (n === 3 ? '22012' : n)));
  const pids = await Promise.all([1, 2, 3, 4, 5, 6].map(async (n) => (await database.query(number(n)))[0]?.['pid']));
  expect(new Set(pids).size).toBe(1);
});

test('go on where one of them has no time left', async () => {
  const [before] = await database.query(number(0));
  const late = database.within(20).query(read('SELECT 1 AS n FROM pg_sleep($1)', 0.2));
  const others = [1, 2].map((n) => database.query(number(n)));
  expect(await outcomes([late, ...others])).toEqual(['UNAVAILABLE', 1, 2]);
  expect((await others[0])?.[0]?.['pid']).toBe(before?.['pid']);
});

test('are not kept back by one that takes long while another connection gets free', async () => {
  const two = await openDatabase({ url: holder.url, contract: loadContract(), poolSize: 4 });
  try {
    await withClient(holder.url, async (other) => {
      await other.query('SELECT pg_advisory_lock(1), pg_advisory_lock(2)');
      const held = [1, 2].map((n) => two.query(read('SELECT $1::int AS n FROM pg_advisory_xact_lock($1::int)', n)));
      await untilBlocked(other, 2);
      const later = Array.from({ length: 6 }, (_, n) => two.query(number(n)));
      await other.query('SELECT pg_advisory_unlock(2)');
      expect(await outcomes(later)).toEqual([0, 1, 2, 3, 4, 5]);
      await other.query('SELECT pg_advisory_unlock(1)');
      expect(await outcomes(held)).toEqual([1, 2]);
    });
  } finally {
    await two.close();
  }
});

test('fail with their connection, and the next ones have another', async () => {
  const [before] = await database.query(number(0));
  const ended = database.query(read('SELECT pg_terminate_backend(pg_backend_pid()) AS n WHERE $1', true));
  const behind = database.query(number(1));
  expect(await outcomes([ended, behind])).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  const [after] = await database.query(number(2));
  expect(after?.['n']).toBe(2);
  expect(after?.['pid']).not.toBe(before?.['pid']);
});

test('fail with their connection up to four at a time, and those that wait for it have another', async () => {
  const two = await openDatabase({ url: holder.url, contract: loadContract(), poolSize: 4 });
  try {
    await withClient(holder.url, async (other) => {
      await other.query('SELECT pg_advisory_lock(3)');
      const held = two.query(read('SELECT $1::int AS n FROM pg_advisory_xact_lock($1::int)', 3));
      await untilBlocked(other, 1);
      // From then on nothing is sent behind it.
      const seen = performance.now();
      await vi.waitFor(() => expect(performance.now() - seen).toBeGreaterThan(10));
      // The other connection is there.
      await two.query(number(0));
      const ended = two.query(read('SELECT pg_terminate_backend(pg_backend_pid()) AS n WHERE $1', true));
      const behind = Array.from({ length: 5 }, (_, n) => two.query(number(n)));
      const lost = 'UNAVAILABLE';
      expect(await outcomes([ended, ...behind])).toEqual([lost, lost, lost, lost, 3, 4]);
      await other.query('SELECT pg_advisory_unlock(3)');
      expect(await outcomes([held])).toEqual([3]);
    });
  } finally {
    await two.close();
  }
});

describe('one caller that asks for much at a time', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ DATABASE_POOL: '2' });
  });
  afterAll(() => service.close());

  const waiting = (name: string): number =>
    service.services.database.pools().find((pool) => pool.name === name)?.waiting ?? 0;
  const answered = async (answer: Promise<RestAnswer>): Promise<void> => expect((await answer).status).toBe(200);

  test.each<[string, string, (caller: Tenant, urn: string) => Promise<unknown>]>([
    ['lists', 'read', (caller) => answered(caller.rest('GET', '/n/v1/task?filter[title]=Task'))],
    ['rows', 'read', (caller, urn) => answered(caller.rest('GET', `/n/v1/task/${urn}`))],
    ['the graph', 'read', (caller) => caller.graph('{ tasks { nodes { urn } } }')],
    [
      'writes',
      'write',
      (caller, urn) => answered(caller.rest('PATCH', `/n/v1/task/${urn}`, { body: { title: crypto.randomUUID() } })),
    ],
  ])('keeps nobody waiting for all of it: %s', async (_, pool, ask) => {
    const [busy, other] = [await service.tenant(), await service.tenant()];
    const task = (caller: Tenant): Promise<string> => makeTask(caller, 'Task', { owner: caller.company });
    const tasks = await Promise.all(Array.from({ length: 14 }, () => task(busy)));
    const own = await task(other);
    // Callers are known from here on, so that each asks for nothing but this.
    for (const [caller, urn] of [
      [busy, tasks[0] ?? ''],
      [other, own],
    ] as const)
      await ask(caller, urn);
    const done: string[] = [];
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE task IN ACCESS EXCLUSIVE MODE');
      const all = tasks.map((urn) => ask(busy, urn).then(() => done.push('busy')));
      await vi.waitFor(() => expect(waiting(pool)).toBeGreaterThan(8));
      const before = waiting(pool);
      all.push(ask(other, own).then(() => done.push('other')));
      await vi.waitFor(() => expect(waiting(pool)).toBeGreaterThan(before));
      await client.query('COMMIT');
      await Promise.all(all);
    });
    // After what had been sent already, and one more.
    expect(done.indexOf('other')).toBeLessThan(8);
  });
});
