// Where a new resource is to live: found, locked, and decided about with the locks. Resource reference 1.5, 7.2.
import { targetOf, type Field, type Resource } from '../contract/resource.ts';
import { accessChecks, placesOf } from '../database/engine/accessCheckStore.ts';
import type { Row } from '../database/engine/row.ts';
import type { Violation } from '../domain/errors.ts';
import type { Context } from './context.ts';
import type { PendingWrite } from './kind.ts';

/** What was sent of a create, and what is wrong with it so far. */
export interface Sent {
  readonly values: Record<string, unknown>;
  readonly violations: Violation[];
}

/** The field that says where the new resource will live, and what was sent in it. */
export interface Home {
  readonly field: Field;
  readonly urn: string | null;
}

/** Where it will live, as the caller sees that. */
export interface Placed {
  readonly owner: string;
  readonly container: Row | null;
  readonly isAllowed: boolean;
  /** How many items live there. */
  readonly count: number;
  /** The database's clock, read after the locks; null where nothing was read. */
  readonly now: string | null;
}

/** The container, else the owner: the caller's company unless another one was sent. Null for kinds that live nowhere. */
export function homeOf({ viewer }: Context, resource: Resource, { values }: Sent): Home | null {
  const field = resource.container ?? resource.fieldByName.get('owner') ?? null;
  if (!field) return null;
  const value = values[field.name] ?? (field.name === 'owner' ? viewer.companyUrn : null);
  if (typeof value !== 'string') return { field, urn: null };
  if (field.name === 'owner') values['owner'] = value;
  return { field, urn: value };
}

/**
 * Takes the locks of a create; whether they are had. A caller who may not create in the container waits for no lock of it and takes
 * none. Companies are not locked.
 */
export async function lockPlace(pending: PendingWrite, home: Home | null, isOpen: boolean): Promise<boolean> {
  const { context, transaction, resource } = pending;
  const kind = context.kindOf(resource);
  const label = resource.labels.create;
  if (kind.lockPlaces && !isOpen) {
    return typeof home?.urn !== 'string' || (await kind.lockPlaces(pending, [home.urn], label)).has(home.urn);
  }
  if (home !== null && home.field.name !== 'owner' && home.urn !== null) {
    const container = { resource: targetOf(home.field), urns: [home.urn] };
    const found = (await accessChecks(transaction, context.viewer, container, label)).get(home.urn);
    if (!found || !(found.isAllowed || isOpen)) return false;
  }
  await kind.lock?.(pending);
  return true;
}

/** The place as the caller sees it, and whether it may create there; null, with a violation, when there is none. */
export async function placeOf(
  { context, transaction, resource }: PendingWrite,
  home: Home | null,
  { violations }: Sent,
  { isOpen, isLocked }: { readonly isOpen: boolean; readonly isLocked: boolean },
): Promise<Placed | null> {
  const { viewer } = context;
  if (home === null) return { ...anywhere, owner: viewer.companyUrn ?? '' };
  const { field, urn } = home;
  if (urn === null) return null;
  const kind = targetOf(field);
  const isOwner = field.name === 'owner';
  const asked = { label: resource.labels.create, made: resource };
  const found = (await placesOf(transaction, viewer, { resource: kind, urns: [urn] }, asked)).get(urn);
  if (!found && isOwner && isOpen) return { ...anywhere, owner: urn };
  if (!found) {
    violations.push(noPlace(field, kind, urn));
    return null;
  }
  // A right that came after the question whether to lock is not used without the lock.
  const isAllowed = isLocked && (found.isAllowed || isOpen);
  const owner = isOwner ? urn : found.ownerUrn;
  return { owner, container: isOwner ? null : found.row, isAllowed, count: found.count, now: found.now };
}

const anywhere: Omit<Placed, 'owner'> = { container: null, isAllowed: true, count: 0, now: null };

function noPlace(field: Field, kind: Resource, urn: string): Violation {
  const message = `The ${kind.name} does not exist.`;
  return { path: `/${field.name}`, code: 'INVALID_REFERENCE', message, related: [urn] };
}
