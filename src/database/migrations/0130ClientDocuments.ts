// The GraphQL documents that clients have registered. A client that may send nothing else is looked up here.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the table of registered documents. */
export class ClientDocuments1795294600000 implements MigrationInterface {
  readonly name = 'ClientDocuments1795294600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "client_document" ("tenant" uuid NOT NULL, "client" uuid NOT NULL, "id" text NOT NULL, "hash" text NOT NULL, "document" text NOT NULL, "registered_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_client_document" PRIMARY KEY ("client", "id"))`,
    );
    await runner.query(`CREATE INDEX "ix_client_document_hash" ON "client_document" ("client", "hash")`);
    await runner.query(
      `ALTER TABLE "client_document" ADD CONSTRAINT "fk_client_document_client" FOREIGN KEY ("client") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
