// Invitations, challenges and passkeys as they are kept. Of an invitation and a challenge only the hash is (SHA-256, hex), and either is
// used by deleting it, so that of two who come with the same one, one gets it. Resource reference 16.24.
import { firstOf, rowsOf, type RowExecutor } from '../connection/statement.ts';
import { deleteFrom, insertInto, selectFrom, updateOf, written } from '../connection/written.ts';
import { endInSeconds, purged, tenantOfPerson } from './shortLived.ts';

const keptInvitation = written<{ secretHash: string; identity: string; seconds: number }>((manager) =>
  insertInto(manager, 'invitation', {
    secret_hash: ':secretHash',
    tenant: tenantOfPerson(manager, 'identity'),
    identity: ':identity',
    expiration_timestamp: endInSeconds,
  }).returning('"expiration_timestamp" AS "end"'),
);

/** Keeps an invitation for so many seconds in place of others of the person; answers when it ends. */
export async function insertInvitation(
  executor: RowExecutor,
  secretHash: string,
  identity: string,
  seconds: number,
): Promise<string> {
  await forgetInvitations(executor, identity);
  const statement = keptInvitation(executor, { secretHash, identity, seconds });
  return (await firstOf<{ end: string }>(executor, statement))?.end ?? '';
}

const oldInvitations = written<{ identity: string }>((manager) =>
  deleteFrom(manager, 'invitation').where('identity = :identity').orWhere('expiration_timestamp < now()'),
);

/** Forgets the invitations of a person, and those of others whose time is over. */
export async function forgetInvitations(executor: RowExecutor, identity: string): Promise<void> {
  await executor.query(oldInvitations(executor, { identity }));
}

const invited = written<{ secretHash: string }>((manager) =>
  selectFrom(manager, 'invitation', 'v')
    .select('v.identity', 'identity')
    .where('v.secret_hash = :secretHash')
    .andWhere('v.expiration_timestamp > now()'),
);

/** The person that an invitation is of; null for one that was used, replaced or has expired. */
export async function invitedIdentity(executor: RowExecutor, secretHash: string): Promise<string | null> {
  return (await firstOf<{ identity: string }>(executor, invited(executor, { secretHash })))?.identity ?? null;
}

const takenInvitation = written<{ secretHash: string; identity: string }>((manager) =>
  deleteFrom(manager, 'invitation')
    .where('secret_hash = :secretHash')
    .andWhere('identity = :identity')
    .andWhere('expiration_timestamp > now()')
    .returning('"identity"'),
);

/** Uses an invitation of a person; false for one that is not there any more. */
export async function takeInvitation(executor: RowExecutor, secretHash: string, identity: string): Promise<boolean> {
  return (await executor.query(takenInvitation(executor, { secretHash, identity }))).length > 0;
}

/** What a challenge was given for: to sign in, or for a passkey of that person. */
export interface Challenge {
  readonly identity: string | null;
}

const keptChallenge = written<Challenge & { hash: string; seconds: number }>((manager) =>
  insertInto(manager, 'passkey_challenge', {
    challenge_hash: ':hash',
    identity: ':identity',
    expiration_timestamp: endInSeconds,
  }).addCommonTableExpression(purged(manager, 'passkey_challenge', 'challenge_hash'), 'gone'),
);

/** Keeps a challenge for so many seconds, and forgets some whose time is over. */
export async function insertChallenge(
  executor: RowExecutor,
  hash: string,
  { identity }: Challenge,
  seconds: number,
): Promise<void> {
  await executor.query(keptChallenge(executor, { hash, identity, seconds }));
}

const takenChallenge = written<{ hash: string }>((manager) =>
  deleteFrom(manager, 'passkey_challenge')
    .where('challenge_hash = :hash')
    .returning('"identity", "expiration_timestamp" > now() AS living'),
);

/** Uses a challenge; null for one that is unknown, was used, or is too old. */
export async function takeChallenge(executor: RowExecutor, hash: string): Promise<Challenge | null> {
  const statement = takenChallenge(executor, { hash });
  const row = await firstOf<{ identity: string | null; living: boolean }>(executor, statement);
  return row?.living === true ? { identity: row.identity } : null;
}

