// A search of what is live finds whether something of its tenant waits, however many drafts of it do.
import { Statements } from './statements.ts';

/** Adds the index. */
export class SearchQueueOfLive1795793000000 extends Statements {
  readonly name = 'SearchQueueOfLive1795793000000';
  protected readonly statements = [
    `CREATE INDEX "ix_search_queue_live_tenant" ON "search_queue" ("tenant", "id") WHERE NOT "is_of_drafts"`,
  ];
}
