// Callers without a token as they read lists and search: as everyone of one tenant, so that a list costs what it shows, whatever
// other tenants hold. Resource reference 16.1.
import type { Filter } from '../contract/listQuery.ts';
import { targetOf, type Resource } from '../contract/resource.ts';
import { someTenants, tenantsOfRow } from '../database/access/publicTenantStore.ts';
import { ServiceError } from '../domain/errors.ts';
import { anonymousIn, anonymousViewer, type Viewer } from '../domain/viewer.ts';
import type { Context } from './context.ts';

/** A resource that says whose list is meant. */
export interface Named {
  readonly resource: Resource;
  readonly urn: string;
}

/**
 * The viewer of a list: the caller itself or, of one without a token, everyone of the tenant that what is named lives in; without
 * that, of the only tenant of the service. Where there is no such tenant it is shown nothing; OWNER_REQUIRED where it could be any
 * of several.
 */
export async function listingViewer(
  { viewer, database, callers }: Pick<Context, 'viewer' | 'database' | 'callers'>,
  named: Named | null,
): Promise<Viewer> {
  if (viewer.kind !== 'ANONYMOUS') return viewer;
  const [tenant, other] = named ? await tenantsOfRow(database, named.resource, named.urn) : await someTenants(database);
  if (other !== undefined) {
    const message = 'The company whose content is meant is expected.';
    throw new ServiceError('OWNER_REQUIRED', undefined, [{ path: '?owner', code: 'OWNER_REQUIRED', message }]);
  }
  const found = tenant === undefined ? null : await callers.viewerOf({ kind: 'EVERYONE', hash: tenant });
  return found ?? nobody;
}

/** Of a tenant that does not exist. */
const nobody = anonymousIn({ ...anonymousViewer, tenantUrn: '00000000-0000-0000-0000-000000000000' });

/** What the conditions of a list demand to be equal, and that says whose it is: an owner, a page, the row itself; null for nothing. */
export function namedBy(resource: Resource, conditions: readonly Filter[]): Named | null {
  for (const filter of conditions) {
    const named = namedByOne(resource, filter);
    if (named) return named;
  }
  return null;
}

function namedByOne(resource: Resource, filter: Filter): Named | null {
  if ('every' in filter) return namedBy(resource, filter.every);
  if ('link' in filter) return namedByOne(targetOf(filter.link), filter.where);
  if (!('operator' in filter)) return null;
  const { field, operator, value } = filter;
  const urn: unknown = operator === 'in' && Array.isArray(value) ? value[0] : operator === 'eq' ? value : null;
  if (typeof urn !== 'string') return null;
  if (field.name === 'urn') return { resource, urn };
  return field.target ? { resource: targetOf(field), urn } : null;
}
