// What sign-in keeps and looks up: the company people sign in to, who has an address or an account, sign-ins under way,
// and links. What is used once is taken by deleting it, so that of two who come with the same thing one gets it.
import { lockName } from '../connection/advisoryLocks.ts';
import { isEnabled } from '../engine/tenant.ts';
import { firstOf, rowsOf, type Executor, type RowExecutor, type Statement } from '../connection/statement.ts';
import { deleteFrom, insertInto, selectFrom, updateOf, written } from '../connection/written.ts';
import { endInSeconds, purged, tenantOfPerson } from './shortLived.ts';

/** The company people sign in to, and its tenant. */
export interface SignInCompany {
  readonly companyUrn: string;
  readonly tenantUrn: string;
}

const company = written<{ urn: string | null }>((manager) =>
  manager
    .createQueryBuilder()
    .select('c.urn', 'urn')
    .addSelect('c.owner', 'owner')
    .from<Record<string, unknown>>(
      (first) =>
        first
          .select('w.urn', 'urn')
          .addSelect('w.owner', 'owner')
          .from('company', 'w')
          .where('w.deleted_timestamp IS NULL')
          .andWhere('(w.urn = :urn::uuid OR (:urn::uuid IS NULL AND w.owner = w.urn))')
          .orderBy('w.created_timestamp')
          .addOrderBy('w.urn')
          .limit(1),
      'c',
    )
    .where(isEnabled('c."owner"')),
);

/** The company with that urn, or for null the first that was made; null when there is none, or its tenant is disabled. */
export async function signInCompany(executor: RowExecutor, companyUrn: string | null): Promise<SignInCompany | null> {
  const row = await firstOf<{ urn: string; owner: string }>(executor, company(executor, { urn: companyUrn }));
  return row ? { companyUrn: row.urn, tenantUrn: row.owner } : null;
}

/** An identity with an address, and the urn of that e-mail. */
export interface AddressHolder {
  readonly identityUrn: string;
  readonly emailUrn: string;
}

const holders = written<{ tenantUrn: string; email: string }>((manager) => {
  const [address, stored] = ['lower(:email::text COLLATE "C")', 'lower(e.email COLLATE "C")'];
  return selectFrom(manager, 'email', 'e')
    .select('i.urn', 'identity')
    .addSelect('e.urn', 'email')
    .distinctOn(['i.urn'])
    .innerJoin('identity', 'i', 'i.urn = e.identity')
    .innerJoin('company', 'w', 'w.urn = i.owner')
    .where(`md5(${stored}) = md5(${address})`)
    .andWhere(`${stored} = ${address}`)
    .andWhere('e.deleted_timestamp IS NULL')
    .andWhere('i.deleted_timestamp IS NULL')
    .andWhere('w.deleted_timestamp IS NULL')
    .andWhere(`i.type = 'PERSON'`)
    .andWhere('w.owner = :tenantUrn')
    .orderBy('i.urn')
    .addOrderBy('e.is_primary', 'DESC')
    .addOrderBy('e.urn')
    .limit(2);
});

/** The living people of a tenant with that address, whatever the case of its ASCII letters; at most two. */
export async function holdersOfEmail(
  executor: RowExecutor,
  tenantUrn: string,
  email: string,
): Promise<AddressHolder[]> {
  const rows = await rowsOf<{ identity: string; email: string }>(executor, holders(executor, { tenantUrn, email }));
  return rows.map((row) => ({ identityUrn: row.identity, emailUrn: row.email }));
}

const nameOfPerson = written<{ urn: string }>((manager) =>
  selectFrom(manager, 'identity', 'i')
    .select('i.name', 'name')
    .where('i.urn = :urn')
    .andWhere('i.deleted_timestamp IS NULL')
    .andWhere(isEnabled('i."tenant"')),
);

/** The name of a living person of a tenant that is not disabled; null when there is none. */
export async function personName(executor: RowExecutor, identityUrn: string): Promise<string | null> {
  const row = await firstOf<{ name: string | null }>(executor, nameOfPerson(executor, { urn: identityUrn }));
  return row ? (row.name ?? '') : null;
}

/** A person at a provider: what `iss` and `sub` say. */
export interface Account {
  readonly issuer: string;
  readonly subject: string;
}

const holderOfAccount = written<Account & { tenantUrn: string }>((manager) =>
  selectFrom(manager, 'sign_in_account', 'a')
    .select('a.identity', 'identity')
    .innerJoin('identity', 'i', 'i.urn = a.identity')
    .where('a.tenant = :tenantUrn')
    .andWhere('a.issuer = :issuer')
    .andWhere('a.subject = :subject')
    .andWhere('i.deleted_timestamp IS NULL'),
);

/** The living person that signs in to the tenant with the account; null when it is not known. */
export async function personOfAccount(
  executor: RowExecutor,
  tenantUrn: string,
  { issuer, subject }: Account,
): Promise<string | null> {
  const statement = holderOfAccount(executor, { tenantUrn, issuer, subject });
  return (await firstOf<{ identity: string }>(executor, statement))?.identity ?? null;
}

const accountOf = written<{ identityUrn: string; issuer: string }>((manager) =>
  selectFrom(manager, 'sign_in_account', 'a')
    .select('a.subject', 'subject')
    .where('a.identity = :identityUrn')
    .andWhere('a.issuer = :issuer')
    .limit(1),
);

/** Whether a person signs in with some account of the issuer already. */
export async function hasAccount(executor: RowExecutor, identityUrn: string, issuer: string): Promise<boolean> {
  return (await executor.query(accountOf(executor, { identityUrn, issuer }))).length > 0;
}

