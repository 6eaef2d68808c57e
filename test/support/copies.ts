// Many rows like one that exists, written past the service.
import { withClient } from './database.ts';

/**
 * Copies a row of a kind. Of the copies these columns differ, as SQL of `n`, which has their number `i` and their `urn`; unless it is
 * said otherwise each was created a second before the one before it.
 */
export async function copy(
  databaseUrl: string,
  { table, urn }: { readonly table: string; readonly urn: string },
  count: number,
  columns: Readonly<Record<string, string>> = {},
): Promise<void> {
  const differing = { urn: 'n.urn', created_timestamp: `now() - n.i * interval '1 second'`, ...columns };
  const changed = Object.entries(differing).map(([name, sql]) => `'${name}', ${sql}`);
  await withClient(databaseUrl, (pg) =>
    pg.query(
      `WITH n AS MATERIALIZED (SELECT i, gen_random_uuid() AS urn FROM generate_series(1, ${String(count)}) i),
       known AS (INSERT INTO resource (urn, kind) SELECT n.urn, r.kind FROM n, resource r WHERE r.urn = $1)
       INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(${changed.join(', ')}))).* FROM ${table} t, n WHERE t.urn = $1`,
      [urn],
    ),
  );
}
