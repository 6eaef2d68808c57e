// Lists and searches of what everyone may VIEW: each is of one tenant, so that it costs what it shows, whatever others hold. Callers
// without a token read them as everyone of that tenant, and so does a token where it is not its own. Resource reference 16.1.
import type { Filter } from '../contract/listQuery.ts';
import { isForEveryone, targetOf, type Resource } from '../contract/resource.ts';
import { someTenants } from '../database/access/publicTenantStore.ts';
import { ServiceError } from '../domain/errors.ts';
import { anonymousIn, anonymousViewer, type Viewer } from '../domain/viewer.ts';
import type { Context } from './context.ts';

/** Resources of one kind that say whose list is meant. */
export interface Named {
  readonly resource: Resource;
  readonly urns: readonly string[];
}

/**
 * The viewer of a list: the caller itself, of what is named in its tenant or nowhere. Else everyone of the tenant that what is named
 * lives in; for a caller without a token also of the only tenant of the service. Where there is no such tenant it is shown nothing;
 * OWNER_REQUIRED where it could be any of several.
 */
export async function listingViewer(
  { viewer, database, callers }: Pick<Context, 'viewer' | 'database' | 'callers'>,
  named: Named | null,
): Promise<Viewer> {
  const tenants = named && (await tenantsOf(callers, named));
  if (viewer.kind !== 'ANONYMOUS' && !isElsewhere(viewer, tenants)) return viewer;
  const [tenant, other] = tenants?.slice(0, 1) ?? (await someTenants(database));
  if (other !== undefined) {
    const message = 'The company whose content is meant is expected.';
    throw new ServiceError('OWNER_REQUIRED', undefined, [{ path: '?owner', code: 'OWNER_REQUIRED', message }]);
  }
  const found = tenant === undefined ? null : await callers.viewerOf({ kind: 'EVERYONE', hash: tenant });
  return found ?? nobody;
}

/** Whether a list of the kind under these conditions is one of another tenant than the caller's, which it is shown as everyone is. */
export async function isListedElsewhere(
  { viewer, callers }: Pick<Context, 'viewer' | 'callers'>,
  resource: Resource,
  conditions: readonly Filter[],
): Promise<boolean> {
  const named = namedBy(resource, conditions);
  return named !== null && isElsewhere(viewer, await tenantsOf(callers, named));
}

async function tenantsOf(callers: Context['callers'], { resource, urns }: Named): Promise<readonly string[]> {
  return [...(await callers.tenantsOf(resource.table, urns)).values()];
}

// What is of several tenants is listed in the caller's own, where some of it is.
function isElsewhere({ kind, tenantUrn }: Viewer, tenants: readonly string[] | null): boolean {
  return kind === 'CLIENT' && tenants !== null && tenants.length > 0 && !tenants.includes(String(tenantUrn));
}

/** Of a tenant that does not exist. */
const nobody = anonymousIn({ ...anonymousViewer, tenantUrn: '00000000-0000-0000-0000-000000000000' });

/**
 * What the conditions of a list demand to be equal, and that says whose it is: an owner, a page, the row itself; null for nothing, and
 * for a kind that is never shown to everyone.
 */
export function namedBy(resource: Resource, conditions: readonly Filter[]): Named | null {
  return isForEveryone(resource) ? namedByAny(resource, conditions) : null;
}

function namedByAny(resource: Resource, conditions: readonly Filter[]): Named | null {
  for (const filter of conditions) {
    const named = namedByOne(resource, filter);
    if (named) return named;
  }
  return null;
}

function namedByOne(resource: Resource, filter: Filter): Named | null {
  if ('every' in filter) return namedByAny(resource, filter.every);
  if ('link' in filter) return namedByOne(targetOf(filter.link), filter.where);
  if (!('operator' in filter)) return null;
  const { field, operator, value } = filter;
  const all: readonly unknown[] = operator === 'eq' ? [value] : operator === 'in' && Array.isArray(value) ? value : [];
  const urns = all.filter((urn) => typeof urn === 'string');
  if (urns.length === 0) return null;
  if (field.name === 'urn') return { resource, urns };
  return field.target ? { resource: targetOf(field), urns } : null;
}
