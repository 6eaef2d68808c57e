// Nobody grants more than he has: what a caller must hold, and for how long, to make an edge or to hand out a role.
// Resource reference 7.2.
import type { Resource } from '../contract/resource.ts';
import { grantsOfRole } from '../database/memberStore.ts';
import { kindsOf, standings } from '../database/standingStore.ts';
import { viewerOfSubject } from '../database/tokenStore.ts';
import { forbidden } from '../domain/errors.ts';
import { selfOf, type Viewer } from '../domain/viewer.ts';
import type { Step } from './kinds/kind.ts';

/** What is to be given. */
export interface Grant {
  readonly objectUrn: string;
  readonly label: string;
  readonly fromTimestamp: string | null;
  readonly toTimestamp: string | null;
}

const lastInstant = '9999-12-31T23:59:59.999Z';

/**
 * Demands that the caller holds ADMIN on the object and the label itself, now and until the grant ends. To hand out a
 * role is to give all that the role gives. Throws FORBIDDEN.
 */
export async function demandGrantable(step: Step, grant: Grant): Promise<void> {
  const viewers = await viewersDuring(step, grant);
  await demandHeld(step, viewers, [{ objectUrn: grant.objectUrn, label: 'ADMIN' }]);
  if (grant.label !== 'MEMBER') {
    await demandHeld(step, viewers, [{ objectUrn: grant.objectUrn, label: neededFor(grant.label) }]);
    return;
  }
  const given = await grantsOfRole(step.transaction, grant.objectUrn);
  await demandHeld(
    step,
    viewers,
    given.map((g) => ({ objectUrn: g.objectUrn, label: neededFor(g.label) })),
  );
}

// ADMIN may give an application's own label and MEMBER, though it counts as neither.
const neededFor = (label: string): string => (label.startsWith('x-') || label === 'MEMBER' ? 'ADMIN' : label);

// The caller as it is now, when the grant begins and just before it ends: what he holds for a while he gives no longer.
async function viewersDuring(step: Step, grant: Grant): Promise<Viewer[]> {
  const { viewer } = step.context;
  const self = selfOf(viewer);
  if (!self) return [viewer];
  const instants = [grant.toTimestamp ? justBefore(grant.toTimestamp) : lastInstant];
  if (grant.fromTimestamp && grant.fromTimestamp > step.now) instants.push(grant.fromTimestamp);
  const later: Viewer[] = [];
  for (const at of instants.filter((t) => t > step.now)) {
    const then = await viewerOfSubject(step.transaction, self, at);
    if (!then) throw forbidden('Granting needs a living API client or person.');
    later.push(bothOf(viewer, then, at));
  }
  return [viewer, ...later];
}

const justBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

// What the caller holds both now and then, so that a narrowed token stays narrowed.
function bothOf(now: Viewer, later: Viewer, at: string): Viewer {
  const companiesByLabel = new Map(
    [...later.companiesByLabel].map(([label, urns]) => {
      const held = now.companiesByLabel.get(label) ?? [];
      return [label, urns.filter((urn) => held.includes(urn))] as const;
    }),
  );
  return {
    ...now,
    at,
    companiesByLabel,
    adminCompanies: now.adminCompanies.filter((urn) => later.adminCompanies.includes(urn)),
    subjects: now.subjects.filter((s) => later.subjects.some((l) => l.scope === s.scope && l.urn === s.urn)),
  };
}

interface Needed {
  readonly objectUrn: string;
  readonly label: string;
}

// One statement per kind, label and instant.
async function demandHeld(step: Step, viewers: readonly Viewer[], needed: readonly Needed[]): Promise<void> {
  const { contract } = step.context;
  const kinds = await kindsOf(
    step.transaction,
    contract,
    needed.map((n) => n.objectUrn),
  );
  const asked = new Map<string, { resource: Resource; label: string; urns: string[] }>();
  for (const { objectUrn, label } of needed) {
    const resource = kinds.get(objectUrn);
    if (!resource) throw forbidden();
    const key = `${resource.name} ${label}`;
    const known = asked.get(key);
    if (known) known.urns.push(objectUrn);
    else asked.set(key, { resource, label, urns: [objectUrn] });
  }
  for (const viewer of viewers) {
    for (const { resource, label, urns } of asked.values()) {
      const found = await standings(step.transaction, contract, viewer, resource, urns, label);
      if (urns.some((urn) => !found.get(urn)?.isAllowed)) {
        throw forbidden(`Granting needs ADMIN and the label ${label} itself on the object, for as long as the grant.`);
      }
    }
  }
}
