// Pages are listed below the page that stands above them by path.
import { Statements } from './statements.ts';

/** Adds the index. Paths are of any length, so that it holds digests. */
export class PageTree1795983000000 extends Statements {
  readonly name = 'PageTree1795983000000';
  protected readonly statements = [
    `CREATE INDEX "ix_entity_children" ON "entity" (md5("owner"::text || ' ' || "language" || ' ' || "variant" || ' ' || regexp_replace("path", '/[^/]*$', '')), "created_timestamp", "urn") WHERE "path" IS NOT NULL AND "deleted_timestamp" IS NULL`,
  ];
}
