// Authorization codes and the clients they are for, as the OAuth endpoints look them up. Codes are kept as SHA-256 alone.
// Time is the database's. RFC 6749 section 4.1.
import { isEnabled } from '../engine/tenant.ts';
import { firstOf, type RowExecutor } from '../connection/statement.ts';
import { insertInto, selectFrom, updateOf, written } from '../connection/written.ts';
import { isStorable } from '../../domain/text.ts';

/** A client that may call. */
export interface OAuthClient {
  readonly urn: string;
  readonly owner: string;
  /** The root of the owner's tree. */
  readonly tenant: string;
  readonly clientId: string;
  readonly name: string;
  readonly ownerName: string;
  readonly type: string;
  readonly identity: string | null;
  /** SHA-256 of its secret, hex; null for a client that has none. */
  readonly secretHash: string | null;
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly string[];
}

const client = written<{ clientId: string }>((manager) =>
  selectFrom(manager, 'api_client', 'c')
    .select('c.urn', 'urn')
    .addSelect('c.owner', 'owner')
    .addSelect('w.owner', 'tenant')
    .addSelect('c.client_id', 'clientId')
    .addSelect('c.name', 'name')
    .addSelect('w.name', 'ownerName')
    .addSelect('c.type', 'type')
    .addSelect('c.identity', 'identity')
    .addSelect('c.client_secret_hash', 'secretHash')
    .addSelect('c.redirect_uris', 'redirectUris')
    .addSelect('c.grant_types', 'grantTypes')
    .innerJoin('company', 'w', 'w.urn = c.owner')
    .where('c.client_id = :clientId')
    .andWhere('c.deleted_timestamp IS NULL')
    .andWhere(`c.status = 'ACTIVE'`)
    .andWhere('w.deleted_timestamp IS NULL')
    .andWhere(isEnabled('c.tenant')),
);

/**
 * The client with that `client_id`; null for one that does not exist, was deleted, or is
 * disabled by itself or with its tenant.
 */
export async function clientByClientId(executor: RowExecutor, clientId: string): Promise<OAuthClient | null> {
  // As it came, from anybody.
  return isStorable(clientId) ? firstOf<OAuthClient>(executor, client(executor, { clientId })) : null;
}

const person = written<{ identity: string; tenant: string }>((manager) =>
  selectFrom(manager, 'identity', 'i')
    .select('i.urn', 'urn')
    .innerJoin('company', 'w', 'w.urn = i.owner')
    .where('i.urn = :identity')
    .andWhere('w.owner = :tenant')
    .andWhere('i.deleted_timestamp IS NULL')
    .andWhere('w.deleted_timestamp IS NULL'),
);

/** Whether a person exists in the tenant. */
export async function isPersonOf(executor: RowExecutor, identity: string, tenant: string): Promise<boolean> {
  return (await executor.query(person(executor, { identity, tenant }))).length > 0;
}

const names = written<{ client: string }>((manager) =>
  selectFrom(manager, 'api_client', 'c')
    .select('c.owner', 'owner')
    .addSelect('c.client_id', 'clientId')
    .where('c.urn = :client')
    .andWhere('c.deleted_timestamp IS NULL')
    .andWhere(`c.status = 'ACTIVE'`),
);

/** A living client's owner company and `client_id`; null for a client that was deleted. */
export async function namesOfClient(
  executor: RowExecutor,
  client: string,
): Promise<{ readonly owner: string; readonly clientId: string } | null> {
  return firstOf<{ owner: string; clientId: string }>(executor, names(executor, { client }));
}

/** A code to be issued. */
export interface NewCode {
  readonly codeHash: string;
  readonly apiClient: string;
  readonly identity: string;
  /** As it was sent; null when the client has one and did not send it. */
  readonly redirectUri: string | null;
  readonly codeChallenge: string;
  readonly scope: string;
  /** The family of what the code will give. */
  readonly familyUrn: string;
}

const newCode = written<NewCode & { seconds: number }>((manager) =>
  insertInto(manager, 'o_auth_code', {
    code_hash: ':codeHash',
    api_client: ':apiClient',
    identity: ':identity',
    redirect_uri: ':redirectUri',
    code_challenge: ':codeChallenge',
    scope: ':scope',
    family_urn: ':familyUrn',
    expiration_timestamp: 'clock_timestamp() + make_interval(secs => :seconds::int)',
    tenant: `(${selectFrom(manager, 'api_client', 'c').select('c.tenant').where('c.urn = :apiClient::uuid').getQuery()})`,
  }),
);

/** Keeps a code for `seconds`. */
export async function insertCode(executor: RowExecutor, code: NewCode, seconds: number): Promise<void> {
  await executor.query(newCode(executor, { ...code, seconds }));
}

/** An issued code. */
export interface StoredCode extends NewCode {
  readonly expirationTimestamp: string;
  readonly usedTimestamp: string | null;
}

const lockedCode = written<{ codeHash: string }>((manager) =>
  selectFrom(manager, 'o_auth_code', 'o')
    .select('o.code_hash', 'codeHash')
    .addSelect('o.api_client', 'apiClient')
    .addSelect('o.identity', 'identity')
    .addSelect('o.redirect_uri', 'redirectUri')
    .addSelect('o.code_challenge', 'codeChallenge')
    .addSelect('o.scope', 'scope')
    .addSelect('o.family_urn', 'familyUrn')
    .addSelect('o.expiration_timestamp', 'expirationTimestamp')
    .addSelect('o.used_timestamp', 'usedTimestamp')
    .where('o.code_hash = :codeHash')
    .setLock('pessimistic_write'),
);

/** The code, locked, so that two uses of it go one after the other; null for one that is unknown. */
export async function lockCode(transaction: RowExecutor, codeHash: string): Promise<StoredCode | null> {
  return firstOf<StoredCode>(transaction, lockedCode(transaction, { codeHash }));
}

const usedCode = written<{ codeHash: string; timestamp: string }>((manager) =>
  updateOf(manager, 'o_auth_code', { used_timestamp: ':timestamp' }).where('code_hash = :codeHash'),
);

/** Notes that a code was exchanged. */
export async function markCodeUsed(transaction: RowExecutor, codeHash: string, timestamp: string): Promise<void> {
  await transaction.query(usedCode(transaction, { codeHash, timestamp }));
}

const heldClient = written<{ client: string }>((manager) =>
  selectFrom(manager, 'api_client', 'c')
    .select('c.urn', 'urn')
    .where('c.urn = :client')
    .andWhere('c.deleted_timestamp IS NULL')
    .andWhere(`c.status = 'ACTIVE'`)
    .setLock('pessimistic_read'),
);

/** Keeps a client from being deleted or disabled until the transaction ends; false when it was already. */
export async function holdClient(transaction: RowExecutor, client: string): Promise<boolean> {
  return (await transaction.query(heldClient(transaction, { client }))).length > 0;
}
