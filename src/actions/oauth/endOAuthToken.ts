// Introspection and revocation: what a client learns about a token, and how it ends one of its own; and the
// removal of codes and tokens some time after they ended. RFC 7009; RFC 7662; resource reference 7.5.
import { databaseNow } from '../../database/engine/changeStore.ts';
import { isPersonOf, namesOfClient, type OAuthClient } from '../../database/oauth/oauthCodeStore.ts';
import { purgeExpiredCodes } from '../../database/oauth/tokenFamilies.ts';
import { tokenByHash, type OAuthTokenRow } from '../../database/oauth/oauthTokenStore.ts';
import { purgeExpiredTokens } from '../../database/oauth/tokenFamilies.ts';
import { OAuthError } from '../../domain/oauthError.ts';
import { announceChanges } from '../../engine/announcements.ts';
import type { Services } from '../../engine/context.ts';
import { actingFor, revokeTokensOfFamily } from './issueToken.ts';
import { isConfidential, refused } from './oauthClient.ts';
import { secretHash } from '../../engine/secret.ts';
import { livingTokens } from '../../database/access/accessEpochStore.ts';

/**
 * Ends a token of the client, access or refresh, with all that came of the same sign-in. A token that is unknown has ended
 * already; one of another client is `invalid_grant` and stays as it is.
 */
export async function endOAuthToken(services: Services, client: OAuthClient, secret: string): Promise<void> {
  const found = await tokenByHash(services.database, secretHash(secret));
  if (!found) return;
  const { token } = found;
  if (token.apiClient !== client.urn) throw new OAuthError('invalid_grant', 'The token belongs to another client.');
  await services.database.transaction(async (transaction) => {
    const now = await databaseNow(transaction);
    const changes = await revokeTokensOfFamily(services, transaction, { familyUrn: token.familyUrn, now });
    await announceChanges(
      { context: { ...services, viewer: actingFor(client, token.identity) }, transaction, now },
      changes,
    );
  });
}

/** What is reported of a valid token; null stands for an invalid one, or one that this client must not know of. */
export interface IntrospectedToken {
  readonly scope: string;
  readonly clientId: string;
  /** The person's urn; the client's `client_id` where it acts for itself. */
  readonly subject: string;
  readonly isRefresh: boolean;
  readonly issuedTimestamp: string;
  readonly expirationTimestamp: string;
}

/**
 * Introspects a token, for clients of the company that owns the token's client. Refresh tokens are reported to their own
 * client alone, so that none is mistaken for an access token. `invalid_client` for a client without a secret.
 */
export async function introspectToken(
  services: Services,
  client: OAuthClient,
  secret: string,
): Promise<IntrospectedToken | null> {
  if (!isConfidential(client)) throw refused();
  const hash = secretHash(secret);
  const found = await tokenByHash(services.database, hash);
  if (!found) return null;
  const { token, isRefresh } = found;
  const holder = await namesOfClient(services.database, token.apiClient);
  if (holder?.owner !== client.owner) return null;
  const isGood = isRefresh
    ? token.apiClient === client.urn && (await isRefreshable(services, client, token))
    : (await livingTokens(services.database, [hash])).has(hash);
  if (!isGood) return null;
  const { scope, grantedScope, grantType, identity, issuedTimestamp } = token;
  return {
    scope: isRefresh ? grantedScope : scope,
    clientId: holder.clientId,
    subject: grantType === 'client_credentials' ? holder.clientId : String(identity),
    isRefresh,
    issuedTimestamp,
    expirationTimestamp: isRefresh ? String(token.refreshExpirationTimestamp) : token.expirationTimestamp,
  };
}

async function isRefreshable({ database }: Services, client: OAuthClient, token: OAuthTokenRow): Promise<boolean> {
  if (token.revokedTimestamp !== null || token.identity === null) return false;
  // One that was used ended then.
  const isOld = (token.refreshExpirationTimestamp ?? '') <= (await databaseNow(database));
  return !isOld && isPersonOf(database, token.identity, client.tenant);
}

const batch = 200;

/** Forgets all there is to forget; many processes may do so at once. */
export async function purgeExpiredOAuth({ database }: Pick<Services, 'database'>): Promise<void> {
  while ((await purgeExpiredCodes(database, batch)) === batch);
  while ((await purgeExpiredTokens(database, batch)) > 0);
}
