// How new an answer has to be where replicas answer: by what a process has seen of the server that takes writes, of its
// callers' writes and of events.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../../src/database/connection/database.ts';
import { createPositions, type Positions } from '../../../src/database/connection/positions.ts';
import type { Executor } from '../../../src/database/connection/statement.ts';
import type { Callers } from '../../../src/domain/callers.ts';
import { anonymousViewer, type Viewer } from '../../../src/domain/viewer.ts';
import { createReadPositions, sealPosition, type ReadPositions } from '../../../src/engine/readPositions.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'], now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A server that takes writes, as far as positions ask it. */
interface Primary {
  timeline: string;
  lsn: number | null;
  asked: number;
}

function positionsOf(primary: Primary, lagMillis = 1_000): Positions {
  const query = (): Promise<Record<string, unknown>[]> => {
    primary.asked += 1;
    const { timeline, lsn } = primary;
    return Promise.resolve([{ position: lsn === null ? null : `${timeline} ${String(lsn)}` }]);
  };
  // Nothing but its statements is used.
  return createPositions(() => ({ query }) as unknown as Executor, lagMillis);
}

const primaryAt = (lsn: number): Primary => ({ timeline: '00000001', lsn, asked: 0 });

test('a position is what the server says, and its farthest is kept', async () => {
  const primary = primaryAt(100);
  const positions = positionsOf(primary);
  expect([positions.farthest(), positions.timeline()]).toEqual([0n, '']);
  expect(await positions.now()).toBe(100n);
  expect(positions.note('00000001 90', 0)).toBe(90n);
  expect([positions.farthest(), positions.timeline()]).toEqual([100n, '00000001']);
  expect(positions.note(null, 0)).toBeNull();
});

test('another timeline begins anew, and an answer of the one before proves nothing', () => {
  const positions = positionsOf(primaryAt(0));
  positions.note('00000001 100', 0);
  expect(positions.note('00000002 40', 1)).toBe(40n);
  expect([positions.farthest(), positions.timeline()]).toEqual([40n, '00000002']);
  expect(positions.note('00000001 200', 2)).toBeNull();
  expect(positions.farthest()).toBe(40n);
});

