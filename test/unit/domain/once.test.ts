// Work that is done at the first call and never again.
import { expect, test } from 'vitest';
import { once } from '../../../src/domain/once.ts';

test('The value is made at the first call, and is the same ever after', () => {
  const made: number[] = [];
  const get = once(() => made.push(1));
  expect(made).toEqual([]);
  expect([get(), get(), get()]).toEqual([1, 1, 1]);
  expect(made).toEqual([1]);
});

test('Nothing is a value as well, and what throws is tried again', () => {
  let calls = 0;
  const get = once(() => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return null;
  });
  expect(get).toThrow('not yet');
  expect([get(), get(), calls]).toEqual([null, null, 2]);
});
