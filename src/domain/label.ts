// What holding one permission label means for another. Spec: Permission; resource reference 2.4.
import type { Violation } from './errors.ts';

const includes: Readonly<Record<string, readonly string[]>> = {
  READ: [],
  READ_DRAFT: ['READ'],
  COMMENT: ['READ'],
  CREATE: ['READ'],
  UPDATE: ['READ_DRAFT', 'READ'],
  PUBLISH: ['READ_DRAFT', 'READ'],
  DELETE: ['READ'],
  ASSIGN: ['READ'],
  MEMBER: [],
  MANAGE: ['READ', 'READ_DRAFT', 'COMMENT', 'CREATE', 'UPDATE', 'PUBLISH', 'DELETE', 'ASSIGN'],
  ADMIN: ['READ', 'READ_DRAFT', 'COMMENT', 'CREATE', 'UPDATE', 'PUBLISH', 'DELETE', 'ASSIGN', 'MANAGE'],
};

/** Every label with a meaning of its own. */
export const labels: readonly string[] = Object.keys(includes);

/**
 * What is wrong with a text at that path that is to be a label: INVALID_ENUM. Null for one of ours, and for an application's own,
 * which starts with `x-`.
 */
export function labelViolation(text: string, path: string): Violation | null {
  if (text.startsWith('x-') || labels.includes(text)) return null;
  const message = `One of ${labels.join(', ')}, or a text that starts with x-, is expected.`;
  return { path, code: 'INVALID_ENUM', message, limit: labels.join(', ') };
}

/** The labels any one of which suffices where `label` is needed. A free label (`x-...`) is satisfied only by itself. */
export function labelsThatGive(label: string): string[] {
  return [label, ...Object.keys(includes).filter((held) => includes[held]?.includes(label))];
}

/** A built-in role, and what it takes, strongest first. */
const ladder = [
  ['ADMIN', ['ADMIN']],
  ['PUBLISHER', ['CREATE', 'UPDATE', 'COMMENT', 'PUBLISH']],
  ['EDITOR', ['CREATE', 'UPDATE', 'COMMENT']],
  ['COMMENTER', ['COMMENT']],
] as const;

/** The built-in role that the labels amount to; DEFAULT for a known caller that holds none of the others. */
export function userRole(labels: readonly string[]): string {
  const holds = (needed: string): boolean => labelsThatGive(needed).some((label) => labels.includes(label));
  return ladder.find(([, needed]) => needed.every(holds))?.[0] ?? 'DEFAULT';
}
