// The state of the caller's session. Spec: Authentication 5; resource reference 7.6.
import { resourceOf } from '../contract/resource.ts';
import type { Context } from './context.ts';

/** Links are given as urns; a caller without a token gets sessionKind ANONYMOUS. */
export async function readClientContext(context: Context): Promise<Record<string, unknown>> {
  const { viewer } = context;
  const client = viewer.clientUrn ? await context.loaders.byUrn('ApiClient', viewer.clientUrn) : null;
  const isBrowser = client?.['type'] === 'BROWSER';
  const role = viewer.kind === 'ANONYMOUS' ? 'ANONYMOUS' : viewer.adminCompanies.length > 0 ? 'ADMIN' : 'DEFAULT';
  const labels = [...viewer.companiesByLabel].filter(([, urns]) => urns.includes(viewer.companyUrn ?? ''));
  const roles = viewer.subjects.filter((s) => s.scope === 'ROLE').map((s) => s.urn);
  const found = await Promise.all(
    roles.map((urn) => context.loaders.byUrn(resourceOf(context.contract, 'Role').name, urn)),
  );
  return {
    hasSession: false,
    hasBearer: viewer.kind === 'CLIENT',
    sessionKind: viewer.kind === 'ANONYMOUS' ? 'ANONYMOUS' : isBrowser ? 'BROWSER_BEARER' : 'SERVER_BEARER',
    user:
      viewer.identityUrn === null
        ? null
        : { urn: viewer.identityUrn, role, status: viewer.kind === 'ANONYMOUS' ? 'UNVERIFIED' : 'VERIFIED' },
    client: viewer.clientUrn,
    company: viewer.companyUrn,
    identity: viewer.identityUrn,
    loginIframeSrc: null,
    loginUrl: null,
    roles: found.filter((row) => row !== null),
    labels: viewer.adminCompanies.length > 0 ? ['ADMIN'] : labels.map(([label]) => label).sort(),
    scope: null,
    language: 'en',
    timeZone: 'UTC',
    expirationTimestamp: viewer.expirationTimestamp,
    rateLimit: null,
    url: `${context.baseUrl}/n/v1/clientcontext`,
  };
}
