// The index on the times of the queue is of what failed: a claim wrote the end of its lease there, for few that are looked for seldom. And rows
// find room for their next state in their page: of one that moves all is written ahead.
import { Statements } from './statements.ts';

/** Makes the index anew, and leaves room. The queue is small; a process of an older version that reads it without the other takes longer. */
export class QueueLeases1795386000000 extends Statements {
  readonly name = 'QueueLeases1795386000000';
  protected readonly statements = [
    `DROP INDEX "ix_webhook_queue_timed"`,
    `CREATE INDEX "ix_webhook_queue_later" ON "webhook_queue" ("due_timestamp") WHERE "state" = 4`,
    `ALTER TABLE "webhook_queue" SET (fillfactor = 50)`,
  ];
}
