// A create that is sent again: recognized by the request as its caller sent it, however the service has filled in or changed
// what it made. For everybody else it is compared with what they may read. Resource reference 1.1.
import { createHmac } from 'node:crypto';
import type { Checked } from '../contract/rules.ts';
import type { Resource } from '../contract/resource.ts';
import type { Executor } from '../database/connection/statement.ts';
import { creationOf, type Creation } from '../database/engine/creationStore.ts';
import { actorOf } from '../domain/actor.ts';
import type { ServiceError } from '../domain/errors.ts';
import { refusedAt } from '../domain/errors.ts';
import type { Context, Row } from './context.ts';

/** A create that names its urn. */
export interface NamedCreate {
  readonly resource: Resource;
  readonly urn: string;
  /** Names its caller, and what the caller sent: the same for the same request alone, and worth nothing to anybody else. */
  readonly digest: { readonly caller: string; readonly content: string };
}

/** The create as it was sent; null where the urn is the service's to choose. */
export function namedCreate({ viewer, cursorKey }: Context, resource: Resource, sent: Checked): NamedCreate | null {
  const { urn, ...values } = sent.values;
  if (typeof urn !== 'string') return null;
  if (resource.fieldByName.has('owner')) values['owner'] ??= viewer.companyUrn;
  const { urn: actor, type } = actorOf(viewer);
  const digest = (...parts: unknown[]): string =>
    createHmac('sha256', cursorKey).update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
  return {
    resource,
    urn,
    digest: { caller: digest(type, actor), content: digest(type, actor, resource.name, values) },
  };
}

/** How a create is noted with what it makes. */
export function noteOf({ digest }: NamedCreate): string {
  return `${digest.caller} ${digest.content}`;
}

/** What the urn of a create was given to before; null for a free one. */
export async function earlierCreation(executor: Executor, named: NamedCreate | null): Promise<Creation | null> {
  return named && creationOf(executor, named.urn);
}

/**
 * What the caller made with this very request, as it may read it now; null when it was not this caller who made what has
 * the urn. Throws ALREADY_EXISTS when it made something else, or may not read it any more.
 */
export async function ownRepeat(context: Context, named: NamedCreate, earlier: Creation): Promise<Row | null> {
  if (earlier.createdAs?.startsWith(`${named.digest.caller} `) !== true) return null;
  const isSame = earlier.createdAs === noteOf(named);
  const row = isSame ? await context.loaders.byUrn(named.resource.name, named.urn) : null;
  if (row?.urn !== named.urn) throw urnTaken();
  return row;
}

/**
 * The stored row, for another caller who sends equal content. Compared and answered is what it may read of it: of a draft,
 * callers who may not see drafts learn only that the urn is taken. Throws ALREADY_EXISTS for anything else.
 */
export async function equalRow(
  context: Context,
  { resource, urn }: NamedCreate,
  earlier: Creation,
  sent: { readonly values: Readonly<Record<string, unknown>>; readonly owner: string },
): Promise<Row> {
  if (earlier.kind.name !== resource.name) throw urnTaken();
  const row = await context.loaders.byUrn(resource.name, urn);
  if (row?.urn !== urn || row.$owner !== sent.owner) throw urnTaken();
  for (const field of resource.fields) {
    const value = sent.values[field.name];
    if (value === undefined || field.isReadOnly || field.isWriteOnly) continue;
    // What else was sent along is not compared: it is not to be taken for stored.
    const isEqual =
      field.storage === 'COLUMN'
        ? JSON.stringify(row[field.name]) === JSON.stringify(value)
        : !Array.isArray(value) || value.length === 0;
    if (!isEqual) throw urnTaken();
  }
  return row;
}

/** The urn belongs to something else. */
export function urnTaken(): ServiceError {
  return refusedAt('ALREADY_EXISTS', { path: '/urn', message: 'The urn is taken.' });
}
