// Writes the audience of an entity: the entity's own edge that gives everyone VIEW is made or ended in the transaction of the write.
// What a publication does not show to everyone is warned of. Resource reference 16.1.
import { insertRows, markDeleted } from '../../database/engine/changeStore.ts';
import { publicEdges, type PublicEdge } from '../../database/engine/audience.ts';
import { actorOf } from '../../domain/actor.ts';
import { refusedAt, type ServiceError } from '../../domain/errors.ts';
import { newUrn } from '../../domain/urn.ts';
import { holds } from '../../engine/authorize.ts';
import { announceChanges, created, removed } from '../../engine/announcements.ts';
import { asRow, type WriteContext } from '../../engine/kind.ts';
import { warnNotPublic } from '../../engine/warnings.ts';

/** What a write does with the entity's own edge. */
export type AudiencePlan = 'GIVE' | 'END';

type Step = WriteContext<'Entity'>;

// A create may leave the owner out.
function ownerOf(step: Step): string {
  const owner: unknown = asRow(step).owner;
  return typeof owner === 'string' ? owner : step.owner;
}

async function edgesOf(steps: readonly Step[]): Promise<(step: Step) => PublicEdge[]> {
  const [first] = steps;
  const entities = steps.map((step) => ({ urn: step.urn, owner: ownerOf(step) }));
  const edges = first && (await publicEdges(first.transaction, entities));
  return ({ urn }) => edges?.get(urn) ?? [];
}

/**
 * What the audiences that were sent change; those that are so already are missing. Refused with CONFLICT, naming the edge, is where
 * everyone sees the entity by an edge that GRANTED does not end.
 */
export async function planAudiences(
  steps: readonly Step[],
  refuse: (step: Step, why: ServiceError) => void,
): Promise<Map<Step, AudiencePlan>> {
  const planned = new Map<Step, AudiencePlan>();
  const wanting = steps.filter(({ values }) => values.audience !== undefined);
  const edgesFor = await edgesOf(wanting);
  for (const step of wanting) {
    const edges = edgesFor(step);
    if (step.values.audience === 'EVERYONE') {
      if (!edges.some(({ holds }) => holds)) planned.set(step, 'GIVE');
      continue;
    }
    const ended = await endedBy(step, edges);
    const other = edges.find((edge) => edge.holds && !ended.includes(edge));
    if (other) refuse(step, heldBy(step, other));
    else if (ended.length > 0) planned.set(step, 'END');
  }
  return planned;
}

function heldBy(step: Step, { urn, label, objectUrn }: PublicEdge): ServiceError {
  const on = objectUrn === step.urn ? 'the entity' : `the company ${objectUrn}`;
  const message = `Everyone has ${label} on ${on} by the permission ${urn}, which has to end first.`;
  return refusedAt('CONFLICT', { path: '/audience', message, related: [urn] });
}

// The entity's own edges that show it: VIEW, and READ for who may end that permission itself. What gives more is no audience.
async function endedBy({ transaction, context, urn }: Step, edges: readonly PublicEdge[]): Promise<PublicEdge[]> {
  const own = edges.filter(({ objectUrn }) => objectUrn === urn);
  const on = { resource: context.contract.kinds.Entity, urn };
  const endsRead = own.some(({ label }) => label === 'READ') && (await holds(transaction, context.viewer, on, 'ADMIN'));
  return own.filter(({ label }) => label === 'VIEW' || (label === 'READ' && endsRead));
}

/** Makes or ends the edges. */
export async function writeAudiences(planned: readonly (readonly [Step, AudiencePlan])[]): Promise<void> {
  const stepsOf = (wanted: AudiencePlan): Step[] => planned.flatMap(([step, plan]) => (plan === wanted ? [step] : []));
  for (const step of stepsOf('END')) await endEdges(step);
  await giveEdges(stepsOf('GIVE'));
}

async function endEdges(step: Step): Promise<void> {
  const { transaction, context, now } = step;
  const permission = context.contract.kinds.Permission;
  // With their owner as it is now: edges move along with the entity.
  const found = (await edgesOf([step]))(step);
  const edges = new Map((await endedBy(step, found)).map((edge) => [edge.urn, edge]));
  await context.states.beforeDelete({ transaction, owner: ownerOf(step) }, permission, [...edges.keys()]);
  const gone = await markDeleted(transaction, permission, [...edges.keys()], now);
  const changes = gone.map((edge) => removed(permission, { ...edge, owner: edges.get(edge.urn)?.owner ?? step.owner }));
  await announceChanges(step, changes);
}

async function giveEdges(steps: readonly Step[]): Promise<void> {
  const [first] = steps;
  if (!first) return;
  const { transaction, context } = first;
  const permission = context.contract.kinds.Permission;
  const edges = steps.map((step) => {
    const owner = ownerOf(step);
    const on = { objectUrn: step.urn, objectScope: 'ENTITY' };
    const values = { owner, subjectUrn: owner, subjectScope: 'EVERYONE', ...on, label: 'VIEW' };
    return { urn: newUrn(), owner, values, hidden: {}, timestamp: step.now };
  });
  await insertRows(transaction, permission, edges, { actor: actorOf(context.viewer) });
  const changes = edges.map(({ urn, owner }) => created(permission, { urn, owner, version: '1' }));
  await announceChanges(first, changes);
}

/** Warns of publications that nobody without a token may see, as the writes leave them. */
export async function warnOfAudiences(steps: readonly Step[]): Promise<void> {
  const edgesFor = await edgesOf(steps);
  for (const step of steps) if (!edgesFor(step).some(({ holds }) => holds)) warnNotPublic(step.context, step.urn);
}
