// Turns of the event loop in which long texts are worked on.
import { expect, test } from 'vitest';
import { longTextTurns, turnOfText } from '../../../src/domain/loopTurns.ts';

const kibibyte = 1024;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a text below 64 KiB waits for nothing, a longer one for its turn', () => {
  expect(turnOfText(64 * kibibyte - 1)).toBeNull();
  expect(turnOfText(64 * kibibyte)).toBeInstanceOf(Promise);
});

test('texts of 256 KiB in all are worked on in a turn, or a single longer one', async () => {
  await nextTurn();
  await nextTurn();
  const worked: number[] = [];
  for (const [at, length] of [100, 156, 64, 192, 5_000, 5_000].entries())
    void turnOfText(length * kibibyte)?.then(() => worked.push(at));
  // All services of the process share these turns.
  void longTextTurns.take(1).then(() => worked.push(6));
  const seen: number[][] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await Promise.resolve();
    seen.push(worked.splice(0));
    await nextTurn();
  }
  expect(seen).toEqual([[0, 1], [2, 3], [4], [5], [6]]);
});
