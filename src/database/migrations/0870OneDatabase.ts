// Tenants no longer move to another database while they are served (spec, 16.23): a tenant is disabled or not.
import type { QueryRunner } from 'typeorm';
import { ForwardOnly, OtherVersionError } from './statements.ts';

const unfinished = `SELECT string_agg("tenant"::text, ', ') AS tenants FROM "disabled_tenant"
  WHERE "state" = 'ARRIVING' OR ("state" IN ('PAUSED', 'CLOSED') AND "until_timestamp" > clock_timestamp())`;

const statements = [
  // What a move left on the tables goes along.
  `DROP FUNCTION "refuse_moving"() CASCADE`,
  // These had ended by themselves: the tenant is served.
  `DELETE FROM "disabled_tenant" WHERE "state" IN ('PAUSED', 'CLOSED')`,
  // The second waits for the first, whose triggers count at its end.
  `SET CONSTRAINTS ALL IMMEDIATE`,
  `DROP TRIGGER "access_epoch_update" ON "disabled_tenant"`,
  // One that has moved stays disabled here, until it is purged.
  `ALTER TABLE "disabled_tenant" DROP COLUMN "state", DROP COLUMN "until_timestamp", DROP COLUMN "cell"`,
  `DROP TABLE "cell"`,
];

/** Removes what moves left. Rejects, and changes nothing, while a tenant is being moved. */
export class OneDatabase1795870000000 extends ForwardOnly {
  readonly name = 'OneDatabase1795870000000';

  async up(runner: QueryRunner): Promise<void> {
    // The statement names what it returns.
    const [row] = (await runner.query(unfinished)) as { tenants: string | null }[];
    if (row?.tenants)
      throw new OtherVersionError(
        `A tenant is being moved from or to this database (${row.tenants}), which this version cannot do: finish the move with` +
          ' the version that began it, or undo it with `tenant move --back-out`, and start again.',
      );
    for (const statement of statements) await runner.query(statement);
  }
}
