// What TypeORM would change to bring a migrated database to the contract: the statements of the next migration. What it
// would drop, and defaults, are left out, because migrations also make what TypeORM cannot say.
import type { DataSource } from 'typeorm';

/** The statements, empty when the migrations say what the contract says. */
export async function schemaDrift(source: DataSource): Promise<string[]> {
  const log = await source.driver.createSchemaBuilder().log();
  const kept = /^(DROP (UNIQUE )?INDEX|ALTER TABLE \S+ (DROP (CONSTRAINT|COLUMN)|ALTER COLUMN \S+ (SET|DROP) DEFAULT))/;
  return log.upQueries.map(({ query }) => query).filter((query) => !kept.test(query));
}
