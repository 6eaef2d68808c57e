// Log lines for the changes of a task.
import { expect, test } from 'vitest';
import { activitiesOf, listActivity } from '../../../src/domain/taskActivity.ts';

const task = {
  title: 'A',
  description: '',
  dueTimestamp: '2026-01-01T00:00:00.000Z',
  status: 'PENDING',
  priority: 'NONE',
};

test('an unchanged member has no line', () => {
  expect(activitiesOf(task, { ...task, assignee: null })).toEqual([]);
});

test('each change has its own line, with both values', () => {
  const lines = activitiesOf(task, { ...task, title: 'B', status: 'IN_PROGRESS', priority: 'HIGH' });
  expect(lines).toEqual([
    { activity: 'TITLE_UPDATED', subject: null, fromValue: 'A', toValue: 'B' },
    { activity: 'STATUS_IN_PROGRESS', subject: null, fromValue: 'PENDING', toValue: 'IN_PROGRESS' },
    { activity: 'PRIORITY_HIGH', subject: null, fromValue: 'NONE', toValue: 'HIGH' },
  ]);
});

test('a due time that is set or moved differs from one that is taken away', () => {
  const due = (dueTimestamp: string | null) => activitiesOf(task, { ...task, dueTimestamp });
  expect(due('2026-02-01T00:00:00.000Z')).toEqual([
    {
      activity: 'DUE_DATE_UPDATED',
      subject: null,
      fromValue: '2026-01-01T00:00:00.000Z',
      toValue: '2026-02-01T00:00:00.000Z',
    },
  ]);
  expect(due(null)).toEqual([
    { activity: 'DUE_DATE_UNSET', subject: null, fromValue: '2026-01-01T00:00:00.000Z', toValue: null },
  ]);
});

test('a link that is set points to the new object, a removed one to the old', () => {
  expect(activitiesOf({ ...task, assignee: 'x' }, { ...task, assignee: 'y' })).toEqual([
    { activity: 'ASSIGNED', subject: { urn: 'y', type: 'ASSIGNEE' }, fromValue: 'x', toValue: 'y' },
  ]);
  expect(activitiesOf({ ...task, project: 'x' }, { ...task, project: null })).toEqual([
    { activity: 'WORK_PROJECT_UNSET', subject: { urn: 'x', type: 'PROJECT' }, fromValue: 'x', toValue: null },
  ]);
});

test('a long text is cut to 1024 characters, never within one', () => {
  const [line] = activitiesOf(task, { ...task, description: '😀'.repeat(2000) });
  expect(Array.from(line?.toValue ?? '')).toHaveLength(1024);
  expect(line?.toValue?.endsWith('😀')).toBe(true);
});

test('a line for an added or removed member names its list', () => {
  expect(listActivity('blockedBy', true, 'x')).toEqual({
    activity: 'WORK_TASK_BLOCKER_ADDED',
    subject: { urn: 'x', type: 'DEPENDENCY' },
    fromValue: null,
    toValue: 'x',
  });
  expect(listActivity('associatedTasks', false, 'x')).toEqual({
    activity: 'WORK_TASK_ASSOCIATION_REMOVED',
    subject: { urn: 'x', type: 'ASSOCIATION' },
    fromValue: 'x',
    toValue: null,
  });
});
