// When a process counts as hard pressed, and what it tells of it.
import { afterEach, expect, test, vi } from 'vitest';
import { usualPressure, watchPressure, type Pressure } from '../../../src/http/pressure.ts';
import type { Observation } from '../../../src/domain/observation.ts';

const running: Pressure[] = [];
afterEach(() => {
  for (const pressure of running.splice(0)) pressure.stop();
});

function watch(
  heapShare: () => number,
  blockedMillis: number,
): { pressure: Pressure; logged: string[]; seen: Observation[] } {
  const logged: string[] = [];
  const seen: Observation[] = [];
  const limits = { ...usualPressure, heapShare, everyMillis: 1, blockedMillis };
  const pressure = watchPressure(limits, {
    observe: (observation) => seen.push(observation),
    log: (facts, message) => logged.push(`${message} ${JSON.stringify(facts)}`),
  });
  running.push(pressure);
  pressure.begin();
  return { pressure, logged, seen };
}

test('The pressure is high from three full measurements in a row on, and until there is room again.', async () => {
  const shares = [0.95, 0.95, 0.5, 0.95, 0.95, 0.95, 0.8, 0.8, 0.7];
  const states: boolean[] = [];
  const { pressure, logged } = watch(() => {
    states.push(pressure.isHigh());
    return shares[states.length - 1] ?? 0.5;
  }, Infinity);
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(shares.length));
  // Each measurement sees the state that those before it made.
  expect(states.slice(0, 10)).toEqual([false, false, false, false, false, false, true, true, true, false]);
  expect(logged).toEqual([
    'the heap is nearly full: new requests are refused {"percent":95}',
    'the heap has room again: requests are taken {"percent":70}',
  ]);
});

test('The first share that is full counts, and the first with room again ends it.', async () => {
  const { fullShare, relievedShare } = usualPressure;
  const shares = [fullShare, fullShare, fullShare, relievedShare, relievedShare - 0.001];
  const states: boolean[] = [];
  const { pressure } = watch(() => {
    states.push(pressure.isHigh());
    return shares[states.length - 1] ?? 0;
  }, Infinity);
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(shares.length));
  expect(states.slice(0, 6)).toEqual([false, false, false, true, true, false]);
});

test('A blocked event loop is counted and logged with how long it was.', async () => {
  const { logged, seen } = watch(() => 0.1, 50);
  const until = performance.now() + 120;
  while (performance.now() < until);
  await vi.waitFor(() => expect(seen).not.toEqual([]));
  expect(seen[0]).toMatchObject({ kind: 'LOOP_BLOCKED' });
  expect(logged[0]).toMatch(/^the event loop was blocked \{"milliseconds":\d+\}$/);
});

test('A measurement is late from the limit on, counted from the one before it.', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { logged } = watch(() => 0.1, 50);
  // One is due a millisecond after the one before it.
  for (const now of [50, 101, 151, 202]) {
    clock.mockReturnValue(now);
    vi.advanceTimersByTime(1);
  }
  vi.useRealTimers();
  expect(logged).toEqual(Array(2).fill('the event loop was blocked {"milliseconds":50}'));
});

test('What blocks the event loop before the beginning, as a start does, is not logged.', async () => {
  const logged: string[] = [];
  const seen: Observation[] = [];
  let measured = 0;
  const heapShare = (): number => (measured += 1) && 0.1;
  const pressure = watchPressure(
    { ...usualPressure, heapShare, everyMillis: 1, blockedMillis: 50 },
    { observe: (observation) => seen.push(observation), log: (_facts, message) => logged.push(message) },
  );
  running.push(pressure);
  const until = performance.now() + 120;
  while (performance.now() < until);
  pressure.begin();
  await vi.waitFor(() => expect(measured).toBeGreaterThan(3));
  expect([logged, seen]).toEqual([[], []]);
});
