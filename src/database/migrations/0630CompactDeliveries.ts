// Of a row that is updated in its page, what is written ahead begins at the first column that differs from before. A delivery changes
// twice when it is sent once, and its version stood before all that never changes. In the partitions that are made from now on what
// changes comes last. Months that are there stay as they are: none is copied.
import type { QueryRunner } from 'typeorm';
import { ForwardOnly, soon } from './statements.ts';

const table = 'webhook_delivery';

const columns = (
  'urn trigger subscription owner tenant target_urn position created_timestamp log_epoch is_test may_read deleted_timestamp' +
  ' version updated_timestamp attempt_count schedule_step is_manual status next_attempt_timestamp completed_timestamp discard_reason body_digest'
).split(' ');

const list = columns.map((name) => `"${name}"`).join(', ');

// The statement names what it returns.
const rowsOf = async <T>(runner: QueryRunner, text: string): Promise<T[]> => (await runner.query(text)) as T[];

// A column that is not among these has no place, and comes last.
const definedSql = (name: string): string =>
  `SELECT 'COLUMN' AS kind, format('%I %s%s', attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END) AS made,` +
  ` array_position('{${columns.join(',')}}'::text[], attname::text) AS place FROM pg_attribute WHERE attrelid = '${name}'::regclass AND attnum > 0 AND NOT attisdropped` +
  ` UNION ALL SELECT 'CONSTRAINT', format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)), 0 FROM pg_constraint WHERE conrelid = '${name}'::regclass AND contype IN ('p', 'c')` +
  ` UNION ALL SELECT 'INDEX', pg_get_indexdef(indexrelid), 0 FROM pg_index WHERE indrelid = '${name}'::regclass AND NOT indisprimary` +
  ` UNION ALL SELECT 'INDEX', pg_get_statisticsobjdef(oid), 0 FROM pg_statistic_ext WHERE stxrelid = '${name}'::regclass ORDER BY place`;

async function remake(runner: QueryRunner, name: string, bound: string): Promise<void> {
  const defined = await rowsOf<{ kind: string; made: string }>(runner, definedSql(name));
  const of = (kind: string): string[] => defined.flatMap((each) => (each.kind === kind ? [each.made] : []));
  const statements = [
    `ALTER TABLE "${table}" DETACH PARTITION "${name}"`,
    `ALTER TABLE "${name}" RENAME TO "${name}_before"`,
    `CREATE TABLE "${name}" (${of('COLUMN').join(', ')}) WITH (fillfactor = 50)`,
    `INSERT INTO "${name}" (${list}) SELECT ${list} FROM "${name}_before"`,
    `DROP TABLE "${name}_before"`,
    ...of('CONSTRAINT').map((made) => `ALTER TABLE "${name}" ADD ${made}`),
    ...of('INDEX'),
    `ALTER TABLE "${table}" ATTACH PARTITION "${name}" ${bound}`,
  ];
  for (const statement of statements) await runner.query(statement);
}

/** Makes the partition anew that others are made like, and those in which nothing is yet. */
export class CompactDeliveries1795388000000 extends ForwardOnly {
  readonly name = 'CompactDeliveries1795388000000';
  /** The table is locked for a moment. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await soon(runner, table, async () => {
      await runner.query(`LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`);
      const partitions = await rowsOf<{ name: string; bound: string }>(
        runner,
        `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid` +
          ` WHERE i.inhparent = '${table}'::regclass ORDER BY 1`,
      );
      for (const { name, bound } of partitions) {
        const [found] = await rowsOf<{ has: boolean }>(runner, `SELECT EXISTS (SELECT 1 FROM "${name}") AS has`);
        if (bound === 'DEFAULT' || found?.has === false) await remake(runner, name, bound);
      }
    });
  }
}
