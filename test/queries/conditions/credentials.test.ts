// The conditions of the statements about sign-in, sessions and OAuth tokens, one at a time.
import { viewerBySessionHash } from '../../../src/database/access/tokenStore.ts';
import { holdClient } from '../../../src/database/oauth/oauthCodeStore.ts';
import { lockByRefreshHash, revokeFamily, tokenByHash } from '../../../src/database/oauth/oauthTokenStore.ts';
import {
  confirmEmail,
  hasAccount,
  holdersOfEmail,
  originsOfTenant,
  personName,
  personOfAccount,
  signInCompany,
  takeAttempt,
} from '../../../src/database/session/signInStore.ts';
import {
  hasVerifiedEmail,
  livingSessions,
  markSecretEnded,
  markWebSessionEnded,
  noteSessionUse,
} from '../../../src/database/session/webSessionStore.ts';
import { disabled, company, client, person, access, session, other } from './builders.ts';
import { ago, future, now, past, useTrials, type Case } from './scenario.ts';

const trials = useTrials();
const { inside } = trials;

const cases: Readonly<Record<string, Case>> = {
  'a session is somebody': {
    rows: (urn) => ({ session: session(urn), person: person(urn), company: company(urn), off: other(urn) }),
    finds: async (urn) => (await viewerBySessionHash(trials.database, urn('hash'))) !== null,
    not: () => ({
      ...disabled,
      'session.ended_timestamp': past,
      'session.idle_timestamp': past,
      'session.expiration_timestamp': past,
      'person.deleted_timestamp': past,
      'company.deleted_timestamp': past,
    }),
  },
  'a session lives for its streams': {
    rows: (urn) => ({ session: session(urn), person: person(urn), company: company(urn), off: other(urn) }),
    finds: async (urn) => (await livingSessions(trials.database, [urn('hash')])).has(urn('hash')),
    not: () => ({
      ...disabled,
      'session.ended_timestamp': past,
      'session.idle_timestamp': past,
      'session.expiration_timestamp': past,
      'person.deleted_timestamp': past,
      'company.deleted_timestamp': past,
    }),
  },
  'a session is ended once': {
    rows: (urn) => ({ session: session(urn) }),
    finds: (urn) => markWebSessionEnded(trials.database, urn('session')),
    not: () => ({
      'session.urn': 'urn:another',
      'session.ended_timestamp': past,
      'session.idle_timestamp': past,
      'session.expiration_timestamp': past,
    }),
  },
  'the session of a secret is ended': {
    rows: (urn) => ({ session: session(urn), person: person(urn), company: company(urn) }),
    finds: async (urn) => {
      await markSecretEnded(trials.database, urn('hash'));
      return (await livingSessions(trials.database, [urn('hash')])).size === 0;
    },
    not: () => ({}),
  },
  'a session that is used lives longer': {
    rows: (urn) => ({
      session: ['web_session', { ...session(urn)[1], idle_timestamp: ago(0, -1) }],
    }),
    finds: async (urn) => {
      await noteSessionUse(trials.database, urn('session'), 600);
      const [row] = await trials.database.query({
        text: `SELECT idle_timestamp > now() + interval '9 minutes' AS longer FROM web_session WHERE urn = $1`,
        values: [urn('session')],
      });
      return row?.['longer'] === true;
    },
    not: () => ({
      'session.ended_timestamp': past,
      'session.expiration_timestamp': past,
      'session.idle_timestamp': past,
    }),
  },
  'a verified address': {
    rows: (urn) => ({ email: ['email', { identity: urn('person'), is_verified: true }] }),
    finds: (urn) => hasVerifiedEmail(trials.database, urn('person')),
    not: () => ({ 'email.identity': 'urn:another', 'email.is_verified': false, 'email.deleted_timestamp': past }),
  },
  'an address to confirm': {
    rows: (urn) => ({ email: ['email', { urn: urn('email'), is_verified: false }] }),
    finds: async (urn) => (await confirmEmail(trials.database, urn('email'), now)) !== null,
    not: () => ({ 'email.is_verified': true, 'email.deleted_timestamp': past, 'email.urn': 'urn:another' }),
  },
  'the person of an address': {
    rows: (urn) => ({
      email: ['email', { identity: urn('person'), email: 'Ada@example.com' }],
      person: person(urn),
      company: company(urn),
    }),
    finds: async (urn) => (await holdersOfEmail(trials.database, urn('company'), 'ada@example.com')).length === 1,
    not: () => ({
      'email.email': 'eda@example.com',
      'email.deleted_timestamp': past,
      'person.deleted_timestamp': past,
      'person.type': 'ANONYMOUS',
      'company.deleted_timestamp': past,
      'company.owner': 'urn:another',
    }),
  },
  'the person of an account': {
    rows: (urn) => ({
      account: ['sign_in_account', { identity: urn('person'), tenant: urn('company'), issuer: 'i', subject: 's' }],
      person: person(urn),
    }),
    finds: async (urn) =>
      (await personOfAccount(trials.database, urn('company'), { issuer: 'i', subject: 's' })) !== null,
    not: () => ({
      'account.tenant': 'urn:another',
      'account.issuer': 'j',
      'account.subject': 't',
      'person.deleted_timestamp': past,
    }),
  },
  'an account of an issuer': {
    rows: (urn) => ({ account: ['sign_in_account', { identity: urn('person'), issuer: 'i' }] }),
    finds: (urn) => hasAccount(trials.database, urn('person'), 'i'),
    not: () => ({ 'account.identity': 'urn:another', 'account.issuer': 'j' }),
  },
  'a sign-in that a browser began': {
    rows: (urn) => ({
      attempt: [
        'sign_in_attempt',
        { state_hash: urn('state'), browser_hash: urn('browser'), expiration_timestamp: future },
      ],
    }),
    finds: async (urn) => (await takeAttempt(trials.database, urn('state'), urn('browser'))) !== null,
    not: () => ({
      'attempt.state_hash': 'another',
      'attempt.browser_hash': 'another',
      'attempt.expiration_timestamp': past,
    }),
  },
  'the company people sign in to': {
    rows: (urn) => ({ company: company(urn), off: other(urn) }),
    finds: async (urn) => (await signInCompany(trials.database, null))?.companyUrn === urn('company'),
    not: () => ({ ...disabled, 'company.deleted_timestamp': past, 'company.owner': 'urn:another' }),
  },
  'a named company people sign in to': {
    rows: (urn) => ({ company: company(urn, 'company', 'root'), first: company(urn, 'root'), off: other(urn) }),
    finds: async (urn) => (await signInCompany(trials.database, urn('company')))?.companyUrn === urn('company'),
    not: () => ({ 'off.tenant': 'urn:root', 'company.deleted_timestamp': past, 'company.urn': 'urn:another' }),
  },
  'the name of a person': {
    rows: (urn) => ({ person: person(urn), off: other(urn) }),
    finds: async (urn) => (await personName(trials.database, urn('person'))) === 'Ada',
    not: () => ({ ...disabled, 'person.deleted_timestamp': past, 'person.urn': 'urn:another' }),
  },
  'the origins of a tenant': {
    rows: (urn) => ({ client: client(urn, { allowed_origins: ['https://a.example'] }), company: company(urn) }),
    finds: async (urn) => (await originsOfTenant(trials.database, urn('company'))).length === 1,
    not: () => ({
      'client.status': 'DISABLED',
      'client.deleted_timestamp': past,
      'company.deleted_timestamp': past,
      'company.owner': 'urn:another',
    }),
  },
  'a client that is held': {
    rows: (urn) => ({ client: client(urn) }),
    finds: (urn) => holdClient(trials.database, urn('client')),
    not: () => ({ 'client.status': 'DISABLED', 'client.deleted_timestamp': past, 'client.urn': 'urn:another' }),
  },
  'a token by its refresh token': {
    rows: (urn) => ({ token: access(urn) }),
    finds: async (urn) => (await inside((t) => lockByRefreshHash(t, urn('refresh')))) !== null,
    not: () => ({ 'token.deleted_timestamp': past, 'token.refresh_hash': 'another' }),
  },
  'a token by either secret': {
    rows: (urn) => ({ token: access(urn) }),
    finds: async (urn) =>
      (await tokenByHash(trials.database, urn('hash')))?.isRefresh === false &&
      (await tokenByHash(trials.database, urn('refresh')))?.isRefresh === true,
    not: () => ({ 'token.deleted_timestamp': past, 'token.refresh_hash': 'another', 'token.access_hash': 'another' }),
  },
  'a token of a family is revoked': {
    rows: (urn) => ({ token: access(urn, { refresh_expiration_timestamp: past }) }),
    finds: async (urn) => (await inside((t) => revokeFamily(t, urn('family'), now))).length === 1,
    not: () => ({
      'token.family_urn': 'urn:another',
      'token.revoked_timestamp': past,
      'token.deleted_timestamp': past,
      'token.expiration_timestamp': [past, now],
    }),
  },
  'a token that can be refreshed is revoked': {
    rows: (urn) => ({ token: access(urn, { expiration_timestamp: past }) }),
    finds: async (urn) => (await inside((t) => revokeFamily(t, urn('family'), now))).length === 1,
    not: () => ({ 'token.refresh_used_timestamp': past, 'token.refresh_expiration_timestamp': [past, now] }),
  },
  'all but one of a family are revoked': {
    rows: (urn) => ({
      token: access(urn),
      kept: access(urn, { urn: urn('kept'), access_hash: 'a', refresh_hash: 'b' }),
    }),
    finds: async (urn) =>
      (await inside((t) => revokeFamily(t, urn('family'), now, urn('kept')))).map((one) => one.urn).join() ===
      urn('token'),
    not: () => ({ 'token.family_urn': 'urn:another' }),
  },
};

trials.prove(cases);
