// The first start on an empty database: a tenant with its root company, the built-in roles, and the first company-level
// API client with its token. Resource reference 2.5 (built-in roles), 7.4 (first token).
import { resourceOf, type Contract } from '../../contract/resource.ts';
import { insertRows, databaseNow } from '../../database/engine/changeStore.ts';
import type { Database, Transaction } from '../../database/connection/database.ts';
import { queueRows } from '../../database/search/searchRowQueue.ts';
import { isEmpty } from '../../database/connection/reachable.ts';
import { newUrn } from '../../domain/urn.ts';
import { newIdentifier, newToken, secretHash } from '../../engine/secret.ts';

/** What the operator of a new service must know. */
export interface FirstTenant {
  readonly companyUrn: string;
  /** Shown once; null when it was given by configuration. */
  readonly token: string;
}

/** Labels of the built-in roles on the owner company. */
const builtInRoles: Readonly<Record<string, readonly string[]>> = {
  DEFAULT: ['READ'],
  COMMENTER: ['COMMENT'],
  EDITOR: ['CREATE', 'UPDATE', 'COMMENT'],
  PUBLISHER: ['CREATE', 'UPDATE', 'COMMENT', 'PUBLISH'],
  ADMIN: ['ADMIN'],
};

const tenYears = 10 * 365 * 24 * 3600 * 1000;

/** Makes the first tenant when there is no company yet; null when there is. Many processes may call it at once. */
export async function bootstrap(
  services: { readonly database: Database; readonly contract: Contract },
  options: { readonly name: string; readonly token: string | null },
): Promise<FirstTenant | null> {
  return services.database.transaction(async (transaction) =>
    (await isEmpty(transaction)) ? writeTenant(transaction, options) : null,
  );
}

/** Makes another tenant, apart from all others; only the operator may. */
export function createTenant(
  services: { readonly database: Database; readonly contract: Contract },
  options: { readonly name: string; readonly token: string | null },
): Promise<FirstTenant> {
  return services.database.transaction((transaction) => writeTenant(transaction, options));
}

async function writeTenant(
  transaction: Transaction,
  options: { readonly name: string; readonly token: string | null },
): Promise<FirstTenant> {
  const writer = new Writer(transaction.contract, transaction, await databaseNow(transaction));
  const company = newUrn();
  const organisation = newUrn();
  await writer.insert(
    'Organisation',
    { urn: organisation, owner: company },
    { name: options.name, defaultLanguage: 'en' },
    { owner: company },
  );
  await writer.insert(
    'Company',
    { urn: company, owner: company },
    { owner: company, name: options.name, organisation },
  );
  for (const [name, labels] of Object.entries(builtInRoles)) await writer.role(company, name, labels);
  const token = options.token ?? newToken();
  await writer.firstClient(company, token);
  queueRows(transaction, 'Company', [company]);
  return { companyUrn: company, token };
}

type Values = Record<string, unknown>;

interface Place {
  readonly urn: string;
  readonly owner: string;
}

class Writer {
  private readonly contract: Contract;
  private readonly transaction: Transaction;
  private readonly now: string;

  constructor(contract: Contract, transaction: Transaction, now: string) {
    this.contract = contract;
    this.transaction = transaction;
    this.now = now;
  }

  async insert(kind: string, { urn, owner }: Place, values: Values, hidden: Values = {}): Promise<void> {
    const resource = resourceOf(this.contract, kind);
    const defaults = Object.fromEntries(
      resource.fields
        .filter((f) => f.defaultValue !== undefined && f.storage === 'COLUMN')
        .map((f) => [f.name, f.defaultValue]),
    );
    // The first rows of a tenant are written before its root is.
    const row = { urn, owner, tenant: owner, values: { ...defaults, ...values }, hidden, timestamp: this.now };
    await insertRows(this.transaction, resource, [row]);
  }

  async role(company: string, name: string, labels: readonly string[]): Promise<void> {
    const urn = newUrn();
    await this.insert('Role', { urn, owner: company }, { owner: company, name, isBuiltIn: true });
    for (const label of labels) {
      await this.insert(
        'Permission',
        { urn: newUrn(), owner: company },
        {
          owner: company,
          subjectUrn: urn,
          subjectScope: 'ROLE',
          objectUrn: company,
          objectScope: 'COMPANY',
          label,
          grantedBy: { urn: null, type: 'SYSTEM', name: null },
        },
      );
    }
  }

  async firstClient(company: string, token: string): Promise<void> {
    const identity = newUrn();
    const client = newUrn();
    await this.insert(
      'Identity',
      { urn: identity, owner: company },
      { owner: company, name: 'Administrator', type: 'SERVICE' },
    );
    queueRows(this.transaction, 'Identity', [identity]);
    await this.insert(
      'ApiClient',
      { urn: client, owner: company },
      {
        owner: company,
        clientID: newIdentifier(),
        name: 'Administrator',
        accessLevel: 'COMPANY',
        identity,
        // The operator's own: scripts and first steps must not be slowed down.
        requestsPerMinute: 60_000,
      },
    );
    await this.insert(
      'ApiClientBearerToken',
      { urn: newUrn(), owner: company },
      {
        apiClient: client,
        expirationTimestamp: new Date(Date.parse(this.now) + tenYears).toISOString(),
        name: 'First token',
        tokenPrefix: token.slice(0, 8),
      },
      { token_hash: secretHash(token) },
    );
  }
}
