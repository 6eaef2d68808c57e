// What is noted of an answer that is kept.
import { expect, test } from 'vitest';
import { createShownRows } from '../../../src/domain/shownRows.ts';

const row = (urn: string, more: object = {}): object => ({ $kind: 'Task', urn, ...more });

test('Resources are noted once each, as they were shown, and nothing else is', () => {
  const shown = createShownRows();
  shown.note([row('a'), [row('a')], row('b', { $seesDrafts: true }), row('c', { $isUnread: true, $seesDrafts: true })]);
  shown.note([row('b'), row('value', { $itemUrn: 'item' })]);
  shown.note({ kind: { name: 'Project' }, urn: 'found' });
  for (const other of [
    null,
    undefined,
    'text',
    1,
    {},
    { urn: 'a' },
    { $kind: 'Task' },
    { kind: { name: 1 }, urn: 'a' },
  ])
    shown.note(other);
  for (const kind of [null, 'Task', {}]) shown.note({ kind, urn: 'a' });
  expect(shown.rows()).toEqual([
    { kind: 'Task', urn: 'a', as: 'READ' },
    { kind: 'Task', urn: 'b', as: 'DRAFT' },
    { kind: 'Task', urn: 'c', as: 'MADE' },
    { kind: 'Task', urn: 'b', as: 'READ' },
    { kind: 'Task', urn: 'item', as: 'READ' },
    { kind: 'Project', urn: 'found', as: 'READ' },
  ]);
});

test('An answer with more than 5,000 resources is not kept, and neither is one that changes nothing', () => {
  const shown = createShownRows();
  for (let at = 0; at < 5_000; at += 1) shown.note(row(String(at)));
  expect(shown.rows()).toHaveLength(5_000);
  shown.note(row('one more'));
  expect(shown.rows()).toBeNull();
  const read = createShownRows();
  read.note(row('a'));
  read.noteRead();
  expect(read.rows()).toBeNull();
});
