// Finds identities by the name another system knows them by. Resource reference 4.4, 4.8.
import { holdersOf } from '../../database/identity/identityStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';

/** The identities with an unexpired client identifier of this domain and token that the caller may read. */
export async function findIdentities(context: Context, domain: string, token: string): Promise<Row[]> {
  requireCaller(context.viewer);
  const identity = context.contract.kinds.Identity;
  const urns = await holdersOf(context.database, domain, token);
  const rows = await Promise.all(urns.map((urn) => context.loaders.byUrn(identity.name, urn)));
  return rows.filter((row) => row !== null);
}
