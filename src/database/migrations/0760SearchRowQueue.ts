// What a restore of many thousand rows brings back is indexed after its commit: their words took longer than a request may.
import { Statements } from './statements.ts';

/** Adds the queue. */
export class SearchRowQueue1795833000000 extends Statements {
  readonly name = 'SearchRowQueue1795833000000';
  protected readonly statements = [
    `CREATE TABLE "search_row_queue" ("tenant" uuid NOT NULL, "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY, "kind" text NOT NULL,` +
      ` "urn" uuid NOT NULL, "is_naming" boolean NOT NULL DEFAULT false, "after" uuid, CONSTRAINT "pk_search_row_queue" PRIMARY KEY ("id"))`,
    `CREATE INDEX "ix_search_row_queue_tenant" ON "search_row_queue" ("tenant", "id")`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "search_row_queue" FOR EACH ROW` +
      ` WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
  ];
}
