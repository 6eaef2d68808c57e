// API clients: their OAuth id and secret, and the identity they act as. Resource reference 7.3.
import { revokeTokens } from '../../database/access/accessStore.ts';
import { insertRows } from '../../database/engine/changeStore.ts';
import { forbidden } from '../../domain/errors.ts';
import { announceChanges, created } from '../../engine/announcements.ts';
import { requireJoinable } from './grants.ts';
import { newIdentifier, secretHash } from '../../engine/secret.ts';
import { newUrn } from '../../domain/urn.ts';
import { isRedirectUri } from '../../domain/redirectUri.ts';
import { isSafeUrl } from '../../domain/url.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { decideMembers, writeMembers } from './roleKind.ts';

/** The hooks of API clients. */
export const apiClientKind: Kind<'ApiClient'> = {
  prepare(step) {
    checkOrigins(step);
    checkRedirects(step);
    if (step.operation !== 'CREATE') return;
    step.values.clientID = newIdentifier();
    if (step.values.type !== 'SERVER') return;
    const secret = newIdentifier();
    step.hidden['client_secret_hash'] = secretHash(secret);
    step.shownOnce['clientSecret'] = secret;
  },

  // The identity is created before the client that points at it.
  async decide(step) {
    refuseRaise(step);
    if (step.operation !== 'DELETE') await decideMembers(step);
    if (step.operation !== 'CREATE') return;
    // A client belongs to its company, and holds what the company is granted.
    await requireJoinable(step, [{ scope: 'COMPANY', urn: step.owner }]);
    const { owner, now: timestamp } = step;
    const resource = step.context.contract.kinds.Identity;
    const urn = newUrn();
    const values = { owner, name: step.values.name, type: 'SERVICE' };
    await insertRows(step.transaction, resource, [{ urn, owner, values, hidden: {}, timestamp }]);
    step.values.identity = urn;
    await announceChanges(step, [created(resource, { urn, owner, version: '1' })]);
  },

  // A client that is restored gets new tokens.
  async after(step) {
    if (step.operation === 'DELETE') await revokeTokens(step.transaction, { apiClient: step.urn }, step.now);
    else await writeMembers(step);
  },
};

// Only a caller that administers the whole company can make another one that does.
function refuseRaise({ values, before, context, owner }: WriteContext<'ApiClient'>): void {
  if (values.accessLevel !== 'COMPANY' || before?.accessLevel === 'COMPANY') return;
  const { viewer } = context;
  if (viewer.kind === 'SYSTEM' || (viewer.adminCompanies.includes(owner) && viewer.onlyLabels === null)) return;
  throw forbidden('Only a company-level caller can make a client company-level.');
}

function checkOrigins(step: WriteContext<'ApiClient'>): void {
  const { allowedOrigins, type } = step.values;
  if (
    step.operation === 'CREATE' &&
    type === 'BROWSER' &&
    (!Array.isArray(allowedOrigins) || allowedOrigins.length === 0)
  ) {
    step.violations.push({
      path: '/allowedOrigins',
      code: 'REQUIRED',
      message: 'A BROWSER client needs at least one allowed origin.',
    });
  }
  if (!Array.isArray(allowedOrigins)) return;
  for (const [at, origin] of allowedOrigins.entries()) {
    if (isOrigin(origin)) continue;
    const message = 'An exact origin such as https://app.example is expected.';
    step.violations.push({ path: `/allowedOrigins/${String(at)}`, code: 'INVALID_FORMAT', message });
  }
}

function checkRedirects(step: WriteContext<'ApiClient'>): void {
  const { redirectUris } = step.values;
  if (!Array.isArray(redirectUris)) return;
  for (const [at, uri] of redirectUris.entries()) {
    if (isRedirectUri(uri)) continue;
    const message = 'An https address, or http to 127.0.0.1, [::1] or localhost, without a fragment is expected.';
    step.violations.push({ path: `/redirectUris/${String(at)}`, code: 'INVALID_FORMAT', message });
  }
}

function isOrigin(text: unknown): boolean {
  return (
    typeof text === 'string' &&
    isSafeUrl(text, ['https', 'http']) &&
    URL.canParse(text) &&
    new URL(text).origin === text
  );
}