/** What is kept to check a signature. */
export interface PasskeyKey {
  /** As the browser names it, base64url. */
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

/** A passkey that is to be kept. */
export interface NewPasskey extends PasskeyKey {
  readonly urn: string;
  readonly identity: string;
}

const keptPasskey = written<NewPasskey>((manager) =>
  insertInto(manager, 'passkey', {
    urn: ':urn',
    tenant: tenantOfPerson(manager, 'identity'),
    identity: ':identity',
    credential_id: ':credentialId',
    public_key: ':publicKey',
    counter: ':counter',
    created_timestamp: 'now()',
  })
    .orIgnore()
    .returning('"urn"'),
);

/** Keeps a passkey; false where one with that name is there already. */
export async function insertPasskey(executor: RowExecutor, passkey: NewPasskey): Promise<boolean> {
  return (await executor.query(keptPasskey(executor, passkey))).length > 0;
}

const named = written<{ credentialId: string }>((manager) =>
  selectFrom(manager, 'passkey', 'k')
    .select('k.credential_id', 'credentialId')
    .addSelect('k.public_key', 'publicKey')
    .addSelect('k.counter', 'counter')
    .where('k.credential_id = :credentialId'),
);

/** The key of a passkey, by the name that the browser gives it; null for one that is not known. */
export async function passkeyNamed(executor: RowExecutor, credentialId: string): Promise<PasskeyKey | null> {
  const statement = named(executor, { credentialId });
  const row = await firstOf<Omit<PasskeyKey, 'counter'> & { readonly counter: string }>(executor, statement);
  return row && { ...row, counter: Number(row.counter) };
}

const used = written<{ credentialId: string; counter: number }>((manager) =>
  updateOf(manager, 'passkey', { counter: ':counter', last_used_timestamp: 'now()' })
    .where('credential_id = :credentialId')
    .andWhere('(:counter::bigint > "counter" OR (:counter::bigint = 0 AND "counter" = 0))')
    .returning('"identity"'),
);

/** Notes that a passkey signed; answers the person. Null for one that was deleted, or whose counter went back: it was copied. */
export async function notePasskeyUse(
  executor: RowExecutor,
  credentialId: string,
  counter: number,
): Promise<string | null> {
  const statement = used(executor, { credentialId, counter });
  return (await firstOf<{ identity: string }>(executor, statement))?.identity ?? null;
}

/** A passkey of a person as it is listed. */
export interface IdentityPasskey {
  readonly urn: string;
  readonly createdTimestamp: string;
  readonly lastUsedTimestamp: string | null;
}

const ofPerson = written<{ identity: string }>((manager) =>
  selectFrom(manager, 'passkey', 'k')
    .select('k.urn', 'urn')
    .addSelect('k.credential_id', 'credentialId')
    .addSelect('k.created_timestamp', 'createdTimestamp')
    .addSelect('k.last_used_timestamp', 'lastUsedTimestamp')
    .where('k.identity = :identity')
    .orderBy('k.created_timestamp', 'DESC')
    .addOrderBy('k.urn'),
);

/** The passkeys of a person, newest first, with the names that browsers give them. */
export async function passkeysOf(
  executor: RowExecutor,
  identity: string,
): Promise<(IdentityPasskey & { readonly credentialId: string })[]> {
  return rowsOf(executor, ofPerson(executor, { identity }));
}

const deleted = written<{ identity: string; urn: string | null }>((manager) =>
  deleteFrom(manager, 'passkey')
    .where('identity = :identity')
    .andWhere('(:urn::uuid IS NULL OR urn = :urn::uuid)')
    .returning('"urn"'),
);

/** Deletes a passkey of a person, or with null all of them; answers how many there were. */
export async function deletePasskeys(executor: RowExecutor, identity: string, urn: string | null): Promise<number> {
  return (await executor.query(deleted(executor, { identity, urn }))).length;
}
