// The cursor of an event as text: what is written is read again, and anything else is refused.
import { describe, expect, test } from 'vitest';
import { earliestCursor, eventCursor, eventPosition } from '../../../src/domain/eventCursor.ts';

describe('the cursor of an event', () => {
  test('is its epoch and its sequence', () => {
    expect(eventCursor({ epoch: 2, sequence: 41 })).toBe('2.41');
    expect(eventPosition('2.41', 7)).toEqual({ epoch: 2, sequence: 41 });
    const longest = `${'9'.repeat(9)}.${'9'.repeat(15)}`;
    expect(eventCursor(eventPosition(longest, 7))).toBe(longest);
  });

  test('without an epoch is of the first one, and 0 the beginning of any', () => {
    expect(eventPosition('41', 7)).toEqual({ epoch: 1, sequence: 41 });
    expect(eventPosition('0', 7)).toEqual({ epoch: 7, sequence: 0 });
  });

  test('is refused when it is anything else', () => {
    for (const wrong of [
      '',
      'x',
      '-1',
      '0.1',
      '1.',
      '.1',
      '1.2.3',
      '1.x',
      ' 1',
      '1.1234567890123456',
      '1234567890.1',
      '1e3',
    ])
      for (const [name, given] of [
        ['after', []],
        ['before', ['before']],
      ] as const)
        expect(() => eventPosition(wrong, 1, ...given), wrong).toThrow(
          expect.objectContaining({
            code: 'INVALID_CURSOR',
            violations: [expect.objectContaining({ path: `?${name}` })],
          }),
        );
  });

  test('of several is the one furthest behind', () => {
    expect(earliestCursor(['1.10', '1.9', '1.11'])).toBe('1.9');
    expect(earliestCursor([])).toBeNull();
  });
});
