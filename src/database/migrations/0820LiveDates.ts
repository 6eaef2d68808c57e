// The date of what is live is kept beside the one that is planned: everybody is shown a past publishTimestamp as it was given, and
// only who sees drafts a future one. Until now readers were shown when the content went live.
import { Statements } from './statements.ts';

// What everyone who may read a live entity is shown of it, but for the date.
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

const differ = (columns: readonly string[]): string => {
  const of = (row: string): string => columns.map((column) => `${row}."${column}"`).join(', ');
  return `ROW(${of('NEW')}) IS DISTINCT FROM ROW(${of('OLD')})`;
};

/** Versions that changed nothing but the date, as many as are kept. */
const mostRedated = 100;

/** Adds the columns, fills them, and has the trigger keep them. */
export class LiveDates1795838200000 extends Statements {
  readonly name = 'LiveDates1795838200000';
  protected readonly statements = [
    `ALTER TABLE "entity" ADD "live_publish_timestamp" timestamptz, ADD "redated_versions" bigint[]`,
    // Before the trigger looks at them: nothing is counted as a change.
    `UPDATE "entity" SET "live_publish_timestamp" = CASE WHEN "status" <> 'PUBLISH_PENDING' AND "publish_timestamp" <= now()` +
      ` THEN "publish_timestamp" ELSE "live_timestamp" END WHERE "live_timestamp" IS NOT NULL`,
    `UPDATE "entity" SET "publish_timestamp" = "live_publish_timestamp" WHERE "live_timestamp" IS NOT NULL` +
      ` AND "status" <> 'PUBLISH_PENDING' AND "publish_timestamp" IS DISTINCT FROM "live_publish_timestamp"`,
    `CREATE OR REPLACE FUNCTION "mark_live_entity"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN` +
      ` IF NEW."live_timestamp" IS NULL THEN NEW."live_publish_timestamp" := NULL;` +
      ` ELSIF NEW."status" = 'PUBLISH_PENDING' THEN NEW."live_publish_timestamp" := coalesce(NEW."live_publish_timestamp", NEW."live_timestamp");` +
      ` ELSE NEW."publish_timestamp" := coalesce(NEW."publish_timestamp", NEW."live_timestamp");` +
      ` NEW."live_publish_timestamp" := NEW."publish_timestamp"; END IF;` +
      ` IF TG_OP = 'INSERT' OR ${differ([...shown, 'live_publish_timestamp'])} THEN` +
      ` IF TG_OP = 'UPDATE' AND NOT (${differ(shown)}) THEN NEW."redated_versions" :=` +
      ` NEW."redated_versions"[greatest(1, cardinality(NEW."redated_versions") - ${String(mostRedated - 2)}):] || NEW."version"; END IF;` +
      ` NEW."live_version" := NEW."version"; NEW."live_updated_timestamp" := NEW."updated_timestamp"; END IF;` +
      ` RETURN NEW; END $$`,
  ];
}
