// The role name for what a person may do.
import { expect, test } from 'vitest';
import { userRole } from '../../../src/domain/label.ts';

test.each([
  [[], 'DEFAULT'],
  [['READ', 'x-own'], 'DEFAULT'],
  [['COMMENT'], 'COMMENTER'],
  [['CREATE', 'UPDATE'], 'DEFAULT'],
  [['CREATE', 'UPDATE', 'COMMENT'], 'EDITOR'],
  [['CREATE', 'UPDATE', 'COMMENT', 'PUBLISH'], 'PUBLISHER'],
  [['MANAGE'], 'PUBLISHER'],
  [['ADMIN'], 'ADMIN'],
])('The labels %j amount to %s.', (labels, role) => {
  expect(userRole(labels)).toBe(role);
});
