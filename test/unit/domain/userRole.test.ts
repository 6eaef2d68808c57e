// The role name for what a person may do.
import { expect, test } from 'vitest';
import { userRole } from '../../../src/domain/label.ts';

test.each([
  [[], 'DEFAULT'],
  [['READ', 'x-own'], 'DEFAULT'],
  [['COMMENT'], 'COMMENTER'],
  [['CREATE', 'UPDATE'], 'DEFAULT'],
  [['CREATE', 'UPDATE', 'COMMENT'], 'EDITOR'],
  [['CREATE', 'COMMENT'], 'COMMENTER'],
  [['UPDATE', 'COMMENT'], 'COMMENTER'],
  [['CREATE', 'UPDATE', 'COMMENT', 'PUBLISH'], 'PUBLISHER'],
  [['CREATE', 'UPDATE', 'PUBLISH'], 'DEFAULT'],
  [['CREATE', 'COMMENT', 'PUBLISH'], 'COMMENTER'],
  [['UPDATE', 'COMMENT', 'PUBLISH'], 'COMMENTER'],
  [['MANAGE'], 'PUBLISHER'],
  [['ADMIN'], 'ADMIN'],
])('The labels %j amount to %s.', (labels, role) => {
  expect(userRole(labels)).toBe(role);
});
