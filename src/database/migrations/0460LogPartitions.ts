// The event log in partitions by position, so that what is too old goes with its table and leaves no dead rows. No row is
// copied: the table that was there becomes the first partition. Writers go on, but for the moment in which it is renamed.
// Keys and indexes are those of the partitions: what is unique there holds no position. "webhook_trigger_rest" takes what no
// other partition does, and is what new ones are made like (events/logPartitions.ts).
import type { QueryRunner } from 'typeorm';
import { ForwardOnly, soon } from './statements.ts';

/** How many positions the first partition has room for at least, beyond what is there. */
const room = 2_000_000;

const bound = async (runner: QueryRunner): Promise<{ upto: bigint; rows: number }> => {
  // While the check is made, positions go on: a tenth of the table is far more than come in that time.
  const [found] = (await runner.query(
    `SELECT COALESCE(pg_sequence_last_value(pg_get_serial_sequence('webhook_trigger', 'position')::regclass), 0)::text AS last,` +
      ` greatest(c.reltuples, 0)::float8 AS rows` +
      ` FROM pg_class c WHERE c.oid = 'webhook_trigger'::regclass`,
    // The statement names what it returns.
  )) as { last: string; rows: number }[];
  const { last = '0', rows = 0 } = found ?? {};
  return { upto: BigInt(last) + BigInt(room + Math.ceil(rows / 10)), rows };
};

const indexes = [
  'pk_webhook_trigger',
  'ix_webhook_trigger_deleted',
  'uq_webhook_trigger__tenant__sequence',
  'uq_webhook_trigger__ordinal',
  'ix_webhook_trigger_target',
  'ix_webhook_trigger_unsequenced',
];

async function partition(runner: QueryRunner, upto: bigint): Promise<void> {
  await runner.query('LOCK TABLE "webhook_trigger" IN ACCESS EXCLUSIVE MODE');
  // Those of a tenant that moves at this time are among them.
  const triggers = (await runner.query(
    `SELECT tgname AS name, pg_get_triggerdef(oid) AS made FROM pg_trigger WHERE tgrelid = 'webhook_trigger'::regclass AND NOT tgisinternal`,
    // The statement names what it returns.
  )) as { name: string; made: string }[];
  const [next] = (await runner.query(
    `SELECT nextval(pg_get_serial_sequence('webhook_trigger', 'position'))::text AS position`,
    // The statement names what it returns.
  )) as { position: string }[];
  for (const { name } of triggers) await runner.query(`DROP TRIGGER "${name}" ON "webhook_trigger"`);
  const statements = [
    `ALTER TABLE "webhook_trigger" ALTER COLUMN "position" DROP IDENTITY`,
    `ALTER TABLE "webhook_trigger" RENAME TO "webhook_trigger_0"`,
    ...indexes.map((name) => `ALTER INDEX "${name}" RENAME TO "${name}_0"`),
    `CREATE TABLE "webhook_trigger" (LIKE "webhook_trigger_0") PARTITION BY RANGE ("position")`,
    `ALTER TABLE "webhook_trigger" ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (START WITH ${String(next?.position)})`,
    `CREATE TABLE "webhook_trigger_rest" (LIKE "webhook_trigger_0", CONSTRAINT "pk_webhook_trigger" PRIMARY KEY ("urn"))`,
    `CREATE INDEX "ix_webhook_trigger_deleted" ON "webhook_trigger_rest" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
    `CREATE UNIQUE INDEX "uq_webhook_trigger__tenant__sequence" ON "webhook_trigger_rest" ("tenant", "sequence")`,
    `CREATE UNIQUE INDEX "uq_webhook_trigger__ordinal" ON "webhook_trigger_rest" ("ordinal") WHERE "ordinal" IS NOT NULL`,
    `CREATE INDEX "ix_webhook_trigger_target" ON "webhook_trigger_rest" ("target_urn", "position")`,
    `CREATE INDEX "ix_webhook_trigger_unsequenced" ON "webhook_trigger_rest" ("position") WHERE "sequence" IS NULL`,
    // The check spares the scan of the table.
    `ALTER TABLE "webhook_trigger" ATTACH PARTITION "webhook_trigger_0" FOR VALUES FROM (MINVALUE) TO (${String(upto)})`,
    `ALTER TABLE "webhook_trigger_0" DROP CONSTRAINT "ck_webhook_trigger_upto"`,
    `ALTER TABLE "webhook_trigger" ATTACH PARTITION "webhook_trigger_rest" DEFAULT`,
    ...triggers.map(({ made }) => made),
  ];
  for (const statement of statements) await runner.query(statement);
}

/** Partitions the table. What was begun by a run that ended early is done again. */
export class LogPartitions1795364400000 extends ForwardOnly {
  readonly name = 'LogPartitions1795364400000';
  /** An index that is built beside writers has no transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const [log] = (await runner.query(
      `SELECT EXISTS (SELECT 1 FROM "webhook_trigger") AS "isFilled"`,
      // The statement names what it returns.
    )) as { isFilled: boolean }[];
    // Nothing takes long in a new database.
    const say = (message: string): unknown =>
      log?.isFilled === true ? (runner.dataSource.logger.log('info', message, runner) as unknown) : undefined;
    // One that was not finished is invalid.
    await runner.query('DROP INDEX IF EXISTS "ix_webhook_delivery_position"');
    say('indexing the deliveries of events by position');
    await runner.query(
      'CREATE INDEX CONCURRENTLY "ix_webhook_delivery_position" ON "webhook_delivery" ("position") WHERE "position" IS NOT NULL',
    );
    const [table] = (await runner.query(
      `SELECT relkind::text AS kind FROM pg_class WHERE oid = 'webhook_trigger'::regclass`,
      // The statement names what it returns.
    )) as { kind: string }[];
    if (table?.kind === 'p') return;
    const { upto, rows } = await bound(runner);
    await soon(runner, 'the event log', async () => {
      await runner.query('ALTER TABLE "webhook_trigger" DROP CONSTRAINT IF EXISTS "ck_webhook_trigger_upto"');
      await runner.query(
        `ALTER TABLE "webhook_trigger" ADD CONSTRAINT "ck_webhook_trigger_upto" CHECK ("position" < ${String(upto)}) NOT VALID`,
      );
    });
    say(`checking the positions of the event log, about ${String(rows)} events`);
    await runner.query('ALTER TABLE "webhook_trigger" VALIDATE CONSTRAINT "ck_webhook_trigger_upto"');
    await soon(runner, 'the event log', () => partition(runner, upto));
    say('the event log is partitioned');
  }
}
