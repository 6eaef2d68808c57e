// Dates of what is imported: when something was made may be sent with its create by who may MANAGE its owner, if it is past; from
// others it is ignored with a warning. Its history and its event keep the time of the write. Resource reference 16.3.
import { accessChecks } from '../database/engine/accessCheckStore.ts';
import { isBefore } from '../domain/instant.ts';
import type { WriteContext } from './kind.ts';
import { warnOnIgnoredDate } from './warnings.ts';

/** Keeps the dates that the new resources, all of one owner, were sent with, as far as the caller may date them. */
export async function settleImported(steps: readonly WriteContext[]): Promise<void> {
  const sent = steps.flatMap((step) =>
    step.resource.fields
      .filter((field) => field.isImported && step.values[field.name] !== undefined)
      .map((field) => ({ step, name: field.name })),
  );
  if (sent.length === 0) return;
  const mayDate = await managesOwner(steps[0]);
  for (const { step, name } of sent) {
    const { context, values, now, violations } = step;
    const path = `${step.path}/${name}`;
    const date = values[name];
    if (!mayDate) {
      Reflect.deleteProperty(values, name);
      warnOnIgnoredDate(context, path);
    } else if (typeof date === 'string' && isBefore(now, date)) {
      violations.push({
        path,
        code: 'OUT_OF_RANGE',
        message: 'The time must not be in the future.',
        limit: now,
      });
    }
  }
}

async function managesOwner(step: WriteContext | undefined): Promise<boolean> {
  // A place that cannot be found is refused anyway.
  if (!step || step.owner === '') return false;
  const { transaction, context, owner } = step;
  const company = { resource: context.contract.kinds.Company, urns: [owner] };
  return (await accessChecks(transaction, context.viewer, company, 'MANAGE')).get(owner)?.isAllowed === true;
}
