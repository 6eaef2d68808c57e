// The list of what was deleted, for those who may restore it. Resource reference 16.7.
import { checkLimit } from '../../contract/listQuery.ts';
import { deletions, type DeletedResource, type DeletionFilter } from '../../database/engine/deletionStore.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { didYouMean } from '../../domain/nearestName.ts';
import type { Context } from '../../engine/context.ts';
import { positionFrom } from '../../engine/cursor.ts';
import { recordPage, type RecordPage } from '../../engine/recordPage.ts';
import { administeredCompanies } from './administered.ts';

/** A page of the list. */
export type DeletedResourcesPage = RecordPage<DeletedResource>;

const list = 'deletedresources';

/** Reads a page, newest first. FORBIDDEN for a caller who holds ADMIN on no company. */
export async function readDeletedResources(
  context: Context,
  { owner, ...filter }: DeletionFilter & { readonly owner: string | null },
  { first, after }: { readonly first: number | null; readonly after: string | null },
): Promise<DeletedResourcesPage> {
  const administered = administeredCompanies(context, 'what was deleted');
  const companies = owner === null ? administered : administered.filter((urn) => urn === owner);
  const limit = checkLimit(first, 'limit');
  requireKind(context, filter.kind);
  const [deletedTimestamp, urn] = after === null ? [] : positionFrom(context, list, ['deletedTimestamp'], after);
  const before = after === null ? null : { deletedTimestamp: String(deletedTimestamp), urn: String(urn) };
  const of = { tenant: String(context.viewer.tenantUrn), companies };
  const days = context.limits.deletedDays;
  const rows = await deletions(context.database, of, filter, { days, before, limit: limit + 1 });
  return recordPage(context, { list, rows, limit, isFirst: before === null }, (node) => [
    node.deletedTimestamp,
    node.urn,
  ]);
}

function requireKind({ contract }: Context, kind: string | null): void {
  if (kind === null || contract.byName.has(kind)) return;
  throw invalidParameter('kind', `There is no such kind.${didYouMean(kind, contract.byName.keys())}`);
}
