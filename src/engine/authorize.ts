// The permission check in front of everything: makes the scopes that stores demand, and answers how a viewer stands to
// single objects. Fails closed: whatever goes wrong while deciding ends the request. Resource reference 7.2, 1.8.
import { isForEveryone, type Resource } from '../contract/resource.ts';
import { effectiveLabels } from '../domain/heldLabels.ts';
import { accessChecks } from '../database/engine/accessCheckStore.ts';
import type { Executor } from '../database/connection/statement.ts';
import { accessScope, type AccessScope } from '../domain/accessScope.ts';
import { forbidden, notFound, ServiceError } from '../domain/errors.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { DeniedWrite } from '../domain/callers.ts';
import type { Context } from './context.ts';

/** The scope of rows on which the viewer holds the label. */
export function scopeFor(viewer: Viewer, label: string): AccessScope {
  return accessScope(viewer, label);
}

/** The scope of a kind's ordinary reads. */
export function readScope(viewer: Viewer, resource: Resource): AccessScope {
  return accessScope(viewer, resource.labels.read);
}

/** The scope of reads that name a resource, and of what lives in it: what everyone may VIEW is read by any token, of any tenant. */
export function namedScope(viewer: Viewer, resource: Resource): AccessScope {
  return accessScope(viewer, resource.labels.read, isForEveryone(resource));
}

/** Refuses a caller without a token: 401. */
export function requireCaller(viewer: Viewer): void {
  if (viewer.kind === 'ANONYMOUS') throw new ServiceError('UNAUTHENTICATED');
}

/** Refuses a caller without a token where the kind is never shown to one: 401. */
export function requireReader(viewer: Viewer, resource: Resource): void {
  if (!isForEveryone(resource)) requireCaller(viewer);
}

/**
 * Refuses a change without a condition where the caller's client must send one: `If-Match` over REST, `expectedVersion`
 * in the graph. `condition` is what was sent of it.
 */
export function requireCondition(viewer: Viewer, condition: unknown): void {
  if (!viewer.requireIfMatch || (condition !== null && condition !== undefined)) return;
  throw new ServiceError('PRECONDITION_REQUIRED');
}

/** Whether a narrowed token leaves the label: also what needs no grant, being the caller's own, needs that much. */
export function leaves(viewer: Viewer, label: string): boolean {
  return effectiveLabels(viewer, label).length > 0;
}

/**
 * Requires a label on one object. Not readable: NOT_FOUND, as if it did not exist; readable without the label:
 * FORBIDDEN. Returns the object's owner.
 */
export async function requireLabel(
  executor: Executor,
  viewer: Viewer,
  { resource, urn }: { readonly resource: Resource; readonly urn: string },
  label: string,
): Promise<{ ownerUrn: string }> {
  const standing = (await accessChecks(executor, viewer, { resource, urns: [urn] }, label)).get(urn);
  if (!standing) throw notFound();
  if (!standing.isAllowed) throw missingLabel(resource, label);
  return standing;
}

/** Whether the viewer holds a label on one object. */
export async function holds(
  executor: Executor,
  viewer: Viewer,
  { resource, urn }: { readonly resource: Resource; readonly urn: string },
  label: string,
): Promise<boolean> {
  return (await accessChecks(executor, viewer, { resource, urns: [urn] }, label)).get(urn)?.isAllowed === true;
}

/** FORBIDDEN, for an object that may be read without the label. */
export function missingLabel(resource: Resource, label: string): ServiceError {
  return forbidden(`The label ${label} is needed on this ${resource.name}.`);
}

/** Of the urns of one kind, those that the viewer may read, in their order. */
export async function readableAmong(
  executor: Executor,
  viewer: Viewer,
  resource: Resource,
  urns: readonly string[],
): Promise<string[]> {
  if (urns.length === 0) return [];
  const found = await accessChecks(executor, viewer, { resource, urns }, resource.labels.read);
  return urns.filter((urn) => found.has(urn));
}

/**
 * Of the urns of one kind, those that a refusal of the write may name: what the caller may read, in their order. They are noted as
 * shown by the answer, which is not repeated to a caller who has lost them.
 */
export async function namedTo(
  { context, transaction }: { readonly context: Context; readonly transaction: Executor },
  resource: Resource,
  urns: readonly string[],
): Promise<string[]> {
  const known = await readableAmong(transaction, context.viewer, resource, urns);
  context.shown?.note(known.map((urn) => ({ $kind: resource.name, urn })));
  return known;
}

/** Runs a write, and records its refusal (FORBIDDEN) before it is passed on. */
export async function notingDenial<T>(context: Context, write: DeniedWrite, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'FORBIDDEN' && context.viewer.kind === 'CLIENT') {
      // Nobody is recorded for what it was refused by a decision that holds no more.
      await context.proof?.prove();
      await context.callers.noteDenied(context.viewer, write, error);
    }
    throw error;
  }
}
