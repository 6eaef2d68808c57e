// Many pages like one that exists, with its items and what is live of them, written past the service.
import { withClient } from './database.ts';

const changed = (columns: Readonly<Record<string, string>>): string =>
  `jsonb_build_object(${Object.entries(columns)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`;

/** Copies a page so many times, each under a path of its own; each copy is live where the page is. */
export async function copyPages(databaseUrl: string, urn: string, count: number): Promise<void> {
  await withClient(databaseUrl, async (pg) => {
    await pg.query('BEGIN');
    await pg.query(
      `CREATE TEMPORARY TABLE copied ON COMMIT DROP AS SELECT i, gen_random_uuid() AS page FROM generate_series(1, ${String(count)}) i`,
    );
    await pg.query(
      `CREATE TEMPORARY TABLE copied_item ON COMMIT DROP AS SELECT c.page, t.urn AS item, v.urn AS entry, gen_random_uuid() AS new_item, gen_random_uuid() AS new_entry
       FROM copied c, item t JOIN item_value v ON v.urn = t.entry WHERE t.entity = '${urn}'`,
    );
    await pg.query(
      `INSERT INTO resource (urn, kind) SELECT page, 'Entity' FROM copied UNION ALL
       SELECT m.new_item, t.kind FROM copied_item m JOIN item t ON t.urn = m.item`,
    );
    const insert = (table: string, from: string, columns: Readonly<Record<string, string>>): Promise<unknown> =>
      pg.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(t, ${changed(columns)})).* FROM ${table} t JOIN ${from}`,
      );
    await insert('entity', `copied c ON t.urn = '${urn}'`, {
      urn: 'c.page',
      path: `t.path || '/' || c.i`,
      created_timestamp: `now() - c.i * interval '1 second'`,
    });
    await insert('item', 'copied_item c ON t.urn = c.item', {
      urn: 'c.new_item',
      entity: 'c.page',
      entry: 'c.new_entry',
    });
    await insert('item_value', 'copied_item c ON t.urn = c.entry', {
      urn: 'c.new_entry',
      entity: 'c.page',
      item_urn: 'c.new_item',
    });
    await insert('item_live', 'copied_item c ON t.entry = c.entry', {
      entity: 'c.page',
      item_urn: 'c.new_item',
      entry: 'c.new_entry',
    });
    await pg.query('COMMIT');
    await pg.query('VACUUM ANALYZE entity, item, item_value, item_live');
  });
}
