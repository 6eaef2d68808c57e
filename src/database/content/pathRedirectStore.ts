// The addresses that entities had: the view answers them with a redirect. Resource reference 10.1.
import { newUrn } from '../../domain/urn.ts';
import type { Transaction } from '../connection/database.ts';
import { insertInto, updateOf, written } from '../connection/written.ts';
import type { Row } from '../engine/row.ts';
import { tenantOf } from '../engine/tenant.ts';

/** A redirect to be kept. */
interface NewRedirect {
  readonly urn: string;
  readonly owner: string;
  readonly path: string | null;
  readonly language: string | null;
  readonly variant: string | null;
  readonly entity: string;
  readonly now: string;
}

const kept = written<NewRedirect>((manager) =>
  insertInto(manager, 'entity_redirect', {
    urn: ':urn',
    owner: ':owner',
    tenant: tenantOf(':owner::uuid'),
    path: ':path',
    language: ':language',
    variant: ':variant',
    entity: ':entity',
    expires_timestamp: `:now::timestamptz + interval '90 days'`,
  }),
);

/** Keeps the address an entity had for 90 days. */
export async function keepRedirect(transaction: Transaction, entity: Row<'Entity'>, now: string): Promise<void> {
  const { $owner: owner, path, language, variant } = entity;
  const redirect = { urn: newUrn(), owner, path, language, variant, entity: entity.urn, now };
  await transaction.query(kept(transaction, redirect));
}

const moved = written<{ owner: string; entity: string }>((manager) =>
  updateOf(manager, 'entity_redirect', { owner: ':owner' }).where('entity = :entity'),
);

/** Gives the former addresses of an entity to another company. */
export async function moveRedirects(transaction: Transaction, entityUrn: string, owner: string): Promise<void> {
  await transaction.query(moved(transaction, { owner, entity: entityUrn }));
}
