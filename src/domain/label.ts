// What holding one permission label means for another. Spec: Permission; resource reference 2.4.

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

/** Whether a text is a label: one of ours, or an application's own, which starts with `x-`. */
export function isLabel(text: string): boolean {
  return text.startsWith('x-') || labels.includes(text);
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
