// What callers have sent within the last minute, for all processes. Nothing in it is worth keeping over a crash, so the
// table is not logged: taking from an allowance waits for no disk.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the table of request rates. */
export class RequestRates1763700080000 implements MigrationInterface {
  readonly name = 'RequestRates1763700080000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE UNLOGGED TABLE "request_rate" ("key" text PRIMARY KEY, "cell" bigint NOT NULL, "counts" integer[] NOT NULL,` +
        ` "paced_until" double precision NOT NULL, "taken" integer NOT NULL) WITH (fillfactor = 50)`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
