// The callers behind open streams, one per token or web session however many sockets it has: how it stands now, what it may know of, and
// that its streams end when it does. Resource reference 9.7.
import { isDeepStrictEqual } from 'node:util';
import { contextOf } from '../../engine/contextOf.ts';
import type { Services } from '../../engine/context.ts';
import { databaseMillis } from '../../engine/requestBudget.ts';
import { callerKey, endedCallers, viewerNow, type Decisions } from '../../actions/events/followEvents.ts';
import { recognizeCaller, type Credentials } from '../../actions/session/recognizeCaller.ts';
import { ServiceError } from '../../domain/errors.ts';
import { anonymousViewer, type Viewer } from '../../domain/viewer.ts';
import { registeredDocument, type SentDocument } from '../../actions/access/registeredDocuments.ts';
import type { GraphContext } from '../operation/context.ts';

/** A caller as it stands, and what was decided for it. */
export interface SessionState {
  readonly context: GraphContext;
  readonly decisions: Decisions;
}

/** Fills in decisions for a caller. */
export type Prefetch = (context: GraphContext, decisions: Decisions) => Promise<unknown>;

/** A caller with open streams. */
export interface Session {
  /** Identifies the caller; empty for callers without token or web session. */
  readonly key: string;
  /** Whose events it may know of; null for callers without token or web session. */
  readonly tenantUrn: string | null;
  /**
   * The caller as it stands now, with fresh loaders and what was decided for it since the call. UNAUTHENTICATED once its token
   * or web session has ended. `prefetch` decides ahead, for the caller as it stood before; what it found counts when the
   * caller turns out to be the same.
   */
  now(prefetch?: Prefetch): Promise<SessionState>;
  /** The request with the registered text it means. UNKNOWN_DOCUMENT where the caller may not run what it sent. */
  document<Request extends SentDocument>(request: Request): Promise<Request>;
  /** Counts a request of the caller. Throws RATE_LIMITED when it has sent too many. */
  count(address: string): Promise<void>;
  /** Called when the caller is let in no more, with the reason; the answer takes the listener away. */
  onEnd(listener: (reason: ServiceError) => void): () => void;
  /** Ends every stream of the caller. */
  end(reason: ServiceError): void;
}

/** All sessions of the process. */
export interface Sessions {
  /** The session of a caller, with one more stream. As `recognizeCaller`, or RATE_LIMITED when it has too many. */
  open(credentials: Credentials): Promise<Session>;
  /** The session of a caller that has open streams, and null for others. As `recognizeCaller`; counts nothing. */
  find(credentials: Credentials): Promise<Session | null>;
  /** Counts a request of someone who was refused. Throws RATE_LIMITED when too many came from the address. */
  countRefused(address: string): Promise<void>;
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

/** Starts to keep sessions. */
export function createSessions(parts: SessionParts): Sessions {
  const sessions = new Map<string, { readonly session: Session; readonly streams: number }>();
  const check = setInterval(() => {
    endedCallers(parts.services, [...sessions.keys()]).then(
      (ended) => ended.forEach((key) => sessions.get(key)?.session.end(new ServiceError('UNAUTHENTICATED'))),
      parts.report,
    );
  }, parts.checkMillis);
  check.unref();
  const recognize = async (credentials: Credentials): Promise<{ key: string; viewer: Viewer }> => {
    const { session: web, viewer } = await recognizeCaller(parts.services, credentials);
    return { key: callerKey(web ? credentials : { ...credentials, sessionSecret: null }), viewer };
  };
  return {
    async open(credentials) {
      const { key, viewer } = await recognize(credentials);
      const { session, streams } = sessions.get(key) ?? {
        session: createSession(parts.services, key, viewer),
        streams: 0,
      };
      if (streams >= parts.streamsPerToken) throw new ServiceError('RATE_LIMITED', 'Too many open streams.');
      sessions.set(key, { session, streams: streams + 1 });
      return session;
    },
    find: async (credentials) => sessions.get((await recognize(credentials)).key)?.session ?? null,
    countRefused: (address) => count(parts.services, anonymousViewer, address),
    close(session) {
      const streams = (sessions.get(session.key)?.streams ?? 1) - 1;
      if (streams > 0) sessions.set(session.key, { session, streams });
      else sessions.delete(session.key);
    },
    stop: () => clearInterval(check),
  };
}

async function count({ limiter }: Services, viewer: Viewer, address: string): Promise<void> {
  const admission = await limiter?.admit(viewer, address);
  if (admission?.refusal) throw admission.refusal;
}

function createSession(services: Services, key: string, opener: Viewer): Session {
  const listeners = new Set<(reason: ServiceError) => void>();
  let last: Viewer | null = null;
  return {
    key,
    tenantUrn: opener.tenantUrn,
    async now(prefetch) {
      // The caller is read and events are decided at the same time: it is seldom another than it was.
      const ahead = prefetch && last ? decideAhead(services, last, prefetch) : null;
      const viewer = await viewerNow(services, key);
      last = viewer;
      const none: Decisions = new Map();
      const isSame = ahead !== null && isDeepStrictEqual(viewer, ahead.viewer);
      return { context: limited(services, viewer), decisions: isSame ? await ahead.decided : none };
    },
    async document(request) {
      const viewer = await viewerNow(services, key);
      const query = await registeredDocument({ documents: services.documents, viewer }, request);
      return query === null ? request : { ...request, query };
    },
    // The caller that opened the first stream is the one counted, until the caller has been read again.
    count: (address) => count(services, last ?? opener, address),
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end(reason) {
      for (const listener of [...listeners]) listener(reason);
    },
  };
}

// A step of a stream may wait for the database, and read from it, as much as a request may.
function limited(services: Services, viewer: Viewer): GraphContext {
  return contextOf(
    {
      ...services,
      database: services.database.within(databaseMillis, { caller: viewer.identityUrn ?? viewer.clientUrn ?? '' }),
    },
    viewer,
  );
}

interface Ahead {
  readonly viewer: Viewer;
  /** Empty when it failed: code that needs the decisions calls again and receives the error. */
  readonly decided: Promise<Decisions>;
}

function decideAhead(services: Services, viewer: Viewer, prefetch: Prefetch): Ahead {
  const decisions: Decisions = new Map();
  const decided = prefetch(limited(services, viewer), decisions).then(
    () => decisions,
    () => new Map<number, boolean>(),
  );
  return { viewer, decided };
}
