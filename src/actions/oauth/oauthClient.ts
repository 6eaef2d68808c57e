// Who an OAuth client is: by a secret, if it can keep one, else by its name alone. RFC 6749 sections 2.3 and 3.2.1.
import { timingSafeEqual } from 'node:crypto';
import { clientByClientId, type OAuthClient } from '../../database/oauth/oauthCodeStore.ts';
import type { RefusedSignIn } from '../../domain/callers.ts';
import { OAuthError } from '../../domain/oauthError.ts';
import type { Services } from '../../engine/context.ts';
import { secretHash } from '../../engine/secret.ts';

export type { OAuthClient } from '../../database/oauth/oauthCodeStore.ts';

/** What a client said of itself. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string | null;
}

/** Whether a client can keep a secret (RFC 6749 section 2.1). */
export function isConfidential(client: OAuthClient): boolean {
  return client.type === 'SERVER';
}

/**
 * The client, once it is known to be the one. `invalid_client` for one that is unknown, disabled or deleted, for a wrong or
 * missing secret, and for a secret of a client that has none.
 */
export async function authenticateClient(
  { callers, database }: Pick<Services, 'callers' | 'database'>,
  { clientId, secret }: ClientCredentials,
): Promise<OAuthClient> {
  const client = await clientByClientId(database, clientId);
  if (client && !isConfidential(client)) {
    if (secret === null) return client;
    callers.noteRefused(refusedSecret(client));
    throw refused();
  }
  // Compared also for clients that do not exist, so that both take the same time.
  const isRight = isSecret(secret ?? '', client?.secretHash ?? null);
  if (client && !isRight) callers.noteRefused(refusedSecret(client));
  if (!client || !isRight) throw refused();
  return client;
}

const refusedSecret = ({ owner, urn }: OAuthClient): RefusedSignIn => ({
  ...{ company: owner, apiClient: urn, reason: 'client_secret' },
});

/** The refusal of a client, the same for every reason. */
export function refused(): OAuthError {
  return new OAuthError('invalid_client', 'The client is not known by these credentials.');
}

// Hashes are compared, so that all have one length. No secret is known to have zeros for its hash.
function isSecret(secret: string, expectedHash: string | null): boolean {
  const given = Buffer.from(secretHash(secret));
  return timingSafeEqual(Buffer.from(expectedHash ?? '0'.repeat(given.length)), given);
}
