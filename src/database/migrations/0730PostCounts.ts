// How many posts a thread has is kept with it: a list of threads read every post of each of them. Of a deleted thread those count that
// were deleted with it, and come back with it.
import { Statements } from './statements.ts';

/** Adds the column, and counts what is there. */
export class PostCounts1795805000000 extends Statements {
  readonly name = 'PostCounts1795805000000';
  protected readonly statements = [
    `ALTER TABLE "message_thread" ADD "post_count" integer NOT NULL DEFAULT 0`,
    `UPDATE "message_thread" t SET "post_count" = c.posts FROM (SELECT x."urn", count(*)::int AS posts FROM "message_thread" x` +
      ` JOIN "thread_post" p ON p."message_thread" = x."urn" WHERE NOT p."is_deleted"` +
      ` AND p."deleted_timestamp" IS NOT DISTINCT FROM x."deleted_timestamp" GROUP BY 1) c WHERE t."urn" = c."urn"`,
  ];
}
