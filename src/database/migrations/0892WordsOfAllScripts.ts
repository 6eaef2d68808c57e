// The search index is made of other words: it is emptied, and filled again in the background. Until then searches say that they are partial.
import { Statements } from './statements.ts';

/** Empties the index; searches may name languages. */
export class WordsOfAllScripts1795892000000 extends Statements {
  readonly name = 'WordsOfAllScripts1795892000000';
  protected readonly statements = [
    `DELETE FROM "setting" WHERE "name" = 'search index' AND EXISTS (SELECT 1 FROM "search_document")`,
    `TRUNCATE "search_document", "search_draft"`,
    `ALTER TABLE "search" ADD COLUMN "languages" text[]`,
  ];
}
