// Which kinds have no say in an update follows from their hooks, and from the operations that these are for.
import { describe, expect, test, vi } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { isPlain, onlyIn, type Kind } from '../../../src/engine/kind.ts';

const { Group, TextItem } = loadContract().kinds;
const hook = (): undefined => undefined;

describe('A kind has no say in its updates', () => {
  test.each<[string, Kind, boolean]>([
    ['without hooks', {}, true],
    ['with values that are computed', { computed: {} }, true],
    [
      'with hooks of other operations',
      { prepare: onlyIn(['CREATE', 'RESTORE'], hook), after: onlyIn(['DELETE'], hook) },
      true,
    ],
    ['with a hook of updates among others', { decide: onlyIn(['CREATE', 'UPDATE'], hook) }, false],
    ...(['lock', 'prepare', 'decide', 'after'] as const).map((name): [string, Kind, boolean] => [
      `with ${name}`,
      { [name]: hook },
      false,
    ]),
    ['with a label of its own', { label: () => 'READ' }, false],
  ])('%s: as it should', (_, kind, is) => {
    expect(isPlain(Group, kind)).toBe(is);
  });

  test('where it is one of items, with the lock and what follows that all of them share', () => {
    expect(isPlain(TextItem, { lock: hook, after: hook })).toBe(true);
    expect(isPlain(TextItem, { prepare: hook })).toBe(false);
  });
});

test('A hook of some operations is not called in others.', () => {
  const work = vi.fn(() => 'done');
  const some = onlyIn<{ operation: 'CREATE' | 'UPDATE' }, [number], string>(['CREATE'], work);
  expect([some({ operation: 'UPDATE' }, 1), some({ operation: 'CREATE' }, 2)]).toEqual([undefined, 'done']);
  expect(work.mock.calls).toEqual([[{ operation: 'CREATE' }, 2]]);
});
