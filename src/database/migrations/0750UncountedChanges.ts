// A post in a group of many thousand members is counted for them after its commit: until then it stands in a table of its own. The
// members of a group, and the notifications of a thread, are found some at a time.
import { Statements } from './statements.ts';

/** Adds the table, the numbers that say what is counted, and the indexes. */
export class UncountedChanges1795830000000 extends Statements {
  readonly name = 'UncountedChanges1795830000000';
  protected readonly statements = [
    `CREATE TABLE "unread_change" ("tenant" uuid NOT NULL, "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY, "message_thread" uuid NOT NULL,` +
      ` "number" bigint NOT NULL, "position" bigint NOT NULL, "author" uuid NOT NULL, "mentions" uuid[] NOT NULL, "answered" uuid,` +
      ` "added" integer NOT NULL, "is_new" boolean NOT NULL, CONSTRAINT "pk_unread_change" PRIMARY KEY ("id"))`,
    `CREATE INDEX "ix_unread_change_thread" ON "unread_change" ("message_thread", "number")`,
    `ALTER TABLE "unread_change" ADD CONSTRAINT "fk_unread_change_message_thread" FOREIGN KEY ("message_thread") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "unread_change" FOR EACH ROW` +
      ` WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
    `ALTER TABLE "message_thread" ADD "change_count" bigint NOT NULL DEFAULT 0`,
    `ALTER TABLE "message_thread_notification" ADD "counted_change" bigint NOT NULL DEFAULT 0`,
    `CREATE INDEX "ix_message_thread_notification_of" ON "message_thread_notification" ("message_thread", "identity")`,
    `DROP INDEX "ix_message_thread_notification_message_thread"`,
    `CREATE INDEX "ix_group_membership_active" ON "group_membership" ("group", "identity") WHERE "status" = 'ACTIVE' AND "deleted_timestamp" IS NULL`,
  ];
}
