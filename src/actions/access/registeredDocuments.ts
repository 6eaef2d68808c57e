// Documents of the graph that clients have registered: keeping those of a manifest, and finding the one that a request
// means. A client with trustedDocumentsOnly runs nothing else. Resource reference 7.3, 11.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { findClient } from '../../database/access/operatorStore.ts';
import { findDocument } from '../../database/access/documentStore.ts';
import { keepDocuments } from '../../database/access/documentRegistration.ts';
import type { Database } from '../../database/connection/database.ts';
import { invalid, notFound, ServiceError, type Violation } from '../../domain/errors.ts';
import { longestDocument } from '../../domain/requestLimits.ts';
import type { RegisteredDocuments } from '../../domain/registeredDocuments.ts';
import { isStorable } from '../../domain/text.ts';
import type { Context } from '../../engine/context.ts';

/** What a request says of its document; its members have not been checked yet. */
export interface SentDocument {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
}

/** Characters of the documents that one process keeps in memory. */
const mostKept = 8_000_000;

/**
 * The registered documents of a database, of which those in use stay in memory: the text of a client's id never changes, and a
 * client that is gone is no caller any more.
 */
export function createRegisteredDocuments(database: Database): RegisteredDocuments {
  const kept = new LRUCache<string, string>({ maxSize: mostKept, sizeCalculation: (text) => text.length + 200 });
  return {
    async find(client, key) {
      const name = 'id' in key ? `${client} id ${key.id}` : `${client} hash ${key.hash}`;
      const known = kept.get(name);
      if (known !== undefined) return known;
      const text = await findDocument(database, client, key);
      // That there is none may change with the next registration.
      if (text !== null) kept.set(name, text);
      return text;
    },
  };
}

const mostDocuments = 10_000;
const idForm = /^[A-Za-z0-9_.:-]{1,128}$/;

/**
 * The text that a request is to run, where it is a registered one; null where the request is taken as it was sent.
 * UNKNOWN_DOCUMENT for an id that is not registered, and for any other document of a client that may run no other.
 */
export async function registeredDocument(
  { documents, viewer }: Pick<Context, 'documents' | 'viewer'>,
  sent: SentDocument,
): Promise<string | null> {
  const client = viewer.oauth?.clientUrn ?? viewer.clientUrn;
  const id = idOf(sent.documentId) ?? idOf(persistedHash(sent.extensions));
  if (client === null) {
    if (sent.documentId !== undefined && sent.documentId !== null) throw new ServiceError('UNKNOWN_DOCUMENT');
    return null;
  }
  if (id !== null) {
    const text = await documents.find(client, { id });
    if (text !== null && (typeof sent.query !== 'string' || sent.query === text)) return text;
  }
  if (viewer.trustedDocumentsOnly && typeof sent.query === 'string') {
    const text = await documents.find(client, { hash: digestOf(sent.query) });
    if (text !== null) return text;
  }
  const namesOne = sent.documentId !== undefined && sent.documentId !== null;
  if (viewer.trustedDocumentsOnly || namesOne) throw new ServiceError('UNKNOWN_DOCUMENT');
  return null;
}

// `sha256:<hash>` and `<hash>` name the same document.
function idOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const id = value.replace(/^sha(?:1|256):/, '');
  return idForm.test(id) ? id : null;
}

// What automatic persisted queries send.
function persistedHash(extensions: unknown): unknown {
  if (typeof extensions !== 'object' || extensions === null || !('persistedQuery' in extensions)) return null;
  const { persistedQuery } = extensions;
  return typeof persistedQuery === 'object' && persistedQuery !== null && 'sha256Hash' in persistedQuery
    ? persistedQuery.sha256Hash
    : null;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The outcome of registering a manifest. */
export interface Registration {
  readonly client: string;
  readonly added: number;
  readonly known: number;
}

/**
 * Registers the documents of a manifest, id to text, for the client with that urn or client id. An id keeps its text
 * forever: CONFLICT when the manifest has another one. NOT_FOUND without such a client.
 */
export async function registerDocuments(
  database: Database,
  reference: string,
  manifest: Readonly<Record<string, unknown>>,
): Promise<Registration> {
  const documents = readManifest(manifest);
  const client = await findClient(database, reference);
  if (!client) throw notFound();
  return database.transaction(async (transaction) => {
    const known = await keepDocuments(transaction, client.urn, documents);
    for (const id of known) {
      const text = await findDocument(transaction, client.urn, { id });
      const isSame = documents.some((one) => one.id === id && one.document === text);
      if (!isSame) throw new ServiceError('CONFLICT', `The id ${id} is registered with another text.`);
    }
    return { client: client.urn, added: documents.length - known.length, known: known.length };
  });
}

function readManifest(manifest: Readonly<Record<string, unknown>>): { id: string; hash: string; document: string }[] {
  const violations: Violation[] = [];
  const entries = Object.entries(manifest);
  if (entries.length === 0 || entries.length > mostDocuments) {
    const message = `1 to ${String(mostDocuments)} documents are expected.`;
    throw invalid([{ path: '', code: 'TOO_MANY', message, limit: mostDocuments }]);
  }
  const documents = entries.map(([sent, document]) => {
    const id = idOf(sent);
    const isText = typeof document === 'string' && isStorable(document) && document.length <= longestDocument;
    const path = `/${sent.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (id === null)
      violations.push({ path, code: 'INVALID_FORMAT', message: 'The id does not have the form of a document id.' });
    if (!isText) {
      const message = `A document of at most ${String(longestDocument)} characters is expected.`;
      violations.push({ path, code: 'INVALID_FORMAT', message });
    }
    return { id: id ?? '', hash: digestOf(String(document)), document: String(document) };
  });
  if (violations.length > 0) throw invalid(violations);
  return documents;
}
