// Tenants and bearer tokens as the operator of the service sees, issues and revokes them, with access to the database and without a token
// of their own: from the command line, and for the local link that a start prints.
import type { Contract } from '../../contract/resource.ts';
import { databaseNow, insertRows } from '../../database/engine/changeStore.ts';
import type { Database } from '../../database/connection/database.ts';
import { revokeTokens } from '../../database/access/accessStore.ts';
import {
  findClient,
  findToken,
  listTenants,
  listTokens,
  lockTenant,
  markDisabled,
  markEnabled,
  type OperatorTenant,
  type OperatorToken,
} from '../../database/access/operatorStore.ts';
import { ServiceError } from '../../domain/errors.ts';
import { newUrn, parseUrn } from '../../domain/urn.ts';
import { newToken, secretHash } from '../../engine/secret.ts';

/** What the operator works on. */
export interface OperatorParts {
  readonly database: Database;
  readonly contract: Contract;
}

/** A token that was just issued; the only time its secret is known. */
export interface IssuedToken {
  readonly urn: string;
  readonly token: string;
  readonly expires: string;
}

/**
 * Issues a token for an API client, given by urn or client id; null stands for the first administrator. NOT_FOUND when
 * there is no such active client.
 */
export function issueToken(
  { database, contract }: OperatorParts,
  options: { readonly client: string | null; readonly name: string; readonly seconds: number },
): Promise<IssuedToken> {
  return database.transaction(async (transaction) => {
    const client = await findClient(transaction, options.client);
    if (!client) throw new ServiceError('NOT_FOUND', 'There is no active API client with this urn.');
    const timestamp = await databaseNow(transaction);
    const token = newToken();
    const urn = newUrn();
    const expires = new Date(Date.parse(timestamp) + options.seconds * 1000).toISOString();
    const resource = contract.kinds.ApiClientBearerToken;
    const values = {
      labels: [],
      apiClient: client.urn,
      expirationTimestamp: expires,
      name: options.name,
      tokenPrefix: token.slice(0, 8),
    };
    const hidden = { token_hash: secretHash(token) };
    await insertRows(transaction, resource, [{ urn, owner: client.owner, values, hidden, timestamp }]);
    return { urn, token, expires };
  });
}

/** The newest 1,000 tokens of the database, newest first; with `isAll` also those that have ended. */
export function readTokens({ database }: OperatorParts, isAll: boolean): Promise<OperatorToken[]> {
  return listTokens(database, { isAll, limit: 1_000 });
}

/** Revokes a token, given by its urn or a beginning of it that no other token has; NOT_FOUND otherwise. */
export async function revokeToken({ database }: OperatorParts, reference: string): Promise<string> {
  return database.transaction(async (transaction) => {
    const urn = await findToken(transaction, reference);
    if (!urn) throw new ServiceError('NOT_FOUND', 'No single token has a urn that starts with this text.');
    await revokeTokens(transaction, { token: urn }, await databaseNow(transaction));
    return urn;
  });
}

/** The tenants of the database, oldest first, 10,000 at most. */
export function readTenants({ database }: OperatorParts): Promise<OperatorTenant[]> {
  return listTenants(database, 10_000);
}

/**
 * Disables a tenant, or lets it be used again. While it is disabled nobody of it signs in, uses a token or follows a stream, nothing
 * of it is shown to anyone, and its webhooks and schedules pause, from the commit on; nothing is lost. Returns its
 * name; NOT_FOUND when there is no tenant with that urn. Repeating it changes nothing.
 */
export function setTenantEnabled({ database }: OperatorParts, reference: string, isEnabled: boolean): Promise<string> {
  const urn = parseUrn(reference);
  return database.transaction(async (transaction) => {
    const name = urn && (await lockTenant(transaction, urn));
    if (!urn || name === null)
      throw new ServiceError('NOT_FOUND', 'There is no tenant with this urn. Run `tenant list` to see all.');
    await (isEnabled ? markEnabled : markDisabled)(transaction, urn);
    return name;
  });
}