test('a standby has no position: what needs the present one is refused', async () => {
  const primary: Primary = { ...primaryAt(0), lsn: null };
  await expect(positionsOf(primary).now()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('the recent position is the oldest sample that the lag allows, else the present one', async () => {
  const primary = primaryAt(500);
  const positions = positionsOf(primary);
  positions.note('00000001 10', 0);
  // Samples stand a twentieth of the lag apart.
  positions.note('00000001 20', 49);
  positions.note('00000001 30', 50);
  vi.advanceTimersByTime(1_000);
  expect(await positions.recent()).toBe(10n);
  vi.advanceTimersByTime(1);
  expect(await positions.recent()).toBe(30n);
  expect(primary.asked).toBe(0);
  vi.advanceTimersByTime(50);
  expect(await positions.recent()).toBe(500n);
  expect(primary.asked).toBe(1);
});

const key = Buffer.alloc(32, 1);
const viewer: Viewer = { ...anonymousViewer, kind: 'CLIENT', tenantUrn: 'urn-tenant' };

interface Opened {
  readonly primary: Primary;
  readonly positions: Positions;
  readonly reads: ReadPositions;
  readonly log: { epoch: number };
  decided: bigint | null;
}

function open(): Opened {
  const primary = primaryAt(1_000);
  const positions = positionsOf(primary);
  positions.note('00000001 50', 0);
  const log = { epoch: 3 };
  const opened = { primary, positions, log, decided: 10n as bigint | null };
  const callers = { decidedAt: () => opened.decided } as unknown as Callers;
  const reads = createReadPositions({ database: { positions } as unknown as Database, callers, eventLog: log, key });
  if (!reads) throw new Error('there are replicas');
  return Object.assign(opened, { reads });
}

test('without replicas there is nothing to decide', () => {
  const database = { positions: null } as unknown as Database;
  expect(createReadPositions({ database, callers: {} as Callers, eventLog: { epoch: 1 }, key })).toBeNull();
});

test('a request that may write, or has written, is answered by the server that takes writes', async () => {
  const { reads } = open();
  const request = reads.ofRequest();
  await request.begin(viewer, null);
  expect(await request.needed()).toBeNull();
  request.allow();
  expect(await request.needed()).toBe(50n);
  request.leave();
  expect(await request.needed()).toBeNull();
  request.allow();
  request.committed(70n);
  expect([await request.needed(), request.position()]).toEqual([null, sealPosition(key, { epoch: 3, lsn: 70n })]);
});

test('a read sees what its caller’s access was decided by, and without a decision the present', async () => {
  const opened = open();
  const needed = async (of: Viewer): Promise<bigint | null> => {
    const request = opened.reads.ofRequest();
    await request.begin(of, null);
    request.allow();
    return request.needed();
  };
  opened.decided = 60n;
  expect(await needed(viewer)).toBe(60n);
  opened.decided = null;
  expect(await needed(viewer)).toBe(1_000n);
  opened.decided = 60n;
  expect(await needed(anonymousViewer)).toBe(1_000n);
});

test('a read sees the writes of its tenant that this process made, and no other tenant’s', async () => {
  const { reads } = open();
  const write = reads.ofRequest();
  await write.begin(viewer, null);
  write.committed(80n);
  write.committed(75n);
  const needed = async (tenantUrn: string): Promise<bigint | null> => {
    const request = reads.ofRequest();
    await request.begin({ ...viewer, tenantUrn }, null);
    request.allow();
    return request.needed();
  };
  expect([await needed('urn-tenant'), await needed('urn-other')]).toEqual([80n, 50n]);
  expect(await reads.ofTenant('urn-tenant')).toBe(sealPosition(key, { epoch: 3, lsn: 80n }));
  expect([await reads.ofTenant('urn-other'), await reads.ofTenant(null)]).toEqual([null, null]);
});

test('a read sees what events told of, once they were read from the log', async () => {
  const { reads, primary } = open();
  reads.seen(new Set());
  await new Promise((done) => void setImmediate(done));
  expect(primary.asked).toBe(0);
  reads.seen(new Set(['urn-tenant']));
  expect(await reads.ofTenant('urn-tenant')).toBe(sealPosition(key, { epoch: 3, lsn: 1_000n }));
  expect(await reads.ofTenant('urn-other')).toBeNull();
});

test('a read sees what events told of that came while the position of those before them was asked for', async () => {
  const { reads, primary } = open();
  reads.seen(new Set(['urn-tenant']));
  const asked = reads.ofTenant('urn-tenant');
  vi.advanceTimersByTime(1);
  reads.seen(new Set(['urn-tenant']));
  await asked;
  primary.lsn = 1_100;
  expect(await reads.ofTenant('urn-tenant')).toBe(sealPosition(key, { epoch: 3, lsn: 1_100n }));
});

test('a position that came along is needed, and teaches the process what it covers', async () => {
  const { reads } = open();
  const request = reads.ofRequest();
  await request.begin(viewer, sealPosition(key, { epoch: 3, lsn: 900n }));
  request.allow();
  expect(await request.needed()).toBe(900n);
  expect(await reads.ofTenant('urn-tenant')).toBe(sealPosition(key, { epoch: 3, lsn: 900n }));
});

const given = sealPosition(key, { epoch: 3, lsn: 40n });
test.each([
  ['of another past', sealPosition(key, { epoch: 2, lsn: 40n })],
  ['that lies ahead of the server', sealPosition(key, { epoch: 3, lsn: 1_001n })],
  ['of another database', sealPosition(Buffer.alloc(32, 2), { epoch: 3, lsn: 40n })],
  ['that was changed', `${given.startsWith('B') ? 'C' : 'B'}${given.slice(1)}`],
  ['that is cut', given.slice(0, 31)],
  ['that is too long', `${given}A`],
  ['that is none', ''],
])('a position %s is refused', async (_, position) => {
  const { reads } = open();
  await expect(reads.ofRequest().begin(viewer, position)).rejects.toMatchObject({ code: 'POSITION_INVALID' });
});

test('a position that the server has reached meanwhile is taken, and one that was seen needs no question', async () => {
  const { reads, primary } = open();
  await reads.ofRequest().begin(viewer, sealPosition(key, { epoch: 3, lsn: 50n }));
  expect(primary.asked).toBe(0);
  await reads.ofRequest().begin(viewer, sealPosition(key, { epoch: 3, lsn: 1_000n }));
  expect(primary.asked).toBe(1);
});

test('a position that a caller without a tenant sends, or its browser kept, is needed too', async () => {
  const { reads, primary } = open();
  const position = sealPosition(key, { epoch: 3, lsn: 1_200n });
  primary.lsn = 1_200;
  for (const [named, kept] of [
    [position, null],
    [null, position],
  ] as const) {
    const request = reads.ofRequest();
    await request.begin({ ...viewer, tenantUrn: null }, named, kept);
    request.allow();
    expect(await request.needed()).toBe(1_200n);
  }
});

test('events whose position could not be read are seen at the present one', async () => {
  const { reads, primary, positions } = open();
  primary.lsn = null;
  reads.seen(new Set(['urn-tenant']));
  await expect(positions.now()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  primary.lsn = 1_300;
  const request = reads.ofRequest();
  await request.begin(viewer, null);
  request.allow();
  expect(await request.needed()).toBe(1_300n);
});
