// Lists and searches of what everyone may VIEW: each is of one tenant, so that it costs what it shows, whatever others hold. Callers
// without a token read them as everyone of that tenant, and so does a token where it is not its own. Resource reference 16.1.
import type { Filter } from '../contract/listQuery.ts';
import { isForEveryone, targetOf, type Resource } from '../contract/resource.ts';
import type { Answered } from '../database/answers/answerStatement.ts';
import { someTenants } from '../database/access/publicTenantStore.ts';
import { ServiceError } from '../domain/errors.ts';
import { anonymousIn, anonymousViewer, type Viewer } from '../domain/viewer.ts';
import type { Context } from './context.ts';

/** Resources of one kind that say whose list is meant. */
export interface Named {
  readonly resource: Resource;
  readonly urns: readonly string[];
}

/** Who reads a list, and what the statement that reads it has to say for that. */
export interface ListReader {
  readonly viewer: Viewer;
  /** Whether the tenant is meant because there is no other: the statement says which there are. */
  readonly isOfOnlyTenant: boolean;
  /** Whether all that this follows from held when the statement read. */
  readonly heldAt: (read: Pick<Answered, 'at' | 'tenants'>) => boolean;
}

type ListParts = Pick<Context, 'viewer' | 'database' | 'callers'>;

/**
 * The viewer of a list: the caller itself, of what is named in its tenant or nowhere. Else everyone of the tenant that what is named
 * lives in; for a caller without a token also of the only tenant of the service. Where there is no such tenant it is shown nothing;
 * OWNER_REQUIRED where it could be any of several.
 */
export async function listingViewer(parts: ListParts, named: Named | null): Promise<Viewer> {
  return (await listReader(parts, named, { isKept: false })).viewer;
}

/** The same for a list that a statement reads which says whether it held; `isKept` where what was found for an earlier one will do. */
export async function listReader(
  { viewer, database, callers }: ListParts,
  named: Named | null,
  { isKept }: { readonly isKept: boolean },
): Promise<ListReader> {
  const tenants = named && (await tenantsOf(callers, named));
  if (viewer.kind !== 'ANONYMOUS' && !isElsewhere(viewer, tenants)) return asFound(viewer);
  // A replica may be behind what was acknowledged: what it says proves nothing.
  const mayKeep = isKept && database.positions === null;
  const known = tenants === null && mayKeep ? onlyTenants.get(callers) : undefined;
  const tenant = known ?? (tenants === null ? await onlyTenant({ database, callers }) : (tenants[0] ?? null));
  if (tenant === null) return asFound(nobody);
  const everyone = { kind: 'EVERYONE', hash: tenant } as const;
  const kept = mayKeep ? callers.keptOf(everyone) : null;
  const found = kept?.viewer ?? (await callers.viewerOf(everyone)) ?? nobody;
  const isOfOnlyTenant = known !== undefined;
  const heldAt: ListReader['heldAt'] = ({ at, tenants: some }) =>
    (kept?.heldAt(at) ?? true) && (!isOfOnlyTenant || some === tenant);
  return { viewer: found, isOfOnlyTenant, heldAt };
}

/** A viewer that holds as it was found. */
export const asFound = (viewer: Viewer): ListReader => ({ viewer, isOfOnlyTenant: false, heldAt: () => true });

/** The only tenant of a service, as it was when somebody asked last. */
const onlyTenants = new WeakMap<Context['callers'], string>();

// Null where there is none.
async function onlyTenant({ database, callers }: Pick<ListParts, 'database' | 'callers'>): Promise<string | null> {
  const [tenant, other] = await someTenants(database);
  if (other !== undefined) {
    const message = 'The company whose content is meant is expected.';
    throw new ServiceError('OWNER_REQUIRED', undefined, [{ path: '?owner', code: 'OWNER_REQUIRED', message }]);
  }
  if (tenant !== undefined) onlyTenants.set(callers, tenant);
  return tenant ?? null;
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
  if ('list' in filter) return filter.isNone ? null : namedByOne(targetOf(filter.list), filter.where);
  if ('link' in filter) return namedByOne(targetOf(filter.link), filter.where);
  if (!('operator' in filter)) return null;
  const { field, operator, value } = filter;
  const all: readonly unknown[] = operator === 'eq' ? [value] : operator === 'in' && Array.isArray(value) ? value : [];
  const urns = all.filter((urn) => typeof urn === 'string');
  if (urns.length === 0) return null;
  if (field.name === 'urn') return { resource, urns };
  return field.target ? { resource: targetOf(field), urns } : null;
}
