// What an operation ran, told to an administrator who asks for it by `extensions.explain` of its request. It is what was done, not what
// would be.
import { companiesWith, effectiveLabels, holdsTenant } from '../../domain/heldLabels.ts';
import { forbidden } from '../../domain/errors.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { recording, type RecordedStatement } from '../../tracing/recorded.ts';

/** `extensions.explain` of an answer. */
interface SaidExplain {
  /** From the beginning of the request until its answer was there. */
  readonly milliseconds: number;
  /** How many statements ran, and the first hundred of them, in the order in which they ended. */
  readonly statementCount: number;
  readonly statements: readonly RecordedStatement[];
}

/** Whether a request asks what it runs. */
export function asksExplain(extensions: unknown): boolean {
  return (
    typeof extensions === 'object' && extensions !== null && 'explain' in extensions && extensions.explain === true
  );
}

/** Refuses callers who do not administer their tenant: FORBIDDEN. Statements tell what a table holds, and how long it takes. */
export function requireExplaining(viewer: Viewer): void {
  const isAdministrator = holdsTenant(viewer, companiesWith(viewer, effectiveLabels(viewer, 'ADMIN')));
  if (!isAdministrator) throw forbidden('extensions.explain needs ADMIN on the root company.');
}

/** What the request ran until now; null where it did not ask. */
export function saidExplain(): SaidExplain | null {
  const recorded = recording();
  if (!recorded) return null;
  const { milliseconds, count, statements } = recorded;
  return { milliseconds, statementCount: count, statements };
}
