// The documents of the graph that clients have registered, as those who run them look them up.

/** What a client calls a document: the id of its manifest, or the digest of its text. */
export type DocumentKey = { readonly id: string } | { readonly hash: string };

/** The registered documents of all clients. */
export interface RegisteredDocuments {
  /** The text that the client has registered under the key; null when there is none. */
  find(client: string, key: DocumentKey): Promise<string | null>;
}
