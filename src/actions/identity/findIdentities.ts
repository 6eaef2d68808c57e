// Finds identities by the name another system knows them by. Resource reference 4.4, 4.8.
import { defaultOrder, pageLimits, type Filter } from '../../contract/listQuery.ts';
import { fieldOf } from '../../contract/resource.ts';
import { holdersOf } from '../../database/identity/identityStore.ts';
import { databaseNow } from '../../database/engine/changeStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { listResources } from '../../engine/readResource.ts';

/** The identities with an unexpired client identifier of this domain and token that the caller may read. */
export async function findIdentities(context: Context, domain: string, token: string): Promise<Row[]> {
  requireCaller(context.viewer);
  const identity = context.contract.kinds.Identity;
  const urns = await holdersOf(context.database, domain, token);
  const rows = await Promise.all(urns.map((urn) => context.loaders.byUrn(identity.name, urn)));
  return rows.filter((row) => row !== null);
}

/** The identities that hold an unexpired client identifier, readable by the caller, that meets the conditions. */
export async function holdersOfIdentifiers(context: Context, conditions: readonly Filter[]): Promise<unknown[]> {
  const identifiers = context.contract.kinds.ClientIdentifier;
  const expiry = fieldOf(identifiers, 'expiresTimestamp');
  const alive: Filter = {
    some: [
      { field: expiry, operator: 'isNull', value: true },
      { field: expiry, operator: 'gt', value: await databaseNow(context.database) },
    ],
  };
  const page = await listResources(context, identifiers, {
    ...{ conditions: [...conditions, alive], order: defaultOrder(identifiers), limit: pageLimits.most },
    ...{ after: null, before: null, isBackward: false, wantsCount: false },
  });
  return page.rows.map((row) => row['identity']);
}
