// The tables that belong to no kind of the contract; those of tenants' data name the tenant of each row: links, what was live when, sign-in, the event log, the search index
// and the settings that all processes share.
import { instant, reference, sentInstant, table, text, uuid, type Table } from './table.ts';
import { communityTables } from './communityTables.ts';
import { contentTables } from './contentTables.ts';
import { passkeyTables } from './passkeyTables.ts';
import { searchTables } from './searchTables.ts';
import { webhookTables } from './webhookTables.ts';

/** Every table that belongs to no kind. */
export const serviceTables: readonly Table[] = [
  // When which value of an item was live. `until_timestamp` is null for the one that is live now.
  table(
    'item_live',
    [
      uuid('tenant'),
      uuid('item_urn'),
      sentInstant('from_timestamp'),
      uuid('entry'),
      uuid('entity'),
      sentInstant('until_timestamp', true),
    ],
    ['item_urn', 'from_timestamp', 'entry'],
    {
      indexes: [
        { name: 'uq_item_live_now', keys: ['"item_urn"'], isUnique: true, where: '"until_timestamp" IS NULL' },
        { name: 'ix_item_live_entity', keys: ['"entity"', '"from_timestamp"'] },
        { name: 'ix_item_live_entry', keys: ['"entry"'] },
      ],
      checks: [
        {
          name: 'ck_item_live_period',
          expression: '"until_timestamp" IS NULL OR "until_timestamp" >= "from_timestamp"',
        },
      ],
      references: [reference('item_live', 'item_urn', 'CASCADE', 'item')],
    },
  ),
  // Every list of links between resources, in order: `field` is Kind.field of the side that states it.
  table(
    'link',
    [uuid('tenant'), uuid('from_urn'), text('field'), uuid('to_urn'), { name: 'position', type: 'integer' }],
    ['from_urn', 'field', 'to_urn'],
    {
      indexes: [{ name: 'ix_link_to', keys: ['"to_urn"', '"field"'] }],
      references: [reference('link', 'from_urn', 'CASCADE', 'from'), reference('link', 'to_urn', 'CASCADE', 'to')],
    },
  ),
  // Where an entity could be found before its path changed: the view answers 308.
  table(
    'entity_redirect',
    [
      uuid('tenant'),
      uuid('urn'),
      uuid('owner'),
      text('path'),
      text('language'),
      text('variant'),
      uuid('entity'),
      instant('expires_timestamp'),
    ],
    ['urn'],
    {
      indexes: [{ name: 'ix_entity_redirect_path', keys: ['md5("path")'] }],
      references: [reference('entity_redirect', 'entity')],
    },
  ),
  ...contentTables,
  // Settings that every process of one database shares, such as the key that signs cursors.
  table('setting', [text('name'), { name: 'value', type: 'json' }], ['name']),
  // Sizes of images that were made for readers, by what they are made of (files/derivedImage.ts). The bytes are in the file storage,
  // as those of the stored image `source` are, which tenants may share.
  table(
    'derived_image',
    [
      text('key'),
      text('source'),
      text('sha256'),
      text('content_type'),
      { name: 'byte_length', type: 'bigint' },
      instant('used_timestamp'),
    ],
    ['key'],
    {
      indexes: [
        { name: 'ix_derived_image_sha256', keys: ['"sha256"'] },
        { name: 'ix_derived_image_used', keys: ['"used_timestamp"'] },
      ],
    },
  ),
  ...communityTables,
  // Identities that ended for good: merged into another one, or erased. They cannot be restored.
  table(
    'identity_end',
    [
      uuid('tenant'),
      uuid('urn'),
      uuid('merged_into', true),
      instant('ended_timestamp'),
      { name: 'actor', type: 'json' },
    ],
    ['urn'],
    {
      indexes: [{ name: 'ix_identity_end_merged_into', keys: ['"merged_into"'] }],
      references: [reference('identity_end', 'urn'), reference('identity_end', 'merged_into', 'SET NULL')],
    },
  ),
  // Every change of a permission edge.
  table(
    'permission_audit',
    [
      uuid('tenant'),
      { name: 'position', type: 'bigint', isIdentity: true },
      uuid('permission'),
      uuid('owner'),
      text('event'),
      uuid('subject_urn'),
      text('subject_scope'),
      uuid('object_urn'),
      text('object_scope'),
      text('label'),
      sentInstant('from_timestamp', true),
      sentInstant('to_timestamp', true),
      text('reason', true),
      { name: 'actor', type: 'json' },
      instant('timestamp'),
    ],
    ['position'],
    { indexes: [{ name: 'ix_permission_audit_owner', keys: ['"owner"', '"position"'] }] },
  ),
  // Authorization codes of OAuth. Secrets are kept as SHA-256 alone, here and below.
  table(
    'o_auth_code',
    [
      uuid('tenant'),
      text('code_hash'),
      uuid('api_client'),
      uuid('identity'),
      text('redirect_uri', true),
      text('code_challenge'),
      text('scope'),
      uuid('family_urn'),
      instant('expiration_timestamp'),
      instant('used_timestamp', true),
    ],
    ['code_hash'],
    {
      indexes: [{ name: 'ix_o_auth_code_expiration', keys: ['"expiration_timestamp"'] }],
      references: [reference('o_auth_code', 'api_client'), reference('o_auth_code', 'identity')],
    },
  ),
  table(
    'web_session',
    [
      uuid('tenant'),
      uuid('urn'),
      text('secret_hash'),
      uuid('identity'),
      instant('created_timestamp'),
      instant('idle_timestamp'),
      instant('expiration_timestamp'),
      instant('ended_timestamp', true),
    ],
    ['urn'],
    {
      indexes: [
        { name: 'uq_web_session__secret_hash', keys: ['"secret_hash"'], isUnique: true },
        { name: 'ix_web_session_identity', keys: ['"identity"'] },
        { name: 'ix_web_session_expiration', keys: ['"expiration_timestamp"'] },
      ],
      references: [reference('web_session', 'identity')],
    },
  ),
  // Accounts at an identity provider with which people sign in.
  table(
    'sign_in_account',
    [text('issuer'), text('subject'), uuid('tenant'), uuid('identity'), instant('created_timestamp')],
    ['tenant', 'issuer', 'subject'],
    {
      indexes: [{ name: 'ix_sign_in_account_identity', keys: ['"identity"'] }],
      references: [reference('sign_in_account', 'tenant'), reference('sign_in_account', 'identity')],
    },
  ),
  table(
    'sign_in_attempt',
    [
      text('state_hash'),
      text('browser_hash'),
      text('nonce'),
      text('code_verifier'),
      text('return_to'),
      instant('expiration_timestamp'),
    ],
    ['state_hash'],
    { indexes: [{ name: 'ix_sign_in_attempt_expiration', keys: ['"expiration_timestamp"'] }] },
  ),
  table(
    'sign_in_link',
    [uuid('tenant'), text('secret_hash'), uuid('identity'), text('return_to'), instant('expiration_timestamp')],
    ['secret_hash'],
    {
      indexes: [{ name: 'ix_sign_in_link_expiration', keys: ['"expiration_timestamp"'] }],
      references: [reference('sign_in_link', 'identity')],
    },
  ),
  ...passkeyTables,
  // What callers have sent within the last minute, for all processes. Nothing in it is worth keeping over a crash, so
  // that a request waits for no disk.
  table(
    'request_rate',
    [
      text('key'),
      { name: 'cell', type: 'bigint' },
      { name: 'counts', type: 'integer[]' },
      { name: 'paced_until', type: 'float8' },
      { name: 'taken', type: 'integer' },
    ],
    ['key'],
    { isUnlogged: true, fillFactor: 50 },
  ),
  // Requests that were sent under an idempotency key. The key is a hash, and the answer is sealed with the key itself.
  table(
    'idempotency_key',
    [
      text('key'),
      text('digest'),
      text('state'),
      text('answer', true),
      // Null for keys of before it was noted, which are kept for a day.
      uuid('tenant', true),
      instant('lease_until'),
      instant('created_timestamp'),
    ],
    ['key'],
    { indexes: [{ name: 'ix_idempotency_key_created_timestamp', keys: ['"created_timestamp"'] }] },
  ),
  // How often something has changed that decides what callers of a tenant may do: moved by triggers.
  table(
    'access_epoch',
    [uuid('tenant'), { name: 'epoch', type: 'bigint' }, { name: 'edge_epoch', type: 'bigint', default: '0' }],
    ['tenant'],
    { fillFactor: 50 },
  ),
  // Who signed in, which tokens were used and which writes were refused: one row for what is the same on one day.
  table(
    'access_record',
    [
      uuid('tenant'),
      { name: 'position', type: 'bigint', isIdentity: true },
      text('key'),
      uuid('owner'),
      text('event'),
      uuid('api_client', true),
      uuid('identity', true),
      uuid('token', true),
      text('operation', true),
      uuid('target', true),
      instant('first_timestamp'),
      instant('last_timestamp'),
      { name: 'count', type: 'bigint' },
    ],
    ['position'],
    {
      indexes: [
        { name: 'uq_access_record__tenant__key', keys: ['"tenant"', '"key"'], isUnique: true },
        { name: 'ix_access_record_first', keys: ['"first_timestamp"'] },
        { name: 'ix_access_record_listed', keys: ['"owner"', '"first_timestamp"', '"position"'] },
        { name: 'ix_access_record_event', keys: ['"owner"', '"event"', '"first_timestamp"', '"position"'] },
        ...['identity', 'api_client', 'operation', 'target'].map((column) => ({
          name: `ix_access_record_${column}`,
          keys: ['"owner"', `"${column}"`, '"first_timestamp"', '"position"'],
          where: `"${column}" IS NOT NULL`,
        })),
      ],
    },
  ),
  // What callers deleted and may restore: the resource that they named, not what went along. Ends with its row.
  table(
    'deletion',
    [
      uuid('urn'),
      uuid('tenant'),
      uuid('owner'),
      text('kind'),
      instant('deleted_timestamp'),
      { name: 'deleted_by', type: 'json', isNullable: true },
      // The transaction, by its number in the database: what one bulk deleted comes back together where one needs another.
      { name: 'transaction', type: 'bigint', isNullable: true },
    ],
    ['urn'],
    {
      indexes: [
        { name: 'ix_deletion_listed', keys: ['"owner"', '"deleted_timestamp"', '"urn"'] },
        { name: 'ix_deletion_kind', keys: ['"owner"', '"kind"', '"deleted_timestamp"', '"urn"'] },
      ],
      references: [reference('deletion', 'urn')],
    },
  ),
  // What ended when `cause` was deleted (engine/endedLinks.ts): the permission edge `urn`, or the link `field` of the row `urn` to `target`.
  table(
    'ended_link',
    [
      uuid('cause'),
      uuid('tenant'),
      uuid('urn'),
      text('field'),
      uuid('target'),
      { name: 'position', type: 'integer', isNullable: true },
    ],
    ['cause', 'urn', 'field', 'target'],
    {
      indexes: [
        { name: 'ix_ended_link_urn', keys: ['"urn"'] },
        { name: 'ix_ended_link_target', keys: ['"target"'] },
      ],
      references: ['cause', 'urn', 'target'].map((column) => reference('ended_link', column)),
    },
  ),
  // Tenants that the operator has disabled, and since when.
  table('disabled_tenant', [uuid('tenant'), instant('since_timestamp')], ['tenant']),
  // The event log of each tenant: its head, where what is kept begins, and up to where an earlier past was the same.
  table(
    'event_log',
    [
      uuid('tenant'),
      { name: 'last_sequence', type: 'bigint' },
      { name: 'expired_sequence', type: 'bigint' },
      // The newest event: its place in the log of all tenants, and what it is known again by.
      { name: 'last_ordinal', type: 'bigint' },
      uuid('last_urn', true),
      { name: 'common_sequence', type: 'bigint', isNullable: true },
    ],
    ['tenant'],
    { indexes: [{ name: 'ix_event_log_last_ordinal', keys: ['"last_ordinal"'] }] },
  ),
  ...webhookTables,
  // The GraphQL documents that clients have registered, by the ids of their manifests.
  table(
    'client_document',
    [uuid('tenant'), uuid('client'), text('id'), text('hash'), text('document'), instant('registered_timestamp')],
    ['client', 'id'],
    {
      indexes: [{ name: 'ix_client_document_hash', keys: ['"client"', '"hash"'] }],
      references: [reference('client_document', 'client')],
    },
  ),
  ...searchTables,
];
