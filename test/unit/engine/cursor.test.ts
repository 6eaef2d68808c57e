// Cursors: what they carry, and that one fits a single list, order and filter.
import { expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { longValue, type Filter, type OrderTerm } from '../../../src/contract/listQuery.ts';
import { fieldOf } from '../../../src/contract/resource.ts';
import type { Row } from '../../../src/database/engine/row.ts';
import { cursorAt, cursorOf, listFingerprint, positionFrom, positionOf, sealed } from '../../../src/engine/cursor.ts';

const { Project, Task, WebhookTrigger } = loadContract().kinds;
const by = (name: string, isDescending = false): OrderTerm => ({ field: fieldOf(Project, name), isDescending });
const order = [by('name'), by('createdTimestamp', true)];
const parts = { cursorKey: Buffer.alloc(32, 1), eventLog: { epoch: 4 } };
const invalid = expect.objectContaining({ code: 'INVALID_CURSOR' });

// Only what cursors read of a row.
const row = (values: Readonly<Record<string, unknown>>): Row => ({ urn: 'urn-1', $kind: 'Project', ...values }) as Row;

test('a list has a mark of its own for each order and filter', () => {
  const filter = (value: unknown, operator: 'eq' | 'ne' = 'eq'): Filter => ({
    ...{ field: fieldOf(Project, 'name'), operator, value },
  });
  const marks = [
    listFingerprint('Project', order),
    listFingerprint('Task', order),
    listFingerprint('Project', [by('name'), by('createdTimestamp')]),
    listFingerprint('Project', [by('name', true), by('createdTimestamp', true)]),
    listFingerprint('Project', [by('name')]),
    listFingerprint('Project', [by('dueTimestamp'), by('createdTimestamp', true)]),
    listFingerprint('Project', order, [filter('a')]),
    listFingerprint('Project', order, [filter('b')]),
    listFingerprint('Project', order, [filter('a', 'ne')]),
    listFingerprint('Project', order, [{ field: fieldOf(Task, 'title'), operator: 'eq', value: 'a' }]),
  ];
  expect(new Set(marks).size).toBe(marks.length);
  expect(listFingerprint('Project', [...order], [filter('a')])).toBe(marks[6]);
});

test('a position is the values that the list is ordered by, and the urn', () => {
  const values = { name: 'x'.repeat(80), createdTimestamp: null };
  expect(positionOf(order, row(values))).toEqual(['x'.repeat(80), null, 'urn-1']);
  expect(positionOf([by('name')], row({ name: 'x'.repeat(81) }))).toEqual([longValue, 'urn-1']);
  expect(positionOf([by('name'), by('name'), by('name')], row({ name: false }))).toEqual([
    false,
    false,
    false,
    'urn-1',
  ]);
  expect(positionOf([by('name')], row({ name: 3 }))).toEqual([3, 'urn-1']);
  expect(positionOf([by('name')], row({}))).toEqual([null, 'urn-1']);
});

test('a cursor stands for its position, in its own list alone', () => {
  const cursor = cursorOf(parts, 'list', order, row({ name: 'é', createdTimestamp: '2026-01-01' }));
  const position = ['é', '2026-01-01', 'urn-1'];
  expect(positionFrom(parts, 'list', order, cursor)).toEqual(position);
  expect(cursorAt(parts, 'list', position)).toBe(cursor);
  expect(() => positionFrom(parts, 'other', order, cursor)).toThrow(invalid);
  expect(() => positionFrom({ ...parts, cursorKey: Buffer.alloc(32, 2) }, 'list', order, cursor)).toThrow(invalid);
  for (const wrong of [[by('name')], [...order, by('name')]])
    expect(() => positionFrom(parts, 'list', wrong, cursor)).toThrow(invalid);
});

test('what was not given out is refused', () => {
  const cursor = sealed(parts.cursorKey, 'list', ['a', 'urn-1']);
  const [body = '', signature = ''] = cursor.split('.');
  const altered = Buffer.from('["b","urn-1"]').toString('base64url');
  const wrong = [
    '',
    'x',
    body,
    `${body}.`,
    `.${signature}`,
    `${altered}.${signature}`,
    `${cursor}.x`,
    `${body}.${signature}x`,
  ];
  for (const text of [...wrong, `${body}.${signature.slice(1)}`, `${'a'.repeat(2_100)}.${signature}`])
    expect(() => positionFrom(parts, 'list', ['name'], text), text).toThrow(invalid);
  const named = (given: string | { readonly before: string }): void =>
    void positionFrom(parts, 'list', ['name'], given);
  for (const [given, path] of [
    ['x', '?after'],
    [{ before: 'x' }, '?before'],
  ] as const)
    expect(() => named(given)).toThrow(
      expect.objectContaining({ violations: [expect.objectContaining({ path, code: 'INVALID_CURSOR' })] }),
    );
  const longest = sealed(parts.cursorKey, 'list', ['a'.repeat(1_400), 'urn-1']);
  expect(longest.length).toBeLessThanOrEqual(2_048);
  expect(positionFrom(parts, 'list', ['name'], longest)).toHaveLength(2);
  const tooLong = sealed(parts.cursorKey, 'list', ['a'.repeat(1_600), 'urn-1']);
  expect(() => positionFrom(parts, 'list', ['name'], tooLong)).toThrow(invalid);
});

test('in the order of the event log the cursor is that of the event', () => {
  const sequence = (isDescending = false): OrderTerm => ({ field: fieldOf(WebhookTrigger, 'sequence'), isDescending });
  const event = row({ $kind: 'WebhookTrigger', sequence: 7 });
  expect(cursorOf(parts, 'list', [sequence()], event)).toBe('4.7');
  expect(positionFrom(parts, 'list', [sequence()], '4.7')).toEqual(['7', 4]);
  expect(positionFrom(parts, 'list', [sequence()], '7')).toMatchObject({ 0: '7' });
  expect(cursorOf(parts, 'list', [sequence()], { ...event, $kind: 'Project' })).not.toBe('4.7');
  for (const other of [[sequence(true)], [sequence(), by('name')]]) {
    expect(cursorOf(parts, 'list', other, event)).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(cursorOf(parts, 'list', other, event)).not.toBe('4.7');
    expect(() => positionFrom(parts, 'list', other, '4.7')).toThrow(invalid);
  }
});
