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
import type { ChangeListener } from '../../engine/announcements.ts';
import { recordPage, type RecordPage } from '../../engine/recordPage.ts';
import { administeredCompanies } from './administered.ts';

/** A page of the record. */
export type AccessAuditPage = RecordPage<AccessRecord>;

/** Reads a page, newest first. FORBIDDEN for a caller who holds ADMIN on no company. */
export async function readAccessAudit(
  context: Context,
  filter: AccessFilter,
  { first, after }: { readonly first: number | null; readonly after: string | null },
): Promise<AccessAuditPage> {
  const companies = administeredCompanies(context, 'the record');
  const limit = checkLimit(first, 'limit');
  const [firstTimestamp, position] =
    after === null ? [] : positionFrom(context, 'accessaudit', ['firstTimestamp'], after);
  const before = after === null ? null : { firstTimestamp: String(firstTimestamp), position: String(position) };
  const of = { tenant: String(context.viewer.tenantUrn), companies };
  const found = await accessRecords(context.database, of, filter, { before, limit: limit + 1 });
  const page = { list: 'accessaudit', rows: found, limit, isFirst: before === null };
  return recordPage(context, page, (node) => [node.firstTimestamp, node.position]);
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
export const recordPermissions: ChangeListener = {
  async follow({ transaction, changes, actor, timestamp }) {
    const edges = changes.filter((change) => change.resource.name === 'Permission');
    await recordEdges(transaction, edges, actor, timestamp);
  },
  composed: ({ name }) => (name === 'Permission' ? null : []),
};

/** Reads a page. FORBIDDEN for a caller who holds ADMIN on no company. */
export async function readPermissionAudit(
  context: Context,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<AuditPage> {
  const readable = administeredCompanies(context, 'the record');
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
