// A tenant can be closed for the seconds in which it moves to another database, and it is known where it has moved to.
import { Statements } from './statements.ts';

/** Makes what `tenant move` works with. */
export class MovableTenants1795353600000 extends Statements {
  readonly name = 'MovableTenants1795353600000';
  protected readonly statements = [
    `CREATE TABLE "cell" ("name" text NOT NULL, "url" text NOT NULL, CONSTRAINT "pk_cell" PRIMARY KEY ("name"))`,
    `ALTER TABLE "disabled_tenant" ADD COLUMN "state" text NOT NULL DEFAULT 'DISABLED', ADD COLUMN "until_timestamp" timestamptz(3), ADD COLUMN "cell" text`,
    `ALTER TABLE "disabled_tenant" ADD CONSTRAINT "ck_disabled_tenant_state" CHECK ("state" IN ('DISABLED', 'PAUSED', 'CLOSED', 'MOVED', 'ARRIVING'))`,
    `CREATE CONSTRAINT TRIGGER "access_epoch_update" AFTER UPDATE ON "disabled_tenant"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "move_access_epoch"()`,
    `ALTER TABLE "idempotency_key" ADD COLUMN "tenant" uuid`,
    `CREATE TRIGGER "keep_tenant" BEFORE UPDATE OF "tenant" ON "idempotency_key" FOR EACH ROW
    WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
    // Of the triggers that a move makes on all tables of tenants' data, for the rows of one tenant. Writers hold the lock in
    // common until they commit; the move takes it alone, and so after all of them. None waits for it. What is removed by age
    // may still be removed when the tenant lives elsewhere.
    `CREATE FUNCTION "refuse_moving"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF NOT pg_try_advisory_xact_lock_shared(hashtextextended(TG_ARGV[0], 727277)) OR (TG_OP <> 'DELETE'
       AND EXISTS (SELECT 1 FROM "disabled_tenant" WHERE "tenant" = TG_ARGV[0]::uuid AND "state" = 'MOVED'))
     THEN RAISE EXCEPTION 'the tenant moves to another database' USING ERRCODE = 'CM503', TABLE = TG_TABLE_NAME;
     END IF;
     RETURN NULL;
   END $$`,
  ];
}
