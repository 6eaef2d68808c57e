// Removes a tenant's data for good, once it is no longer served. For the operator, who has the database; no caller reaches it.
import type { Database } from '../../database/connection/database.ts';
import { isOnlyMove, openMoveSession, tenantPlace } from '../../database/move/moveStore.ts';
import { countRows, purgeTenant as removeRows, secondsShut } from '../../database/move/purgeTenant.ts';
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
 * Removes every row of a tenant that is disabled or has moved away, in one transaction; returns how many there were. Bytes of
 * its images go with the next sweep of files. NOT_FOUND when there is no such tenant, INVALID_PARAMETER where it has another
 * name, CONFLICT, with nothing removed, while it is served or was until a minute ago.
 */
export async function purgeTenant(
  { database }: { readonly database: Pick<Database, 'directUrl' | 'contract'> },
  { tenant, name, isDryRun }: PurgeOrder,
): Promise<number> {
  const session = await openMoveSession(database.directUrl());
  try {
    const place = await tenantPlace(session, tenant);
    if (place.name === null) throw new ServiceError('NOT_FOUND', 'There is no tenant with that urn: see tenant list.');
    if (place.name !== name) throw new ServiceError('INVALID_PARAMETER', 'The tenant with that urn has another name.');
    if (place.state !== 'DISABLED' && place.state !== 'MOVED')
      throw new ServiceError('CONFLICT', 'The tenant is served: disable it first.');
    if (((await secondsShut(session, tenant)) ?? 0) < mostUnderWay)
      throw new ServiceError(
        'CONFLICT',
        'The tenant was served until a minute ago, and requests may be under way: try again.',
      );
    if (!(await isOnlyMove(session)))
      throw new ServiceError(
        'CONFLICT',
        'A tenant is being moved from or to this database, or removed from it: try again.',
      );
    const rows = await countRows(session, database.contract, tenant);
    if (!isDryRun && !(await removeRows(session, database.contract, tenant)))
      throw new ServiceError('CONFLICT', 'The tenant was enabled meanwhile.');
    return rows;
  } finally {
    await session.end();
  }
}
