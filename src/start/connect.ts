// Opens the database, brought to the schema of this version, and waits for a PostgreSQL that cannot be reached yet.
import { setTimeout as wait } from 'node:timers/promises';
import type { AppParts } from './parts.ts';
import type { Contract } from '../contract/resource.ts';
import { openDatabase, type Database, type DatabaseOptions } from '../database/connection/database.ts';
import { fromDatabase } from '../database/connection/databaseErrors.ts';
import { migrate } from '../database/connection/migrate.ts';
import { OtherVersionError } from '../database/migrations/statements.ts';
import { findWriter } from '../database/connection/writer.ts';
import { serverAt, type ServerAt } from '../database/connection/serverAt.ts';
import { ConfigError } from '../config/config.ts';
import { ServiceError } from '../domain/errors.ts';

const againAfter = 1_000;

/**
 * Connects, however long PostgreSQL is away or has no connection free; what stands in the way is said whenever it
 * changes. Rejects when waiting would not help: a wrong password, a database that is not there, a newer schema, a
 * standby, a connection pool that cannot be worked with.
 */
export async function connect(parts: AppParts, contract: Contract): Promise<Database> {
  const url = await parts.databaseUrl;
  const directUrl = parts.config.databaseDirectUrl ?? url;
  const options: DatabaseOptions = {
    url,
    directUrl,
    contract,
    poolSize: parts.config.databasePool,
    readUrls: parts.config.databaseReadUrls,
    readLagMillis: parts.config.readLagMillis,
    onConnectionLost: (error) => parts.logger.warn({ err: error }, 'a connection to PostgreSQL was lost'),
    ...(parts.onStatement ? { onStatement: parts.onStatement } : {}),
  };
  let reported = '';
  for (;;) {
    try {
      const found = await usable('DATABASE_URL', findWriter(url));
      const direct = directUrl === url ? found : await usable('DATABASE_DIRECT_URL', findWriter(directUrl));
      const server = await requireFit(found, direct);
      await requireReplicas(parts.config.databaseReadUrls, server);
      await migrate(directUrl, { onMigration: parts.onMigration, onProgress: parts.say }).catch(refused);
      return await openDatabase({ ...options, isPool: server.isPool, cluster: server.cluster });
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

// What is wrong for good ends the start; the rest passes by itself. Either way the setting is named.
async function usable<T>(setting: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (fromDatabase(error) instanceof ServiceError) throw new ServiceError('UNAVAILABLE', `${setting}: ${reason}`);
    const said = reason.includes('password must be a string')
      ? 'the server asks for a password, and none is given'
      : reason;
    throw new ConfigError(`${setting} cannot be used: ${said}.`);
  }
}

// What no other attempt can mend.
function refused(error: unknown): never {
  if (error instanceof OtherVersionError) throw new ConfigError(error.message);
  // PostgreSQL's `insufficient_privilege`.
  if (error instanceof Error && 'code' in error && error.code === '42501')
    throw new ConfigError(`The account of DATABASE_URL may not make the tables: ${error.message}.`);
  throw error;
}

// A standby may be away, or be the primary for now; what it must not be is another database, or a pool of connections: what
// a replica says of itself holds for the connection it says it on.
async function requireReplicas(urls: readonly string[], { cluster }: ServerAt): Promise<void> {
  for (const url of urls) {
    const found = await usable('DATABASE_READ_URLS', serverAt(url)).catch((error: unknown) => {
      if (error instanceof ConfigError) throw error;
      return null;
    });
    if (!found) continue;
    const { host } = new URL(url);
    if (found.isPool)
      throw new ConfigError(`DATABASE_READ_URLS: ${host} is a connection pool: name the server behind it.`);
    if (cluster !== null && found.cluster !== null && cluster !== found.cluster)
      throw new ConfigError(`DATABASE_READ_URLS: ${host} is not a standby of DATABASE_URL, but of another server.`);
  }
}

// What cannot work is refused in one sentence, which names the setting. Resolves to what answers at `url`.
async function requireFit(url: string, directUrl: string): Promise<ServerAt> {
  const found = await usable('DATABASE_URL', serverAt(url));
  const direct = directUrl === url ? found : await usable('DATABASE_DIRECT_URL', serverAt(directUrl));
  const setting = directUrl === url ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  if (direct.isPool)
    throw new ConfigError(
      directUrl === url
        ? 'DATABASE_URL is a connection pool: set DATABASE_DIRECT_URL to the server behind it, for migrations, leadership and notifications.'
        : 'DATABASE_DIRECT_URL is a connection pool, too: set it to the server itself.',
    );
  if (direct.isStandby) throw new ConfigError(`${setting} is a standby, which takes no writes: set it to the primary.`);
  if (!found.keepsNamed)
    throw new ConfigError(
      'The connection pool at DATABASE_URL keeps no named statements: PgBouncer 1.21 or later with max_prepared_statements is needed.',
    );
  if (found.missingDefaults.length > 0)
    throw new ConfigError(
      `The connection pool at DATABASE_URL keeps no settings of a session, and its account lacks them: run ${found.missingDefaults.join('; ')}.`,
    );
  return found;
}
