// Project statuses: the whole table of transitions.
import { describe, expect, it } from 'vitest';
import { allowedNext, projectStatuses, takesTasks } from '../../../src/domain/projectStatus.ts';

describe('project statuses', () => {
  it.each([
    ['ACTIVE', ['ON_HOLD', 'COMPLETED', 'ARCHIVED']],
    ['ON_HOLD', ['ACTIVE', 'COMPLETED', 'ARCHIVED']],
    ['COMPLETED', ['ARCHIVED']],
    ['ARCHIVED', ['ACTIVE']],
  ] as const)('let %s become %j and nothing else', (status, next) => {
    expect(allowedNext(status)).toEqual(next);
  });

  it('refuse new tasks only when ARCHIVED', () => {
    expect(projectStatuses.filter((status) => !takesTasks(status))).toEqual(['ARCHIVED']);
  });
});
