// Callers cannot grant more than they hold: which labels a caller needs, and for how long, to create an edge, to assign a
// role, or to add a member to a group or a company. Resource reference 7.2.
import { grantsOfRole, rightsOfMembers, type Body } from '../../database/access/memberStore.ts';
import { kindsOf, accessChecks } from '../../database/engine/accessCheckStore.ts';
import { viewerAt } from '../../database/access/tokenStore.ts';
import { forbidden, ServiceError } from '../../domain/errors.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { isAtOrBefore, isBefore, latestInstant } from '../../domain/instant.ts';
import type { Viewer } from '../../domain/viewer.ts';
import type { WriteContext } from '../../engine/kind.ts';

/** What is to be given. */
export interface Grant {
  readonly objectUrn: string;
  readonly label: string;
  readonly fromTimestamp: string | null;
  readonly toTimestamp: string | null;
}

/**
 * Requires that the caller holds ADMIN on the object and the label itself, now and until the grant ends. Giving a role, or
 * making a subject a member of a group, grants all that the role or group has. Throws FORBIDDEN.
 */
export async function requireGrantable(step: GrantingStep, grant: Grant): Promise<void> {
  const viewers = await viewersDuring(step, grant);
  await requireHeld(step, viewers, [{ objectUrn: grant.objectUrn, label: 'ADMIN' }]);
  if (grant.label !== 'MEMBER') {
    await requireHeld(step, viewers, [{ objectUrn: grant.objectUrn, label: neededFor(grant.label) }]);
    return;
  }
  const kind = (await kindsOf(step.transaction, [grant.objectUrn])).get(grant.objectUrn);
  if (kind?.name === 'Group') {
    await requireJoinable(step, [{ scope: 'GROUP', urn: grant.objectUrn }], grant);
    return;
  }
  const given = await grantsOfRole(step.transaction, grant.objectUrn);
  await requireHeld(
    step,
    viewers,
    given.map((g) => ({ objectUrn: g.objectUrn, label: neededFor(g.label) })),
  );
}

/** Requires that the caller may publish the entity, now: then everyone's sight of it is the caller's to give. Throws FORBIDDEN. */
export async function requirePublishable(step: GrantingStep, objectUrn: string): Promise<void> {
  const refusal = 'Letting everyone VIEW an entity needs PUBLISH on it.';
  await requireHeld(step, [step.context.viewer], [{ objectUrn, label: 'PUBLISH' }], refusal);
}

type Window = Pick<Grant, 'fromTimestamp' | 'toTimestamp'>;

const always: Window = { fromTimestamp: null, toTimestamp: null };

/**
 * Requires that the caller holds every label that members of the groups and companies have through them, as long as they
 * have it and are members. Throws FORBIDDEN.
 */
export async function requireJoinable(
  step: GrantingStep,
  bodies: readonly Body[],
  membership: Window = always,
): Promise<void> {
  const windows = new Map<string, { readonly window: Window; readonly needed: Needed[] }>();
  for (const right of await rightsOfMembers(step.transaction, bodies)) {
    const window = bothWindows(right, membership);
    if (!window) continue;
    const key = JSON.stringify(window);
    const known = windows.get(key) ?? { window, needed: [] };
    known.needed.push(right);
    windows.set(key, known);
  }
  for (const { window, needed } of windows.values()) {
    const viewers = await viewersDuring(step, window);
    // What begins later need not be held yet.
    const isLater = window.fromTimestamp !== null && isBefore(step.now, window.fromTimestamp);
    await requireHeld(
      step,
      isLater ? viewers.slice(1) : viewers,
      needed,
      'Members have more through it than the caller holds.',
    );
  }
}

