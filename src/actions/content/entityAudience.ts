// Writes the audience of an entity: the entity's own edge that gives everyone VIEW is made or ended in the transaction of the write.
// What a publication does not show to everyone is warned of. Resource reference 16.1.
import { insertRows, markDeleted } from '../../database/engine/changeStore.ts';
import { publicEdges, type Audience, type PublicEdge } from '../../database/engine/audience.ts';
import { actorOf } from '../../domain/actor.ts';
import { refusedAt } from '../../domain/errors.ts';
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

const edgesOf = (step: Step): Promise<PublicEdge[]> =>
  publicEdges(step.transaction, { urn: step.urn, owner: ownerOf(step) });

/**
 * What the sent audience changes; null where it is not sent, or is so already. Throws CONFLICT, naming the edge, where everyone sees
 * the entity by an edge that GRANTED does not end.
 */
export async function planAudience(step: Step): Promise<AudiencePlan | null> {
  const wanted = step.values.audience;
  if (wanted === undefined) return null;
  const edges = await edgesOf(step);
  if (wanted === 'EVERYONE') return edges.some(({ holds }) => holds) ? null : 'GIVE';
  const ended = await endedBy(step, edges);
  const other = edges.find((edge) => edge.holds && !ended.includes(edge));
  if (other) {
    const on = other.objectUrn === step.urn ? 'the entity' : `the company ${other.objectUrn}`;
    const message = `Everyone has ${other.label} on ${on} by the permission ${other.urn}, which has to end first.`;
    throw refusedAt('CONFLICT', { path: '/audience', message, related: [other.urn] });
  }
  return ended.length > 0 ? 'END' : null;
}

// The entity's own edges that show it: VIEW, and READ for who may end that permission itself. What gives more is no audience.
async function endedBy({ transaction, context, urn }: Step, edges: readonly PublicEdge[]): Promise<PublicEdge[]> {
  const own = edges.filter(({ objectUrn }) => objectUrn === urn);
  const on = { resource: context.contract.kinds.Entity, urn };
  const endsRead = own.some(({ label }) => label === 'READ') && (await holds(transaction, context.viewer, on, 'ADMIN'));
  return own.filter(({ label }) => label === 'VIEW' || (label === 'READ' && endsRead));
}

/** Makes or ends the edge. */
export async function writeAudience(step: Step, plan: AudiencePlan): Promise<void> {
  const { transaction, context, now } = step;
  const permission = context.contract.kinds.Permission;
  if (plan === 'END') {
    // With their owner as it is now: edges move along with the entity.
    const edges = new Map((await endedBy(step, await edgesOf(step))).map((edge) => [edge.urn, edge]));
    await context.states.beforeDelete({ transaction, owner: ownerOf(step) }, permission, [...edges.keys()]);
    const gone = await markDeleted(transaction, permission, [...edges.keys()], now);
    const changes = gone.map((edge) =>
      removed(permission, { ...edge, owner: edges.get(edge.urn)?.owner ?? step.owner }),
    );
    await announceChanges(step, changes);
    return;
  }
  const owner = ownerOf(step);
  const urn = newUrn();
  const values = {
    owner,
    subjectUrn: owner,
    subjectScope: 'EVERYONE',
    objectUrn: step.urn,
    objectScope: 'ENTITY',
    label: 'VIEW',
  };
  const edge = { urn, owner, values, hidden: {}, timestamp: now };
  await insertRows(transaction, permission, [edge], { actor: actorOf(context.viewer) });
  await announceChanges(step, [created(permission, { urn, owner, version: '1' })]);
}

/** The audience that the write leaves behind. */
async function audienceOf(step: Step): Promise<Audience> {
  return (await edgesOf(step)).some(({ holds }) => holds) ? 'EVERYONE' : 'GRANTED';
}

/** Warns of a publication that nobody without a token may see. */
export async function warnOfAudience(step: Step): Promise<void> {
  if ((await audienceOf(step)) === 'GRANTED') warnNotPublic(step.context, step.urn);
}
