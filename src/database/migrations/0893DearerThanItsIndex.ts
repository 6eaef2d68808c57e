// A search asks for each form of its words, by which PostgreSQL took the index of words to be dearer than reading all documents: what looks
// them up reads the few that match, and only who reads all pays for each of them.
import { Statements } from './statements.ts';

/** Has PostgreSQL reckon documents that are read one by one to be dear. */
export class DearerThanItsIndex1795893000000 extends Statements {
  readonly name = 'DearerThanItsIndex1795893000000';
  protected readonly statements = [`ALTER FUNCTION "marked_words"(tsvector, text, uuid) COST 100000`];
}
