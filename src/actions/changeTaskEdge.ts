// Adds or removes one member of a list of a task, without the others being sent. Resource reference 5.4.
import { fieldOf, resourceOf } from '../contract/resource.ts';
import { databaseNow, linkedUrns } from '../database/changeStore.ts';
import type { Transaction } from '../database/database.ts';
import type { Row } from '../database/row.ts';
import { standings } from '../database/standingStore.ts';
import { invalid, notFound } from '../domain/errors.ts';
import type { TaskList } from '../domain/taskActivity.ts';
import { requireCaller } from './authorize.ts';
import type { Context, WriteOptions, Written } from './context.ts';
import { kindOf } from './kinds/index.ts';
import type { Step } from './kinds/kind.ts';
import { lockForWrite } from './lockForWrite.ts';
import { applyUpdate } from './updateResource.ts';
import { stepOn } from './stepOn.ts';

/** One member of one list. */
export interface TaskEdgeChange {
  readonly urn: string;
  readonly list: TaskList;
  readonly other: string;
  readonly isAdded: boolean;
}

/**
 * The task after the change; `isNew` tells whether there was anything to change. NOT_FOUND when the task or the other end
 * may not be read, or when a member that is to go is not in the list.
 */
export async function changeTaskEdge(
  context: Context,
  change: TaskEdgeChange,
  options: WriteOptions,
): Promise<Written> {
  requireCaller(context.viewer);
  const { urn, list, other, isAdded } = change;
  const resource = resourceOf(context.contract, 'Task');
  const isNew = await context.database.transaction(async (transaction) => {
    const approach = { context, transaction, resource, operation: 'UPDATE', urn, values: { [list]: [other] } } as const;
    await kindOf(resource).lockFirst?.(approach);
    const before = await lockForWrite(context, transaction, resource, urn, resource.labels.update, options);
    const field = fieldOf(resource, list);
    const stored = await linkedUrns(transaction, context.contract, resource, field, urn);
    const isThere = stored.includes(other);
    if (!(await isReadable(context, transaction, field.typeName, other)) || (!isAdded && !isThere)) throw notFound();
    if (isAdded && isThere) return false;
    const members = isAdded ? [...stored, other] : stored.filter((member) => member !== other);
    await write({ context, transaction, options, before, now: await databaseNow(transaction) }, { [list]: members });
    return true;
  });
  context.loaders.clear();
  const row = await context.loaders.byUrn(resource.name, urn);
  if (!row) throw notFound();
  return { row, isNew };
}

async function isReadable(context: Context, transaction: Transaction, kind: string, urn: string): Promise<boolean> {
  const resource = resourceOf(context.contract, kind);
  const { contract, viewer } = context;
  return (await standings(transaction, contract, viewer, resource, [urn], resource.labels.read)).has(urn);
}

async function write(
  parts: Pick<Step, 'context' | 'transaction' | 'options' | 'now'> & { readonly before: Row },
  values: Record<string, unknown>,
): Promise<void> {
  const resource = resourceOf(parts.context.contract, 'Task');
  const kind = kindOf(resource);
  const step = stepOn(parts, 'UPDATE', parts.before, { options: parts.options, values });
  await kind.prepare?.(step);
  if (step.violations.length > 0) throw invalid(step.violations);
  await kind.decide?.(step);
  await applyUpdate(step, parts.before);
}
