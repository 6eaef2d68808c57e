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
  /** Runs the note of a credential's use, unless it ran within the last so many seconds. Its failure is ignored. */
  noteUse(credential: CredentialKey, everySeconds: number, note: () => Promise<unknown>): void;
}
