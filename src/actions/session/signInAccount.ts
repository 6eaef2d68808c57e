// Sign-in at a provider. While it is under way it is bound to the browser that began it, used once, and gone after ten minutes (RFC
// 9700 4.7; OpenID Connect Core 3.1.2.1). From the account to a person: the one it is known to sign in as, else the one whose address the provider
// has confirmed, else a new one where the operator allows it. Resource reference 7.5.
import { resourceOf } from '../../contract/resource.ts';
import { databaseNow, insertRows } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import {
  confirmEmail,
  hasAccount,
  holdersOfEmail,
  keepAccount,
  lockFirstSignIns,
  personOfAccount,
  signInCompany,
  type Account,
  type SignInCompany,
  insertAttempt,
  takeAttempt,
  type Attempt,
} from '../../database/session/signInStore.ts';
import { parseEmail } from '../../domain/emailAddress.ts';
import { displayName } from '../../domain/identityFields.ts';
import { codePoints, isStorable } from '../../domain/text.ts';
import { newUrn } from '../../domain/urn.ts';
import { announceChanges, type Announcing, type Change, created, updated } from '../../engine/announcements.ts';
import type { Services } from '../../engine/context.ts';
import { systemViewer } from '../../domain/viewer.ts';
import { randomBytes } from 'node:crypto';
import { secretHash } from '../../engine/secret.ts';

/** What a provider has proved about who signs in. */
export interface ProvenAccount extends Account {
  readonly email: string | null;
  /** Whether the provider says that the address is the person's. */
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
}

/** Whom the operator lets in who is not known yet. */
export interface SignInPolicy {
  /** People whose address the provider has confirmed. */
  readonly linksEmails: boolean;
  /** Anyone, as a new person who holds nothing. */
  readonly createsPeople: boolean;
}

/** Why an account does not sign in. */
export type SignInRefusal = 'UNKNOWN' | 'EMAIL_UNCONFIRMED' | 'EMAIL_OF_SEVERAL' | 'OTHER_ACCOUNT';

type Parts = Pick<Services, 'database' | 'signIn'> & Announcing;

/** The urn of the person that the account signs in as, or the reason why there is none. */
export async function personForAccount(
  parts: Parts & Pick<Services, 'callers'>,
  account: ProvenAccount,
  policy: SignInPolicy,
): Promise<{ readonly identityUrn: string } | SignInRefusal> {
  const company = await signInCompany(parts.database, parts.signIn.companyUrn);
  if (!company) return 'UNKNOWN';
  const person = await personIn(parts, company, account, policy);
  if (typeof person === 'string')
    parts.callers.noteRefused({ company: company.companyUrn, apiClient: null, reason: person });
  return person;
}

async function personIn(
  { database, contract, changeListeners, states }: Parts,
  company: SignInCompany,
  account: ProvenAccount,
  policy: SignInPolicy,
): Promise<{ readonly identityUrn: string } | SignInRefusal> {
  const known = await personOfAccount(database, company.tenantUrn, account);
  if (known !== null) return { identityUrn: known };
  return database.transaction(async (transaction) => {
    await lockFirstSignIns(transaction, company.tenantUrn);
    // Another first sign-in of the same account may have come before.
    const since = await personOfAccount(transaction, company.tenantUrn, account);
    if (since !== null) return { identityUrn: since };
    const first: FirstSignIn = {
      contract,
      changeListeners,
      states,
      transaction,
      company,
      now: await databaseNow(transaction),
    };
    const found = await byAddress(first, account, policy);
    const identityUrn = found ?? (policy.createsPeople ? await makePerson(first, account) : null);
    if (identityUrn === null) return hasUnconfirmed(account) ? 'EMAIL_UNCONFIRMED' : 'UNKNOWN';
    if (isRefusal(identityUrn)) return identityUrn;
    await keepAccount(transaction, company.tenantUrn, account, identityUrn);
    return { identityUrn };
  });
}

interface FirstSignIn extends Announcing {
  readonly transaction: Transaction;
  readonly company: SignInCompany;
  readonly now: string;
}

const refusals: readonly string[] = ['EMAIL_OF_SEVERAL', 'OTHER_ACCOUNT'] satisfies readonly SignInRefusal[];

function isRefusal(answer: string): answer is SignInRefusal {
  return refusals.includes(answer);
}

const hasUnconfirmed = ({ email, isEmailVerified }: ProvenAccount): boolean => email !== null && !isEmailVerified;

