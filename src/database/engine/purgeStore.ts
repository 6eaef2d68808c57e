// Removes deleted rows permanently once they can no longer be restored, a few at a time.
import type { Contract, Resource } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';
import { staysLive } from './liveRows.ts';
import { unregistered } from '../mapping/kindDetails.ts';
import { Parameters, prepared, type Executor } from '../connection/statement.ts';

/** The tables of deleted rows, those that live in others before these, companies last. */
export function purgedTables(contract: Contract): string[] {
  const depth = (resource: Resource): number => {
    if (resource.name === 'Company') return -1;
    const parent = resource.container?.target;
    return parent ? depth(parent) + 1 : 0;
  };
  const deepest = contract.resources.toSorted((a, b) => depth(b) - depth(a));
  return [...new Set(deepest.map(({ table }) => table))];
}

/**
 * Removes up to `limit` rows of a table that were deleted more than `days` days ago, with what belongs to them alone:
 * links, histories, what was live. Returns the number removed. Rows that are being restored, and those that are still live,
 * are left alone.
 */
export async function purgeDeletedRows(
  executor: Executor,
  table: string,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> {
  const p = new Parameters();
  // Where a merged identity went is kept for as long as it may be requested.
  const kept =
    table === 'identity'
      ? ` AND NOT EXISTS (SELECT 1 FROM "identity_end" e WHERE e."urn" = t."urn" AND e."merged_into" IS NOT NULL)`
      : '';
  const kind = executor.contract.resources.find((resource) => resource.table === table);
  const stays = kind ? staysLive(kind, 't') : null;
  const ended = stays === null ? '' : ` AND NOT ${stays}`;
  const old =
    `SELECT t."urn" FROM ${quote(table)} t WHERE t."deleted_timestamp" <= now() - make_interval(days => ${p.add(days, 'int')})${kept}${ended}` +
    ` ORDER BY t."deleted_timestamp" LIMIT ${p.add(limit, 'int')} FOR UPDATE SKIP LOCKED`;
  // Rows of registered kinds go with their entry in the registry.
  const from = [...unregistered.values()].includes(table) ? table : 'resource';
  const rows = await executor.query(prepared(`DELETE FROM ${quote(from)} WHERE "urn" IN (${old}) RETURNING 1`, p));
  return rows.length;
}
