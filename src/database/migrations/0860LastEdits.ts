// Who last edited an entity or an item of it, and when, is kept with the entity; who made a change is kept with the name it had
// then. What was written before is told as far as it is known: by the newest value of an item, and by the events that are kept.
import { Statements } from './statements.ts';

const named = (actor: string): string =>
  `json_build_object('urn', ${actor}->'urn', 'type', ${actor}->'type', 'name', CASE ${actor}->>'type'` +
  ` WHEN 'IDENTITY' THEN (SELECT n."name" FROM "identity" n WHERE n."urn" = (${actor}->>'urn')::uuid)` +
  ` WHEN 'API_CLIENT' THEN (SELECT n."name" FROM "api_client" n WHERE n."urn" = (${actor}->>'urn')::uuid) END)`;

/** Adds the columns, fills them, and serves the list in their order. */
export class LastEdits1795860000000 extends Statements {
  readonly name = 'LastEdits1795860000000';
  protected readonly statements = [
    `ALTER TABLE "entity" ADD "last_edited_timestamp" timestamptz(3), ADD "last_edited_by" json`,
    `UPDATE "entity" e SET "last_edited_timestamp" = coalesce(l."created_timestamp", e."updated_timestamp"),` +
      ` "last_edited_by" = CASE WHEN l."actor" IS NOT NULL THEN ${named('l."actor"')} END FROM "entity" o` +
      ` LEFT JOIN LATERAL (SELECT * FROM (` +
      `(SELECT v."created_timestamp", v."actor" FROM "item_value" v WHERE v."entity" = o."urn" ORDER BY v."created_timestamp" DESC LIMIT 1)` +
      // Changes of the entity that somebody made, and what nobody knows any more.
      ` UNION ALL (SELECT t."created_timestamp", t."actor" FROM "webhook_trigger" t WHERE t."target_urn" = o."urn"` +
      ` AND t."actor"->>'type' <> 'SYSTEM' ORDER BY t."position" DESC LIMIT 1)` +
      ` UNION ALL SELECT o."updated_timestamp", NULL::json WHERE NOT EXISTS (SELECT 1 FROM "webhook_trigger" t WHERE t."target_urn" = o."urn")` +
      `) k ORDER BY k."created_timestamp" DESC, k."actor" IS NULL LIMIT 1) l ON true WHERE o."urn" = e."urn"`,
    `ALTER TABLE "entity" ALTER "last_edited_timestamp" SET NOT NULL, ALTER "last_edited_timestamp" SET DEFAULT now()`,
    `CREATE INDEX "ix_entity_by_last_edited_timestamp" ON "entity" ("tenant", "last_edited_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
    `CREATE INDEX "ix_item_value_identity" ON "item_value" (("actor" ->> 'urn')) WHERE ("actor" ->> 'type') = 'IDENTITY'`,
    `ALTER TABLE "deletion" ALTER "deleted_by" TYPE json USING CASE WHEN "deleted_by_type" IS NOT NULL` +
      ` THEN json_build_object('urn', "deleted_by", 'type', "deleted_by_type", 'name', NULL) END`,
    `UPDATE "deletion" SET "deleted_by" = ${named('"deleted_by"')} WHERE "deleted_by" IS NOT NULL`,
    `ALTER TABLE "deletion" DROP "deleted_by_type"`,
  ];
}
