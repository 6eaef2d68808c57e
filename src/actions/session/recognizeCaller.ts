// Resolves a request's credentials to its caller: a bearer token, or else the cookie of a web session, used from a page that
// may use it. Spec: Authentication; resource reference 1.11, 7.6.
import { isKnownOrigin } from '../../database/connection/settingStore.ts';
import type { CredentialKey } from '../../domain/callers.ts';
import { forbidden, ServiceError } from '../../domain/errors.ts';
import { anonymousViewer, type Viewer } from '../../domain/viewer.ts';
import { credentialOf, noteTokenUse } from '../access/authenticate.ts';
import type { Services } from '../../engine/context.ts';
import { isCsrfToken, noteSession, sessionCredential, sessionOf, type WebSession } from './webSession.ts';

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
  const credential = credentialIn(credentials);
  const viewer = credential && (await services.callers.viewerOf(credential));
  noteUse(services, credential, viewer);
  return callerOf(services, credentials, viewer);
}

/** What a request is judged by: its token, or else its session; null for neither. Throws UNAUTHENTICATED for a token with a typing error. */
export function credentialIn({ token, sessionSecret }: Credentials): CredentialKey | null {
  return token === null ? sessionCredential(sessionSecret) : credentialOf(token);
}

/** Notes that a credential was used by the viewer that it stands for. */
export function noteUse(services: Parts, credential: CredentialKey | null, viewer: Viewer | null): void {
  if (!credential || !viewer) return;
  if (credential.kind === 'TOKEN') noteTokenUse(services, credential, viewer);
  else noteSession(services, credential, viewer);
}

/** The caller where its credential stands for that viewer, as `recognizeCaller` answers it, and throws. */
export function callerOf(services: Parts, credentials: Credentials, viewer: Viewer | null): Caller | Promise<Caller> {
  const { token, sessionSecret, source } = credentials;
  if (token !== null) {
    if (!viewer) throw new ServiceError('UNAUTHENTICATED');
    requireOrigin(services, viewer, source);
    return { viewer, session: null };
  }
  const session = sessionOf(viewer, sessionSecret);
  if (!session) return anonymousCaller;
  const isKnownPage = mayUseSession(services, session, source);
  const judge = (isKnown: boolean): Caller => inSession(session, credentials, isKnown);
  return typeof isKnownPage === 'boolean' ? judge(isKnownPage) : isKnownPage.then(judge);
}

function inSession(session: WebSession, { source, intent, csrfToken }: Credentials, isKnownPage: boolean): Caller {
  if (intent !== 'WRITE')
    return isKnownPage || (intent === 'READ' && isPlainRead(source)) ? callerIn(session) : anonymousCaller;
  if (!isKnownPage) throw forbidden('A web session writes only from a page of an allowed origin.');
  if (!isCsrfToken(session, csrfToken))
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
function mayUseSession(services: Parts, { viewer }: WebSession, source: RequestSource): boolean | Promise<boolean> {
  if (isOwnPage(services, source)) return true;
  return source.origin !== null && isOriginOf(services, viewer, source.origin);
}

/**
 * Whether a client of the viewer's tenant names that origin. What was found is kept with the viewer: the access epoch, under which
 * that was decided, moves with every change that could undo it.
 */
function isOriginOf(
  { database }: Pick<Services, 'database'>,
  viewer: Viewer,
  origin: string,
): boolean | Promise<boolean> {
  const known = origins.get(viewer) ?? new Set<string>();
  if (known.has(origin)) return true;
  return isKnownOrigin(database, origin, viewer.tenantUrn).then((isKnown) => {
    // Those that few clients name: one that sends many is no page.
    if (isKnown && known.size < mostOrigins) origins.set(viewer, known.add(origin));
    return isKnown;
  });
}

const mostOrigins = 100;
const origins = new WeakMap<Viewer, Set<string>>();

// What no page can read the answer of, such as an address typed in or a link that was followed, and callers that are no
// browsers. An image or script that another site embeds is neither.
function isPlainRead({ origin, site, mode }: RequestSource): boolean {
  return origin === null && (site === null || site === 'none' || mode === 'navigate');
}
