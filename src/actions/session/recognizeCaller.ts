// Resolves a request's credentials to its caller: a bearer token, or else the cookie of a web session, used from a page that
// may use it. Spec: Authentication; resource reference 1.11, 7.6.
import { isKnownOrigin } from '../../database/connection/settingStore.ts';
import { forbidden } from '../../domain/errors.ts';
import { anonymousViewer, type Viewer } from '../../domain/viewer.ts';
import { authenticate } from '../access/authenticate.ts';
import type { Services } from '../../engine/context.ts';
import { findWebSession, isCsrfToken, type WebSession } from './webSession.ts';

/** What a request says about who sent it, and from where. */
export interface Credentials {
  /** The bearer token; it wins over the cookie. */
  readonly token: string | null;
  /** The secret in the session cookie. */
  readonly sessionSecret: string | null;
  /** `X-CSRF-Token`. */
  readonly csrfToken: string | null;
  readonly source: RequestSource;
  /** A READ has no effect (RFC 9110 9.2.1), a WRITE may have one, a SOCKET is the handshake of a WebSocket. */
  readonly intent: 'READ' | 'WRITE' | 'SOCKET';
}

/** Where a browser says that a request comes from; all null for other callers. */
export interface RequestSource {
  /** `Origin`. */
  readonly origin: string | null;
  /** `Sec-Fetch-Site`. */
  readonly site: string | null;
  /** `Sec-Fetch-Mode`. */
  readonly mode: string | null;
}

/** The caller. */
export interface Caller {
  readonly viewer: Viewer;
  /** The web session of the request; null for every other credential. */
  readonly session: WebSession | null;
}

type Parts = Pick<Services, 'callers' | 'database' | 'signIn' | 'baseUrl'>;

const anonymousCaller: Caller = { viewer: anonymousViewer, session: null };

/**
 * The caller of a request. A wrong token is UNAUTHENTICATED, and a token used from a page its client does not name is
 * FORBIDDEN. A cookie that stands for no living session is no credential at all; nor is a good one on a request from a page
 * that may not use it. A write in a session is FORBIDDEN without an allowed origin and the session's CSRF token.
 */
export async function recognizeCaller(services: Parts, credentials: Credentials): Promise<Caller> {
  const { token, sessionSecret, source, intent } = credentials;
  if (token !== null) {
    const viewer = await authenticate(services, token);
    requireOrigin(services, viewer, source);
    return { viewer, session: null };
  }
  const session = await findWebSession(services, sessionSecret);
  if (!session) return anonymousCaller;
  const isKnownPage = await mayUseSession(services, session, source);
  if (intent !== 'WRITE')
    return isKnownPage || (intent === 'READ' && isPlainRead(source)) ? callerIn(session) : anonymousCaller;
  if (!isKnownPage) throw forbidden('A web session writes only from a page of an allowed origin.');
  if (!isCsrfToken(session, credentials.csrfToken))
    throw forbidden('Writes of a web session need X-CSRF-Token, as the client context gives it.');
  return callerIn(session);
}

/** Whether the request comes from a page of this service itself. */
export function isOwnPage({ baseUrl }: Pick<Services, 'baseUrl'>, { origin, site }: RequestSource): boolean {
  // The browser says `same-origin`; a page cannot. It holds where the service has a second name, such as localhost.
  return site === 'same-origin' ? origin !== 'null' : origin === new URL(baseUrl).origin;
}

function callerIn(session: WebSession): Caller {
  return { viewer: session.viewer, session };
}

// A client that names its origins is used from no other page. Callers that are no browsers send no Origin.
function requireOrigin(services: Parts, { origins }: Viewer, source: RequestSource): void {
  if (origins === null || source.origin === null || origins.includes(source.origin)) return;
  if (!isOwnPage(services, source)) throw forbidden('This API client may not be used from pages of this origin.');
}

// The origin must be named by a client of the person's own tenant: another tenant's pages are strangers.
async function mayUseSession(services: Parts, { viewer }: WebSession, source: RequestSource): Promise<boolean> {
  if (isOwnPage(services, source)) return true;
  const { origin } = source;
  return origin !== null && isKnownOrigin(services.database, origin, viewer.tenantUrn);
}

// What no page can read the answer of, such as an address typed in or a link that was followed, and callers that are no
// browsers. An image or script that another site embeds is neither.
function isPlainRead({ origin, site, mode }: RequestSource): boolean {
  return origin === null && (site === null || site === 'none' || mode === 'navigate');
}
