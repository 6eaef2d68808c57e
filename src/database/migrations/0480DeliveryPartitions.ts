// Deliveries and their attempts in partitions by month, so that what is too old goes with its table and leaves no dead rows. No row
// is copied: the tables that were there become the first partitions, up to the end of a month. Writers go on, but for the moment
// in which each is renamed. Keys, indexes and statistics are those of the partitions, as of the event log, whose statistics
// stood where the planner does not look.
import type { QueryRunner } from 'typeorm';
import { analyzeFilled, ForwardOnly, soon } from './statements.ts';

const monthly = [
  { table: 'webhook_delivery', column: 'created_timestamp', fill: ' WITH (fillfactor = 50)' },
  { table: 'webhook_attempt', column: 'started_timestamp', fill: '' },
];

type Monthly = (typeof monthly)[number];

// The statement names what it returns.
const rowsOf = async <T>(runner: QueryRunner, text: string): Promise<T[]> => (await runner.query(text)) as T[];

const ownerStatistics = (name: string, table: string): string =>
  `CREATE STATISTICS IF NOT EXISTS "${name}" (dependencies) ON "tenant", "owner" FROM "${table}"`;

async function partition(runner: QueryRunner, { table, column, fill }: Monthly, upto: string): Promise<void> {
  await runner.query(`LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`);
  const defined = await rowsOf<{ kind: string; name: string; made: string }>(
    runner,
    // Triggers of a tenant that moves at this time are among them.
    `SELECT 'TRIGGER' AS kind, tgname AS name, pg_get_triggerdef(oid) AS made FROM pg_trigger WHERE tgrelid = '${table}'::regclass AND NOT tgisinternal` +
      ` UNION ALL SELECT CASE WHEN indisprimary THEN 'KEY' ELSE 'INDEX' END, relname, CASE WHEN indisprimary THEN (SELECT pg_get_constraintdef(c.oid)` +
      ` FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype = 'p') ELSE pg_get_indexdef(i.indexrelid) END` +
      ` FROM pg_index i JOIN pg_class ON oid = indexrelid WHERE indrelid = '${table}'::regclass` +
      ` UNION ALL SELECT 'CHECK', conname, pg_get_constraintdef(oid) FROM pg_constraint` +
      ` WHERE conrelid = '${table}'::regclass AND contype = 'c' AND conname <> 'ck_${table}_upto'` +
      ` UNION ALL SELECT 'STATISTICS', stxname, '' FROM pg_statistic_ext WHERE stxrelid = '${table}'::regclass`,
  );
  const of = (kind: string): typeof defined => defined.filter((each) => each.kind === kind);
  const [first, rest] = [`${table}_0`, `${table}_rest`];
  const keys = of('KEY').map(({ name, made }) => `CONSTRAINT "${name}" ${made}`);
  const statements = [
    ...of('TRIGGER').map(({ name }) => `DROP TRIGGER "${name}" ON "${table}"`),
    `ALTER TABLE "${table}" RENAME TO "${first}"`,
    ...[...of('KEY'), ...of('INDEX')].map(({ name }) => `ALTER INDEX "${name}" RENAME TO "${name}_0"`),
    ...of('STATISTICS').map(({ name }) => `ALTER STATISTICS "${name}" RENAME TO "${name}_0"`),
    `CREATE TABLE "${table}" (LIKE "${first}") PARTITION BY RANGE ("${column}")`,
    ...of('CHECK').map(({ name, made }) => `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${made}`),
    `CREATE TABLE "${rest}" PARTITION OF "${table}" (${keys.join(', ')}) DEFAULT${fill}`,
    ...of('INDEX').map(({ made }) => made.replace(/ ON \S+ USING /, ` ON "${rest}" USING `)),
    ...of('STATISTICS').map(({ name }) => ownerStatistics(name, rest)),
    // The check spares the scan of the table.
    `ALTER TABLE "${table}" ATTACH PARTITION "${first}" FOR VALUES FROM (MINVALUE) TO ('${upto}')`,
    `ALTER TABLE "${first}" DROP CONSTRAINT "ck_${table}_upto"`,
    ...of('TRIGGER').map(({ made }) => made),
  ];
  for (const statement of statements) await runner.query(statement);
}

// The end of this month or, in its last days, of the next: nothing of a month to come may be written while the table is checked.
const bound = ({ table, column }: Monthly): string =>
  `SELECT to_char(date_trunc('month', greatest(now() + interval '2 days', (SELECT max("${column}") FROM "${table}")) AT TIME ZONE 'UTC')` +
  ` + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"') AS upto, greatest(c.reltuples, 0)::float8 AS rows, EXISTS (SELECT 1 FROM "${table}") AS "isFilled"` +
  ` FROM pg_class c WHERE c.oid = '${table}'::regclass AND c.relkind = 'r'`;

async function partitionFilled(runner: QueryRunner, each: Monthly): Promise<void> {
  const { table, column } = each;
  const [found] = await rowsOf<{ upto: string; rows: number; isFilled: boolean }>(runner, bound(each));
  // Partitioned by a run that ended early.
  if (!found) return;
  const { upto, rows, isFilled } = found;
  // Nothing takes long in a new database.
  const say = (message: string): unknown =>
    isFilled && (runner.dataSource.logger.log('info', `${table}: ${message}`, runner) as unknown);
  await soon(runner, table, async () => {
    await runner.query(`ALTER TABLE "${table}" DROP CONSTRAINT IF EXISTS "ck_${table}_upto"`);
    await runner.query(
      `ALTER TABLE "${table}" ADD CONSTRAINT "ck_${table}_upto" CHECK ("${column}" < '${upto}') NOT VALID`,
    );
  });
  say(`checking the times of about ${String(rows)} rows`);
  await runner.query(`ALTER TABLE "${table}" VALIDATE CONSTRAINT "ck_${table}_upto"`);
  await soon(runner, table, () => partition(runner, each, upto));
  say('is partitioned by month');
}

/** Partitions the tables. What was begun by a run that ended early is done again. */
export class DeliveryPartitions1795370000000 extends ForwardOnly {
  readonly name = 'DeliveryPartitions1795370000000';
  /** Each table is locked for a moment of its own. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const each of monthly) await partitionFilled(runner, each);
    const log = await rowsOf<{ name: string }>(
      runner,
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'webhook_trigger'::regclass`,
    );
    await runner.query('DROP STATISTICS IF EXISTS "st_webhook_trigger_owner"');
    for (const { name } of log) {
      const suffix = name.replace(/^webhook_trigger(_rest)?/, '');
      await runner.query(ownerStatistics(`st_webhook_trigger_owner${suffix}`, name));
      await runner.query(analyzeFilled(name));
    }
  }
}
