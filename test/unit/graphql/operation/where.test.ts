// The argument `where` as conditions: how they are put together, and the last that each limit allows. Resource reference 1.7.
import { expect, test } from 'vitest';
import { plainFilter } from '../../../../src/contract/listQuery.ts';
import { loadContract } from '../../../../src/contract/load.ts';
import { readWhere } from '../../../../src/graphql/operation/where.ts';

const task = loadContract().kinds.Task;
const read = (where: Record<string, unknown> | null): unknown[] => readWhere(task, where).map(plainFilter);
const one = { title: { eq: 'a' } };
const plainOne = ['title', 'eq', 'a'];

test('conditions, groups and links are read as what they demand', () => {
  expect(read(null)).toEqual([]);
  expect(read({})).toEqual([]);
  expect(read({ title: { eq: 'a', ne: 'b' }, status: null, project: { isNull: true } })).toEqual([
    plainOne,
    ['title', 'ne', 'b'],
    ['project', 'isNull', true],
  ]);
  expect(read({ and: [one, {}] })).toEqual([
    ['every', [plainOne]],
    ['every', []],
  ]);
  expect(read({ or: [one, one] })).toEqual([
    [
      'some',
      [
        ['every', [plainOne]],
        ['every', [plainOne]],
      ],
    ],
  ]);
  expect(read({ or: [] })).toEqual([['some', []]]);
  expect(read({ or: null, and: [] })).toEqual([]);
  expect(read({ not: one })).toEqual([['not', ['every', [plainOne]]]]);
  expect(read({ project: { where: { name: { eq: 'P' } } } })).toEqual([
    ['link', 'project', ['every', [['name', 'eq', 'P']]]],
  ]);
});

const times = (count: number): object[] => Array.from({ length: count }, () => one);
const nested = (levels: number): Record<string, unknown> => (levels === 1 ? one : { not: nested(levels - 1) });
const links = (count: number): Record<string, unknown> => ({
  or: Array.from({ length: count }, () => ({ project: { where: {} } })),
});

test.each<[string, (size: number) => Record<string, unknown>, number, string]>([
  ['conditions', (size) => ({ or: times(size) }), 50, 'where: At most 50 conditions.'],
  [
    'conditions in different groups',
    (size) => ({ and: times(size - 1), not: one }),
    50,
    'where: At most 50 conditions.',
  ],
  ['levels', nested, 5, 'where/not/not/not/not/not: At most 5 levels.'],
  ['links', links, 5, 'where: At most 5 links.'],
])('of %s there may be so many, and no more', (_, where, most, message) => {
  expect(() => read(where(most))).not.toThrow();
  expect(() => read(where(most + 1))).toThrow(expect.objectContaining({ code: 'INVALID_PARAMETER', message }));
});

test('a condition reaches through one link, which is a level', () => {
  const through = (where: object): Record<string, unknown> => ({ project: { where } });
  expect(() => read(through({ owner: { where: {} } }))).toThrow('Conditions reach through one link.');
  expect(() => read(through({ not: { not: { not: { name: { eq: 'a' } } } } }))).not.toThrow();
  expect(() => read(through({ not: { not: { not: { not: { name: { eq: 'a' } } } } } }))).toThrow('At most 5 levels.');
});
