// How much one write takes along.
import { expect, test } from 'vitest';
import { createCascade, mostCascaded } from '../../../src/engine/cascade.ts';

test('As many rows go along as one write may change, in any parts, and not one more', () => {
  const cascade = createCascade();
  cascade.add(mostCascaded - 1);
  cascade.add(1);
  cascade.add(0);
  expect(() => {
    cascade.add(1);
  }).toThrow(
    expect.objectContaining({ code: 'CONFLICT', violations: [expect.objectContaining({ code: 'TOO_MANY' })] }),
  );
});
