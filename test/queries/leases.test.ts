// How much of a quota a process is given: by the statement that all processes share, and by the counters that one
// process keeps for itself while the database takes no writes. Both follow one rule.
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createLocalQuotas } from '../../src/actions/access/localQuota.ts';
import { purgeOldRates, takeLeases, type Lease, type LeaseRequest } from '../../src/database/access/quotaStore.ts';
import { now, useTrials } from './conditions/scenario.ts';

const trials = useTrials();

/** A whole second; tests count from here. */
const start = Math.floor(Date.parse(now) / 1000);

/** Sets the database's clock to so many seconds after the start. */
const setClock = (seconds: number): Promise<unknown> =>
  trials.database.query({
    text: `CREATE OR REPLACE FUNCTION still.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
           AS $$ SELECT to_timestamp(${String(start + seconds)}) $$`,
    values: [],
  });

const request = (key: string, more: Partial<LeaseRequest> = {}): LeaseRequest => ({
  ...{ key, limit: 60, burst: 10, needed: 1, ahead: 0, unspent: null },
  ...more,
});

const shown = ({ taken, cell, counts, pacedUntil, now: at }: Lease): unknown => ({
  taken,
  cell: cell - start,
  counts: counts.join().replace(/(,0)+$/, ''),
  pacedUntil: Math.round((pacedUntil - start) * 1000) / 1000,
  now: Math.round((at - start) * 1000) / 1000,
});

async function take(seconds: number, one: LeaseRequest, window = 60): Promise<unknown> {
  await setClock(seconds);
  const [lease] = await takeLeases(trials.database, [one], window);
  return lease && shown(lease);
}

test('A first lease is what is needed and ahead, and no more than the burst', async () => {
  const key = randomUUID();
  expect(await take(0.5, request(key, { needed: 4, ahead: 5 }))).toEqual({
    ...{ taken: 9, cell: 0, counts: '9', pacedUntil: 9.5, now: 0.5 },
  });
  expect(await take(0.5, request(randomUUID(), { needed: 8, ahead: 5 }))).toMatchObject({ taken: 10, counts: '10' });
  expect((await takeLeases(trials.database, [request(randomUUID())], 5))[0]?.counts).toHaveLength(6);
});

test('A later lease is what the burst leaves, of which a quarter may be taken ahead', async () => {
  const key = randomUUID();
  await take(0, request(key, { needed: 2 }));
  // Eight are left: four are needed, and one of the other four is taken ahead.
  expect(await take(0, request(key, { needed: 4, ahead: 3 }))).toMatchObject({ taken: 5, counts: '7', pacedUntil: 7 });
  expect(await take(0, request(key, { needed: 4, ahead: 3 }))).toMatchObject({
    taken: 3,
    counts: '10',
    pacedUntil: 10,
  });
  expect(await take(0.99, request(key))).toMatchObject({ taken: 0, counts: '10' });
  // One a second comes back.
  expect(await take(1, request(key, { needed: 2 }))).toMatchObject({
    taken: 1,
    cell: 1,
    counts: '1,10',
    pacedUntil: 11,
  });
});

test('A window is never over its limit, wherever it begins', async () => {
  const key = randomUUID();
  const one = request(key, { limit: 5, burst: 5, needed: 5 });
  expect(await take(0.9, one, 10)).toMatchObject({ taken: 5 });
  // The burst is whole again after ten seconds, and the second in which it was spent counts for one more.
  expect(await take(10.95, one, 10)).toMatchObject({ taken: 0, cell: 10, counts: '0,0,0,0,0,0,0,0,0,0,5' });
  expect(await take(11, one, 10)).toMatchObject({ taken: 5, cell: 11, counts: '5' });
});

test('What comes back leaves the second that it was counted in, and no other', async () => {
  const key = randomUUID();
  await take(0, request(key, { needed: 6 }));
  await take(1, request(key, { needed: 2 }));
  const back = (cell: number, units: number): Promise<unknown> =>
    take(2, request(key, { needed: 0, unspent: { cell: start + cell, units } }));
  expect(await back(0, 1)).toEqual({ taken: 0, cell: 2, counts: '0,2,5', pacedUntil: 7, now: 2 });
  expect(await back(1, 1)).toMatchObject({ counts: '0,1,5', pacedUntil: 6 });
  expect(await back(1, 5)).toMatchObject({ counts: '0,0,5', pacedUntil: 2 });
  expect(await back(-100, 1)).toMatchObject({ counts: '0,0,5', pacedUntil: 2 });
});

test('A limit that is raised is not held back by the pace of the old one, and one that is lowered holds at once', async () => {
  const key = randomUUID();
  await take(0, request(key, { limit: 6, burst: 3, needed: 3 }));
  expect(await take(1, request(key, { limit: 60, burst: 10, needed: 10 }))).toMatchObject({ taken: 0 });
  expect(await take(2, request(key, { limit: 600, burst: 100, needed: 200 }))).toMatchObject({ taken: 100 - 90 - 0 });
  expect(await take(30, request(key, { limit: 12, burst: 12, needed: 5 }))).toMatchObject({ taken: 0 });
});

