// Whether a row changes its tenant is looked at after its change. A trigger before it has PostgreSQL lock and log every row that
// is changed, in whatever column, by a record of its own.
import { Statements } from './statements.ts';

/** Makes the triggers anew. */
export class PlainUpdates1795360800000 extends Statements {
  readonly name = 'PlainUpdates1795360800000';
  protected readonly statements = [
    `DO $$ DECLARE held record; BEGIN
     FOR held IN SELECT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE t.tgname = 'keep_tenant' AND t.tgparentid = 0 AND c.relnamespace = current_schema()::regnamespace LOOP
       EXECUTE format('DROP TRIGGER "keep_tenant" ON %I', held.relname);
       EXECUTE format('CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON %I FOR EACH ROW
         WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()', held.relname);
     END LOOP;
   END $$`,
  ];
}
