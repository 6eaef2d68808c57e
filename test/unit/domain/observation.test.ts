// The face that a path belongs to.
import { expect, test } from 'vitest';
import { faceOf } from '../../../src/domain/observation.ts';

test.each([
  ['/graphql', 'graph'],
  ['/graphql/stream', 'stream'],
  ['/graphql/streams', 'other'],
  ['/n/v1/task', 'rest'],
  ['/v/v1/entityview/home', 'view'],
  ['/n/v2/task', 'other'],
  ['/graphql/ide', 'other'],
  ['/healthz', 'other'],
  ['/', 'other'],
])('%s is %s', (path, face) => {
  expect(faceOf(path)).toBe(face);
});
