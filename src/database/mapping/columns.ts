// How a field of the contract looks in PostgreSQL: its column type, and the columns a kind's row is read from. The one
// mapping between the contract's names and the database's; entities, stores and statements all use it.
import { isWorded } from '../../contract/listQuery.ts';
import type { Contract, Field, Resource } from '../../contract/resource.ts';

/** A column that is not a field: kept for the service itself and never shown. */
export interface HiddenColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly isNullable: boolean;
  /** As SQL; for rows that are written without it. */
  readonly default?: string;
  /** Numbered by the database. */
  readonly isIdentity?: boolean;
}

/** The column types the service uses. */
export type ColumnType =
  | 'uuid'
  | 'text'
  | 'boolean'
  | 'integer'
  | 'bigint'
  | 'float8'
  | 'json'
  | 'uuid[]'
  | 'text[]'
  | 'integer[]'
  | 'bigint[]'
  | 'timestamptz'
  | 'timestamptz(3)'
  | 'bytea'
  | 'tsvector'
  | 'regconfig';

/** Columns of single kinds that no caller sees. */
const hiddenColumns: Readonly<Record<string, readonly HiddenColumn[]>> = {
  Entity: [
    { name: 'publish_requested_by', type: 'json', isNullable: true },
    // The version and the time of the last change that viewers without READ_DRAFT see; a trigger keeps them.
    { name: 'live_version', type: 'bigint', isNullable: false, default: '1' },
    { name: 'live_updated_timestamp', type: 'timestamptz(3)', isNullable: false, default: 'now()' },
    // The publishTimestamp of what is live, whatever is planned since, and the versions that changed nothing else for those viewers.
    { name: 'live_publish_timestamp', type: 'timestamptz', isNullable: true },
    { name: 'redated_versions', type: 'bigint[]', isNullable: true },
  ],
  Group: [{ name: 'is_chat', type: 'boolean', isNullable: false, default: 'false' }],
  GroupMembership: [
    { name: 'member_opt_out', type: 'boolean', isNullable: false, default: 'false' },
    { name: 'owner_ban', type: 'boolean', isNullable: false, default: 'false' },
    { name: 'owner_agreed', type: 'boolean', isNullable: false, default: 'false' },
  ],
  MessageThread: [
    { name: 'last_position', type: 'bigint', isNullable: false, default: '0' },
    // The posts that are not deleted: takePlaces and countPosts (community/threadStore.ts) keep it.
    { name: 'post_count', type: 'integer', isNullable: false, default: '0' },
    // Its changes that were counted after their commit (community/unreadChangeStore.ts).
    { name: 'change_count', type: 'bigint', isNullable: false, default: '0' },
  ],
  MessageThreadNotification: [
    { name: 'last_read_position', type: 'bigint', isNullable: false, default: '0' },
    { name: 'notified_count', type: 'integer', isNullable: false, default: '0' },
    // The number, among the changes of its thread that are counted after their commit, of the last that it has counted.
    { name: 'counted_change', type: 'bigint', isNullable: false, default: '0' },
  ],
  ThreadPost: [{ name: 'position', type: 'bigint', isNullable: false, default: '0' }],
  Search: [{ name: 'caller', type: 'uuid', isNullable: true }],
  Asset: [{ name: 'sha256', type: 'text', isNullable: true }],
  ImageItemFile: [
    { name: 'sha256', type: 'text', isNullable: false },
    { name: 'is_derived', type: 'boolean', isNullable: false },
  ],
  ApiClient: [{ name: 'client_secret_hash', type: 'text', isNullable: true }],
  ApiClientBearerToken: [
    { name: 'token_hash', type: 'text', isNullable: true },
    // Whether the token was made for certain roles: it stays narrowed when the last of them is deleted.
    { name: 'narrows_roles', type: 'boolean', isNullable: true },
  ],
  OAuthToken: [
    { name: 'access_hash', type: 'text', isNullable: true },
    { name: 'refresh_hash', type: 'text', isNullable: true },
    // The scope that was agreed to: a refresh may request less, and later for all of it again.
    { name: 'granted_scope', type: 'text', isNullable: true },
    { name: 'refresh_used_timestamp', type: 'timestamptz(3)', isNullable: true },
    { name: 'family_expiration_timestamp', type: 'timestamptz(3)', isNullable: true },
  ],
  ClientIdentifier: [{ name: 'is_released', type: 'boolean', isNullable: false }],
  PreviewLink: [
    // Null for one that was revoked.
    { name: 'token_hash', type: 'text', isNullable: true },
    // The version that it shows, and the variant over it.
    { name: 'shown', type: 'uuid[]', isNullable: false },
  ],
  PaymentInvoice: [{ name: 'payments', type: 'json', isNullable: true }],
  WebhookSubscription: [
    { name: 'secret_sealed', type: 'json', isNullable: true },
    { name: 'previous_secret_sealed', type: 'json', isNullable: true },
    // Whether a test succeeded since the subscription was switched off or changed its destination.
    { name: 'test_passed', type: 'boolean', isNullable: true },
  ],
  WebhookTrigger: [
    { name: 'position', type: 'bigint', isNullable: false, isIdentity: true },
    // Its place in the log of all tenants, given with the sequence.
    { name: 'ordinal', type: 'bigint', isNullable: true },
  ],
  WebhookDelivery: [
    { name: 'target_urn', type: 'uuid', isNullable: true },
    // The trigger's place among the triggers of its target.
    { name: 'position', type: 'bigint', isNullable: true },
    { name: 'schedule_step', type: 'integer', isNullable: false },
    { name: 'is_test', type: 'boolean', isNullable: false },
    { name: 'is_manual', type: 'boolean', isNullable: false },
    // The epoch of the log that it reports; null for deliveries of events.
    { name: 'log_epoch', type: 'integer', isNullable: true },
    // Whether the API client could read what was deleted, decided at the commit; null for other events.
    { name: 'may_read', type: 'boolean', isNullable: true },
  ],
};

