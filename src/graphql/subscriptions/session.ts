// The callers behind open streams, one per token however many sockets it has: how it stands now, what it may know of, and
// that its streams end when it does. Resource reference 9.7.
import { contextOf } from '../../actions/contextOf.ts';
import type { Services } from '../../actions/context.ts';
import { endedTokens, hashOfToken, viewerNow, type Decisions } from '../../actions/followEvents.ts';
import { authenticate } from '../../actions/authenticate.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Viewer } from '../../domain/viewer.ts';
import type { GraphContext } from '../context.ts';

/** A caller with open streams. */
export interface Session {
  /** Tells callers apart; the token's hash, or nothing for callers without one. */
  readonly key: string;
  /**
   * The caller as it stands now or stood after the log had come to `sequence`, with fresh loaders and what was decided
   * already. UNAUTHENTICATED once its token has ended.
   */
  at(sequence: number, head: number): Promise<{ readonly context: GraphContext; readonly decisions: Decisions }>;
  /** Called when the token has ended; the answer takes the listener away. */
  onEnd(listener: () => void): () => void;
  /** Ends every stream of the caller. */
  end(): void;
}

/** All sessions of the process. */
export interface Sessions {
  /** The session of a token, with one more stream. UNAUTHENTICATED, or RATE_LIMITED when it has too many. */
  open(token: string | null): Promise<Session>;
  /** One stream less. */
  close(session: Session): void;
  stop(): void;
}

/** What sessions work with. */
export interface SessionParts {
  readonly services: Services;
  readonly report: (error: unknown) => void;
  readonly streamsPerToken: number;
  /** How often tokens are looked at when nothing happens. */
  readonly checkMillis: number;
}

/** A viewer read this long ago is read again, even when nothing has happened since. */
const freshMillis = 250;

/** Starts to keep sessions. */
export function createSessions(parts: SessionParts): Sessions {
  const sessions = new Map<string, { readonly session: Session; readonly streams: number }>();
  const check = setInterval(() => {
    const hashes = [...sessions.keys()].filter((key) => key !== '');
    endedTokens(parts.services, hashes).then(
      (ended) => ended.forEach((hash) => sessions.get(hash)?.session.end()),
      parts.report,
    );
  }, parts.checkMillis);
  check.unref();
  return {
    async open(token) {
      await authenticate(parts.services, token);
      const hash = hashOfToken(token);
      const key = hash ?? '';
      const { session, streams } = sessions.get(key) ?? { session: createSession(parts.services, hash), streams: 0 };
      if (streams >= parts.streamsPerToken) throw new ServiceError('RATE_LIMITED', 'Too many open streams.');
      sessions.set(key, { session, streams: streams + 1 });
      return session;
    },
    close(session) {
      const streams = (sessions.get(session.key)?.streams ?? 1) - 1;
      if (streams > 0) sessions.set(session.key, { session, streams });
      else sessions.delete(session.key);
    },
    stop: () => clearInterval(check),
  };
}

interface Snapshot {
  readonly head: number;
  readonly takenAt: number;
  readonly viewer: Promise<Viewer>;
  readonly decisions: Decisions;
}

function createSession(services: Services, tokenHash: string | null): Session {
  const listeners = new Set<() => void>();
  let snapshot: Snapshot | null = null;
  const take = (head: number): Snapshot => {
    const viewer = viewerNow(services, tokenHash);
    // Whoever waits for it hears of the failure; nobody else has to.
    viewer.catch(() => undefined);
    return { head, takenAt: performance.now(), viewer, decisions: new Map() };
  };
  return {
    key: tokenHash ?? '',
    async at(sequence, head) {
      const isFresh =
        snapshot !== null && snapshot.head >= sequence && performance.now() - snapshot.takenAt < freshMillis;
      const now = isFresh && snapshot ? snapshot : (snapshot = take(head));
      try {
        return { context: contextOf(services, await now.viewer), decisions: now.decisions };
      } catch (error) {
        if (snapshot === now) snapshot = null;
        throw error;
      }
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end() {
      for (const listener of [...listeners]) listener();
    },
  };
}
