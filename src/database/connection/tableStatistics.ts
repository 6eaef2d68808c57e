// What the planner knows of tables that have just grown. PostgreSQL itself looks at a table within a minute or two of an import,
// and at none after pg_upgrade; until then it plans for a small table, and reads a large one again for each row of another.
import { inLongTransaction } from './longConnection.ts';
import type { Database } from './database.ts';
import { Parameters, prepared, rowsOf, unprepared } from './statement.ts';
import { quote } from '../mapping/columns.ts';

/** A table counts as grown when it has four times the blocks that the planner knows of, and eight more. */
const grownSql = `pg_relation_size(c.oid) > current_setting('block_size')::bigint * (4 * greatest(c.relpages, 0)::bigint + 8)`;

/**
 * Has PostgreSQL look at the tables that have grown since it last did, one after the other, while others read and write them; of
 * each it reads 30,000 rows at most. Resolves to their names. Left alone is what somebody else looks at now, what this role may not
 * analyze, and where autovacuum was turned off.
 */
export async function analyzeGrown(database: Pick<Database, 'query' | 'directUrl' | 'contract'>): Promise<string[]> {
  const text =
    `/* schedule */ SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'` +
    ` AND pg_has_role(c.relowner, 'USAGE')` +
    ` AND NOT COALESCE(c.reloptions, '{}') && '{autovacuum_enabled=false,autovacuum_enabled=off}' AND ${grownSql} ORDER BY name`;
  const found = await rowsOf<{ name: string }>(database, {
    ...prepared(text, new Parameters()),
    isOfPrimary: true,
  });
  for (const { name } of found) {
    await inLongTransaction(database, async (executor) => {
      await executor.query(unprepared(`ANALYZE (SKIP_LOCKED) ${quote(name)}`, new Parameters()));
      return ['KEEP', null];
    });
  }
  return found.map(({ name }) => name);
}