test('A clock that goes back counts in the last second it was at', async () => {
  const [key, local] = [randomUUID(), createLocalQuotas()];
  await take(5, request(key));
  local.take([request(key)], 60, start + 5);
  const back = { taken: 1, cell: 5, counts: '2', pacedUntil: 7, now: 4 };
  expect(await take(4, request(key))).toEqual(back);
  expect(local.take([request(key)], 60, start + 4).map(shown)).toEqual([back]);
});

test('Not a unit is lost where a second is no whole number of them', async () => {
  for (const limit of [7, 11, 13, 23, 49]) {
    const [key, local] = [randomUUID(), createLocalQuotas()];
    const one = request(key, { limit, burst: limit });
    for (let spent = 0; spent < limit; spent += 1) {
      expect(await take(0.1, one), `${String(spent)} of ${String(limit)}`).toMatchObject({ taken: 1 });
      expect(local.take([one], 60, start + 0.1)).toMatchObject([{ taken: 1 }]);
    }
    expect(await take(0.1, one)).toMatchObject({ taken: 0 });
  }
});

test('Figures beyond what a column takes are held to it, and several keys are counted apart', async () => {
  await setClock(0);
  const [one, other] = [randomUUID(), randomUUID()];
  const leases = await takeLeases(
    trials.database,
    [request(one, { limit: 2 ** 40, burst: 2 ** 40, needed: 7 }), request(other, { needed: 2 })],
    60,
  );
  expect(new Map(leases.map(({ key, taken }) => [key, taken]))).toEqual(
    new Map([
      [one, 7],
      [other, 2],
    ]),
  );
});

test('Leases of several keys are taken in one order, whichever they are asked for in: none waits for one that waits for it', async () => {
  await setClock(0);
  const [first = '', second = ''] = [randomUUID(), randomUUID()].sort();
  const asked = [request(second), request(first)];
  await takeLeases(trials.database, asked, 60);
  const held = `SELECT 1 FROM "request_rate" WHERE "key" = $1 FOR UPDATE SKIP LOCKED`;
  const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`;
  const { leases, isFree } = await trials.inside(async (transaction) => {
    await transaction.query({ text: held, values: [first] });
    const taken = takeLeases(trials.database, asked, 60);
    await vi.waitFor(
      async () => expect(await transaction.query({ text: waiting, values: [] })).toHaveLength(1),
      10_000,
    );
    return { leases: () => taken, isFree: (await transaction.query({ text: held, values: [second] })).length === 1 };
  });
  expect([isFree, (await leases()).map(({ taken }) => taken)]).toEqual([true, [1, 1]]);
});

test('The counters of one process follow the same rule, step by step', async () => {
  const local = createLocalQuotas();
  let state = 7;
  const random = (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * (most + 1));
  };
  const keys = ['a', 'b', 'c'].map((name) => `${name} ${randomUUID()}`);
  let seconds = 0.125;
  for (const key of keys) {
    await take(seconds, request(key), 5);
    local.take([request(key)], 5, start + seconds);
  }
  for (let step = 0; step < 150; step += 1) {
    seconds += [0, 0.25, 0.5, 1, 3, 9][random(5)] ?? 0;
    await setClock(seconds);
    const asked = keys.map((key) => {
      const [limit, burst] = [
        [10, 4],
        [20, 20],
        [3, 1],
      ][random(2)] as [number, number];
      const unspent = random(2) === 0 ? { cell: start + Math.floor(seconds) - random(7), units: random(4) } : null;
      return request(key, { limit, burst, needed: random(6), ahead: random(8), unspent });
    });
    const shared = await takeLeases(trials.database, asked, 5);
    const own = local.take(asked, 5, start + seconds);
    const byKey = (leases: readonly Lease[]): unknown => leases.toSorted((x, y) => (x.key < y.key ? -1 : 1)).map(shown);
    expect(byKey(own), `step ${String(step)} ${JSON.stringify(asked)}`).toEqual(byKey(shared));
  }
});

test('A process remembers 10,000 counters of its own, and forgets the one that waited longest', () => {
  const local = createLocalQuotas();
  const spend = (key: string): number => local.take([request(key, { burst: 1 })], 60, start)[0]?.taken ?? NaN;
  spend('first');
  spend('second');
  for (let at = 0; at < 9_998; at += 1) spend(String(at));
  expect(spend('first')).toBe(0);
  spend('one more');
  expect([spend('first'), spend('second')]).toEqual([0, 1]);
});

test('A quota is forgotten two windows after it was used, unless its burst is still not whole', async () => {
  const count = async (): Promise<unknown> =>
    (await trials.database.query({ text: 'SELECT "key" FROM "request_rate"', values: [] })).length;
  await trials.database.query({ text: 'DELETE FROM "request_rate"', values: [] });
  await take(0, request('idle'));
  for (const [seconds, left] of [
    [120, 1],
    [120.5, 0],
  ] as const) {
    await setClock(seconds);
    await purgeOldRates(trials.database, 60);
    expect(await count(), String(seconds)).toBe(left);
  }
  await take(0, request('in debt'));
  await trials.database.query({ text: 'UPDATE "request_rate" SET "paced_until" = $1', values: [start + 500] });
  await setClock(499);
  await purgeOldRates(trials.database, 60);
  expect(await count()).toBe(1);
});
