// Invitations and passkeys: who is invited, the challenges that browsers answer, and the passkeys of a person. What browsers answer is
// checked in src/signIn/passkeyCheck.ts. Resource reference 16.24.
import { randomBytes } from 'node:crypto';
import { recordAccess } from '../../database/access/accessRecordStore.ts';
import {
  deletePasskeys,
  forgetInvitations,
  insertChallenge,
  insertInvitation,
  insertPasskey,
  invitedIdentity,
  notePasskeyUse,
  passkeyNamed,
  passkeysOf,
  takeChallenge,
  takeInvitation,
  type IdentityPasskey,
  type PasskeyKey,
} from '../../database/session/passkeyStore.ts';
import { personName } from '../../database/session/signInStore.ts';
import { forbidden, notFound, ServiceError } from '../../domain/errors.ts';
import { relyingPartyOf } from '../../domain/relyingParty.ts';
import { newUrn } from '../../domain/urn.ts';
import { holds, requireCaller, requireLabel } from '../../engine/authorize.ts';
import type { Context, Services } from '../../engine/context.ts';
import { requireUnnarrowed } from '../access/bearerTokenKind.ts';
import { secretHash } from '../../engine/secret.ts';

export type { IdentityPasskey, PasskeyKey } from '../../database/session/passkeyStore.ts';

/** How long an invitation can be used, in days. */
const invitationDays = 7;

/** How long a browser may take to answer, in seconds. */
export const challengeSeconds = 300;

type Parts = Pick<Services, 'database'>;

/** An invitation as it is told. */
interface Invitation {
  readonly href: string;
  readonly expirationTimestamp: string;
}

/**
 * Invites a person, in place of an invitation that was not used. Whoever has the address may do what the person may, so that the
 * administrators of the whole tenant invite. NOT_FOUND, FORBIDDEN; CONFLICT for what is no person, and where there are no passkeys.
 */
export async function inviteIdentity(context: Context, urn: string): Promise<Invitation> {
  const { contract, database, viewer, baseUrl, signIn } = context;
  requireCaller(viewer);
  await requireLabel(database, viewer, { resource: contract.kinds.Identity, urn }, 'ADMIN');
  const first = { resource: contract.kinds.Company, urn: viewer.tenantUrn ?? '' };
  if (viewer.tenantUrn === null || !(await holds(database, viewer, first, 'ADMIN')))
    throw forbidden("The label ADMIN is needed on the tenant's first company.");
  const identity = await context.loaders.byUrn('Identity', urn);
  if (identity?.type !== 'PERSON') throw new ServiceError('CONFLICT', 'People are invited, and nobody else.');
  if (!signIn.hasPasskeys)
    throw new ServiceError('CONFLICT', 'Nobody signs in with passkeys here: PASSKEY_SIGN_IN is not set.');
  const site = relyingPartyOf(baseUrl);
  if (!site) throw new ServiceError('CONFLICT', 'Passkeys need a domain name, and BASE_URL is an address in numbers.');
  const secret = randomBytes(32).toString('base64url');
  const expirationTimestamp = await database.transaction(async (transaction) => {
    await requireUnnarrowed(context, transaction);
    const { tenantUrn: company, clientUrn: apiClient, identityUrn, tokenUrn, sessionUrn } = viewer;
    await recordAccess(transaction, {
      ...{ event: 'INVITATION', owner: { table: 'identity', urn }, company, apiClient, operation: null },
      ...{ identity: identityUrn, token: tokenUrn ?? sessionUrn, target: urn },
    });
    return insertInvitation(transaction, secretHash(secret), urn, invitationDays * 86_400);
  });
  return { href: `${site.origin}/signin/invitation?token=${secret}`, expirationTimestamp };
}

/** The passkeys of a person. Needs ADMIN on the identity or a web session of that person: NOT_FOUND or FORBIDDEN without. */
export async function readIdentityPasskeys(context: Context, identity: string): Promise<IdentityPasskey[]> {
  await requireOver(context, identity);
  return passkeysOf(context.database, identity);
}

/** Deletes one passkey, or with null all of them and the invitation; answers how many. Needs what the list needs; NOT_FOUND for a passkey of nobody. */
export async function deleteIdentityPasskeys(
  context: Context,
  identity: string,
  passkey: string | null,
): Promise<number> {
  await requireOver(context, identity);
  return context.database.transaction(async (transaction) => {
    if (passkey === null) await forgetInvitations(transaction, identity);
    const count = await deletePasskeys(transaction, identity, passkey);
    if (passkey !== null && count === 0) throw notFound();
    return count;
  });
}

// A web session of the person may; an application that acts for it may not.
async function requireOver({ contract, database, viewer }: Context, identity: string): Promise<void> {
  requireCaller(viewer);
  if (viewer.sessionUrn !== null && viewer.identityUrn === identity) return;
  await requireLabel(database, viewer, { resource: contract.kinds.Identity, urn: identity }, 'ADMIN');
}

/** A person who may register a passkey. */
export interface Invited {
  readonly identity: string;
  readonly name: string;
}

/** The living person that an invitation is of; null for one that was used, replaced or has expired. */
export async function personInvited({ database }: Parts, secret: string): Promise<Invited | null> {
  const identity = await invitedIdentity(database, secretHash(secret));
  const name = identity === null ? null : await personName(database, identity);
  return identity === null || name === null ? null : { identity, name: name || identity };
}

/** The names that browsers give to the passkeys of a person, so that none is registered twice. */
export async function knownCredentials({ database }: Parts, identity: string): Promise<string[]> {
  return (await passkeysOf(database, identity)).map(({ credentialId }) => credentialId);
}

/** Keeps a challenge: for a passkey of that person, or with null to sign in. */
export function giveChallenge({ database }: Parts, challenge: string, identity: string | null): Promise<void> {
  return insertChallenge(database, secretHash(challenge), { identity }, challengeSeconds);
}

/** Uses a challenge; false for one that was given for something else, was used, or is too old. */
export async function useChallenge({ database }: Parts, challenge: string, identity: string | null): Promise<boolean> {
  const taken = await takeChallenge(database, secretHash(challenge));
  return taken !== null && taken.identity === identity;
}

/** Keeps a passkey that was checked. False where the invitation was used meanwhile, or the passkey is known already. */
export function keepPasskey(
  { database }: Parts,
  key: PasskeyKey,
  { identity, invitation }: { readonly identity: string; readonly invitation: string | null },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (invitation !== null && !(await takeInvitation(transaction, secretHash(invitation), identity))) return false;
    return insertPasskey(transaction, { ...key, urn: newUrn(), identity });
  });
}

/** The key of a passkey by its name; null for one that is not known. */
export function findPasskey({ database }: Parts, credentialId: string): Promise<PasskeyKey | null> {
  return passkeyNamed(database, credentialId);
}

/** The living person whose passkey has signed; null for one that was deleted meanwhile, or copied. */
export async function personSigned({ database }: Parts, { credentialId, counter }: PasskeyKey): Promise<string | null> {
  const identity = await notePasskeyUse(database, credentialId, counter);
  return identity !== null && (await personName(database, identity)) !== null ? identity : null;
}
