// What holding one permission label means for another. Spec: Permission; resource reference 2.4.
import type { Violation } from './errors.ts';

const includes: Readonly<Record<string, readonly string[]>> = {
  VIEW: [],
  READ: ['VIEW'],
  READ_DRAFT: ['READ', 'VIEW'],
  COMMENT: ['READ', 'VIEW'],
  CREATE: ['READ', 'VIEW'],
  UPDATE: ['READ_DRAFT', 'READ', 'VIEW'],
  PUBLISH: ['READ_DRAFT', 'READ', 'VIEW'],
  DELETE: ['READ', 'VIEW'],
  ASSIGN: ['READ', 'VIEW'],
  MEMBER: [],
  MANAGE: ['VIEW', 'READ', 'READ_DRAFT', 'COMMENT', 'CREATE', 'UPDATE', 'PUBLISH', 'DELETE', 'ASSIGN'],
  ADMIN: ['VIEW', 'READ', 'READ_DRAFT', 'COMMENT', 'CREATE', 'UPDATE', 'PUBLISH', 'DELETE', 'ASSIGN', 'MANAGE'],
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

/** Whether the label shows its object and gives nothing else. Of content, that is what is live: drafts need READ_DRAFT. */
export function showsLive(label: string): boolean {
  return label === 'READ' || label === 'VIEW';
}

/**
 * The label that shows the events of a kind, by the one that shows the kind. Events say who changed what, and when: VIEW shows
 * neither people nor histories, so that it shows no events.
 */
export function followLabel(read: string): string {
  return read === 'VIEW' ? 'READ' : read;
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
