// Where a person is signed in, for its administrators and for itself: the list, and the end of one or of all. Resource
// reference 7.5, 7.6.
import { databaseNow } from '../../database/engine/changeStore.ts';
import { recordAccess } from '../../database/access/accessRecordStore.ts';
import { notFound } from '../../domain/errors.ts';
import { announceChanges, type Change } from '../../engine/announcements.ts';
import { requireCaller, requireLabel } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { revokeTokensOfFamily } from './issueToken.ts';
import { endWebSessionsOf } from '../../database/session/webSessionStore.ts';
import { livingFamiliesOf, livingSessionsOf, type IdentitySession } from '../../database/session/identitySessions.ts';

/** Most sessions and grants that are listed. */
const mostListed = 200;

/** A session or grant, and whether it is the one of the request. */
export interface ListedSession extends IdentitySession {
  readonly isCurrent: boolean;
}

/** The newest 200. Needs ADMIN on the identity or a web session of that person: NOT_FOUND or FORBIDDEN without. */
export async function readIdentitySessions(context: Context, identity: string): Promise<ListedSession[]> {
  await requireOver(context, identity);
  const { idleSeconds } = context.signIn.session;
  const found = await livingSessionsOf(context.database, identity, { idleSeconds, limit: mostListed });
  return found.map((session) => ({ ...session, isCurrent: session.urn === context.viewer.sessionUrn }));
}

/**
 * Ends one session or grant, or with null all of them; returns how many ended. Needs what the list needs; NOT_FOUND for a
 * session that the person does not have, or that had ended.
 */
export async function endIdentitySessions(context: Context, identity: string, session: string | null): Promise<number> {
  await requireOver(context, identity);
  return context.database.transaction(async (transaction) => {
    const now = await databaseNow(transaction);
    const ended = await endWebSessionsOf(transaction, identity, session);
    const families = await livingFamiliesOf(transaction, identity, session);
    const changes: Change[] = [];
    for (const family of families)
      changes.push(...(await revokeTokensOfFamily(context, transaction, { familyUrn: family, now })));
    await announceChanges({ context, transaction, now }, changes);
    if (session !== null && ended + families.length === 0) throw notFound();
    if (ended + families.length > 0)
      await recordAccess(transaction, {
        ...{ event: 'SIGN_OUT', owner: { table: 'identity', urn: identity }, company: null, identity, apiClient: null },
        ...{ token: session, operation: 'endIdentitySessions', target: null },
      });
    return ended + families.length;
  });
}

// A web session of the person may; an application that acts for it may not.
async function requireOver({ contract, database, viewer }: Context, identity: string): Promise<void> {
  requireCaller(viewer);
  if (viewer.sessionUrn !== null && viewer.identityUrn === identity) return;
  await requireLabel(database, viewer, { resource: contract.kinds.Identity, urn: identity }, 'ADMIN');
}
