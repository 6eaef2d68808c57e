// The queue of the search index says of a change whether it is of drafts alone: then nothing that is live is read for it.
import { Statements } from './statements.ts';

/** Adds the column. */
export class QueuedDrafts1795359000000 extends Statements {
  readonly name = 'QueuedDrafts1795359000000';
  protected readonly statements = [
    `ALTER TABLE "search_queue" ADD COLUMN "is_of_drafts" boolean NOT NULL DEFAULT false`,
  ];
}
