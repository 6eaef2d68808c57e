// The state of the caller's session. Spec: Authentication 5; resource reference 7.6.
import { hasVerifiedEmail } from '../../database/session/webSessionStore.ts';
import { negotiatedLanguage } from '../../domain/languageChoice.ts';
import { labelsThatGive, userRole } from '../../domain/label.ts';
import type { Viewer } from '../../domain/viewer.ts';
import type { Context } from '../../engine/context.ts';

/** Links are given as urns; a caller without a token gets sessionKind ANONYMOUS. */
export async function readClientContext(context: Context): Promise<Record<string, unknown>> {
  const { viewer } = context;
  const client = viewer.clientUrn ? await context.loaders.byUrn('ApiClient', viewer.clientUrn) : null;
  const isBrowser = (viewer.oauth?.clientType ?? client?.type) === 'BROWSER';
  const labels = [...viewer.companiesByLabel].filter(([, urns]) => urns.some((urn) => urn === viewer.companyUrn));
  const held = withinToken(
    viewer,
    viewer.adminCompanies.length > 0 ? ['ADMIN'] : labels.map(([label]) => label),
  ).sort();
  const roles = viewer.subjects.filter((s) => s.scope === 'ROLE').map((s) => s.urn);
  const found = await Promise.all(roles.map((urn) => context.loaders.byUrn(context.contract.kinds.Role.name, urn)));
  return {
    hasSession: viewer.sessionUrn !== null,
    hasBearer: viewer.kind === 'CLIENT' && viewer.sessionUrn === null,
    sessionKind: sessionKind(viewer, isBrowser),
    csrfToken: context.csrfToken,
    user:
      viewer.identityUrn === null
        ? null
        : { urn: viewer.identityUrn, role: userRole(held), status: await userStatus(context, viewer.identityUrn) },
    client: viewer.oauth?.clientUrn ?? viewer.clientUrn,
    company: viewer.companyUrn,
    identity: viewer.identityUrn,
    loginIframeSrc: context.signIn.isOffered ? `${context.baseUrl}/signin/frame` : null,
    loginUrl: context.signIn.isOffered ? `${context.baseUrl}/signin` : null,
    roles: found.filter((row) => row !== null),
    labels: held,
    scope: viewer.oauth?.scope ?? null,
    language: negotiatedLanguage(context.acceptLanguage) ?? 'en',
    timeZone: 'UTC',
    expirationTimestamp: viewer.expirationTimestamp,
    rateLimit: (await context.admission?.state()) ?? null,
    url: `${context.baseUrl}/n/v1/clientcontext`,
  };
}

function sessionKind({ kind, sessionUrn }: Viewer, isBrowser: boolean): string {
  if (kind === 'ANONYMOUS') return 'ANONYMOUS';
  if (sessionUrn !== null) return 'WEB_SESSION';
  return isBrowser ? 'BROWSER_BEARER' : 'SERVER_BEARER';
}

// A person is trusted once an address is confirmed; a caller acting as an API client is trusted as far as the client is.
async function userStatus({ database, viewer }: Context, identityUrn: string): Promise<string> {
  if (viewer.sessionUrn === null) return 'VERIFIED';
  return (await hasVerifiedEmail(database, identityUrn)) ? 'VERIFIED' : 'UNVERIFIED';
}

// What a token's narrowing leaves of labels that are held.
function withinToken({ onlyLabels }: Viewer, held: readonly string[]): string[] {
  if (onlyLabels === null) return [...held];
  return onlyLabels.filter((label) => labelsThatGive(label).some((giving) => held.includes(giving)));
}
