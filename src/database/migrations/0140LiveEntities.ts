// An entity counts its changes; viewers who may not see drafts are shown the count of those that they can see. For any
// write of the row, the database distinguishes the two: a status that moves because of a draft or a plan is not counted.
import type { MigrationInterface, QueryRunner } from 'typeorm';

// What everyone who may read a live entity is shown of it.
const shown = [
  'owner',
  'name',
  'path',
  'language',
  'variant',
  'unpublish_timestamp',
  'live_timestamp',
  'deleted_timestamp',
];

const all = (row: string): string => shown.map((column) => `${row}."${column}"`).join(', ');

/** Adds the columns and the trigger that keeps them. */
export class LiveEntities1795295900000 implements MigrationInterface {
  readonly name = 'LiveEntities1795295900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "entity" ADD "live_version" bigint NOT NULL DEFAULT 1,` +
        ` ADD "live_updated_timestamp" timestamptz(3) NOT NULL DEFAULT now()`,
    );
    await runner.query(
      `UPDATE "entity" SET "live_version" = "version", "live_updated_timestamp" = "updated_timestamp"`,
    );
    await runner.query(
      `CREATE FUNCTION "mark_live_entity"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN` +
        ` IF TG_OP = 'INSERT' OR ROW(${all('NEW')}) IS DISTINCT FROM ROW(${all('OLD')}) THEN` +
        ` NEW."live_version" := NEW."version"; NEW."live_updated_timestamp" := NEW."updated_timestamp"; END IF;` +
        ` RETURN NEW; END $$`,
    );
    await runner.query(
      `CREATE TRIGGER "mark_live_entity" BEFORE INSERT OR UPDATE ON "entity" FOR EACH ROW EXECUTE FUNCTION "mark_live_entity"()`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
