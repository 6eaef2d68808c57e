// The search index: one document per resource that can be found, with the words of its live and of its newest values,
// and which text configuration stems which language.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const configurations: Readonly<Record<string, string>> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  nb: 'norwegian',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

const rows = Object.entries(configurations).map(([language, name]) => `('${language}', '${name}')`);

const statements = [
  `CREATE TABLE "search_language" ("language" text NOT NULL CONSTRAINT "pk_search_language" PRIMARY KEY, "configuration" regconfig NOT NULL)`,
  // A server built without one of the stemmers searches that language by whole words.
  `INSERT INTO "search_language" SELECT l.language, c.oid FROM (VALUES ${rows.join(', ')}) AS l(language, name)` +
    ` JOIN pg_ts_config c ON c.cfgname = l.name AND c.cfgnamespace = 'pg_catalog'::regnamespace`,
  `CREATE TABLE "search_document" ("urn" uuid NOT NULL CONSTRAINT "pk_search_document" PRIMARY KEY, "kind" text NOT NULL,` +
    ` "owner" uuid NOT NULL, "container" uuid, "language" text NOT NULL, "name" text, "live" tsvector, "draft" tsvector,` +
    ` "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL,` +
    ` CONSTRAINT "fk_search_document_urn" FOREIGN KEY ("urn") REFERENCES "resource"("urn") ON DELETE CASCADE)`,
  `CREATE INDEX "ix_search_document_live" ON "search_document" USING gin ("live")`,
  `CREATE INDEX "ix_search_document_draft" ON "search_document" USING gin ("draft")`,
  `CREATE INDEX "ix_search_document_created" ON "search_document" ("kind", "created_timestamp" DESC, "urn")`,
  `CREATE INDEX "ix_search_document_updated" ON "search_document" ("kind", "updated_timestamp" DESC, "urn")`,
  `ALTER TABLE "search" ADD COLUMN "caller" uuid`,
  `CREATE INDEX "ix_search_caller" ON "search" ("caller", "expiration_timestamp")`,
];

/** Makes the search index. */
export class Search1763700021000 implements MigrationInterface {
  readonly name = 'Search1763700021000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "search" DROP COLUMN "caller"`);
    await runner.query(`DROP TABLE "search_document"`);
    await runner.query(`DROP TABLE "search_language"`);
  }
}
