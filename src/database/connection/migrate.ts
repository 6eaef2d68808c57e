// Brings a database to the schema of this version, once, however many processes start: one migrates under a lock, the
// others wait. A database that knows a later schema is refused, and one that is older than the first migration.
import { setTimeout as wait } from 'node:timers/promises';
import { DataSource, type Logger, type QueryRunner } from 'typeorm';
import { ListenedClient } from './connections.ts';
import { sourceOptions } from './dataSource.ts';
import { foldedMigrations, Initial1795320000000 } from '../migrations/0001Initial.ts';
import { bridges, oldestRelease } from '../migrations/bridges.ts';
import { migrations } from '../migrations/index.ts';
import { OtherVersionError } from '../migrations/statements.ts';
import { findWriter } from './writer.ts';

const migrationLock = 727_274;

// Said and not left out: the role or the database may have limits of its own.
const session = '-c timezone=UTC -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';

/** What is called as migrating proceeds. */
export interface MigrationReports {
  /** The name of each migration that was run, at the end. */
  readonly onMigration?: ((name: string) => void) | undefined;
  /** What a migration that takes long is doing. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

/**
 * Runs what is missing, each migration in its own transaction unless it says otherwise; it takes as long as it takes. Rejects
 * with OtherVersionError when the database is newer than this version or too old for it, or a migration cannot take it over, and when it cannot be reached.
 */
export async function migrate(url: string, reports: MigrationReports = {}): Promise<void> {
  // Without entities, and without the limits on time that requests have.
  const dataSource = await new DataSource({
    ...sourceOptions,
    url: await findWriter(url),
    poolSize: 2,
    logger: progressLogger(reports.onProgress),
    extra: { options: session, keepAlive: true, Client: ListenedClient },
  }).initialize();
  try {
    const runner = dataSource.createQueryRunner();
    await lock(runner.query.bind(runner));
    await refuseOthers(runner);
    const done = await dataSource.runMigrations({ transaction: 'each' });
    for (const migration of done) reports.onMigration?.(migration.name);
  } finally {
    await dataSource.destroy();
  }
}

type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

const lockMillis = 250;

// Held until the connection is closed, which is the end of `destroy`. It is tried again and not waited for: an index that is
// built beside writers waits for all statements that are older, so for one that waits for this lock, too.
async function lock(query: Query): Promise<void> {
  for (;;) {
    // The statement names what it returns.
    const [row] = (await query('SELECT pg_try_advisory_lock($1) AS held', [migrationLock])) as { held: boolean }[];
    if (row?.held) return;
    await wait(lockMillis);
  }
}

// TypeORM has no other way for a migration to say something.
function progressLogger(say: MigrationReports['onProgress']): Logger {
  const nothing = (): undefined => undefined;
  return {
    logQuery: nothing,
    logQueryError: nothing,
    logQuerySlow: nothing,
    logSchemaBuild: nothing,
    logMigration: nothing,
    log: (level, message) => (level === 'info' ? say?.(String(message)) : undefined),
  };
}

async function refuseOthers(runner: QueryRunner): Promise<void> {
  // The statement names what it returns.
  const [table] = (await runner.query(`SELECT to_regclass('migration') AS name`)) as { name: string | null }[];
  if (!table?.name) return;
  // The statement names what it returns.
  const stored = ((await runner.query('SELECT name FROM migration')) as { name: string }[]).map((row) => row.name);
  if (stored.some((name) => foldedMigrations.includes(name))) await recordFolded(runner, stored);
  refuseNewer(stored);
}

// In one transaction: a database never stands in between.
async function recordFolded(runner: QueryRunner, stored: readonly string[]): Promise<void> {
  const missing = foldedMigrations.filter((name) => !stored.includes(name));
  const older = missing.filter((name) => !(name in bridges));
  if (older.length > 0) {
    throw new OtherVersionError(
      `The database was made by a version before ${oldestRelease}, the oldest that this version takes over, and lacks what came since` +
        ` (${older.join(', ')}): start version ${oldestRelease} on it once, then this one. Nothing was changed.`,
    );
  }
  const { name } = new Initial1795320000000();
  await runner.startTransaction();
  try {
    for (const statement of missing.flatMap((one) => bridges[one] ?? [])) await runner.query(statement);
    await runner.query(
      'WITH folded AS (DELETE FROM migration WHERE name = ANY($1)) INSERT INTO migration (timestamp, name) VALUES ($2, $3)',
      [foldedMigrations, timeOf(name), name],
    );
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

function refuseNewer(stored: readonly string[]): void {
  const known = new Set([...foldedMigrations, ...migrations.map((migration) => new migration().name)]);
  const unknown = stored.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const oldest = Math.min(...[...known].map(timeOf));
  if (unknown.some((name) => timeOf(name) < oldest)) {
    throw new OtherVersionError(
      `The database was made by a version before ${oldestRelease} (${unknown.join(', ')}), the oldest whose data this version takes over. ` +
        'Nothing was changed. Keep the version that made it running, and copy what is needed through the API of both.',
    );
  }
  throw new OtherVersionError(
    `The database was migrated by a newer version of the service (${unknown.join(', ')}). ` +
      'Start that version, or restore a backup that this version made.',
  );
}

// TypeORM ends the name of a migration with the time it was made at.
function timeOf(name: string): number {
  return Number(/\d{13}$/.exec(name)?.[0] ?? Infinity);
}
