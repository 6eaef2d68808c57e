// The two records for those who administer the companies concerned, newest first: of sign-ins, token use and refused writes, which
// ends after ACCESS_AUDIT_DAYS and holds reads only as use of their token, at most once a minute; and of changed permission
// edges. Resource reference 7.2 (permissionaudit).
import { checkLimit } from '../../contract/listQuery.ts';
import {
  accessRecords,
  purgeAccessRecords,
  type AccessFilter,
  type AccessRecord,
} from '../../database/access/accessRecordStore.ts';
import type { Database } from '../../database/connection/database.ts';
import type { Context } from '../../engine/context.ts';
import { positionFrom, sealed } from '../../engine/cursor.ts';
import { edgeChanges, recordEdges, type EdgeChange } from '../../database/access/accessStore.ts';
import { companiesWith, effectiveLabels } from '../../domain/heldLabels.ts';
import { forbidden } from '../../domain/errors.ts';
import type { Announced } from '../../engine/announcements.ts';
import { requireCaller } from '../../engine/authorize.ts';

/** A page of the record. */
export interface AccessAuditPage {
  readonly edges: readonly { readonly cursor: string; readonly node: AccessRecord }[];
  readonly nodes: readonly AccessRecord[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly limit: number;
}

/** Reads a page, newest first. FORBIDDEN for a caller who holds ADMIN on no company. */
export async function readAccessAudit(
  context: Context,
  filter: AccessFilter,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<AccessAuditPage> {
  const companies = administeredCompanies(context);
  const limit = checkLimit(page.first, 'limit');
  const [firstTimestamp, position] =
    page.after === null ? [] : positionFrom(context, 'accessaudit', ['firstTimestamp'], page.after);
  const before = page.after === null ? null : { firstTimestamp: String(firstTimestamp), position: String(position) };
  const of = { tenant: String(context.viewer.tenantUrn), companies };
  const found = await accessRecords(context.database, of, filter, { before, limit: limit + 1 });
  const nodes = found.slice(0, limit);
  const edges = nodes.map((node) => ({
    cursor: sealed(context.cursorKey, 'accessaudit', [node.firstTimestamp, node.position]),
    node,
  }));
  const pageInfo = {
    hasNextPage: found.length > limit,
    hasPreviousPage: before !== null,
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  };
  return { edges, nodes, pageInfo, limit };
}

const batch = 1_000;

/** Removes the records that are older than `days`. */
export async function purgeAccessAudit({ database }: { readonly database: Database }, days: number): Promise<void> {
  while ((await purgeAccessRecords(database, days, batch)) === batch);
}

export type { EdgeChange } from '../../database/access/accessStore.ts';

/** A page of the record of edges. `after` is the cursor of its last change. */
interface AuditPage {
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

/** The companies whose records the caller may read; FORBIDDEN for a caller who holds ADMIN on none. */
function administeredCompanies({ viewer }: Pick<Context, 'viewer'>): readonly string[] {
  requireCaller(viewer);
  const companies = companiesWith(viewer, effectiveLabels(viewer, 'ADMIN'));
  const within = viewer.onlyCompanies && new Set(viewer.onlyCompanies);
  const readable = within ? companies.filter((urn) => within.has(urn)) : companies;
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
  const before =
    page.after === null ? null : String(positionFrom(context, 'permissionaudit', ['position'], page.after)[0]);
  const found = await edgeChanges(context.database, readable, { before, limit: limit + 1 });
  const changes = found.slice(0, limit);
  const last = changes.at(-1);
  return {
    changes,
    after: last ? sealed(context.cursorKey, 'permissionaudit', [last.position, last.permission]) : null,
    isMorePages: found.length > limit,
    limit,
  };
}
