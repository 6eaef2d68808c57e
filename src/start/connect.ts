// Opens the database, brought to the schema of this version, and waits for a PostgreSQL that cannot be reached yet.
import { setTimeout as wait } from 'node:timers/promises';
import type { AppParts } from './parts.ts';
import type { Contract } from '../contract/resource.ts';
import { openDatabase, type Database, type DatabaseOptions } from '../database/connection/database.ts';
import { fromDatabase } from '../database/connection/databaseErrors.ts';
import { migrate } from '../database/connection/migrate.ts';
import { ServiceError } from '../domain/errors.ts';

const againAfter = 1_000;

/**
 * Connects, however long PostgreSQL is away or has no connection free; what stands in the way is said whenever it
 * changes. Rejects when waiting would not help: a wrong password, a database that is not there, a newer schema.
 */
export async function connect(parts: AppParts, contract: Contract): Promise<Database> {
  const url = await parts.databaseUrl;
  const options: DatabaseOptions = {
    url,
    contract,
    poolSize: parts.config.databasePool,
    onConnectionLost: (error) => parts.logger.warn({ err: error }, 'a connection to PostgreSQL was lost'),
    ...(parts.onStatement ? { onStatement: parts.onStatement } : {}),
  };
  let reported = '';
  for (;;) {
    try {
      await migrate(url, parts.onMigration);
      return await openDatabase(options);
    } catch (error) {
      const known = fromDatabase(error);
      if (!(known instanceof ServiceError) || known.code !== 'UNAVAILABLE') throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== reported) parts.say?.(`PostgreSQL cannot be used yet (${reason}); trying again every second`);
      reported = reason;
      await wait(againAfter);
    }
  }
}
