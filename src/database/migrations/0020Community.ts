// What communities keep out of sight: the two opt-outs of a membership, marks of deleted ones, which groups are private
// chats, and the places of posts in their thread, from which unread posts are counted.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `ALTER TABLE "group" ADD COLUMN "is_chat" boolean NOT NULL DEFAULT false`,
  `ALTER TABLE "group_membership" ADD COLUMN "member_opt_out" boolean NOT NULL DEFAULT false,` +
    ` ADD COLUMN "owner_ban" boolean NOT NULL DEFAULT false, ADD COLUMN "owner_agreed" boolean NOT NULL DEFAULT false`,
  `UPDATE "group_membership" SET "member_opt_out" = "status" = 'BLOCKED_BY_MEMBER', "owner_ban" = "status" = 'BANNED_BY_OWNER',` +
    ` "owner_agreed" = "status" <> 'PENDING_APPROVAL'`,
  `CREATE TABLE "membership_mark" ("identity" uuid NOT NULL, "group" uuid NOT NULL, "member_opt_out" boolean NOT NULL,` +
    ` "owner_ban" boolean NOT NULL, CONSTRAINT "pk_membership_mark" PRIMARY KEY ("identity", "group"),` +
    ` CONSTRAINT "fk_membership_mark_identity" FOREIGN KEY ("identity") REFERENCES "resource"("urn") ON DELETE CASCADE,` +
    ` CONSTRAINT "fk_membership_mark_group" FOREIGN KEY ("group") REFERENCES "resource"("urn") ON DELETE CASCADE)`,
  `CREATE INDEX "ix_membership_mark_group" ON "membership_mark" ("group")`,
  `ALTER TABLE "message_thread" ADD COLUMN "last_position" bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE "thread_post" ADD COLUMN "position" bigint NOT NULL DEFAULT 0`,
  `UPDATE "thread_post" t SET "position" = n.place FROM (SELECT "urn", row_number() OVER (PARTITION BY "message_thread"` +
    ` ORDER BY "created_timestamp", "urn") AS place FROM "thread_post") n WHERE n."urn" = t."urn"`,
  `UPDATE "message_thread" t SET "last_position" = n.last FROM (SELECT "message_thread", max("position") AS last` +
    ` FROM "thread_post" GROUP BY 1) n WHERE n."message_thread" = t."urn"`,
  `CREATE UNIQUE INDEX "uq_thread_post__message_thread__position" ON "thread_post" ("message_thread", "position")`,
  `CREATE INDEX "ix_thread_post_written" ON "thread_post" ("message_thread", "created_timestamp", "urn")`,
  `ALTER TABLE "message_thread_notification" ADD COLUMN "last_read_position" bigint NOT NULL DEFAULT 0,` +
    ` ADD COLUMN "told_count" integer NOT NULL DEFAULT 0`,
  `CREATE INDEX "ix_message_thread_notification_inbox" ON "message_thread_notification" ("identity", "updated_timestamp" DESC)` +
    ` WHERE "deleted_timestamp" IS NULL`,
];

/** Adds the hidden columns of communities and the table of opt-out marks. */
export class Community1763700020000 implements MigrationInterface {
  readonly name = 'Community1763700020000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Opt-outs are not forgotten: this is not taken back.'));
  }
}
