// Secrets that must be used again, as they are stored and as they are read back.

/** A sealed secret, as it is stored. */
export interface Sealed {
  readonly version: 1;
  readonly iv: string;
  readonly tag: string;
  readonly text: string;
}

/** Seals and opens secrets with one key. */
export interface SecretBox {
  /** Seals the secret for the resource of that urn. */
  seal(secret: string, urn: string): Sealed;
  /** The secret; throws when the key is another one or the text was changed or moved. */
  open(sealed: Sealed, urn: string): string;
}
