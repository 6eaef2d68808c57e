// Edges on single resources are no part of what is decided once for a caller: the statement that reads the resource looks
// them up. Where a replica runs that statement, it must have replayed whatever took an edge away. A second counter of each
// tenant says that such a change was made; new edges do not move it, so that sharing a resource locks nothing.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = [
  'subject_urn',
  'subject_scope',
  'object_urn',
  'object_scope',
  'label',
  'from_timestamp',
  'to_timestamp',
];
const all = (row: string): string => [...columns, 'deleted_timestamp'].map((name) => `${row}."${name}"`).join(', ');
// The others move the access epoch.
const wasHeld = `OLD."object_scope" NOT IN ('COMPANY', 'GROUP', 'ROLE') AND OLD."deleted_timestamp" IS NULL`;

const statements = [
  `ALTER TABLE "access_epoch" ADD COLUMN "edge_epoch" bigint NOT NULL DEFAULT 0`,
  `CREATE FUNCTION "move_edge_epoch"() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    key text := OLD.tenant::text;
    seen text := coalesce(current_setting('commonplace.moved_edges', true), '');
  BEGIN
    -- As of "move_tenant_epoch": once in a transaction, at its end.
    IF position(key IN seen) > 0 THEN RETURN NULL; END IF;
    PERFORM set_config('commonplace.moved_edges', seen || ' ' || key, true);
    INSERT INTO "access_epoch" ("tenant", "epoch", "edge_epoch") VALUES (key::uuid, 0, 1)
      ON CONFLICT ("tenant") DO UPDATE SET "edge_epoch" = "access_epoch"."edge_epoch" + 1;
    RETURN NULL;
  END $$`,
  `CREATE CONSTRAINT TRIGGER "edge_epoch_update" AFTER UPDATE ON "permission" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW` +
    ` WHEN (${wasHeld} AND ROW(${all('OLD')}) IS DISTINCT FROM ROW(${all('NEW')})) EXECUTE FUNCTION "move_edge_epoch"()`,
  `CREATE CONSTRAINT TRIGGER "edge_epoch_delete" AFTER DELETE ON "permission" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW` +
    ` WHEN (${wasHeld}) EXECUTE FUNCTION "move_edge_epoch"()`,
];

/** Counts the ends of edges on single resources. A new column with a constant default: no table is written again. */
export class EdgeEpoch1795308500000 implements MigrationInterface {
  readonly name = 'EdgeEpoch1795308500000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
