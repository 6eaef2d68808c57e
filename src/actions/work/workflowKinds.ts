// Workflows and their stages: the list of stages, which stage may follow which, and that no stage goes while it holds
// tasks. Resource reference 5.2, 5.3.
import { fieldOf } from '../../contract/resource.ts';
import { replaceLinks } from '../../database/engine/changeStore.ts';
import { raiseVersion } from '../../database/engine/triggerStore.ts';
import { lockRow } from '../../database/engine/exclusiveFlagStore.ts';
import { lockStages, someTasksIn, tasksIn, workflowOf } from '../../database/work/workflowStore.ts';
import type { Values } from '../../database/engine/row.ts';
import { ServiceError } from '../../domain/errors.ts';
import { readScope } from '../../engine/authorize.ts';
import { exclusiveFlag } from '../../engine/exclusiveFlag.ts';
import { inUse } from '../../engine/removeRows.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';

const mostStages = 50;

/** The stages that a stage allows, some of which are not written yet. */
interface Deferred {
  readonly urn: string;
  readonly targets: readonly string[];
  readonly isStored: boolean;
}

// From `prepare` to `after` of one write; forgotten with the step.
const deferred = new WeakMap<WriteContext, readonly Deferred[]>();

const standard = exclusiveFlag('isDefault');

/** Workflows: their list of stages, and which is the default. */
export const workflowKind: Kind<'Workflow'> = {
  lock: standard.lock,

  async prepare(step) {
    const { stages } = step.values;
    if (!stages) return;
    checkNames(step, stages);
    const stored = step.before ? await lockStages(step.transaction, step.urn) : [];
    deferred.set(step, deferNext(step, stages, stored));
  },

  async decide(step) {
    await standard.decide(step);
    if (step.operation === 'CREATE') return undefined;
    const { stages } = step.values;
    if (step.operation === 'UPDATE' && !stages) return undefined;
    const stored = await lockStages(step.transaction, step.urn);
    const kept = new Set((stages ?? []).map((stage) => stage.urn));
    await refuseWhileInUse(
      step,
      stored.filter((urn) => !kept.has(urn)),
      step.operation === 'UPDATE' ? '/stages' : '',
    );
    return undefined;
  },

  async after(step, written) {
    await standard.after(step, written);
    const kind = step.context.contract.kinds.WorkflowStage;
    const field = fieldOf(kind, 'allowedNext');
    for (const { urn, targets, isStored } of deferred.get(step) ?? []) {
      await replaceLinks(step.transaction, { resource: kind, field, urn }, targets);
      // A stage made in this write stays at its first version.
      if (isStored) await raiseVersion(step.transaction, kind, urn, step.now);
    }
  },
};

/** Stages: what a stage may say, and that it goes only when it is empty. */
export const workflowStageKind: Kind<'WorkflowStage'> = {
  // The workflow is locked before its stages, as by a change of the workflow itself.
  async lock({ context, transaction, operation, urn }) {
    const exists = operation === 'UPDATE' || operation === 'DELETE';
    const workflow = exists ? await workflowOf(transaction, urn) : null;
    if (workflow) await lockRow(transaction, context.contract.kinds.Workflow, workflow);
    return undefined;
  },

  async prepare(step) {
    const { color, taskLimit, allowedNext } = step.values;
    if (typeof color === 'string' && !/^#[0-9A-Fa-f]{6}$/.test(color)) {
      const message = 'A color such as #1A2B3C is expected.';
      step.violations.push({ path: `${step.path}/color`, code: 'INVALID_FORMAT', message });
    }
    if (typeof taskLimit === 'number' && taskLimit < 1) {
      const message = 'A stage holds at least one task.';
      step.violations.push({ path: `${step.path}/taskLimit`, code: 'OUT_OF_RANGE', message, limit: 1 });
    }
    // Inside a workflow its list of stages decides; see deferNext.
    const workflow = step.values.workflow ?? step.before?.workflow;
    if (step.path !== '' || typeof workflow !== 'string') return;
    if (step.operation === 'CREATE') {
      await lockRow(step.transaction, step.context.contract.kinds.Workflow, workflow);
    }
    const stages = await lockStages(step.transaction, workflow);
    if (step.operation === 'CREATE' && stages.length >= mostStages) {
      const message = `A workflow has at most ${String(mostStages)} stages.`;
      step.violations.push({ path: '/workflow', code: 'TOO_MANY', message, limit: mostStages });
    }
    if (Array.isArray(allowedNext)) checkNext(step, '/allowedNext', allowedNext.map(String), stages);
  },

  async decide(step) {
    if (step.operation !== 'DELETE') return undefined;
    await refuseWhileInUse(step, [step.urn], '');
    const stages = await lockStages(step.transaction, String(step.before?.workflow));
    if (stages.length <= 1) throw new ServiceError('CONFLICT', 'A workflow has at least one stage.');
    return undefined;
  },
};

function checkNames(step: WriteContext, sent: readonly Values<'WorkflowStage'>[]): void {
  for (const [at, { name }] of sent.entries()) {
    if (typeof name !== 'string' || sent.findIndex((other) => other.name === name) === at) continue;
    const message = 'Another stage of the workflow has this name.';
    step.violations.push({ path: `${step.path}/stages/${String(at)}/name`, code: 'DUPLICATE', message });
  }
}

// Stages sent together may name one another, so links to those that are not stored yet are written after all of them.
function deferNext(
  step: WriteContext,
  sent: readonly Values<'WorkflowStage'>[],
  stored: readonly string[],
): Deferred[] {
  const together = sent.map((stage) => stage.urn).filter((urn) => typeof urn === 'string');
  const later: Deferred[] = [];
  for (const [at, stage] of sent.entries()) {
    const { urn, allowedNext } = stage;
    if (!Array.isArray(allowedNext)) continue;
    const targets = allowedNext.map(String);
    checkNext(step, `/stages/${String(at)}/allowedNext`, targets, together);
    if (targets.every((target) => stored.includes(target)) || typeof urn !== 'string') continue;
    later.push({ urn, targets, isStored: stored.includes(urn) });
    delete stage.allowedNext;
  }
  return later;
}

function checkNext(step: WriteContext, path: string, targets: readonly string[], stages: readonly unknown[]): void {
  for (const [at, target] of targets.entries()) {
    if (stages.includes(target)) continue;
    const message = 'There is no such stage in this workflow.';
    step.violations.push({ path: `${path}/${String(at)}`, code: 'INVALID_REFERENCE', message, related: [target] });
  }
}

async function refuseWhileInUse(step: WriteContext, stages: readonly string[], path: string): Promise<void> {
  if (stages.length === 0 || (await tasksIn(step.transaction, stages)) === 0) return;
  const resource = step.context.contract.kinds.Task;
  const scope = readScope(step.context.viewer, resource);
  const urns = await someTasksIn(step.transaction, scope, resource, stages);
  throw await inUse(step, { resource, urns, path }, () => 'Tasks stand in a stage that would go.');
}
