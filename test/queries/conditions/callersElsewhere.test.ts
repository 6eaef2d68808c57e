// Credentials that are good, of tenants that are on the move or live in another cell.
import { notHere } from '../../../src/database/access/tokenStore.ts';
import { future, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();

const cell = (urn: Names): Given => ['cell', { name: urn('cell'), url: 'https://east.example' }];
const moved = (urn: Names): Given => [
  'disabled_tenant',
  { tenant: urn('company'), state: 'MOVED', cell: urn('cell'), until_timestamp: null },
];
const isNotHere = async (urn: Names): Promise<boolean> =>
  (await notHere(trials.database, { hash: urn('hash') })) !== null;
const leadsThere = async (urn: Names): Promise<boolean> =>
  (await notHere(trials.database, { hash: urn('hash') }))?.cell?.url === 'https://east.example';

const bearer = (urn: Names): Given => ['api_client_bearer_token', { token_hash: urn('hash'), tenant: urn('company') }];
const access = (urn: Names): Given => ['o_auth_token', { access_hash: urn('hash'), tenant: urn('company') }];
const session = (urn: Names): Given => ['web_session', { secret_hash: urn('hash'), tenant: urn('company') }];

const cases: Readonly<Record<string, Case>> = {
  'a bearer token of a tenant that has moved leads there': {
    rows: (urn) => ({ token: bearer(urn), off: moved(urn), cell: cell(urn) }),
    finds: leadsThere,
    not: () => ({
      'token.token_hash': 'another',
      'token.revoked_timestamp': past,
      'off.tenant': 'urn:another',
      'off.state': ['DISABLED', 'PAUSED', 'CLOSED'],
      'cell.name': 'another',
    }),
    still: { 'off.state': 'ARRIVING' },
  },
  'an access token of a tenant that has moved leads there': {
    rows: (urn) => ({ token: access(urn), off: moved(urn), cell: cell(urn) }),
    finds: leadsThere,
    not: () => ({ 'token.access_hash': 'another', 'token.revoked_timestamp': past }),
  },
  'a session of a tenant that has moved leads there': {
    rows: (urn) => ({ session: session(urn), off: moved(urn), cell: cell(urn) }),
    finds: leadsThere,
    not: () => ({ 'session.secret_hash': 'another', 'session.ended_timestamp': past }),
  },
  'a tenant that is closed for its move is known until it should have ended': {
    rows: (urn) => ({
      token: bearer(urn),
      off: ['disabled_tenant', { tenant: urn('company'), state: 'CLOSED', cell: null, until_timestamp: future }],
    }),
    finds: isNotHere,
    not: () => ({ 'off.until_timestamp': past, 'off.state': ['DISABLED', 'PAUSED'] }),
    still: { 'off.state': ['MOVED', 'ARRIVING'] },
  },
};

trials.prove(cases);
