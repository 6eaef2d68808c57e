// From a bearer token or an OAuth access token to the viewer. Spec: Authentication; RFC 6750.
import { recordAccess } from '../../database/access/accessRecordStore.ts';
import { noteUse } from '../../database/access/tokenStore.ts';
import type { CredentialKey } from '../../domain/callers.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isTokenForm } from '../../domain/tokenForm.ts';
import { secretHash } from '../../engine/secret.ts';
import type { Viewer } from '../../domain/viewer.ts';
import type { Services } from '../../engine/context.ts';

type AuthenticateParts = Pick<Services, 'callers' | 'database'>;

/** The viewer of a token. Throws UNAUTHENTICATED for one that is wrong, expired or revoked. */
export async function authenticate(services: AuthenticateParts, token: string): Promise<Viewer> {
  const credential = credentialOf(token);
  const viewer = await services.callers.viewerOf(credential);
  if (!viewer) throw new ServiceError('UNAUTHENTICATED');
  noteTokenUse(services, credential, viewer);
  return viewer;
}

/** A token as it is looked up. Throws UNAUTHENTICATED for one with a typing error. */
export function credentialOf(token: string): CredentialKey {
  // A token set in the configuration may have any form; ours are checked for typing errors before the database is queried.
  if (token.startsWith('ccs_') && !isTokenForm(token)) throw new ServiceError('UNAUTHENTICATED');
  return { kind: 'TOKEN', hash: secretHash(token) };
}

/** Notes that a token was used, once a minute. */
export function noteTokenUse(services: AuthenticateParts, credential: CredentialKey, viewer: Viewer): void {
  const client = viewer.oauth?.clientUrn ?? viewer.clientUrn;
  const { tokenUrn } = viewer;
  if (tokenUrn && client) {
    const database = services.database.afterRequest();
    services.callers.noteUse(credential, 60, async () => {
      await noteUse(database, tokenUrn, client);
      await recordAccess(database, {
        ...{ event: 'TOKEN_USE', owner: null, company: viewer.companyUrn, operation: null, target: null },
        ...{ apiClient: client, identity: viewer.identityUrn, token: viewer.oauth ? null : tokenUrn },
      });
    });
  }
}
