// A narrowed token makes nothing that is wider than itself: labels and roles of tokens, and secrets that give tokens.
// Resource reference 7.4, 7.5.
import { fieldOf } from '../../contract/resource.ts';
import { narrowsRoles } from '../../database/access/accessStore.ts';
import { linkedUrns } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import { forbidden } from '../../domain/errors.ts';
import { leaves } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';

/** What the caller's token is narrowed to; null where it is not. */
export interface Narrowing {
  readonly labels: readonly string[] | null;
  readonly roles: readonly string[] | null;
}

/** The narrowing of the caller's own token, or of its OAuth scope. */
export async function narrowingOf({ contract, viewer }: Context, transaction: Transaction): Promise<Narrowing> {
  const { tokenUrn, onlyLabels: labels } = viewer;
  if (tokenUrn === null || !(await narrowsRoles(transaction, tokenUrn))) return { labels, roles: null };
  const token = contract.kinds.ApiClientBearerToken;
  return { labels, roles: await linkedUrns(transaction, token, fieldOf(token, 'roles'), tokenUrn) };
}

/** Refuses a token with more labels or roles than the narrowing leaves; an empty list means all of them. */
export function requireWithin(
  { viewer }: Pick<Context, 'viewer'>,
  narrowing: Narrowing,
  made: { readonly labels: readonly string[]; readonly roles: readonly string[] },
): void {
  const { labels, roles } = narrowing;
  const isWider =
    (labels !== null && (made.labels.length === 0 || !made.labels.every((label) => leaves(viewer, label)))) ||
    (roles !== null && (made.roles.length === 0 || !made.roles.every((role) => roles.includes(role))));
  if (isWider) throw forbidden('A narrowed token makes no token with more labels or roles than its own.');
}

/** Refuses a caller with a narrowed token: a client's secret gives tokens that are not narrowed. */
export async function requireUnnarrowed(context: Context, transaction: Transaction): Promise<void> {
  const { labels, roles } = await narrowingOf(context, transaction);
  if (labels !== null || roles !== null) throw forbidden('A narrowed token gives out no client secret.');
}
