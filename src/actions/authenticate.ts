// From a bearer token or an OAuth access token to the viewer. Spec: Authentication; RFC 6750.
import { noteUse, viewerByTokenHash } from '../database/tokenStore.ts';
import { ServiceError } from '../domain/errors.ts';
import { isTokenForm, secretHash } from './secret.ts';
import { anonymousViewer, type Viewer } from '../domain/viewer.ts';
import type { Services } from './context.ts';

/** The viewer of a token; null stands for no token. UNAUTHENTICATED for one that is wrong, expired or revoked. */
export async function authenticate(services: Pick<Services, 'database'>, token: string | null): Promise<Viewer> {
  if (token === null) return anonymousViewer;
  // A token given by configuration may have any form; ours tell typing errors before the database is asked.
  if (token.startsWith('ccs_') && !isTokenForm(token)) throw new ServiceError('UNAUTHENTICATED');
  const viewer = await viewerByTokenHash(services.database, secretHash(token));
  if (!viewer) throw new ServiceError('UNAUTHENTICATED');
  const client = viewer.oauth?.clientUrn ?? viewer.clientUrn;
  if (viewer.tokenUrn && client) {
    // Not worth a failed request; the next use notes it.
    noteUse(services.database, viewer.tokenUrn, client).catch(() => undefined);
  }
  return viewer;
}
