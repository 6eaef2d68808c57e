// The status of each error is the one that the reference states.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  errorCatalog,
  invalid,
  invalidParameter,
  invalidTransition,
  refusedAt,
  ServiceError,
  type Violation,
} from '../../../src/domain/errors.ts';

/** Codes that came after the reference, and the few whose name says their status. */
const later: Readonly<Record<string, number>> = {
  CURSOR_LOST: 410,
  FAILED_DEPENDENCY: 424,
  OWNER_REQUIRED: 400,
  POSITION_INVALID: 400,
  RESULT_TOO_LARGE: 400,
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

test('A broken rule is told once, and that a field is required not beside what is told of it or of what holds it', () => {
  const broken = (path: string, code: Violation['code']): Violation => ({ path, code, message: code });
  const format = [broken('/a', 'INVALID_FORMAT'), broken('/a/b', 'TOO_LONG'), broken('/a/c', 'INVALID_FORMAT')];
  const implied = [broken('/a', 'REQUIRED'), broken('/a/d', 'REQUIRED'), broken('/a/e/f', 'REQUIRED'), ...format];
  const other = [broken('/ab', 'REQUIRED'), broken('', 'TOO_MANY'), broken('/c', 'REQUIRED')];
  expect(invalid([...format, ...implied, ...other]).violations).toEqual([...format, ...other]);
});

test('What passes says when to try again, and nothing else does', () => {
  const times = Object.keys(errorCatalog).map((code) => {
    return [code, new ServiceError(code as keyof typeof errorCatalog).extras.retryAfterSeconds];
  });
  expect(times.filter(([, seconds]) => seconds !== undefined)).toEqual([
    ['RATE_LIMITED', 1],
    ['UNAVAILABLE', 1],
  ]);
  expect(new ServiceError('UNAVAILABLE', undefined, [], { retryAfterSeconds: 7 }).extras).toEqual({
    retryAfterSeconds: 7,
  });
});

test('A refusal says where, and what is allowed instead', () => {
  expect(invalidTransition('/status', 'A', 'B', [])).toMatchObject({
    code: 'INVALID_TRANSITION',
    message: 'A cannot become B. Allowed: nothing.',
    violations: [{ path: '/status', code: 'INVALID_TRANSITION', limit: '' }],
  });
  expect(invalidTransition('/status', 'A', 'B', ['C', 'D']).violations[0]).toMatchObject({ limit: 'C, D' });
  expect(refusedAt('CONFLICT', { path: '/a', message: 'Why.' }).violations).toEqual([
    { path: '/a', code: 'CONFLICT', message: 'Why.' },
  ]);
  expect(refusedAt('CONFLICT', { path: '/a', message: 'Why.', code: 'IN_USE' }).violations[0]?.code).toBe('IN_USE');
  expect(invalidParameter('limit', 'Too much.', 200)).toMatchObject({
    message: 'limit: Too much.',
    violations: [{ path: '?limit', code: 'INVALID_PARAMETER', message: 'Too much.', limit: 200 }],
  });
});
