// The grants of the token endpoint: what a client presents, and the token issued for it. Each is one transaction; a
// grant presented twice revokes everything issued from it. RFC 6749 sections 4.1.3, 4.4 and 6; RFC 7636; RFC 9700
// section 4.14.
import { createHash, timingSafeEqual } from 'node:crypto';
import { recordAccess } from '../../database/access/accessRecordStore.ts';
import { databaseNow } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import {
  holdClient,
  isPersonOf,
  lockCode,
  markCodeUsed,
  type OAuthClient,
  type StoredCode,
} from '../../database/oauth/oauthCodeStore.ts';
import { lockByRefreshHash, markRefreshUsed, type OAuthTokenRow } from '../../database/oauth/oauthTokenStore.ts';
import { OAuthError } from '../../domain/oauthError.ts';
import { defaultScope, isWithin, offlineScope, parseScope } from '../../domain/oauthScope.ts';
import { newUrn } from '../../domain/urn.ts';
import { systemViewer } from '../../domain/viewer.ts';
import { announceChanges, updated } from '../../engine/announcements.ts';
import type { Services } from '../../engine/context.ts';
import { actingFor, familyEndFrom, issueToken, revokeTokensOfFamily, type HandedToken } from './issueToken.ts';
import { isConfidential, refused } from './oauthClient.ts';
import { secretHash } from '../../engine/secret.ts';

/** The parameters of a request, each given once and with a value. */
export type Parameters = ReadonlyMap<string, string>;

type Grant = (services: Services, client: OAuthClient, parameters: Parameters) => Promise<HandedToken>;

/** Every grant by its `grant_type`. */
const grants: ReadonlyMap<string, Grant> = new Map<string, Grant>([
  ['client_credentials', exchangeCredentials],
  ['authorization_code', exchangeCode],
  ['refresh_token', exchangeRefresh],
]);

/** The names of the grants. */
export const grantTypes: readonly string[] = [...grants.keys()];

/** The token issued to a client for its grant. Throws OAuthError with the code of RFC 6749 section 5.2. */
export async function exchangeGrant(
  services: Services,
  client: OAuthClient,
  parameters: Parameters,
): Promise<HandedToken> {
  const type = needed(parameters, 'grant_type');
  const grant = grants.get(type);
  if (!grant) throw new OAuthError('unsupported_grant_type', `One of ${grantTypes.join(', ')} is expected.`);
  if (!client.grantTypes.includes(type))
    throw new OAuthError('unauthorized_client', 'The client may not use this grant.');
  try {
    return await grant(services, client, parameters);
  } catch (error) {
    if (error instanceof OAuthError && error.code === 'invalid_grant')
      services.callers.noteRefused({ company: client.owner, apiClient: client.urn, reason: type });
    throw error;
  }
}

async function exchangeCredentials(
  services: Services,
  client: OAuthClient,
  parameters: Parameters,
): Promise<HandedToken> {
  if (!isConfidential(client))
    throw new OAuthError('unauthorized_client', 'A client without a secret cannot act for itself.');
  // No refresh token comes with this grant (RFC 6749 section 4.4.3).
  const scope = readScope(parameters.get('scope') ?? defaultScope).filter((one) => one !== offlineScope);
  if (scope.length === 0) throw unknownScope();
  const familyUrn = newUrn();
  return services.database.transaction(async (transaction) => {
    if (!(await holdClient(transaction, client.urn))) throw refused();
    const handing = { client, identity: null, grantType: 'client_credentials' as const, scope, familyUrn };
    const all = { ...handing, grantedScope: scope.join(' '), familyEnd: null, hasRefresh: false };
    return issueToken(services, transaction, all, await databaseNow(transaction));
  });
}

async function exchangeCode(services: Services, client: OAuthClient, parameters: Parameters): Promise<HandedToken> {
  const codeHash = secretHash(needed(parameters, 'code'));
  const verifier = needed(parameters, 'code_verifier');
  return committed(services, client, async (transaction) => {
    const code = await lockCode(transaction, codeHash);
    // A code of another client is refused and left unchanged: only its own client may consume it.
    if (code?.apiClient !== client.urn) return invalidGrant();
    const now = await databaseNow(transaction);
    if (code.usedTimestamp !== null) {
      await endFamily(services, transaction, code.familyUrn, now);
      return invalidGrant();
    }
    if (code.expirationTimestamp <= now) return invalidGrant();
    const sent = parameters.get('redirect_uri') ?? null;
    if (!isSameRedirect(client, code, sent) || !isVerified(verifier, code.codeChallenge)) return invalidGrant();
    if (!(await isPersonOf(transaction, code.identity, client.tenant))) return invalidGrant();
    await markCodeUsed(transaction, codeHash, now);
    const scope = code.scope.split(' ');
    const hasRefresh = scope.includes(offlineScope) && client.grantTypes.includes('refresh_token');
    const { identity, familyUrn, scope: grantedScope } = code;
    await recordAccess(transaction, {
      ...{ event: 'SIGN_IN', owner: { table: 'identity', urn: identity }, company: null, identity },
      ...{ apiClient: client.urn, token: null, operation: null, target: null },
    });
    const familyEnd = familyEndFrom(now);
    const handing = { client, identity, grantType: 'authorization_code' as const, scope, grantedScope };
    return issueToken(services, transaction, { ...handing, familyUrn, familyEnd, hasRefresh }, now);
  });
}