const account = written<Account & { tenantUrn: string; identityUrn: string }>((manager) =>
  insertInto(manager, 'sign_in_account', {
    issuer: ':issuer',
    subject: ':subject',
    tenant: ':tenantUrn',
    identity: ':identityUrn',
    created_timestamp: 'now()',
  }).orUpdate(['identity', 'created_timestamp'], ['tenant', 'issuer', 'subject']),
);

/** Lets the account sign in as the person from now on; one that belonged to a person who is gone is taken over. */
export async function keepAccount(
  executor: RowExecutor,
  tenantUrn: string,
  { issuer, subject }: Account,
  identityUrn: string,
): Promise<void> {
  await executor.query(account(executor, { issuer, subject, tenantUrn, identityUrn }));
}

/** A sign-in that a browser has begun. */
export interface Attempt {
  readonly stateHash: string;
  readonly browserHash: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
}

const attempt = written<Attempt & { seconds: number }>((manager) =>
  insertInto(manager, 'sign_in_attempt', {
    state_hash: ':stateHash',
    browser_hash: ':browserHash',
    nonce: ':nonce',
    code_verifier: ':codeVerifier',
    return_to: ':returnTo',
    expiration_timestamp: endInSeconds,
  }).addCommonTableExpression(purged(manager, 'sign_in_attempt', 'state_hash'), 'gone'),
);

/** Keeps a sign-in under way for some seconds, and forgets others whose time is over. */
export async function insertAttempt(executor: RowExecutor, begun: Attempt, seconds: number): Promise<void> {
  await executor.query(attempt(executor, { ...begun, seconds }));
}

const isNew = '"expiration_timestamp" > now() AS living';

const takenAttempt = written<{ stateHash: string; browserHash: string }>((manager) =>
  deleteFrom(manager, 'sign_in_attempt')
    .where('state_hash = :stateHash')
    .andWhere('browser_hash = :browserHash')
    .returning(`"nonce", "code_verifier", "return_to", ${isNew}`),
);

/** Takes a sign-in that this browser has begun; null for any other, and for one that was taken or is too old. */
export async function takeAttempt(
  executor: RowExecutor,
  stateHash: string,
  browserHash: string,
): Promise<Pick<Attempt, 'nonce' | 'codeVerifier' | 'returnTo'> | null> {
  const row = await firstOf<{ living: boolean; nonce: string; code_verifier: string; return_to: string }>(
    executor,
    takenAttempt(executor, { stateHash, browserHash }),
  );
  if (row?.living !== true) return null;
  return {
    nonce: row.nonce,
    codeVerifier: row.code_verifier,
    returnTo: row.return_to,
  };
}

/** A link that signs a person in. */
export interface SignInLink {
  readonly identityUrn: string;
  readonly returnTo: string;
}

const keptLink = written<SignInLink & { secretHash: string; seconds: number }>((manager) =>
  insertInto(manager, 'sign_in_link', {
    secret_hash: ':secretHash',
    identity: ':identityUrn',
    tenant: tenantOfPerson(manager, 'identityUrn'),
    return_to: ':returnTo',
    expiration_timestamp: endInSeconds,
  }).addCommonTableExpression(purged(manager, 'sign_in_link', 'secret_hash'), 'gone'),
);

/** Keeps a link for some seconds, and forgets others whose time is over. */
export async function insertLink(
  executor: RowExecutor,
  secretHash: string,
  link: SignInLink,
  seconds: number,
): Promise<void> {
  await executor.query(keptLink(executor, { ...link, secretHash, seconds }));
}

const link = written<{ secretHash: string }>((manager) =>
  selectFrom(manager, 'sign_in_link', 'l')
    .select('l.identity', 'identity')
    .addSelect('l.return_to', 'return_to')
    .addSelect('l.expiration_timestamp > now()', 'living')
    .where('l.secret_hash = :secretHash'),
);

/** The link with that hash, which stays; null for one that is unknown, used or too old. */
export async function findLink(executor: RowExecutor, secretHash: string): Promise<SignInLink | null> {
  return linkOf(executor, link(executor, { secretHash }));
}

const takenLink = written<{ secretHash: string }>((manager) =>
  deleteFrom(manager, 'sign_in_link').where('secret_hash = :secretHash').returning(`"identity", "return_to", ${isNew}`),
);

/** Consumes the link with that hash: it cannot be used again. Null for one that is unknown, used or expired. */
export async function takeLink(executor: RowExecutor, secretHash: string): Promise<SignInLink | null> {
  return linkOf(executor, takenLink(executor, { secretHash }));
}

async function linkOf(executor: Executor, statement: Statement): Promise<SignInLink | null> {
  const row = await firstOf<{ living: boolean; identity: string; return_to: string }>(executor, statement);
  return row?.living === true ? { identityUrn: row.identity, returnTo: row.return_to } : null;
}

/** Makes the first sign-ins to a tenant wait for one another until the transaction ends. */
export async function lockFirstSignIns(transaction: Executor, tenantUrn: string): Promise<void> {
  await lockName(transaction, `sign-in ${tenantUrn}`);
}

const confirmed = written<{ emailUrn: string; timestamp: string }>((manager) =>
  updateOf(manager, 'email', {
    is_verified: 'true',
    verified_timestamp: ':timestamp',
    version: '"version" + 1',
    updated_timestamp: ':timestamp',
  })
    .where('urn = :emailUrn')
    .andWhere('NOT is_verified')
    .andWhere('deleted_timestamp IS NULL')
    .returning(['version', 'owner']),
);

/** Notes that an address was confirmed; returns what changed, or null when it had been. */
export async function confirmEmail(
  transaction: RowExecutor,
  emailUrn: string,
  timestamp: string,
): Promise<{ readonly version: string; readonly owner: string } | null> {
  return firstOf<{ version: string; owner: string }>(transaction, confirmed(transaction, { emailUrn, timestamp }));
}
