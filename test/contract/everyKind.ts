// One resource of every kind in a tenant: created over REST, or inserted as the service itself would where no caller can
// create it.
import { loadContract } from '../../src/contract/load.ts';
import { withClient } from '../support/database.ts';
import type { SharedService, Tenant } from '../support/service.ts';
import { make } from './make.ts';

const contract = loadContract();

/** The urns so far, by the name of their kind. */
type Urns = ReadonlyMap<string, string>;

/** Creates one resource of every kind that can be read, and returns their urns by the name of the kind. */
export async function oneOfEach(service: SharedService, admin: Tenant): Promise<Urns> {
  const urns = new Map<string, string>();
  const kinds = contract.resources.filter((kind) => kind.operations.has('READ'));
  const isMade = (name: string): boolean => contract.byName.get(name)?.operations.has('CREATE') === true;
  for (const { name } of [...kinds.filter((k) => isMade(k.name)), ...kinds.filter((k) => !isMade(k.name))]) {
    urns.set(name, await oneOf(service, admin, name, urns));
  }
  return urns;
}

async function oneOf(service: SharedService, admin: Tenant, kind: string, urns: Urns): Promise<string> {
  const { operations, plural } = contract.byName.get(kind) ?? { operations: new Set(), plural: '' };
  if (operations.has('CREATE') && kind !== 'Company' && !(kind in inserts)) return (await make(admin, kind)).urn;
  const { body } = await admin.rest('GET', `/n/v1/${plural}`);
  const [first] = (body?.[plural] ?? []) as { urn: string }[];
  return first?.urn ?? (await insertOne(service, admin, kind, urns));
}

async function insertOne(service: SharedService, admin: Tenant, kind: string, urns: Urns): Promise<string> {
  const urn = crypto.randomUUID();
  const value = inserts[kind];
  if (!value) throw new Error(`Nobody says how a ${kind} comes to be`);
  await withClient(service.databaseUrl, async (client) => {
    await client.query('INSERT INTO resource (urn, kind) VALUES ($1, $2)', [urn, kind]);
    const columns = {
      urn,
      version: 1,
      owner: admin.company,
      tenant: admin.company,
      created_timestamp: new Date(),
      updated_timestamp: new Date(),
      ...value(urns),
    };
    const names = Object.keys(columns);
    const table = contract.byName.get(kind)?.table ?? '';
    const places = names.map((_, at) => `$${String(at + 1)}`).join(', ');
    await client.query(
      `INSERT INTO "${table}" (${names.map((n) => `"${n}"`).join(', ')}) VALUES (${places})`,
      Object.values(columns),
    );
  });
  return urn;
}

const inserts: Readonly<Record<string, (urns: Urns) => Record<string, unknown>>> = {
  OAuthToken: (urns) => ({
    api_client: urns.get('ApiClient'),
    grant_type: 'client_credentials',
    scope: 'read',
    token_type: 'Bearer',
    issued_timestamp: new Date(),
    expiration_timestamp: new Date(Date.now() + 60_000),
    family_urn: crypto.randomUUID(),
  }),
  ImageItemFile: (urns) => ({
    image_item: urns.get('ImageItem'),
    image_item_format: 'DEFAULT',
    content_type: 'image/png',
    byte_length: 1,
    width: 1,
    height: 1,
    focal_x: 0.5,
    focal_y: 0.5,
    digest: 'none',
    sha256: 'ab'.repeat(32),
    is_derived: false,
  }),
  MessageThreadNotification: (urns) => ({
    message_thread: urns.get('MessageThread'),
    identity: urns.get('Identity'),
    notification_count: 1,
    mention_count: 0,
    level: 'ALL',
    is_following: true,
  }),
  // Search results are tested with searches.
  Search: () => ({
    query: 'page',
    include_scopes: ['ENTITY'],
    order: 'UNDEFINED',
    language: 'en',
    content_version: 'LATEST',
    status: 'FULL_RESULT',
    expiration_timestamp: new Date(Date.now() + 600_000),
  }),
  WebhookDelivery: (urns) => ({
    subscription: urns.get('WebhookSubscription'),
    trigger: urns.get('WebhookTrigger'),
    status: 'PENDING',
    attempt_count: 0,
    attempts: '[]',
  }),
};
