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
