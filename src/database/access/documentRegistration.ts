// Registering the documents of a client: many in one statement, of which those that are there stay.
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import type { RegisteredDocument } from './documentStore.ts';

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
