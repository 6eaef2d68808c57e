// What is remarked beside an answer.
import { expect, test } from 'vitest';
import { createWarnings, warnOnTemplate } from '../../../src/engine/warnings.ts';

test('of templates that failed twenty are named, each of them once, whichever was rendered first', () => {
  const warned = (order: readonly number[]): unknown => {
    const remarks = createWarnings();
    for (const at of order) {
      if (at === 2) remarks.warnings.push({ code: 'TIMESTAMP_CUT', message: 'Cut.' });
      const failure = { code: 'TEMPLATE_RENDER', message: 'It failed.' } as const;
      warnOnTemplate({ remarks }, `item ${String(at).padStart(2, '0')}`, failure);
    }
    return remarks.warnings;
  };
  const order = [0, 0, 1, ...Array.from({ length: 28 }, (_, at) => at + 2)];
  const named = order.slice(1, 21).map((at) => ({
    code: 'TEMPLATE_RENDER',
    message: `Template item item ${String(at).padStart(2, '0')}: It failed.`,
  }));
  expect(warned(order)).toEqual([{ code: 'TIMESTAMP_CUT', message: 'Cut.' }, ...named]);
  expect(warned(order.toReversed())).toEqual(warned(order));
});
