// Triggers made by a caller: they announce the present state of an object anew. Resource reference 9.2.
import { kindsOf } from '../../database/standingStore.ts';
import { rowsByUrn } from '../../database/resourceStore.ts';
import { announceAgain } from '../../database/triggerStore.ts';
import { actorOf } from '../../domain/actor.ts';
import { readScope } from '../authorize.ts';
import type { Kind, Step } from './kind.ts';

/** The hooks of webhook triggers. */
export const webhookTriggerKind: Kind = {
  async prepare(step) {
    step.values['actor'] = actorOf(step.context.viewer);
    step.values['changedFields'] = [];
    const { subject, targetUrn } = step.values;
    if (subject === 'UNKNOWN') {
      step.violations.push({ path: '/subject', code: 'INVALID_ENUM', message: 'UNKNOWN cannot be announced.' });
      return;
    }
    if (typeof targetUrn !== 'string') {
      if (targetUrn === undefined || targetUrn === null) {
        step.violations.push({ path: '/targetUrn', code: 'REQUIRED', message: 'Name what is to be announced.' });
      }
      return;
    }
    if (typeof subject === 'string') await findTarget(step, subject, targetUrn);
  },

  after: (step) => announceAgain(step.transaction, step.urn),
};

async function findTarget(step: Step, subject: string, targetUrn: string): Promise<void> {
  const { context, transaction } = step;
  const kind = (await kindsOf(transaction, context.contract, [targetUrn])).get(targetUrn);
  const [row] =
    kind?.subject === subject
      ? await rowsByUrn(transaction, context.contract, readScope(context.viewer, kind), kind, [targetUrn])
      : [];
  if (row?.$owner === step.owner) {
    step.values['targetVersion'] = row.version;
    return;
  }
  const message = 'There is no such object of that subject and owner.';
  step.violations.push({ path: '/targetUrn', code: 'INVALID_REFERENCE', message, related: [targetUrn] });
}
