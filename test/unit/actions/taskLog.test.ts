// Whether a line in the log of a task may be edited: what follows from the line, its author and the time alone.
import { expect, test } from 'vitest';
import { taskLogKind } from '../../../src/actions/work/taskLog.ts';

const created = '2026-01-01T00:00:00.000Z';

/** The code that the edit is refused with; null where it may be made. */
function refusalOf(
  line: { readonly activity?: string; readonly identity?: string | null },
  editor: string | null,
  now: string,
) {
  const before = { activity: 'COMMENT_ADDED', identity: 'a', createdTimestamp: created, ...line };
  const step = { operation: 'UPDATE', before, context: { viewer: { identityUrn: editor } }, now };
  try {
    // What the decision looks at of a step.
    void taskLogKind.decide?.(step as never);
    return null;
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

test('A comment is edited up to its fifteenth minute, and not a millisecond longer', () => {
  expect(refusalOf({}, 'a', '2026-01-01T00:15:00.000Z')).toBeNull();
  expect(refusalOf({}, 'a', '2026-01-01T00:15:00.001Z')).toBe('CONFLICT');
});

test('A comment is edited by its author alone, and one of nobody by no one', () => {
  expect(refusalOf({}, 'b', created)).toBe('FORBIDDEN');
  expect(refusalOf({}, null, created)).toBe('FORBIDDEN');
  expect(refusalOf({ identity: null }, null, created)).toBe('FORBIDDEN');
});

test('What the service noted is edited by no one', () => {
  expect(refusalOf({ activity: 'CREATED' }, 'a', created)).toBe('CONFLICT');
});
