// All changes of a page that waits to be indexed are found, so that it is indexed once for them however many pages wait between them.
import { Statements } from './statements.ts';

/** Adds the index. */
export class SearchQueueByPage1795774024803 extends Statements {
  readonly name = 'SearchQueueByPage1795774024803';
  protected readonly statements = [`CREATE INDEX "ix_search_queue_urn" ON "search_queue" ("urn")`];
}