/** Whether `requireJoinable` lets the caller make a member of the groups and companies, from now on. */
export async function isJoinable(step: GrantingStep, bodies: readonly Body[]): Promise<boolean> {
  try {
    await requireJoinable(step, bodies);
    return true;
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}

const isForbidden = (error: unknown): boolean => error instanceof ServiceError && error.code === 'FORBIDDEN';

const inOrder = (one: string, other: string): number => Number(isBefore(other, one)) - Number(isBefore(one, other));

function bothWindows(one: Window, other: Window): Window | null {
  const from = [one.fromTimestamp, other.fromTimestamp].filter((t) => t !== null).sort(inOrder);
  const to = [one.toTimestamp, other.toTimestamp].filter((t) => t !== null).sort(inOrder);
  const window = { fromTimestamp: from.at(-1) ?? null, toTimestamp: to[0] ?? null };
  const isEmpty =
    window.fromTimestamp !== null &&
    window.toTimestamp !== null &&
    isAtOrBefore(window.toTimestamp, window.fromTimestamp);
  return isEmpty ? null : window;
}

// ADMIN may give an application's own label and MEMBER, though it counts as neither.
const neededFor = (label: string): string => (label.startsWith('x-') || label === 'MEMBER' ? 'ADMIN' : label);

// The caller as it is now, when the grant begins and just before it ends: what it holds for a limited time it cannot grant
// for longer.
async function viewersDuring(step: GrantingStep, grant: Window): Promise<Viewer[]> {
  const { viewer } = step.context;
  const instants = [grant.toTimestamp ? justBefore(grant.toTimestamp) : latestInstant];
  if (grant.fromTimestamp && isBefore(step.now, grant.fromTimestamp)) instants.push(grant.fromTimestamp);
  const viewers = [viewer];
  for (const at of instants.filter((t) => isBefore(step.now, t))) {
    const then = await viewerAt(step.transaction, viewer, at);
    if (!then) throw forbidden('Granting needs a living API client or person.');
    viewers.push(then);
  }
  return viewers;
}

const justBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

/** The write that grants, as far as the decision needs it. */
export type GrantingStep = Pick<WriteContext, 'context' | 'transaction' | 'now'>;

interface Needed {
  readonly objectUrn: string;
  readonly label: string;
}

/** A grant by its row. */
export interface GrantRow extends Grant {
  readonly urn: string;
  /** Whether everyone is let VIEW an entity by it, which its publishers may do. */
  readonly isOfPublisher: boolean;
}

/**
 * Of the grants, those that the caller may give now: the rules are those of `requireGrantable` and `requirePublishable`. Grants of the
 * same label and time are decided together, memberships one after the other.
 */
export async function grantableAmong<Row extends GrantRow>(step: GrantingStep, grants: readonly Row[]): Promise<Row[]> {
  const alike = groupBy(grants, ({ isOfPublisher, label, fromTimestamp, toTimestamp, objectUrn }) =>
    JSON.stringify([isOfPublisher, label, fromTimestamp, toTimestamp, label === 'MEMBER' ? objectUrn : null]),
  );
  const given: Row[] = [];
  for (const group of alike.values()) {
    const lacking = await lackingFor(step, group);
    given.push(...group.filter(({ objectUrn }) => !lacking.has(objectUrn)));
  }
  return given;
}

// The objects, of grants that are alike, on which the caller may not give them.
async function lackingFor(step: GrantingStep, alike: readonly GrantRow[]): Promise<{ has(urn: string): boolean }> {
  const [first] = alike;
  const objects = [...new Set(alike.map(({ objectUrn }) => objectUrn))];
  const on = (label: string): Needed[] => objects.map((objectUrn) => ({ objectUrn, label }));
  if (!first) return new Set();
  try {
    if (first.isOfPublisher) return await lackingAmong(step, [step.context.viewer], on('PUBLISH'));
    if (first.label === 'MEMBER') {
      await requireGrantable(step, first);
      return new Set();
    }
    return await lackingAmong(step, await viewersDuring(step, first), [...on('ADMIN'), ...on(neededFor(first.label))]);
  } catch (error) {
    if (isForbidden(error)) return new Set(objects);
    throw error;
  }
}

async function requireHeld(
  step: GrantingStep,
  viewers: readonly Viewer[],
  needed: readonly Needed[],
  refusal?: string,
): Promise<void> {
  const lacking = await lackingAmong(step, viewers, needed);
  const [label] = lacking.values();
  if (label === undefined) return;
  throw forbidden(
    refusal ?? `Granting needs ADMIN and the label ${label} itself on the object, for as long as the grant.`,
  );
}

// The objects on which one of the viewers lacks a label, with that label. One statement per kind, label and instant.
async function lackingAmong(
  step: GrantingStep,
  viewers: readonly Viewer[],
  needed: readonly Needed[],
): Promise<Map<string, string>> {
  const objects = needed.map((n) => n.objectUrn);
  const kinds = await kindsOf(step.transaction, objects);
  if (objects.some((urn) => !kinds.has(urn))) throw forbidden();
  const missing = new Map<string, string>();
  const byLabel = groupBy(needed, ({ objectUrn, label }) => `${kinds.get(objectUrn)?.name ?? ''} ${label}`);
  for (const viewer of viewers) {
    for (const [{ objectUrn: first, label }, ...more] of byLabel.values() as Iterable<[Needed, ...Needed[]]>) {
      const resource = kinds.get(first);
      if (!resource) continue;
      const urns = [first, ...more.map((n) => n.objectUrn)];
      const found = await accessChecks(step.transaction, viewer, { resource, urns }, label);
      const lacking = urns.filter((urn) => !found.get(urn)?.isAllowed);
      if (lacking.length === 0) continue;
      // Administrators of an object may grant an application's own label on it.
      const asAdmin = label.startsWith('x-')
        ? await accessChecks(step.transaction, viewer, { resource, urns: lacking }, 'ADMIN')
        : null;
      for (const urn of lacking) if (!asAdmin?.get(urn)?.isAllowed && !missing.has(urn)) missing.set(urn, label);
    }
  }
  return missing;
}
