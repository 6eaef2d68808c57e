// Whom credentials stand for, as actions are given it. Resource reference 7.2, 7.4.
import type { Viewer } from './viewer.ts';

/**
 * A credential as it is looked up: what it is, and the SHA-256 of its secret in hex. Whoever has none is EVERYONE, with the urn of a
 * tenant in place of the hash.
 */
export interface CredentialKey {
  readonly kind: 'TOKEN' | 'SESSION' | 'EVERYONE';
  readonly hash: string;
}

/** The moment at which something was read, as the database says it. */
export interface ReadAt {
  /** The access epoch of the caller's tenant: it moves with everything that decides about callers. */
  readonly epoch: string;
  /** The clock that time windows are judged by, in milliseconds since 1970. */
  readonly nowMillis: number;
}

/** What a decision about a caller was made under: it holds while the epoch is the same, until the border. */
export interface DecidedUnder {
  readonly tenant: string;
  readonly epoch: string;
  /** By the clock of the database, in milliseconds since 1970; null for none. */
  readonly borderMillis: number | null;
}

/** A decision that was made for an earlier request. */
export interface KeptCaller {
  readonly viewer: Viewer;
  readonly under: DecidedUnder;
  /** Whether it held when something was read, at a moment after the request had arrived. What was read otherwise is not to be shown. */
  heldAt(at: ReadAt): boolean;
}

/** A write that was refused. */
export interface DeniedWrite {
  /** As the graph names it. */
  readonly operation: string;
  /** The row and its table; null for a create and for verbs about no row. */
  readonly target: { readonly table: string; readonly urn: string } | null;
}

/** A sign-in that was refused, of an application or of a person. */
export interface RefusedSignIn {
  /** The company whose administrators are to know. */
  readonly company: string;
  readonly apiClient: string | null;
  /** What was not accepted, in a word. */
  readonly reason: string;
}

/** The callers of one service. */
export interface Callers {
  /** The last decision about a credential, for reads that check only afterwards whether it held, and writes that check it themselves; null when there is none. */
  keptOf(credential: CredentialKey): KeptCaller | null;
  /** The viewer of a credential as it stands now; null for one that is unknown or has ended. */
  viewerOf(credential: CredentialKey): Promise<Viewer | null>;
  /**
   * The tenants of what these urns name, by urn, of a kind with that table: looked up once, for nothing changes its tenant. What does
   * not exist has none.
   */
  tenantsOf(table: string, urns: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * The position of the database at which everything that decides what this viewer may do is as it was when the viewer was
   * given last; null where that is not known, and the present position has to do.
   */
  readonly decidedAt: (viewer: Viewer) => bigint | null;
  /** Forgets all decisions: the database has another past, where equal epochs do not mean equal decisions. */
  readonly forget: () => void;
  /** Records that a write was refused for want of a label, once for each error. Its failure is ignored. */
  noteDenied(viewer: Viewer, denied: DeniedWrite, error: object): Promise<void>;
  /** Records that a sign-in was refused, what is the same once a minute. Nobody waits for it, and its failure is ignored. */
  noteRefused(refused: RefusedSignIn): void;
  /** Runs the note of a credential's use, unless it ran within that many seconds before. Its failure is ignored. */
  noteUse(credential: CredentialKey, everySeconds: number, note: () => Promise<unknown>): void;
}
