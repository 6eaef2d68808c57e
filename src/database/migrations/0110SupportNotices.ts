// Where the service speaks to the people who run a company: the thread it keeps for that, and the identity it speaks as.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "support_thread" ("owner" uuid NOT NULL, "thread" uuid NOT NULL, "author" uuid NOT NULL, CONSTRAINT "pk_support_thread" PRIMARY KEY ("owner"))`,
  `ALTER TABLE "support_thread" ADD CONSTRAINT "fk_support_thread_owner" FOREIGN KEY ("owner") REFERENCES "resource"("urn") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "support_thread" ADD CONSTRAINT "fk_support_thread_thread" FOREIGN KEY ("thread") REFERENCES "resource"("urn") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "support_thread" ADD CONSTRAINT "fk_support_thread_author" FOREIGN KEY ("author") REFERENCES "resource"("urn") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `CREATE INDEX "ix_support_thread_thread" ON "support_thread" ("thread")`,
  `CREATE INDEX "ix_support_thread_author" ON "support_thread" ("author")`,
];

/** Adds the threads in which companies are told what the service did. */
export class SupportNotices1763700110000 implements MigrationInterface {
  readonly name = 'SupportNotices1763700110000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "support_thread"`);
  }
}
