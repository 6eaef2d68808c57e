// The bounded queue: first come, first served; a full queue refuses newcomers, and no wait is unlimited.
import { describe, expect, test, vi } from 'vitest';
import { createTurns, createBoundedQueue } from '../../../src/domain/boundedQueue.ts';

const patient = { mostWaiting: 2, waitMillis: 60_000 };

describe('a queue', () => {
  test('admits as many as there are places, and the others in order of arrival', async () => {
    const line = createBoundedQueue(1, patient);
    const entered: string[] = [];
    const come = async (name: string): Promise<() => void> => {
      const leave = await line.enter();
      entered.push(name);
      return leave;
    };
    const [first, second, third] = [come('first'), come('second'), come('third')];
    const leave = await first;
    expect([entered, line.waiting()]).toEqual([['first'], 2]);
    leave();
    // Leaving twice does not free a second place.
    leave();
    const leaveSecond = await second;
    expect([entered, line.waiting()]).toEqual([['first', 'second'], 1]);
    leaveSecond();
    (await third)();
    expect(entered).toEqual(['first', 'second', 'third']);
    await expect(line.enter()).resolves.toBeTypeOf('function');
  });

  test('gives callers their places in turn, and each its own in order of arrival', async () => {
    const queue = createBoundedQueue(1, { mostWaiting: 3, waitMillis: 60_000 });
    const leave = await queue.enter();
    const entered: string[] = [];
    const come = async (name: string, caller: string): Promise<void> => {
      const done = await queue.enter(60_000, caller);
      entered.push(name);
      done();
    };
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => come(name, name.charAt(0)));
    expect(queue.waiting()).toBe(6);
    await expect(come('a4', 'a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    leave();
    await Promise.all(all);
    expect(entered).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.waiting()).toBe(0);
    await queue.enter();
    await expect(queue.enter(5, 'b')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(queue.waiting()).toBe(0);
  });

  test('refuses each of those who waited too long in a turn of the event loop of its own', async () => {
    const queue = createBoundedQueue(1, { mostWaiting: 20, waitMillis: 1 });
    await queue.enter();
    let turn = 0;
    const count = (): void => {
      turn += 1;
      if (refusedIn.length < 20) setImmediate(count);
    };
    const refusedIn: number[] = [];
    const all = Array.from({ length: 20 }, async () => {
      await expect(queue.enter()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      refusedIn.push(turn);
    });
    count();
    await Promise.all(all);
    expect(new Set(refusedIn).size).toBe(20);
    expect(queue.waiting()).toBe(0);
  });

  test('keeps places free of a caller that has as many as it may, and gives it the next when it left one', async () => {
    const queue = createBoundedQueue(3, { mostWaiting: 9, waitMillis: 60_000, mostOfOne: 2 });
    const entered: string[] = [];
    const come = async (name: string): Promise<() => void> => {
      const leave = await queue.enter(60_000, name.charAt(0));
      entered.push(name);
      return leave;
    };
    const [a1, , a3] = [come('a1'), come('a2'), come('a3'), come('a4')];
    expect(queue.waiting()).toBe(2);
    (await a1)();
    await a3;
    expect([entered, queue.waiting()]).toEqual([['a1', 'a2', 'a3'], 1]);
    const b1 = await come('b1');
    const b2 = come('b2');
    expect([entered.at(-1), queue.waiting()]).toEqual(['b1', 2]);
    b1();
    (await b2)();
    expect([entered.at(-1), queue.waiting()]).toEqual(['b2', 1]);
    (await a3)();
    await vi.waitFor(() => expect(entered.at(-1)).toBe('a4'));
    // Who has no name is nobody in particular.
    const nameless = createBoundedQueue(2, { mostWaiting: 0, waitMillis: 60_000, mostOfOne: 1 });
    await nameless.enter();
    await expect(nameless.enter()).resolves.toBeTypeOf('function');
    await expect(nameless.enter(5, 'a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('refuses newcomers when it is full, and those that have waited for too long', async () => {
    const line = createBoundedQueue(1, { mostWaiting: 1, waitMillis: 20 });
    const leave = await line.enter();
    const waiting = line.enter();
    await expect(line.enter()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(waiting).rejects.toMatchObject({ code: 'UNAVAILABLE', extras: { retryAfterSeconds: 1 } });
    leave();
    await expect(line.enter()).resolves.toBeTypeOf('function');
  });

  test('lets a newcomer wait for less than it allows, and for no longer', async () => {
    const line = createBoundedQueue(1, { mostWaiting: 2, waitMillis: 3_600_000 });
    await line.enter();
    await expect(line.enter(5)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const short = createBoundedQueue(1, { mostWaiting: 2, waitMillis: 5 });
    await short.enter();
    await expect(short.enter(3_600_000)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('leaves no timer behind of those who got a place', async () => {
    vi.useFakeTimers();
    try {
      const line = createBoundedQueue(1, patient);
      const leave = await line.enter();
      const waiting = line.enter();
      expect(vi.getTimerCount()).toBe(1);
      leave();
      await waiting;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('work frees its place when it fails, and those that get none are refused with the reason and when to try again', async () => {
  const queue = createBoundedQueue(1, { mostWaiting: 0, waitMillis: 2_500, refusal: 'Too many images.' });
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const leave = await queue.enter();
  await expect(queue.run(() => Promise.resolve())).rejects.toMatchObject({
    message: 'Too many images.',
    extras: { retryAfterSeconds: 3 },
  });
  leave();
  expect(await queue.run(() => Promise.resolve('next'))).toBe('next');
});

test('runs of one name are sequential, failed ones too; other names do not wait', async () => {
  const turns = createTurns(patient);
  const log: string[] = [];
  let end: () => void = () => undefined;
  const first = turns.take({ name: 'a' }, () => new Promise<void>((resolve) => (end = resolve)));
  const second = turns.take({ name: 'a' }, () => Promise.reject(new Error('broken')));
  const third = turns.take({ name: 'a' }, async () => log.push('third'));
  await turns.take({ name: 'b' }, async () => log.push('other'));
  expect(log).toEqual(['other']);
  end();
  await first;
  await expect(second).rejects.toThrow('broken');
  await third;
  expect(log).toEqual(['other', 'third']);
});

test('who would have to wait is asked before whether it may, and is not asked when nobody is before it', async () => {
  const turns = createTurns(patient);
  const asked: string[] = [];
  const may = (who: string) => ({ name: 'a', mayWait: async () => asked.push(who) });
  const mayNot = { name: 'a', mayWait: () => Promise.reject(new Error('not you')) };
  let end: () => void = () => undefined;
  const first = turns.take(may('first'), () => new Promise<void>((resolve) => (end = resolve)));
  const second = turns.take(may('second'), async () => undefined);
  await expect(turns.take(mayNot, async () => undefined)).rejects.toThrow('not you');
  expect(asked).toEqual(['second']);
  end();
  await Promise.all([first, second]);
  await turns.take(mayNot, async () => undefined);
});

test('a newcomer waits behind those of its name who wait already', async () => {
  const turns = createTurns(patient);
  const log: string[] = [];
  let end: () => void = () => undefined;
  await turns.take({ name: 'a' }, async () => log.push('first'));
  const first = turns.take({ name: 'a' }, async () => log.push('second'));
  const second = turns.take({ name: 'a' }, () => new Promise<void>((resolve) => (end = resolve)));
  await first;
  const third = turns.take({ name: 'a' }, async () => log.push('last'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual(['first', 'second']);
  end();
  await Promise.all([second, third]);
  expect(log).toEqual(['first', 'second', 'last']);
});
