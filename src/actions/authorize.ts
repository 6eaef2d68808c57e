// The permission check in front of everything: makes the scopes that stores demand, and answers how a viewer stands to
// single objects. Fails closed: whatever goes wrong while deciding ends the request. Resource reference 7.2, 1.8.
import type { Resource } from '../contract/resource.ts';
import { effectiveLabels } from '../database/scope.ts';
import { standings } from '../database/standingStore.ts';
import type { Executor } from '../database/statement.ts';
import { accessScope, type AccessScope } from '../domain/accessScope.ts';
import { forbidden, notFound, ServiceError } from '../domain/errors.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { Services } from './context.ts';

/** The scope of rows on which the viewer holds the label. */
export function scopeFor(viewer: Viewer, label: string): AccessScope {
  return accessScope(viewer, label);
}

/** The scope of a kind's ordinary reads. */
export function readScope(viewer: Viewer, resource: Resource): AccessScope {
  return accessScope(viewer, resource.labels.read);
}

/** Refuses a caller without a token: 401. */
export function requireCaller(viewer: Viewer): void {
  if (viewer.kind === 'ANONYMOUS') throw new ServiceError('UNAUTHENTICATED');
}

/** Whether a narrowed token leaves the label: also what needs no grant, being the caller's own, needs that much. */
export function leaves(viewer: Viewer, label: string): boolean {
  return effectiveLabels(viewer, label).length > 0;
}

/**
 * Demands a label on one object. Not readable: NOT_FOUND, as if it did not exist; readable without the label:
 * FORBIDDEN. Gives the object's owner.
 */
export async function requireLabel(
  services: Pick<Services, 'contract'>,
  executor: Executor,
  viewer: Viewer,
  resource: Resource,
  urn: string,
  label: string,
): Promise<{ ownerUrn: string }> {
  const standing = (await standings(executor, services.contract, viewer, resource, [urn], label)).get(urn);
  if (!standing) throw notFound();
  if (!standing.isAllowed) throw forbidden(`The label ${label} is needed on this ${resource.name}.`);
  return standing;
}
