// Triggers created by a caller: they announce the present state of an object again. Resource reference 9.2.
import type { Condition, Position } from '../../contract/listQuery.ts';
import { urlOf, fieldOf } from '../../contract/resource.ts';
import { rowsByUrn } from '../../database/engine/resourceStore.ts';
import { announceAgain } from '../../database/engine/triggerStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { readScope } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { kindOfSubject, requirePosition } from './followEvents.ts';

/** The hooks of webhook triggers. */
export const webhookTriggerKind: Kind<'WebhookTrigger'> = {
  computed: {
    targetUrl,
    subscriptions,
  },

  async prepare(step) {
    step.values.changedFields = [];
    const { subject, targetUrn } = step.values;
    if (subject === 'UNKNOWN') {
      step.violations.push({ path: '/subject', code: 'INVALID_ENUM', message: 'UNKNOWN cannot be announced.' });
      return;
    }
    if (targetUrn === undefined || targetUrn === null) {
      step.violations.push({ path: '/targetUrn', code: 'REQUIRED', message: 'Name at least one subject or event.' });
      return;
    }
    if (subject !== undefined) await findTarget(step, subject, targetUrn);
  },

  async after(step) {
    step.context.states.note(step.transaction, announceAgain(step.transaction, step.urn));
  },

  // The list of triggers is the event log: what has no position in it yet comes later and must not be skipped.
  async list({ context, resource, query, read }) {
    const sequence = fieldOf(resource, 'sequence');
    const condition: Condition = { field: sequence, operator: 'isNull', value: false };
    const order = query.order.map((term) => (term.field === sequence ? { ...term, isPresent: true } : term));
    const after = await inLog(context, query.after, true);
    const before = await inLog(context, query.before, false);
    return read({ ...query, order, after, before, conditions: [...query.conditions, condition] });
  },
};

// A cursor of the event log carries its epoch in the place of the urn, which decides nothing there. Going on from an event
// that is no longer kept would miss others.
async function inLog(context: Context, given: Position | null, isForward: boolean): Promise<Position | null> {
  const [sequence, epoch] = given ?? [];
  const { tenantUrn } = context.viewer;
  if (!given || typeof epoch !== 'number' || tenantUrn === null) return given;
  await requirePosition(context, tenantUrn, { epoch, sequence: Number(sequence) }, isForward);
  return [String(sequence), null];
}

async function findTarget(step: WriteContext<'WebhookTrigger'>, subject: string, targetUrn: string): Promise<void> {
  const { context, transaction } = step;
  const kind = kindOfSubject(context, subject);
  const [row] = kind
    ? await rowsByUrn(transaction, readScope(context.viewer, kind), { resource: kind, urns: [targetUrn] })
    : [];
  if (row?.$owner === step.owner) {
    step.values.targetVersion = row.version;
    return;
  }
  const message = 'There is no such object of that subject and owner.';
  step.violations.push({ path: '/targetUrn', code: 'INVALID_REFERENCE', message, related: [targetUrn] });
}

// The subscriptions a trigger is delivered to, as far as the caller may read them.
async function subscriptions(row: Row<'WebhookTrigger'>, context: Context): Promise<Row[]> {
  // json_agg returns a list of urns.
  const urns = (await context.loaders.aggregate('WebhookTrigger.subscriptions', row.urn)) as readonly string[];
  const rows = await Promise.all(urns.map((urn) => context.loaders.byUrn('WebhookSubscription', urn)));
  return rows.filter((subscription) => subscription !== null);
}

function targetUrl(row: Row<'WebhookTrigger'>, context: Context): string | null {
  const kind = context.contract.resources.find((one) => one.subject === row.subject);
  return kind && row.targetUrn ? urlOf(context, kind, row.targetUrn) : null;
}
