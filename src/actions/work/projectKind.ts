// Projects: their dates and statuses, and what the logs of their tasks say when a project goes. Resource reference 5.1,
// 10.5.
import { invalidTransition } from '../../domain/errors.ts';
import { allowedNext } from '../../domain/projectStatus.ts';
import type { Kind } from '../../engine/kind.ts';
import { deletesInSets } from '../../engine/setParts.ts';
import { noteLeaving } from './taskLog.ts';

/** Projects: their dates and statuses. */
export const projectKind: Kind<'Project'> = {
  sets: deletesInSets,

  prepare(step) {
    const { startTimestamp: start, dueTimestamp: due } = { ...step.before, ...step.values };
    if (typeof start !== 'string' || typeof due !== 'string' || due >= start) return;
    const path = step.values.dueTimestamp === undefined ? '/startTimestamp' : '/dueTimestamp';
    step.violations.push({
      path,
      code: 'OUT_OF_RANGE',
      message: 'The due date must not be before the start date.',
      limit: start,
    });
  },

  async decide(step) {
    if (step.operation === 'DELETE') await noteLeaving(step, 'project');
    const to = step.values.status;
    const from = step.before?.status;
    if (from === undefined || to === undefined || from === to || allowedNext(from).includes(to)) {
      return undefined;
    }
    throw invalidTransition('/status', from, to, allowedNext(from));
  },
};
