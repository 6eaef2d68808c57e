// The tenant of a row is set with the row and never changes. Predicates, keys and indexes begin with it, so that a row that
// changed its tenant would leave what it belongs to and show where it does not: the database refuses that, whoever asks.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE FUNCTION "keep_tenant"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     RAISE EXCEPTION 'the tenant of a row never changes' USING ERRCODE = 'integrity_constraint_violation', TABLE = TG_TABLE_NAME;
   END $$`,
  // Every table that has a tenant by now; what comes later brings its own (npm run migration).
  `DO $$ DECLARE held record; BEGIN
     FOR held IN SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition LOOP
       EXECUTE format('CREATE TRIGGER "keep_tenant" BEFORE UPDATE OF "tenant" ON %I FOR EACH ROW
         WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()', held.relname);
     END LOOP;
   END $$`,
];

/** Keeps the tenant of every row. */
export class KeepTenant1795305914000 implements MigrationInterface {
  readonly name = 'KeepTenant1795305914000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
