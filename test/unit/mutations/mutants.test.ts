// The slips that the mutation run makes: each kind is found where it is, and none where it would be no program.
import { expect, test } from 'vitest';
import { blocksOf, mutantsOf } from '../../mutations/mutants.ts';

const made = (source: string): string[] =>
  mutantsOf('src/database/x.ts', source).map(
    ({ start, end, kind, replacement }) => `${kind}: ${source.slice(0, start)}${replacement}${source.slice(end)}`,
  );

test.each<[source: string, slips: string[]]>([
  ['a < b', ['border: a <= b']],
  ['a >= b', ['border: a > b']],
  ['a && b', ['condition: true && b', 'condition: a && true']],
  ['a || b || c', ['condition: false || b || c', 'condition: a || false || c', 'condition: a || b || false']],
  ['x = f(10_000)', ['limit: x = f(10001)']],
  ['if (a) throw b', ['guard: ;']],
  ['await send(a);', ['call: ;']],
  ['a ? b : c', ['branch: a ? c : b']],
  ['x = f({ "cache-control": a, plain: b })', ['header: x = f({ ...{}, plain: b })']],
  ['x = a.filter(f)', ['filter: x = a']],
  [
    'x = q(`SELECT 1 WHERE a > 1 AND b`)',
    ['sql border: x = q(`SELECT 1 WHERE a >= 1 AND b`)', 'conjunct: x = q(`SELECT 1 WHERE a > 1 AND (TRUE OR (b))`)'],
  ],
  ['x = q("SELECT 1 ORDER BY a, urn LIMIT 1")', ['sql tiebreaker: x = q("SELECT 1 ORDER BY a LIMIT 1")']],
  ['x = say("more > less")', []],
  ["x = may(urn, 'READ')", ["label: x = may(urn, 'READ_DRAFT')"]],
  ["x = { label: 'UPDATE' }", ["label: x = { label: 'COMMENT' }"]],
  ["x = { operation: 'UPDATE' }", []],
  [`x = q("SELECT 1 WHERE g.label = 'ADMIN'")`, [`sql label: x = q("SELECT 1 WHERE g.label = 'MANAGE'")`]],
  [
    'x = q("UPDATE t SET a = 1, b = 2")',
    ['sql set: x = q("UPDATE t SET b = 2")', 'sql set: x = q("UPDATE t SET a = 1")'],
  ],
])('%s', (source, slips) => {
  expect(made(source)).toEqual(slips);
});

test('slips are numbered by line', () => {
  expect(mutantsOf('f.ts', 'a < b;\n\nc > d && e').map(({ id }) => id)).toEqual([
    'f.ts:1:1',
    'f.ts:3:1',
    'f.ts:3:2',
    'f.ts:3:3',
  ]);
});

test('blocks are the bodies of functions and statements', () => {
  const source = 'const f = () => 1; function g() { if (a) { b(); } }';
  expect(blocksOf('f.ts', source).map(({ start, end }) => source.slice(start, end))).toEqual([
    '1',
    ' if (a) { b(); } }',
    ' b(); }',
  ]);
});
