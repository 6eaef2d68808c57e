// Finding the conditions of an SQL text: a run that drops conditions is worthless if it drops the wrong words.
import { expect, test } from 'vitest';
import { conjunctsOf } from '../../mutations/conjuncts.ts';

const found = (source: string): string[] => conjunctsOf('store.ts', source).map(({ text }) => text);

test.each<[name: string, source: string, conditions: string[]]>([
  ['two conditions', '`SELECT 1 WHERE a AND b = 1 AND c IS NULL ORDER BY d`', ['b = 1', 'c IS NULL']],
  ['one in parentheses', '`WHERE (a AND b) OR c`', ['b']],
  [
    'one that holds another',
    '`WHERE a AND EXISTS (SELECT 1 WHERE x AND y) LIMIT 1`',
    ['EXISTS (SELECT 1 WHERE x AND y)', 'y'],
  ],
  ['the AND of BETWEEN is none', '`WHERE a BETWEEN 1 AND 2 AND b`', ['b']],
  ['a BETWEEN behind an AND stays whole', '`WHERE a AND b BETWEEN 1 AND 2`', ['b BETWEEN 1 AND 2']],
  [
    'CASE stays whole',
    '`WHERE a AND CASE WHEN b AND c THEN d ELSE e END`',
    ['CASE WHEN b AND c THEN d ELSE e END', 'c'],
  ],
  ['expressions', '`WHERE a AND ${b("x")} AND c = ${d}`', ['${b("x")}', 'c = ${d}']],
  ['a value in quotes around an expression', "`WHERE a AND k = '${name}' AND b`", ["k = '${name}'", 'b']],
  ['texts put together', '`WHERE a AND (b, c) IN` + ` (VALUES (1, 2)) ORDER BY d`', ['(b, c) IN` + ` (VALUES (1, 2))']],
  ['a condition that an expression ends is left out', '`WHERE a AND b` + rest', []],
  [
    'what is appended is no part of it',
    '`WHERE a AND b IS NULL${more} AND c = ANY(${d})${lock}`',
    ['b IS NULL', 'c = ANY(${d})'],
  ],
  ['prose has none', "'Neither this and that.'", []],
])('%s', (_, source, conditions) => {
  expect(found(source)).toEqual(conditions);
});

test('conditions are numbered by line', () => {
  expect(conjunctsOf('store.ts', 'const a = `x AND b AND c`;\nconst d = `x AND e`;').map(({ id }) => id)).toEqual([
    'store.ts:1:1',
    'store.ts:1:2',
    'store.ts:2:1',
  ]);
});
