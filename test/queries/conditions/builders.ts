// Rows that many cases begin with: companies, people, clients, their credentials, and edges between them.
import { future, past, type Given, type Names } from './scenario.ts';

/** Two texts that MD5 takes for one: an index on the digest finds both. */
export const [sameDigest, sameDigestToo] = ['A', 'E'].map(
  (letter) => `TEXTCOLLBYfGiJUETHQ4h${letter}cKSMd5zYpgqf1YRDhkmxHkhPWptrkoyz28wnI9V0aHeAuaKnak`,
) as [string, string];

export const ended = { 'edge.deleted_timestamp': past, 'edge.to_timestamp': past };
export const window = { ...ended, 'edge.from_timestamp': future };
export const open = { 'edge.to_timestamp': future, 'edge.from_timestamp': past };

/** An edge `SCOPE:name` → label → `SCOPE:name`. */
export const edge = (urn: Names, from: string, label: string, to: string): Given => {
  const [subjectScope = '', subject = ''] = from.split(':');
  const [objectScope = '', object = ''] = to.split(':');
  return [
    'permission',
    {
      subject_scope: subjectScope,
      subject_urn: urn(subject),
      label,
      object_scope: objectScope,
      object_urn: urn(object),
    },
  ];
};

/** The columns of a row of that name that is the company's. */
export const owned = (
  urn: Names,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({ urn: urn(name), owner: urn('company'), tenant: urn('company'), ...more });

export const company = (urn: Names, name = 'company', owner = name): Given => [
  'company',
  { urn: urn(name), owner: urn(owner), tenant: urn(owner) },
];
export const client = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'api_client',
  {
    urn: urn('client'),
    owner: urn('company'),
    tenant: urn('company'),
    status: 'ACTIVE',
    access_level: 'RESTRICTED',
    identity: urn('person'),
    ...more,
  },
];
export const bearer = (urn: Names): Given => [
  'api_client_bearer_token',
  {
    urn: urn('token'),
    token_hash: urn('hash'),
    api_client: urn('client'),
    owner: urn('company'),
    tenant: urn('company'),
    expiration_timestamp: future,
  },
];
export const person = (urn: Names): Given => [
  'identity',
  { urn: urn('person'), owner: urn('company'), tenant: urn('company'), type: 'PERSON', name: 'Ada' },
];
export const access = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'o_auth_token',
  {
    urn: urn('token'),
    tenant: urn('company'),
    access_hash: urn('hash'),
    refresh_hash: urn('refresh'),
    api_client: urn('client'),
    identity: urn('person'),
    grant_type: 'authorization_code',
    scope: 'read',
    family_urn: urn('family'),
    expiration_timestamp: future,
    refresh_expiration_timestamp: future,
    ...more,
  },
];
export const session = (urn: Names): Given => [
  'web_session',
  {
    urn: urn('session'),
    secret_hash: urn('hash'),
    identity: urn('person'),
    tenant: urn('company'),
    idle_timestamp: future,
    expiration_timestamp: future,
  },
];
export const other = (urn: Names): Given => ['disabled_tenant', { tenant: urn('another') }];
export const disabled = { 'off.tenant': 'urn:company' };