async function exchangeRefresh(services: Services, client: OAuthClient, parameters: Parameters): Promise<HandedToken> {
  const refreshHash = secretHash(needed(parameters, 'refresh_token'));
  const sent = parameters.get('scope');
  const wanted = sent === undefined ? null : readScope(sent);
  return committed(services, client, async (transaction) => {
    const old = await lockByRefreshHash(transaction, refreshHash);
    if (old?.apiClient !== client.urn) return invalidGrant();
    const now = await databaseNow(transaction);
    if (old.refreshUsedTimestamp !== null) {
      await endFamily(services, transaction, old.familyUrn, now);
      return invalidGrant();
    }
    if (old.revokedTimestamp !== null || (old.refreshExpirationTimestamp ?? '') <= now) return invalidGrant();
    const { identity, grantedScope, familyUrn, familyExpirationTimestamp: familyEnd } = old;
    if (identity === null || !(await isPersonOf(transaction, identity, client.tenant))) return invalidGrant();
    const scope = wanted ?? grantedScope.split(' ');
    if (!isWithin(scope, grantedScope)) return new OAuthError('invalid_scope', 'More than what was agreed to.');
    await endRefresh(services, transaction, { client, old, now });
    const handing = {
      client,
      identity,
      grantType: 'refresh_token' as const,
      scope,
      grantedScope,
      familyUrn,
      familyEnd,
    };
    return issueToken(services, transaction, { ...handing, hasRefresh: true }, now);
  });
}

// What a refusal has revoked stays revoked: it is thrown once the transaction is committed.
async function committed(
  services: Services,
  client: OAuthClient,
  work: (transaction: Transaction) => Promise<HandedToken | OAuthError>,
): Promise<HandedToken> {
  const outcome = await services.database.transaction(async (transaction) =>
    (await holdClient(transaction, client.urn)) ? work(transaction) : refused(),
  );
  if (outcome instanceof OAuthError) throw outcome;
  return outcome;
}

// A used secret was presented again: it may have leaked, so everything issued from it is revoked.
async function endFamily(services: Services, transaction: Transaction, family: string, now: string): Promise<void> {
  const changes = await revokeTokensOfFamily(services, transaction, { familyUrn: family, now });
  await announceChanges({ context: { ...services, viewer: systemViewer }, transaction, now }, changes);
}

async function endRefresh(
  services: Services,
  transaction: Transaction,
  { client, old, now }: { readonly client: OAuthClient; readonly old: OAuthTokenRow; readonly now: string },
): Promise<void> {
  const version = await markRefreshUsed(transaction, old.urn, now);
  const resource = services.contract.kinds.OAuthToken;
  const ended = updated(resource, { ...old, version, container: old.apiClient }, ['refreshExpirationTimestamp']);
  const viewer = actingFor(client, old.identity);
  await announceChanges({ context: { ...services, viewer }, transaction, now }, [ended]);
}

// RFC 6749 section 4.1.3: the same address, if one was sent when the code was requested.
function isSameRedirect(client: OAuthClient, code: StoredCode, sent: string | null): boolean {
  if (code.redirectUri !== null) return sent === code.redirectUri;
  return sent === null || sent === client.redirectUris[0];
}

// RFC 7636 section 4.6, for S256: a challenge was kept only with the length of a hash.
function isVerified(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) return false;
  const given = createHash('sha256').update(verifier, 'ascii').digest('base64url');
  return timingSafeEqual(Buffer.from(given), Buffer.from(challenge));
}

function readScope(text: string): readonly string[] {
  const scope = parseScope(text);
  if (!scope) throw unknownScope();
  return scope;
}

function needed(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is needed.`);
  return value;
}

const unknownScope = (): OAuthError => new OAuthError('invalid_scope', 'The scope names nothing that can be given.');

const invalidGrant = (): OAuthError =>
  new OAuthError('invalid_grant', 'The grant is wrong, has ended, was used before, or belongs to another client.');
