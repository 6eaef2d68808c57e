// Waiting for a place: first come, first served; a line that is too long turns newcomers away, and nobody waits forever.
import { describe, expect, test } from 'vitest';
import { createTurns, createWaitingLine } from '../../../src/database/waitingLine.ts';

const patient = { mostWaiting: 2, waitMillis: 60_000 };

describe('a line', () => {
  test('lets in as many as there are places, and the others in the order they came', async () => {
    const line = createWaitingLine(1, patient);
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
    // Leaving twice gives no second place away.
    leave();
    const leaveSecond = await second;
    expect([entered, line.waiting()]).toEqual([['first', 'second'], 1]);
    leaveSecond();
    (await third)();
    expect(entered).toEqual(['first', 'second', 'third']);
    await expect(line.enter()).resolves.toBeTypeOf('function');
  });

  test('turns away whoever finds it too long, and whoever has waited for too long', async () => {
    const line = createWaitingLine(1, { mostWaiting: 1, waitMillis: 20 });
    const leave = await line.enter();
    const waiting = line.enter();
    await expect(line.enter()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(waiting).rejects.toMatchObject({ code: 'UNAVAILABLE', extras: { retryAfterSeconds: 1 } });
    leave();
    await expect(line.enter()).resolves.toBeTypeOf('function');
  });
});

test('turns of one name come one at a time, failed ones too; other names do not wait', async () => {
  const turns = createTurns(patient);
  const log: string[] = [];
  let end: () => void = () => undefined;
  const first = turns.take('a', () => new Promise<void>((resolve) => (end = resolve)));
  const second = turns.take('a', () => Promise.reject(new Error('broken')));
  const third = turns.take('a', async () => log.push('third'));
  await turns.take('b', async () => log.push('other'));
  expect(log).toEqual(['other']);
  end();
  await first;
  await expect(second).rejects.toThrow('broken');
  await third;
  expect(log).toEqual(['other', 'third']);
});
