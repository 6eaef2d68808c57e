// The GraphQL documents that clients have registered: kept by the id of the client's manifest and found by it or by the
// digest of the text.
import type { DocumentKey } from '../../domain/registeredDocuments.ts';
import { firstOf, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** A document of a manifest. */
export interface RegisteredDocument {
  readonly id: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly hash: string;
  readonly document: string;
}

/** The text that the client has registered under the id, or with the digest; null when there is none. */
export async function findDocument(executor: Executor, client: string, key: DocumentKey): Promise<string | null> {
  const p = new Parameters();
  const by = 'id' in key ? `"id" = ${p.add(key.id, 'text')}` : `"hash" = ${p.add(key.hash, 'text')}`;
  const text = `SELECT "document" FROM "client_document" WHERE ${by} AND "client" = ${p.add(client, 'uuid')} LIMIT 1`;
  return (await firstOf<{ document: string }>(executor, prepared(text, p)))?.document ?? null;
}

/** Keeps documents of a client; returns the ids that were there already, whose texts stay as they are. */
export async function keepDocuments(
  executor: Executor,
  client: string,
  documents: readonly RegisteredDocument[],
): Promise<string[]> {
  const p = new Parameters();
  const column = (name: keyof RegisteredDocument): string =>
    p.add(
      documents.map((one) => one[name]),
      'text[]',
    );
  const text = `WITH sent AS (SELECT * FROM unnest(${column('id')}, ${column('hash')}, ${column('document')}) AS s(id, hash, document)),
    kept AS (INSERT INTO "client_document" ("tenant", "client", "id", "hash", "document", "registered_timestamp")
      SELECT c."tenant", c."urn", s.id, s.hash, s.document, now() FROM sent s, "api_client" c WHERE c."urn" = ${p.add(client, 'uuid')}
      ON CONFLICT ("client", "id") DO NOTHING RETURNING "id")
    SELECT s.id FROM sent s WHERE s.id NOT IN (SELECT "id" FROM kept)`;
  const rows = await rowsOf<{ id: string }>(executor, prepared(text, p));
  return rows.map((row) => row.id);
}
