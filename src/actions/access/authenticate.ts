// From a bearer token or an OAuth access token to the viewer. Spec: Authentication; RFC 6750.
import { recordAccess } from '../../database/access/accessRecordStore.ts';
import { notHere, noteUse } from '../../database/access/tokenStore.ts';
import { tenantMoves } from '../../database/connection/databaseErrors.ts';
import type { CredentialKey } from '../../domain/callers.ts';
import type { Cell } from '../../domain/cell.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isTokenForm } from '../../domain/tokenForm.ts';
import { secretHash } from './secret.ts';
import type { Viewer } from '../../domain/viewer.ts';
import type { Services } from '../../engine/context.ts';

type AuthenticateParts = Pick<Services, 'callers' | 'database' | 'cells'>;

/**
 * The viewer of a token. Throws `refusalOf` for one that is wrong, expired or revoked, and TENANT_MOVED for one that another cell
 * knows, unless the request `isOfCell`: comes from a gateway of another one.
 */
export async function authenticate(services: AuthenticateParts, token: string, isOfCell = false): Promise<Viewer> {
  // A token set in the configuration may have any form; ours are checked for typing errors before the database is queried.
  if (token.startsWith('ccs_') && !isTokenForm(token)) throw new ServiceError('UNAUTHENTICATED');
  const credential = credentialOf(token);
  const viewer = await services.callers.viewerOf(credential);
  if (!viewer) {
    const mayBeElsewhere = !isOfCell && isTokenForm(token);
    throw await refusalOf(services, credential, async () => (mayBeElsewhere ? services.cells.placeOf(token) : null));
  }
  noteTokenUse(services, credential, viewer);
  return viewer;
}

/**
 * Why a credential identifies nobody: UNAUTHENTICATED, or UNAVAILABLE while its tenant is on the move, and TENANT_MOVED with the
 * place where it lives now; of what nobody knows here, the place that `elsewhere` finds.
 */
export async function refusalOf(
  { database }: Pick<Services, 'database'>,
  credential: CredentialKey,
  elsewhere: () => Promise<Cell | null> = async () => null,
): Promise<ServiceError> {
  const found = await notHere(database, credential);
  if (found && !found.cell) return tenantMoves();
  const cell = found?.cell ?? (await elsewhere());
  return cell ? new ServiceError('TENANT_MOVED', undefined, [], { cell }) : new ServiceError('UNAUTHENTICATED');
}

/** A token as it is looked up. */
export function credentialOf(token: string): CredentialKey {
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
