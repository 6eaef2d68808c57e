// The word for what a person may do on a company: the strongest built-in role whose labels are all held. Resource
// reference 2.5.
import { labelsThatGive } from './label.ts';

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
