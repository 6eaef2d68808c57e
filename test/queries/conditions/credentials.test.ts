// The conditions of the statements about sign-in, sessions and the clients of tokens, one at a time.
import { revokeTokens } from '../../../src/database/access/accessStore.ts';
import { livingTokens } from '../../../src/database/access/accessEpochStore.ts';
import { noteUse, viewerBySessionHash, viewerByTokenHash } from '../../../src/database/access/tokenStore.ts';
import { clientByClientId, holdClient, isPersonOf, namesOfClient } from '../../../src/database/oauth/oauthCodeStore.ts';
import { purgeExpiredCodes } from '../../../src/database/oauth/tokenFamilies.ts';
import {
  confirmEmail,
  findLink,
  hasAccount,
  holdersOfEmail,
  insertAttempt,
  personName,
  personOfAccount,
  signInCompany,
  takeAttempt,
  takeLink,
} from '../../../src/database/session/signInStore.ts';
import { originsOfTenant } from '../../../src/database/access/originStore.ts';
import {
  hasVerifiedEmail,
  insertWebSession,
  livingSessions,
  markSecretEnded,
  markWebSessionEnded,
  noteSessionUse,
  endWebSessionsOf,
} from '../../../src/database/session/webSessionStore.ts';
import { livingFamiliesOf, livingSessionsOf } from '../../../src/database/session/identitySessions.ts';
import { bearer, disabled, company, client, person, access, session, other } from './builders.ts';
import { ago, dead, future, now, past, useTrials, type Case } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const endsOfSession = {
  'session.identity': 'urn:another',
  'session.ended_timestamp': past,
  'session.idle_timestamp': past,
  'session.expiration_timestamp': past,
};

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
      const isOver = (await livingSessions(trials.database, [urn('hash')])).size === 0;
      return isOver && (await value('web_session', 'ended_timestamp', urn('session'))) === now;
    },
    not: () => ({ 'session.ended_timestamp': past, 'session.secret_hash': 'another' }),
    still: { 'session.ended_timestamp': now },
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
  'a session that was used a moment ago is not written': {
    rows: (urn) => ({ session: ['web_session', { ...session(urn)[1], idle_timestamp: ago(0, -9.5) }] }),
    finds: async (urn) => {
      await noteSessionUse(trials.database, urn('session'), 600);
      return (await value('web_session', 'idle_timestamp', urn('session'))) !== ago(0, -10);
    },
    not: () => ({ 'session.idle_timestamp': ago(0, -8.5) }),
    still: { 'session.idle_timestamp': ago(0, -9) },
  },
  'a session that cannot live longer is not written': {
    rows: (urn) => ({
      session: ['web_session', { ...session(urn)[1], idle_timestamp: ago(0, -5), expiration_timestamp: ago(0, -5) }],
    }),
    finds: async (urn) => {
      const before = await value('web_session', 'xmin', urn('session'));
      await noteSessionUse(trials.database, urn('session'), 600);
      return (await value('web_session', 'xmin', urn('session'))) === before;
    },
    not: () => ({ 'session.expiration_timestamp': ago(0, -6) }),
  },
  'a verified address': {
    rows: (urn) => ({ email: ['email', { identity: urn('person'), is_verified: true }] }),
    finds: (urn) => hasVerifiedEmail(trials.database, urn('person')),
    not: () => ({ 'email.identity': 'urn:another', 'email.is_verified': false, 'email.deleted_timestamp': past }),
  },
  'an address to confirm': {
    rows: (urn) => ({ email: ['email', { urn: urn('email'), is_verified: false, version: 1 }] }),
    finds: async (urn) => (await confirmEmail(trials.database, urn('email'), now))?.version === '2',
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
    // The one in `off` is disabled besides.
    not: () => ({
      ...disabled,
      'company.deleted_timestamp': past,
      'company.owner': ['urn:another', crypto.randomUUID()],
    }),
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
  'an access token is of a person of its tenant, whichever company each belongs to': {
    rows: (urn) => ({
      token: access(urn),
      client: client(urn),
      company: company(urn, 'company', 'root'),
      person: ['identity', { ...person(urn)[1], owner: urn('below') }],
      below: company(urn, 'below', 'root'),
    }),
    finds: async (urn) =>
      (await viewerByTokenHash(trials.database, urn('hash'))) !== null &&
      (await livingTokens(trials.database, [urn('hash')])).has(urn('hash')),
    not: () => ({ ...dead('company'), ...dead('below'), 'below.owner': 'urn:another' }),
  },
  'a code is forgotten a day after it expired': {
    rows: (urn) => ({ code: ['o_auth_code', { code_hash: urn('code'), expiration_timestamp: ago(1, 1) }] }),
    finds: async () => (await purgeExpiredCodes(trials.database, 5)) === 1,
    not: () => ({ 'code.expiration_timestamp': [ago(1), ago(1, -1)] }),
    still: { 'code.used_timestamp': past },
  },
  'a session is forgotten a day after it ended, when another begins': {
    rows: (urn) => ({
      person: person(urn),
      session: ['web_session', { ...session(urn)[1], expiration_timestamp: ago(1, 1) }],
    }),
    finds: async (urn) => {
      const next = { urn: urn('next'), secretHash: urn('next'), identityUrn: urn('person') };
      await insertWebSession(trials.database, { ...next, idleSeconds: 60, longestSeconds: 120 });
      return (await value('web_session', 'urn', urn('session'))) === undefined;
    },
    not: () => ({ 'session.expiration_timestamp': [ago(1), ago(1, -1)] }),
  },
  'a client that may call': {
    rows: (urn) => ({ client: client(urn, { client_id: urn('id') }), company: company(urn), off: other(urn) }),
    finds: async (urn) => (await clientByClientId(trials.database, urn('id'))) !== null,
    not: () => ({
      ...disabled,
      ...dead('client'),
      ...dead('company'),
      'client.client_id': 'another',
      'client.status': 'DISABLED',
      'client.owner': 'urn:another',
    }),
  },
  'the names of a client': {
    rows: (urn) => ({ client: client(urn) }),
    finds: async (urn) => (await namesOfClient(trials.database, urn('client'))) !== null,
    not: () => ({ ...dead('client'), 'client.urn': 'urn:another', 'client.status': 'DISABLED' }),
  },
  'a person of the tenant': {
    rows: (urn) => ({ person: person(urn), company: company(urn) }),
    finds: (urn) => isPersonOf(trials.database, urn('person'), urn('company')),
    not: () => ({ ...dead('person'), ...dead('company'), 'person.urn': 'urn:another', 'company.owner': 'urn:another' }),
  },
  'where a person is signed in': {
    rows: (urn) => ({ session: session(urn) }),
    finds: async (urn) =>
      (await livingSessionsOf(trials.database, urn('person'), { idleSeconds: 60, limit: 9 })).length === 1,
    not: () => endsOfSession,
  },
  'who is signed in longer comes later': {
    rows: (urn) => ({
      session: ['web_session', { ...session(urn)[1], created_timestamp: past }],
      other: [
        'web_session',
        { ...session(urn)[1], urn: urn('other'), secret_hash: urn('other'), created_timestamp: ago(0, 61) },
      ],
    }),
    finds: async (urn) => {
      const found = await livingSessionsOf(trials.database, urn('person'), { idleSeconds: 60, limit: 1 });
      return found.map((one) => one.urn).join() === urn('session');
    },
    not: () => ({ 'other.created_timestamp': ago(0, 59) }),
  },
  'a consent that gives something': {
    rows: (urn) => ({ token: access(urn), client: client(urn) }),
    finds: async (urn) =>
      (await livingSessionsOf(trials.database, urn('person'), { idleSeconds: 60, limit: 9 })).length === 1,
    not: () => ({ ...dead('token'), 'token.identity': 'urn:another', 'token.revoked_timestamp': past }),
  },
  'what a person has consented to': {
    rows: (urn) => ({ token: access(urn), client: client(urn) }),
    finds: async (urn) =>
      (await livingSessionsOf(trials.database, urn('person'), { idleSeconds: 60, limit: 9 })).length === 1 &&
      (await livingFamiliesOf(trials.database, urn('person'), null)).length === 1 &&
      (await livingFamiliesOf(trials.database, urn('person'), urn('family'))).length === 1 &&
      (await livingFamiliesOf(trials.database, urn('person'), urn('elsewhere'))).length === 0,
    not: () => ({ ...dead('token'), 'token.identity': 'urn:another', 'token.revoked_timestamp': past }),
    still: { 'token.expiration_timestamp': past, 'token.refresh_expiration_timestamp': past },
  },
  'a grant gives something while it can be exchanged': {
    rows: (urn) => ({ token: access(urn, { expiration_timestamp: past }) }),
    finds: async (urn) => (await livingFamiliesOf(trials.database, urn('person'), null)).length === 1,
    not: () => ({ 'token.refresh_used_timestamp': past, 'token.refresh_expiration_timestamp': past }),
  },
  'the sessions of a person are ended': {
    rows: (urn) => ({ session: session(urn) }),
    finds: async (urn) =>
      (await endWebSessionsOf(trials.database, urn('person'), urn('elsewhere'))) === 0 &&
      (await endWebSessionsOf(trials.database, urn('person'), urn('session'))) === 1 &&
      (await endWebSessionsOf(trials.database, urn('person'), null)) === 0,
    not: () => ({ ...endsOfSession, 'session.urn': 'urn:another' }),
  },
  'a sign-in that is over is forgotten when another begins': {
    rows: (urn) => ({ attempt: ['sign_in_attempt', { state_hash: urn('state'), expiration_timestamp: past }] }),
    finds: async (urn) => {
      const next = { stateHash: 'next', browserHash: 'b', nonce: 'n', codeVerifier: 'c', returnTo: '/' };
      await insertAttempt(trials.database, next, 60);
      const until = await value('sign_in_attempt', 'expiration_timestamp', 'next', 'state_hash');
      return (
        (await value('sign_in_attempt', 'nonce', urn('state'), 'state_hash')) === undefined && until === ago(0, -1)
      );
    },
    not: () => ({ 'attempt.expiration_timestamp': [now, future] }),
  },
  'a link that signs in': {
    rows: (urn) => ({
      link: [
        'sign_in_link',
        { secret_hash: urn('hash'), identity: urn('person'), return_to: '/', expiration_timestamp: future },
      ],
    }),
    finds: async (urn) =>
      (await findLink(trials.database, urn('hash'))) !== null &&
      (await takeLink(trials.database, urn('hash'))) !== null &&
      (await findLink(trials.database, urn('hash'))) === null,
    not: () => ({ 'link.secret_hash': 'another', 'link.expiration_timestamp': past }),
  },
  'a token that was used is noted once a minute, with its client': {
    rows: (urn) => ({ token: bearer(urn), client: client(urn) }),
    finds: async (urn) => {
      await noteUse(trials.database, urn('token'), urn('client'));
      return (
        (await value('api_client_bearer_token', 'last_used_timestamp', urn('token'))) === now &&
        (await value('api_client', 'last_used_timestamp', urn('client'))) === now
      );
    },
    not: () => ({
      'token.urn': 'urn:another',
      'client.urn': 'urn:another',
      'token.last_used_timestamp': [ago(0, 1), ago(0, 0.5)],
    }),
    still: { 'token.last_used_timestamp': ago(0, 1.1), 'client.last_used_timestamp': ago(0, 0.5) },
  },
  'the client of a token that was noted a moment ago is left alone': {
    rows: (urn) => ({
      token: ['api_client_bearer_token', { ...bearer(urn)[1], last_used_timestamp: ago(0, 0.5) }],
      client: client(urn),
    }),
    finds: async (urn) => {
      await noteUse(trials.database, urn('token'), urn('client'));
      return (await value('api_client', 'last_used_timestamp', urn('client'))) === null;
    },
    not: () => ({ 'token.last_used_timestamp': ago(0, 2), 'token.urn': 'urn:another' }),
  },
  'the client of an access token is noted once a minute': {
    rows: (urn) => ({ client: client(urn) }),
    finds: async (urn) => {
      await noteUse(trials.database, urn('token'), urn('client'));
      return (await value('api_client', 'last_used_timestamp', urn('client'))) === now;
    },
    not: () => ({ 'client.last_used_timestamp': [ago(0, 1), ago(0, 0.5)] }),
    still: { 'client.last_used_timestamp': ago(0, 1.1) },
  },
  'all tokens of a client are revoked': {
    rows: (urn) => ({ token: bearer(urn), issued: access(urn, { urn: urn('issued') }) }),
    finds: async (urn) => {
      await inside((t) => revokeTokens(t, { apiClient: urn('client') }, now));
      return (
        (await value('api_client_bearer_token', 'revoked_timestamp', urn('token'))) === now &&
        (await value('o_auth_token', 'revoked_timestamp', urn('issued'))) === now
      );
    },
    not: () => ({
      'token.api_client': 'urn:another',
      'issued.api_client': 'urn:another',
      'token.revoked_timestamp': [past, future],
    }),
  },
  'one token is revoked': {
    rows: (urn) => ({ token: bearer(urn) }),
    finds: async (urn) => {
      await inside((t) => revokeTokens(t, { token: urn('token') }, now));
      return (await value('api_client_bearer_token', 'revoked_timestamp', urn('token'))) === now;
    },
    not: () => ({ 'token.urn': 'urn:another', 'token.revoked_timestamp': [past, future] }),
  },
};

trials.prove(cases);
