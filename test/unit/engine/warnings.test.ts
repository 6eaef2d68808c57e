// What is remarked beside an answer.
import { expect, test } from 'vitest';
import { createWarnings, warnOnTemplate } from '../../../src/engine/warnings.ts';

test('twenty templates that failed are named, each of them once', () => {
  const remarks = createWarnings();
  const warn = (at: number): void =>
    warnOnTemplate({ remarks }, `item ${String(at)}`, { code: 'TEMPLATE_RENDER', message: 'It failed.' });
  for (const at of [0, 0, 1]) warn(at);
  remarks.warnings.push({ code: 'TIMESTAMP_CUT', message: 'Cut.' });
  for (let at = 2; at < 30; at += 1) warn(at);
  const failed = remarks.warnings.filter(({ code }) => code === 'TEMPLATE_RENDER').map(({ message }) => message);
  expect(failed).toEqual(Array.from({ length: 20 }, (_, at) => `Template item item ${String(at)}: It failed.`));
});
