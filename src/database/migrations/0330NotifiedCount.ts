// The unread posts that a notification counts toward its level have the name that the code has for them.
import { Statements } from './statements.ts';

/** Renames the column. */
export class NotifiedCount1795336000000 extends Statements {
  readonly name = 'NotifiedCount1795336000000';
  protected readonly statements = [
    `ALTER TABLE "message_thread_notification" RENAME COLUMN "told_count" TO "notified_count"`,
  ];
}
