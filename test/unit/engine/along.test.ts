// How much one write takes along.
import { expect, test } from 'vitest';
import { createAlong, mostAlong } from '../../../src/engine/along.ts';

test('As many rows go along as one write may change, in any parts, and not one more', () => {
  const along = createAlong();
  along.add(mostAlong - 1);
  along.add(1);
  along.add(0);
  expect(() => {
    along.add(1);
  }).toThrow(
    expect.objectContaining({ code: 'CONFLICT', violations: [expect.objectContaining({ code: 'TOO_MANY' })] }),
  );
});
