// Removes a tenant's data for good, once it is no longer served. For the operator, who has the database; no caller reaches it.
import type { Database } from '../../database/connection/database.ts';
import { inLongTransaction } from '../../database/connection/longConnection.ts';
import { countTenantRows, holdTenant, removeTenantRows } from '../../database/identity/purgeStore.ts';
import { ServiceError } from '../../domain/errors.ts';

/** Which tenant, and what the operator knows of it. */
export interface PurgeOrder {
  readonly tenant: string;
  /** Its name, as `tenant list` shows it: a wrong urn removes nothing. */
  readonly name: string;
  /** Whether nothing is removed, only counted. */
  readonly isDryRun: boolean;
}

/** Seconds after which requests that began before a tenant was disabled have ended. */
const mostUnderWay = 60;

/**
 * Removes every row of a tenant that is disabled, in one transaction; returns how many there were. Bytes of
 * its images go with the next sweep of files. NOT_FOUND when there is no such tenant, INVALID_PARAMETER where it has another
 * name, CONFLICT, with nothing removed, while it is served or was until a minute ago.
 */
export async function purgeTenant(
  { database }: { readonly database: Pick<Database, 'directUrl' | 'contract'> },
  { tenant, name, isDryRun }: PurgeOrder,
): Promise<number> {
  return inLongTransaction(
    database,
    async (executor) => {
      const held = await holdTenant(executor, tenant);
      if (!held) throw new ServiceError('NOT_FOUND', 'There is no tenant with this urn. Run `tenant list` to see all.');
      if (held.name !== name) throw new ServiceError('INVALID_PARAMETER', 'The tenant with that urn has another name.');
      if (held.disabledSeconds === null) throw new ServiceError('CONFLICT', 'The tenant is active. Disable it first.');
      if (held.disabledSeconds < mostUnderWay)
        throw new ServiceError(
          'CONFLICT',
          'The tenant was served until a minute ago, and requests may be under way: try again.',
        );
      const rows = await countTenantRows(executor, tenant);
      if (isDryRun) return ['DROP', rows];
      await removeTenantRows(executor, tenant);
      return ['KEEP', rows];
    },
    // What was written late goes along.
    'READ COMMITTED',
  );
}
