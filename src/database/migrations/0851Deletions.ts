// What was deleted is listed: the resource that a caller named, when, and by whom. Of what was deleted before, nobody knows by whom.
import { Statements } from './statements.ts';

// The kinds that live in nothing else; what lives in others came and went with those, items apart.
const listed = {
  ApiClient: 'api_client',
  Company: 'company',
  Entity: 'entity',
  EntityList: 'entity_list',
  Group: 'group',
  PaymentInvoice: 'payment_invoice',
  Project: 'project',
  Role: 'role',
  Task: 'task',
  Workflow: 'workflow',
};

const fill = (kind: string, table: string, more = ''): string =>
  `INSERT INTO "deletion" ("urn", "tenant", "owner", "kind", "deleted_timestamp") SELECT t."urn", t."tenant", t."owner", ${kind},` +
  ` t."deleted_timestamp" FROM "${table}" t WHERE t."deleted_timestamp" IS NOT NULL${more}`;

/** Adds the table, and fills it with what can still be restored. */
export class Deletions1795851000000 extends Statements {
  readonly name = 'Deletions1795851000000';
  protected readonly statements = [
    `CREATE TABLE "deletion" ("urn" uuid NOT NULL, "tenant" uuid NOT NULL, "owner" uuid NOT NULL, "kind" text NOT NULL, "deleted_timestamp" timestamptz(3) NOT NULL, "deleted_by" uuid, "deleted_by_type" text, "transaction" bigint, CONSTRAINT "pk_deletion" PRIMARY KEY ("urn"))`,
    `CREATE INDEX "ix_deletion_kind" ON "deletion" ("owner", "kind", "deleted_timestamp", "urn")`,
    `CREATE INDEX "ix_deletion_listed" ON "deletion" ("owner", "deleted_timestamp", "urn")`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "deletion" FOR EACH ROW WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
    `ALTER TABLE "deletion" ADD CONSTRAINT "fk_deletion_urn" FOREIGN KEY ("urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
    ...Object.entries(listed).map(([kind, table]) => fill(`'${kind}'`, table)),
    fill(
      't."kind"',
      'item',
      ` AND EXISTS (SELECT 1 FROM "entity" e WHERE e."urn" = t."entity" AND e."deleted_timestamp" IS NULL)`,
    ),
  ];
}
