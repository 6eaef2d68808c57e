// Searches read the index of their tenant and kind: a common word was looked up, and ranked, in the documents of all tenants.
import { Statements } from './statements.ts';

/** Makes the indexes of search anew, with the tenant and the kind in each; searches wait while it runs. */
export class SearchWithinTenants1795692494000 extends Statements {
  readonly name = 'SearchWithinTenants1795692494000';
  protected readonly statements = [
    // A function with the cost that it has: what PostgreSQL takes `@@` for, it reads all documents rather than the index.
    `CREATE FUNCTION "marked_words"("words" tsvector, "kind" text, "tenant" uuid) RETURNS tsvector
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 4000
      AS $$ BEGIN RETURN "words" || array_to_tsvector(ARRAY["kind" || ' ' || "tenant"::text]); END $$`,
    `DROP INDEX "ix_search_document_live"`,
    `DROP INDEX "ix_search_document_created"`,
    `DROP INDEX "ix_search_document_updated"`,
    `DROP INDEX "ix_search_draft_added"`,
    `CREATE INDEX "ix_search_document_live" ON "search_document" USING gin (marked_words("live", "kind", "tenant")) WITH (gin_pending_list_limit=256)`,
    `CREATE INDEX "ix_search_document_created" ON "search_document" ("tenant", "kind", "created_timestamp" DESC, "urn")`,
    `CREATE INDEX "ix_search_document_updated" ON "search_document" ("tenant", "kind", "updated_timestamp" DESC, "urn")`,
    `CREATE INDEX "ix_search_draft_added" ON "search_draft" USING gin (marked_words("added", 'Entity', "tenant")) WITH (gin_pending_list_limit=256)`,
  ];
}
