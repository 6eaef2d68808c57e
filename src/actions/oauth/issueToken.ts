// Issuing and revoking OAuth tokens: the rows of the resource OAuthToken, their secrets' hashes, and the triggers, all
// in the caller's transaction. They are issued by the OAuth endpoints alone, and revoked as a resource as well as there: one
// token of a sign-in with all others. Resource reference 7.5, 9.8.
import { insertRows } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import { revokeFamily } from '../../database/oauth/oauthTokenStore.ts';
import { lockFamilyOf } from '../../database/oauth/tokenFamilies.ts';
import type { OAuthClient } from '../../database/oauth/oauthCodeStore.ts';
import { isBefore } from '../../domain/instant.ts';
import { newUrn } from '../../domain/urn.ts';
import { anonymousViewer, type Viewer } from '../../domain/viewer.ts';
import { announceChanges, type Change, created, updated } from '../../engine/announcements.ts';
import type { Services } from '../../engine/context.ts';
import { newToken, secretHash } from '../../engine/secret.ts';
import { revokeTokens } from '../../database/access/accessStore.ts';
import { removeRows } from '../../engine/removeRows.ts';
import type { Kind } from '../../engine/kind.ts';

/** What is issued to a client; the only time the secrets are visible. */
export interface HandedToken {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** Separated by spaces. */
  readonly scope: string;
  readonly refreshToken: string | null;
}

/** A token to be issued. */
export interface Handing {
  readonly client: OAuthClient;
  /** Whom the client acts for; null for itself. */
  readonly identity: string | null;
  readonly grantType: 'client_credentials' | 'authorization_code' | 'refresh_token';
  readonly scope: readonly string[];
  /** What was agreed to in all: refresh tokens go on giving it. */
  readonly grantedScope: string;
  readonly familyUrn: string;
  /** When the last token of the family ends; null for a token without a family. */
  readonly familyEnd: string | null;
  readonly hasRefresh: boolean;
}

const day = 86_400;

/** How long a refresh token waits to be used, and how long all tokens of one sign-in last. In seconds. */
const refreshLife = { idle: 30 * day, longest: 90 * day };

/** The end of a family that begins now. */
export function familyEndFrom(now: string): string {
  return later(now, refreshLife.longest);
}

/** Writes a token and announces it. */
export async function issueToken(
  services: Services,
  transaction: Transaction,
  handing: Handing,
  now: string,
): Promise<HandedToken> {
  const { client, identity, grantType, familyUrn, familyEnd, hasRefresh } = handing;
  const resource = services.contract.kinds.OAuthToken;
  const urn = newUrn();
  const accessToken = newToken('o');
  const refreshToken = hasRefresh ? newToken('r') : null;
  const scope = handing.scope.join(' ');
  const expirationTimestamp = earlier(later(now, services.limits.accessTokenMinutes * 60), familyEnd);
  const values = {
    apiClient: client.urn,
    identity,
    grantType,
    scope,
    tokenType: 'Bearer',
    issuedTimestamp: now,
    expirationTimestamp,
    refreshExpirationTimestamp: hasRefresh ? earlier(later(now, refreshLife.idle), familyEnd) : null,
    familyUrn,
  };
  const hidden = {
    access_hash: secretHash(accessToken),
    refresh_hash: refreshToken === null ? null : secretHash(refreshToken),
    granted_scope: handing.grantedScope,
    family_expiration_timestamp: familyEnd,
  };
  await insertRows(transaction, resource, [{ urn, owner: client.owner, values, hidden, timestamp: now }]);
  const viewer = actingFor(client, identity);
  const made = created(resource, { urn, owner: client.owner, version: '1', container: client.urn });
  await announceChanges({ context: { ...services, viewer }, transaction, now }, [made]);
  const expiresIn = Math.floor((Date.parse(expirationTimestamp) - Date.parse(now)) / 1000);
  return { accessToken, expiresIn, scope, refreshToken };
}

/** The author of a change at an OAuth endpoint: the person, else the client. */
export function actingFor(client: OAuthClient, identity: string | null): Viewer {
  return { ...anonymousViewer, kind: 'CLIENT', clientUrn: client.urn, identityUrn: identity ?? client.identity };
}

/** Revokes what still lives of a family, but for `except`, and returns the changes to announce. */
export async function revokeTokensOfFamily(
  services: Pick<Services, 'contract'>,
  transaction: Transaction,
  {
    familyUrn,
    now,
    except = null,
  }: { readonly familyUrn: string; readonly now: string; readonly except?: string | null },
): Promise<Change[]> {
  const resource = services.contract.kinds.OAuthToken;
  const revoked = await revokeFamily(transaction, familyUrn, now, except);
  return revoked.map((token) => updated(resource, { ...token, container: token.apiClient }, ['revokedTimestamp']));
}

function later(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString();
}

function earlier(one: string, other: string | null): string {
  return other !== null && isBefore(other, one) ? other : one;
}

/** The hooks of OAuth tokens. */
export const oauthTokenKind: Kind<'OAuthToken'> = {
  async lock({ transaction, operation, urn }) {
    if (operation === 'DELETE') await lockFamilyOf(transaction, urn);
    return undefined;
  },

  async decide(step) {
    const { context, transaction, resource, urn, before, now } = step;
    // Nobody creates or changes a token as a row: this is its deletion.
    if (before === null) return undefined;
    await revokeTokens(transaction, { token: urn }, now);
    const others = await revokeTokensOfFamily(context, transaction, { familyUrn: before.familyUrn, now, except: urn });
    return [...(await removeRows(step, resource, [urn])), ...others];
  },
};