/** The hidden columns of a kind. */
export function hiddenColumnsOf(resource: Resource): readonly HiddenColumn[] {
  return hiddenColumns[resource.name] ?? [];
}

/** Fields of the service that hold instants as callers sent them: when an entity went live, when an invoice was paid. */
const asSent: ReadonlySet<string> = new Set(['liveTimestamp', 'paidTimestamp']);

/** The PostgreSQL type of a stored field. Texts have no length there: PostgreSQL would cut trailing spaces in silence. */
export function columnType(field: Field): ColumnType {
  if (field.typeClass === 'LINK') return 'uuid';
  if (field.typeClass === 'OBJECT') return 'json';
  if (field.isList) return 'text[]';
  switch (field.typeName) {
    case 'ID':
      return 'uuid';
    case 'Boolean':
      return 'boolean';
    case 'Int':
      return 'integer';
    case 'Float':
      return 'float8';
    case 'Long':
      return 'bigint';
    case 'JSON':
      return 'json';
    case 'DateTime':
      // What the service notes itself is of its clock, in milliseconds.
      return field.isReadOnly && !asSent.has(field.name) ? 'timestamptz(3)' : 'timestamptz';
    default:
      return 'text';
  }
}

/** The fields that have a column, in the order of the SDL. A field that is only ever written is left out. */
export function storedFields(resource: Resource): readonly Field[] {
  return resource.fields.filter((f) => f.storage === 'COLUMN' && !f.isWriteOnly);
}

/** Whether the kind names its owner itself; otherwise the owner stands in a hidden column, copied from the container. */
export function hasOwnerField(resource: Resource): boolean {
  return resource.fieldByName.get('owner')?.storage === 'COLUMN';
}

/** Columns of the one table of all item kinds, each once. */
export function itemColumns(contract: Contract): ReadonlyMap<string, Field> {
  const columns = new Map<string, Field>();
  for (const resource of contract.resources.filter((r) => r.isItem)) {
    for (const field of storedFields(resource)) {
      const known = columns.get(field.column);
      if (known && columnType(known) !== columnType(field)) {
        throw new Error(`Item kinds disagree about the column ${field.column}`);
      }
      if (!known) columns.set(field.column, field);
    }
  }
  return columns;
}

/** Item columns that every entry of a history repeats: the values a caller writes. */
export function valueColumns(contract: Contract): string[] {
  const kept = new Set(['urn', 'version', 'is_published', 'created_timestamp', 'updated_timestamp', 'entity']);
  return [...itemColumns(contract).keys()].filter((name) => !kept.has(name));
}

/** A text (SQL) as it is put in order by people: by the root collation of ICU, in which texts that differ in nothing seen are equal. */
export const inNames = (sql: string): string => `${sql} COLLATE "names"`;

/** A rank (SQL) as it is put in order: by code points, whatever the database does. */
export const inRanks = (sql: string): string => `${sql} COLLATE "C"`;

/** A value (SQL) of the field as lists put it in order. */
export function inOrder(field: Field, sql: string): string {
  if (field.name === 'rank') return inRanks(sql);
  return isWorded(field) ? inNames(sql) : sql;
}

/** Quotes an identifier. Names come from the contract, never from a request. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
