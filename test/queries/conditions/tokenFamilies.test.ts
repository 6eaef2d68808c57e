// The conditions of the statements about OAuth tokens and their families, one at a time.
import { lockByRefreshHash, revokeFamily, tokenByHash } from '../../../src/database/oauth/oauthTokenStore.ts';
import { purgeExpiredTokens } from '../../../src/database/oauth/tokenFamilies.ts';
import { access } from './builders.ts';
import { ago, dead, now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const exchanged = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given =>
  access(urn, {
    ...{ urn: urn('used'), access_hash: 'a', refresh_hash: 'b', refresh_used_timestamp: ago(3) },
    ...{ expiration_timestamp: ago(3), refresh_expiration_timestamp: ago(3) },
    ...more,
  });
const cases: Readonly<Record<string, Case>> = {
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
    finds: async (urn) => (await inside((t) => revokeFamily(t, urn('family'), now)))[0]?.version === '2',
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
  'a token is forgotten a day after its family ended': {
    rows: (urn) => ({
      kept: ['resource', { urn: urn('token'), kind: 'OAuthToken' }],
      token: access(urn, { expiration_timestamp: ago(1, 1), refresh_expiration_timestamp: ago(1, 1) }),
    }),
    finds: async () => (await purgeExpiredTokens(trials.database, 5)) === 1,
    not: () => ({
      ...dead('token'),
      'token.expiration_timestamp': [ago(1), ago(1, -1)],
      'token.refresh_expiration_timestamp': ago(1, -1),
    }),
    still: { 'token.refresh_expiration_timestamp': [null, ago(1)], 'token.revoked_timestamp': past },
  },
  'a token is kept as long as another of its family': {
    rows: (urn) => ({
      kept: ['resource', { urn: urn('token'), kind: 'OAuthToken' }],
      token: access(urn, { expiration_timestamp: ago(2), refresh_expiration_timestamp: ago(2) }),
      other: access(urn, {
        urn: urn('other'),
        access_hash: 'a',
        refresh_hash: 'b',
        refresh_expiration_timestamp: null,
      }),
    }),
    finds: async () => (await purgeExpiredTokens(trials.database, 5)) === 0,
    not: () => ({
      ...dead('other'),
      'other.family_urn': 'urn:another',
      'other.expiration_timestamp': ago(1, 1),
      'other.revoked_timestamp': ago(1, 1),
    }),
    still: { 'other.revoked_timestamp': ago(1, -1) },
  },
  'of a family that ended, the token by which it is found is forgotten last': {
    rows: (urn) => ({
      kept: ['resource', { urn: urn('token'), kind: 'OAuthToken' }],
      used: ['resource', { urn: urn('used'), kind: 'OAuthToken' }],
      token: access(urn, { expiration_timestamp: ago(2), refresh_expiration_timestamp: ago(2) }),
      one: exchanged(urn),
    }),
    finds: async (urn) =>
      (await purgeExpiredTokens(trials.database, 1)) === 1 &&
      (await value('resource', 'urn', urn('used'))) === undefined &&
      (await value('resource', 'urn', urn('token'))) === urn('token'),
    not: () => ({ 'token.refresh_expiration_timestamp': ago(1, -1) }),
  },
  'what was exchanged in a family whose last token somebody deleted is forgotten a day after no token of it may live': {
    rows: (urn) => ({
      used: ['resource', { urn: urn('used'), kind: 'OAuthToken' }],
      one: exchanged(urn, { family_expiration_timestamp: ago(1, 1) }),
      token: access(urn, { deleted_timestamp: past }),
    }),
    finds: async () => (await purgeExpiredTokens(trials.database, 5)) === 1,
    not: () => ({
      'one.family_expiration_timestamp': [ago(1), ago(1, -1), null],
      'one.deleted_timestamp': past,
      'one.expiration_timestamp': ago(1, -1),
    }),
    still: { 'one.expiration_timestamp': ago(1, 1) },
  },
};

trials.prove(cases);
