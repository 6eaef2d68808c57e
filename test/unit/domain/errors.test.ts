// The status of each error is the one that the reference states.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCatalog, invalid, type Violation } from '../../../src/domain/errors.ts';

/** Codes that came after the reference, and the few whose name says their status. */
const later: Readonly<Record<string, number>> = {
  CURSOR_LOST: 410,
  FAILED_DEPENDENCY: 424,
  POSITION_INVALID: 400,
  RESULT_TOO_LARGE: 400,
  TENANT_MOVED: 421,
};

test('Every code is answered with the status that is documented', () => {
  const reference = readFileSync(new URL('../../../docs/spec/resources.md', import.meta.url), 'utf8');
  const rows = [...reference.matchAll(/^\| ([A-Z_]+(?:, [A-Z_]+)*) \| (\d{3})\b/gm)];
  const stated = rows.flatMap(([, codes = '', status]) => codes.split(', ').map((code) => [code, Number(status)]));
  expect(stated.length).toBeGreaterThan(25);
  const expected = { ...Object.fromEntries(stated), ...later };
  const given = Object.fromEntries(Object.entries(errorCatalog).map(([code, { status }]) => [code, status]));
  expect(given).toEqual(Object.fromEntries(Object.keys(given).map((code) => [code, expected[code]])));
  expect(stated.map(([code]) => code).filter((code) => !(String(code) in given))).toEqual([]);
});

test('A refusal names the first hundred broken rules', () => {
  const broken = Array.from({ length: 101 }, (_, at): Violation => {
    return { path: `/tags/${String(at)}`, code: 'TOO_LONG', message: 'Too long.' };
  });
  expect(invalid(broken).violations).toEqual(broken.slice(0, 100));
  expect(invalid(broken.slice(1)).violations).toEqual(broken.slice(1));
});