// An unconfirmed address could be anyone's. A person who has an account at this provider stays with it: an address may
// have been reassigned to another person since.
async function byAddress(first: FirstSignIn, account: ProvenAccount, policy: SignInPolicy): Promise<string | null> {
  const email = confirmedEmail(account);
  if (email === null || !policy.linksEmails) return null;
  const { transaction, company, now } = first;
  const [holder, other] = await holdersOfEmail(transaction, company.tenantUrn, email);
  if (!holder) return null;
  if (other) return 'EMAIL_OF_SEVERAL';
  if (await hasAccount(transaction, holder.identityUrn, account.issuer)) return 'OTHER_ACCOUNT';
  const confirmed = await confirmEmail(transaction, holder.emailUrn, now);
  if (confirmed) {
    const address = { urn: holder.emailUrn, container: holder.identityUrn, ...confirmed };
    await announce(first, [updated(first.contract.kinds.Email, address, ['isVerified', 'verifiedTimestamp'])]);
  }
  return holder.identityUrn;
}

// A new person holds nothing but what everyone holds. An address that is not confirmed is not kept: it may be another's.
async function makePerson(first: FirstSignIn, account: ProvenAccount): Promise<string> {
  const { company, now } = first;
  const [identity, person] = [newUrn(), newUrn()];
  const email = confirmedEmail(account);
  const [givenName, familyName] = [nameText(account.givenName), nameText(account.familyName)];
  const derived = givenName === null ? null : displayName({ givenName, familyName });
  const made = [
    row('Identity', identity, identity, {
      owner: company.companyUrn,
      type: 'PERSON',
      name: nameText(account.name) ?? derived ?? email,
    }),
    row('Person', person, identity, { identity }),
    ...(givenName === null
      ? []
      : [row('PersonName', newUrn(), person, { person, givenName, familyName, isPreferred: true })]),
    ...(email === null
      ? []
      : [row('Email', newUrn(), identity, { identity, email, type: 'OTHER', isPrimary: true, ...confirmedAt(now) })]),
  ];
  for (const { kind, urn, values } of made) {
    const one = { urn, owner: company.companyUrn, values, hidden: {}, timestamp: now };
    await insertRows(first.transaction, resourceOf(first.contract, kind), [one]);
  }
  const changes = made.map(({ kind, urn, containerUrn: container }) =>
    created(resourceOf(first.contract, kind), { urn, owner: company.companyUrn, version: '1', container }),
  );
  await announce(first, changes);
  return identity;
}

const confirmedAt = (now: string): Record<string, unknown> => ({ isVerified: true, verifiedTimestamp: now });

function row(
  kind: string,
  urn: string,
  containerUrn: string,
  values: Record<string, unknown>,
): { kind: string; urn: string; containerUrn: string; values: Record<string, unknown> } {
  return { kind, urn, containerUrn, values };
}

function announce(first: FirstSignIn, changes: readonly Change[]): Promise<void> {
  const { transaction, now } = first;
  return announceChanges({ context: { ...first, viewer: systemViewer }, transaction, now }, changes);
}

function confirmedEmail({ email, isEmailVerified }: ProvenAccount): string | null {
  return isEmailVerified ? parseEmail(email) : null;
}

const longestName = 255;

// What a provider says is not cut: a name that cannot be kept is left out.
function nameText(name: string | null): string | null {
  return name !== null && name.trim() !== '' && isStorable(name) && codePoints(name) <= longestName ? name : null;
}

/** How long a person may take at the provider. */
export const attemptSeconds = 600;

/** What a sign-in under way is kept with; `state` and `browserSecret` as hashes. */
interface SignInAttempt extends Pick<Attempt, 'nonce' | 'codeVerifier' | 'returnTo'> {
  readonly state: string;
  /** What the browser keeps in a cookie. */
  readonly browserSecret: string;
}

/** A new secret for a browser that has none. */
export function newBrowserSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Keeps a sign-in that was begun. */
export async function beginSignIn({ database }: Pick<Services, 'database'>, attempt: SignInAttempt): Promise<void> {
  const { state, browserSecret, ...rest } = attempt;
  const kept = { ...rest, stateHash: secretHash(state), browserHash: secretHash(browserSecret) };
  await insertAttempt(database, kept, attemptSeconds);
}

/** Consumes the sign-in with that state; null unless this browser began it recently and it has not been consumed. */
export async function resumeSignIn(
  { database }: Pick<Services, 'database'>,
  state: string,
  browserSecret: string,
): Promise<Pick<SignInAttempt, 'nonce' | 'codeVerifier' | 'returnTo'> | null> {
  return takeAttempt(database, secretHash(state), secretHash(browserSecret));
}
