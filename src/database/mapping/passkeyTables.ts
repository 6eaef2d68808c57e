// The tables of invitations of people, of the passkeys that they sign in with, and of what browsers were asked to sign. Resource
// reference 16.24.
import { instant, reference, table, text, uuid, type Table } from './table.ts';

/** All of them. */
export const passkeyTables: readonly Table[] = [
  table(
    'invitation',
    [text('secret_hash'), uuid('tenant'), uuid('identity'), instant('expiration_timestamp')],
    ['secret_hash'],
    {
      indexes: [
        { name: 'ix_invitation_identity', keys: ['"identity"'] },
        { name: 'ix_invitation_expiration', keys: ['"expiration_timestamp"'] },
      ],
      references: [reference('invitation', 'identity')],
    },
  ),
  table(
    'passkey',
    [
      uuid('urn'),
      uuid('tenant'),
      uuid('identity'),
      text('credential_id'),
      text('public_key'),
      { name: 'counter', type: 'bigint' },
      instant('created_timestamp'),
      instant('last_used_timestamp', true),
    ],
    ['urn'],
    {
      indexes: [
        { name: 'uq_passkey__credential_id', keys: ['"credential_id"'], isUnique: true },
        { name: 'ix_passkey_identity', keys: ['"identity"'] },
      ],
      references: [reference('passkey', 'identity')],
    },
  ),
  table(
    'passkey_challenge',
    [text('challenge_hash'), uuid('identity', true), instant('expiration_timestamp')],
    ['challenge_hash'],
    { indexes: [{ name: 'ix_passkey_challenge_expiration', keys: ['"expiration_timestamp"'] }] },
  ),
];
