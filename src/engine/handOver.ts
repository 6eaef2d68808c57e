// Moving an object: the one decision behind every field that says where it belongs (`@access(rule: MOVE)`), and what
// goes along. Resource reference 1.2, 7.2.
import { targetOf, type Field } from '../contract/resource.ts';
import { moveBelow } from '../database/engine/moveStore.ts';
import type { Row } from '../database/engine/row.ts';
import { forbidden, invalid, type Violation } from '../domain/errors.ts';
import { type Change, updated } from './announcements.ts';
import { requireLabel, holds } from './authorize.ts';
import type { WriteContext } from './kind.ts';

/**
 * Requires ADMIN on an object that moves, and on the place it moves to the label for creating one there. A create that
 * names a second place requires that label of it as well. Throws FORBIDDEN, and VALIDATION_FAILED for an object that would
 * have no owner.
 */
export async function requireMoves(step: WriteContext): Promise<void> {
  const { context, transaction, resource, urn } = step;
  for (const { field, target } of movesOf(step)) {
    if (step.before) await requireLabel(transaction, context.viewer, { resource, urn }, 'ADMIN');
    if (target === null && field.name === 'owner') throw invalid([nobodysObject]);
    if (target === null) continue;
    const kind = targetOf(field);
    const label = resource.labels.create;
    const mayCreate = await holds(transaction, context.viewer, { resource: kind, urn: target }, label);
    if (!mayCreate) throw forbidden(`The label ${label} is needed on the new ${field.name}.`);
  }
}

const nobodysObject: Violation = {
  path: '/owner',
  code: 'NULL_NOT_ALLOWED',
  message: 'The owner of this kind cannot be removed.',
};

interface Move {
  readonly field: Field;
  /** Where to; null when the object leaves its place for none. */
  readonly target: string | null;
}

function movesOf({ resource, values, before, owner }: WriteContext): Move[] {
  return resource.fields.flatMap((field): Move[] => {
    const target = values[field.name];
    if (field.access !== 'MOVE' || (typeof target !== 'string' && target !== null)) return [];
    // The place of a create was decided with its label.
    const isDecided = before ? target === before[field.name] : field.name === 'owner' || target === owner;
    return isDecided ? [] : [{ field, target }];
  });
}

/** Takes along what lives in an object that has another owner now; returns the changes to announce. */
export async function moveAlong(step: WriteContext, before: Row, after: Row): Promise<Change[]> {
  if (before.$owner === after.$owner) return [];
  const { context, transaction, resource, now } = step;
  const permission = context.contract.kinds.Permission;
  const to = { owner: after.$owner, timestamp: now };
  const edges = await moveBelow(transaction, resource, [step.urn], to);
  return edges.map((edge) => updated(permission, { ...edge, owner: after.$owner }, ['owner']));
}
