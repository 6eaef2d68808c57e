// The GraphQL documents that clients have registered: kept by the id of the client's manifest (documentRegistration.ts) and found by
// it or by the digest of the text.
import type { DocumentKey } from '../../domain/registeredDocuments.ts';
import { firstOf, type RowExecutor } from '../connection/statement.ts';
import { selectFrom, written, type Written } from '../connection/written.ts';

/** A document of a manifest. */
export interface RegisteredDocument {
  readonly id: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly hash: string;
  readonly document: string;
}

const documentBy = (column: 'id' | 'hash'): Written<{ client: string; key: string }> =>
  written((manager) =>
    selectFrom(manager, 'client_document', 'd')
      .select('d.document', 'document')
      .where(`d.${column} = :key`)
      .andWhere('d.client = :client')
      .limit(1),
  );

const [byId, byHash] = [documentBy('id'), documentBy('hash')];

/** The text that the client has registered under the id, or with the digest; null when there is none. */
export async function findDocument(executor: RowExecutor, client: string, key: DocumentKey): Promise<string | null> {
  const statement = 'id' in key ? byId(executor, { client, key: key.id }) : byHash(executor, { client, key: key.hash });
  return (await firstOf<{ document: string }>(executor, statement))?.document ?? null;
}
