// Sign-in by a link, for development: a link stands for a person, works once and for ten minutes, and is kept as a hash.
// Resource reference 7.5.
import { randomBytes } from 'node:crypto';
import {
  findLink,
  holdersOfEmail,
  insertLink,
  personName,
  signInCompany,
  takeLink,
} from '../../database/session/signInStore.ts';
import { parseEmail } from '../../domain/emailAddress.ts';
import type { Services } from '../../engine/context.ts';
import { secretHash } from '../../engine/secret.ts';
import { openWebSession } from './webSession.ts';

/** How long a link works. */
export const linkMinutes = 10;

type Parts = Pick<Services, 'database' | 'signIn'>;

/**
 * Creates a link for the one person of the sign-in company's tenant who has the address; returns its secret. Otherwise
 * returns the reason in one word: no person has the address, or more than one does.
 */
export async function makeSignInLink(
  { database, signIn }: Parts,
  address: string,
  returnTo: string,
): Promise<{ readonly secret: string } | 'NOBODY' | 'SEVERAL'> {
  const email = parseEmail(address);
  const company = await signInCompany(database, signIn.companyUrn);
  if (email === null || company === null) return 'NOBODY';
  const [holder, other] = await holdersOfEmail(database, company.tenantUrn, email);
  if (!holder) return 'NOBODY';
  if (other) return 'SEVERAL';
  const secret = randomBytes(32).toString('base64url');
  await insertLink(database, secretHash(secret), { identityUrn: holder.identityUrn, returnTo }, linkMinutes * 60);
  return { secret };
}

/** The name of the person that a link signs in, without using it; null for a link that is no longer valid. */
export async function personOfLink({ database }: Parts, secret: string): Promise<string | null> {
  const link = await findLink(database, secretHash(secret));
  return link && personName(database, link.identityUrn);
}

/**
 * Uses a link: opens a session in place of the one the browser had. Null for a link that is no longer valid.
 */
export async function useSignInLink(
  parts: Parts,
  secret: string,
  replacedSecret: string | null,
): Promise<{ readonly secret: string; readonly returnTo: string } | null> {
  const link = await takeLink(parts.database, secretHash(secret));
  if (!link || (await personName(parts.database, link.identityUrn)) === null) return null;
  const session = await openWebSession(parts, link.identityUrn, replacedSecret);
  return { secret: session.secret, returnTo: link.returnTo };
}
