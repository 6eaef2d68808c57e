// Task statuses: the whole table of transitions.
import { describe, expect, it } from 'vitest';
import { allowedNext, categoryOf, needsBlockersDone, taskStatuses } from '../../../src/domain/taskStatus.ts';

describe('task statuses', () => {
  it('are six, in rank order', () => {
    expect(taskStatuses).toEqual(['UNDEFINED', 'PENDING', 'IN_PROGRESS', 'BLOCKED', 'COMPLETED', 'CLOSED']);
  });

  it.each([
    ['UNDEFINED', ['PENDING', 'IN_PROGRESS', 'BLOCKED', 'COMPLETED', 'CLOSED']],
    ['PENDING', ['IN_PROGRESS', 'BLOCKED', 'COMPLETED', 'CLOSED']],
    ['IN_PROGRESS', ['PENDING', 'BLOCKED', 'COMPLETED', 'CLOSED']],
    ['BLOCKED', ['PENDING', 'IN_PROGRESS', 'CLOSED']],
    ['COMPLETED', ['IN_PROGRESS', 'CLOSED']],
    ['CLOSED', ['PENDING']],
  ] as const)('lets %s become %j and nothing else', (status, next) => {
    expect(allowedNext(status)).toEqual(next);
  });

  it('require completed blockers only before COMPLETED', () => {
    expect(taskStatuses.filter(needsBlockersDone)).toEqual(['COMPLETED']);
  });

  it('fall into three categories', () => {
    expect(taskStatuses.map(categoryOf)).toEqual(['OPEN', 'OPEN', 'ACTIVE', 'ACTIVE', 'DONE', 'DONE']);
  });
});
