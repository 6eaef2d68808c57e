// Whom credentials stand for, as actions are given it. Resource reference 7.2, 7.4.
import type { Viewer } from './viewer.ts';

/** A credential as it is looked up: what it is, and the SHA-256 of its secret in hex. */
export interface CredentialKey {
  readonly kind: 'TOKEN' | 'SESSION';
  readonly hash: string;
}

/** The callers of one service. */
export interface Callers {
  /** The viewer of a credential as it stands now; null for one that is unknown or has ended. */
  viewerOf(credential: CredentialKey): Promise<Viewer | null>;
  /**
   * The position of the database at which everything that decides what this viewer may do is as it was when the viewer was
   * given last; null where that is not known, and the present position has to do.
   */
  readonly decidedAt: (viewer: Viewer) => bigint | null;
  /** Forgets all decisions: the database has another past, where equal epochs do not mean equal decisions. */
  readonly forget: () => void;
  /** Runs the note of a credential's use, unless it ran within the last so many seconds. Its failure is ignored. */
  noteUse(credential: CredentialKey, everySeconds: number, note: () => Promise<unknown>): void;
}
