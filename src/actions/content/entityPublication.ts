// What writes order of the publication of entities, of one or of many at once: whether it may be, what the row says of it, and which of the
// items are live then. Resource reference 10.1, 16.1.
import { draftsAmong, publishItems, unpublishItems } from '../../database/content/publicationStore.ts';
import { accessChecks } from '../../database/engine/accessCheckStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { actorOf } from '../../domain/actor.ts';
import { forbidden, invalid, invalidTransition, type ServiceError } from '../../domain/errors.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { decide, type Decision, type EntityStatus, type Publication } from '../../domain/publication.ts';
import { announceChanges } from '../../engine/announcements.ts';
import { missingLabel } from '../../engine/authorize.ts';
import type { WriteContext } from '../../engine/kind.ts';
import type { Several } from '../../engine/setParts.ts';
import { planAudiences, warnOfAudiences, writeAudiences, type AudiencePlan } from './entityAudience.ts';
import { endRemovals } from './entityState.ts';
import { requireType } from './typeRules.ts';

type Step = WriteContext<'Entity'>;

/** Hears of a write that may not be done. */
type Refuse = (step: Step, why: ServiceError) => void;

// From `decide` to `after` of one write; forgotten with the step.
const decisions = new WeakMap<Step, Decision['kind']>();
const plans = new WeakMap<Step, AudiencePlan>();

/** Decides what the writes order, and lets their values say so. */
export async function decidePublications(steps: readonly Step[], refuse: Refuse): Promise<void> {
  const decided = await acceptable(steps, refuse);
  const audiences = await planAudiences([...decided.keys()], refuse);
  const ordering = [...decided].filter(([step, decision]) => audiences.has(step) || changesPublication(decision));
  await requirePublish(
    ordering.map(([step]) => step),
    refuse,
  );
  for (const [step, decision] of decided) order(step, decision, audiences.get(step) ?? null);
}

/** Whether a write that was decided leaves what is live, and who sees it, as it is. */
export function ordersNothing(step: Step): boolean {
  return !plans.has(step) && [undefined, 'CREATE_DRAFT'].includes(decisions.get(step));
}

type Acting = Extract<Decision, { status: EntityStatus }>;
type Acceptable = Exclude<Decision, { kind: 'INVALID' | 'REFUSED' }>;

async function acceptable(steps: readonly Step[], refuse: Refuse): Promise<Map<Step, Acceptable>> {
  const decided = new Map<Step, Acceptable>();
  // Whether there are drafts matters to an order of a status alone.
  const ordered = steps.filter(({ before, values }) => before !== null && values.status !== undefined);
  const [first] = ordered;
  const behind = first && (await draftsAmong(first.transaction, urnsOf(ordered)));
  for (const step of steps) {
    const { status, publishTimestamp, unpublishTimestamp } = step.values;
    const current = step.before && publicationOf(step.before, behind?.has(step.urn) === true);
    const decision = decide(current, { status, publishTimestamp, unpublishTimestamp }, step.now);
    if (decision.kind === 'INVALID') {
      refuse(step, invalid([{ path: decision.path, code: 'OUT_OF_RANGE', message: decision.message }]));
    } else if (decision.kind === 'REFUSED') {
      const from = step.before?.status ?? 'a new entity';
      refuse(step, invalidTransition('/status', from, String(status), decision.allowed));
    } else decided.set(step, decision);
  }
  return decided;
}

const urnsOf = (steps: readonly Step[]): string[] => steps.map(({ urn }) => urn);

function publicationOf(row: Row<'Entity'>, hasDrafts: boolean): Publication {
  return {
    status: row.status,
    isLive: row.liveTimestamp !== null,
    hasDrafts,
    publishTimestamp: row.publishTimestamp,
    livePublishTimestamp: row.$livePublishTimestamp ?? null,
    unpublishTimestamp: row.unpublishTimestamp,
  };
}

const changesPublication = ({ kind }: Decision): boolean => kind !== 'UNCHANGED' && kind !== 'CREATE_DRAFT';

// On the entity; on its owner for one that is yet to be made.
async function requirePublish(steps: readonly Step[], refuse: Refuse): Promise<void> {
  const byKind = groupBy(steps, ({ before, context: { contract } }) =>
    before ? contract.kinds.Entity : contract.kinds.Company,
  );
  const placeOf = ({ before, urn, owner }: Step): string => (before ? urn : owner);
  for (const [resource, [first, ...others]] of byKind) {
    if (!first) continue;
    const own = [first, ...others];
    const { transaction, context } = first;
    const urns = [...new Set(own.map(placeOf))];
    const standings = await accessChecks(transaction, context.viewer, { resource, urns }, 'PUBLISH');
    for (const step of own) {
      const standing = standings.get(placeOf(step));
      if (!standing) refuse(step, forbidden('The label PUBLISH is needed.'));
      else if (!standing.isAllowed) refuse(step, missingLabel(resource, 'PUBLISH'));
    }
  }
}

function order(step: Step, decision: Acceptable, audience: AudiencePlan | null): void {
  const { values, hidden, now, context } = step;
  if (audience !== null) {
    plans.set(step, audience);
    if (step.operation === 'UPDATE') hidden['updated_timestamp'] = now;
  }
  // Unchanged values need not be written; changed ones are set again.
  delete values.status;
  delete values.publishTimestamp;
  delete values.unpublishTimestamp;
  if (decision.kind === 'UNCHANGED') return;
  Object.assign(values, valuesOf(step, decision));
  hidden['publish_requested_by'] = isScheduled(decision) ? actorOf(context.viewer) : null;
  decisions.set(step, decision.kind);
}

const isScheduled = (decision: Acting): boolean => decision.status === 'PUBLISH_PENDING';

function valuesOf(step: Step, decision: Acting): Record<string, unknown> {
  const { kind, status, publishTimestamp, unpublishTimestamp } = decision;
  return {
    status,
    publishTimestamp,
    unpublishTimestamp,
    ...(kind === 'PUBLISH_NOW' ? { liveTimestamp: step.now, lastError: null } : {}),
    ...(kind === 'SCHEDULE' && isScheduled(decision) ? { lastError: null } : {}),
    ...(kind === 'UNPUBLISH' ? { liveTimestamp: null } : {}),
  };
}

/** The rows say what is live; now their items follow, and their audiences. */
export async function followPublications(steps: Several<Step>, written: readonly Row<'Entity'>[]): Promise<void> {
  const [{ transaction, now }] = steps;
  await writeAudiences(
    steps.flatMap((step): [Step, AudiencePlan][] => {
      const plan = plans.get(step);
      return plan ? [[step, plan]] : [];
    }),
  );
  const doing = (kind: Decision['kind']): Step[] => steps.filter((step) => decisions.get(step) === kind);
  const [publishes, ends, scheduled] = [doing('PUBLISH_NOW'), doing('UNPUBLISH'), new Set(doing('SCHEDULE'))];
  const due: Step[] = [];
  for (const [at, row] of written.entries()) {
    const step = steps[at];
    if (!step) continue;
    const isDueLater = scheduled.has(step) && row.status === 'PUBLISH_PENDING';
    if (!isDueLater && !publishes.includes(step)) continue;
    // A scheduled publication is held to the type when it is planned, and again when it is due.
    await requireType(transaction, row, 'NEWEST');
    due.push(step);
  }
  const settled = [
    ...(await publishItems(transaction, urnsOf(publishes), now)),
    ...(await unpublishItems(transaction, urnsOf(ends), now)),
  ];
  if (settled.length > 0) await announceChanges(steps[0], await endRemovals(steps[0], settled));
  await warnOfAudiences(due);
}
