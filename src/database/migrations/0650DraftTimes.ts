// When a page was changed last is read from the page: kept with its words, the first draft of a page had all its live words indexed
// again. And the changes of what is live that wait to be indexed are found among those of drafts.
import { Statements } from './statements.ts';

/** Drops the column, and adds the index. */
export class DraftTimes1795392000000 extends Statements {
  readonly name = 'DraftTimes1795392000000';
  protected readonly statements = [
    `DROP INDEX "ix_search_document_draft_updated"`,
    `ALTER TABLE "search_document" DROP COLUMN "draft_updated_timestamp"`,
    `CREATE INDEX "ix_search_queue_live" ON "search_queue" ("id") WHERE NOT "is_of_drafts"`,
  ];
}
