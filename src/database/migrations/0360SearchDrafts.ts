// The words of a draft have a table of their own: while only the draft of a page changes, nothing of its live words is indexed
// again, and of the draft only what is not live.
import { Statements } from './statements.ts';

/** Makes the table from the documents that are there. */
export class SearchDrafts1795348000000 extends Statements {
  readonly name = 'SearchDrafts1795348000000';
  protected readonly statements = [
    `CREATE TABLE "search_draft" ("tenant" uuid NOT NULL, "urn" uuid NOT NULL, "words" tsvector NOT NULL, "added" tsvector NOT NULL, "digest" uuid NOT NULL, "live_digest" uuid, CONSTRAINT "pk_search_draft" PRIMARY KEY ("urn"))`,
    `INSERT INTO "search_draft" SELECT "tenant", "urn", "draft", COALESCE(ts_delete(strip("draft"), tsvector_to_array("live")), strip("draft")), "draft_digest", "live_digest" FROM "search_document" WHERE "draft_digest" IS DISTINCT FROM "live_digest" AND "draft" IS NOT NULL AND "draft_digest" IS NOT NULL`,
    `CREATE INDEX "ix_search_draft_added" ON "search_draft" USING gin ("added") WITH (gin_pending_list_limit=256)`,
    `ALTER INDEX "ix_search_document_live" SET (gin_pending_list_limit=256)`,
    `CREATE TRIGGER "keep_tenant" BEFORE UPDATE OF "tenant" ON "search_draft" FOR EACH ROW WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
    `ALTER TABLE "search_draft" ADD CONSTRAINT "fk_search_draft_urn" FOREIGN KEY ("urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
    `DROP INDEX "ix_search_document_draft"`,
    `ALTER TABLE "search_document" DROP COLUMN "draft", DROP COLUMN "draft_digest"`,
  ];
}
