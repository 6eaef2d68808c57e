// The record of changed permission edges, newest first, for those who administer the companies that own them.
// Resource reference 7.2 (permissionaudit).
import { checkLimit } from '../../contract/listQuery.ts';
import { edgeChanges, recordEdges, type EdgeChange } from '../../database/access/accessStore.ts';
import { companiesWith, effectiveLabels } from '../../domain/heldLabels.ts';
import { forbidden } from '../../domain/errors.ts';
import type { Announced } from '../../engine/announcements.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { positionFrom, sealed } from '../../engine/cursor.ts';

export type { EdgeChange } from '../../database/access/accessStore.ts';

/** A page of the record. `after` is the cursor of its last change. */
export interface AuditPage {
  readonly changes: readonly EdgeChange[];
  readonly after: string | null;
  readonly isMorePages: boolean;
  readonly limit: number;
}

/** Adds the permissions among the changes to the record. */
export async function recordPermissions({ transaction, changes, actor, timestamp }: Announced): Promise<void> {
  const edges = changes.filter((change) => change.resource.name === 'Permission');
  await recordEdges(transaction, edges, actor, timestamp);
}

const listName = 'permissionaudit';

/** The companies whose records the caller may read; FORBIDDEN for a caller who holds ADMIN on none. */
export function administeredCompanies({ viewer }: Pick<Context, 'viewer'>): string[] {
  requireCaller(viewer);
  const companies = companiesWith(viewer, effectiveLabels(viewer, 'ADMIN'));
  const within = viewer.onlyCompanies;
  const readable = within ? companies.filter((urn) => within.includes(urn)) : companies;
  if (readable.length === 0) throw forbidden('Reading the record needs ADMIN on a company.');
  return readable;
}

/** Reads a page. FORBIDDEN for a caller who holds ADMIN on no company. */
export async function readPermissionAudit(
  context: Context,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<AuditPage> {
  const readable = administeredCompanies(context);
  const limit = checkLimit(page.first, 'limit');
  const before = page.after === null ? null : String(positionFrom(context, listName, ['position'], page.after)[0]);
  const found = await edgeChanges(context.database, readable, { before, limit: limit + 1 });
  const changes = found.slice(0, limit);
  const last = changes.at(-1);
  return {
    changes,
    after: last ? sealed(context.cursorKey, listName, [last.position, last.permission]) : null,
    isMorePages: found.length > limit,
    limit,
  };
}
