// Cycles among tasks that block one another.
import { expect, test } from 'vitest';
import { cycleThrough, type Dependency } from '../../../src/domain/dependencyGraph.ts';

const edges = (...pairs: string[]): Dependency[] => pairs.map((p) => ({ from: p.charAt(0), to: p.charAt(1) }));

test('a cycle is reported in order, with its first member again at the end', () => {
  expect(cycleThrough('A', edges('AB', 'BC', 'CA'))).toEqual(['A', 'B', 'C', 'A']);
  expect(cycleThrough('B', edges('AB', 'BC', 'CA'))).toEqual(['B', 'C', 'A', 'B']);
});

test('the shortest of several cycles is reported', () => {
  expect(cycleThrough('A', edges('AB', 'BC', 'CD', 'DA', 'CA'))).toEqual(['A', 'B', 'C', 'A']);
});

test('a task that blocks itself is a cycle of one', () => {
  expect(cycleThrough('A', edges('AA'))).toEqual(['A', 'A']);
});

test('a diamond and a cycle elsewhere are not cycles through the task', () => {
  expect(cycleThrough('A', edges('AB', 'AC', 'BD', 'CD'))).toBeNull();
  expect(cycleThrough('A', edges('AB', 'BC', 'CB'))).toBeNull();
});

test('a cycle of a thousand is found', () => {
  const ring = Array.from({ length: 1000 }, (_, at) => ({ from: String(at), to: String((at + 1) % 1000) }));
  expect(cycleThrough('0', ring)).toHaveLength(1001);
});
