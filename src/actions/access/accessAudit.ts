// The record of sign-ins, token use and refused writes, for those who administer the companies concerned; and its end after
// ACCESS_AUDIT_DAYS. Reads are recorded only as use of their token, at most once a minute.
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
import { administeredCompanies } from './permissionAudit.ts';

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

const listName = 'accessaudit';

/** Reads a page, newest first. FORBIDDEN for a caller who holds ADMIN on no company. */
export async function readAccessAudit(
  context: Context,
  filter: AccessFilter,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<AccessAuditPage> {
  const companies = administeredCompanies(context);
  const limit = checkLimit(page.first, 'limit');
  const before = page.after === null ? null : String(positionFrom(context, listName, [], page.after)[0]);
  const of = { tenant: String(context.viewer.tenantUrn), companies };
  const found = await accessRecords(context.database, of, filter, { before, limit: limit + 1 });
  const nodes = found.slice(0, limit);
  const edges = nodes.map((node) => ({ cursor: sealed(context.cursorKey, listName, [node.position]), node }));
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
