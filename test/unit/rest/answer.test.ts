// Bodies of the management face as they are written.
import { expect, test } from 'vitest';
import { createRequestBudget } from '../../../src/engine/requestBudget.ts';
import { textOf } from '../../../src/rest/response/answer.ts';

test('the text of a body is given once others have had their turn, where the budget asks for it', async () => {
  const others: string[] = [];
  const pause = (): Promise<void> =>
    new Promise((resolve) =>
      setImmediate(() => {
        others.push('done');
        resolve();
      }),
    );
  expect(await textOf({ budget: { ...createRequestBudget(), pause } }, { a: [1] })).toBe('{"a":[1]}');
  expect(others).toEqual(['done']);
  expect(await textOf({ budget: { ...createRequestBudget(), pause: () => null } }, { a: 2n ** 64n })).toBe(
    '{"a":18446744073709551616}',
  );
});

test('long bodies are written one in a turn of the event loop, and what is done with their texts begins in later ones', async () => {
  let turn = 0;
  const count = (): void => {
    turn += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const [written, done]: [number[], number[]] = [[], []];
  const bodies = [0, 1, 2].map(async () => {
    const budget = createRequestBudget();
    budget.addBytes(400_000);
    const body = { toJSON: () => (written.push(turn), 'x'.repeat(400_000)) };
    expect((await textOf({ budget }, body)).length).toBe(400_002);
    done.push(turn);
  });
  await Promise.all(bodies).finally(() => clearImmediate(timer));
  const all = [...written, ...done];
  expect(written).toHaveLength(3);
  expect(new Set(all).size).toBe(all.length);
});
