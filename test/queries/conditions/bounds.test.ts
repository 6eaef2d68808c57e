// When what the statements of the files beside decide about begins and ends, and what of it comes first, one at a time.
import { expect } from 'vitest';
import { viewerByTokenHash } from '../../../src/database/access/tokenStore.ts';
import { removeSuperseded, supersededAfter } from '../../../src/database/content/historyStore.ts';
import {
  lockDueEntities,
  makeLive,
  publishItems,
  unpublishItems,
} from '../../../src/database/content/publicationStore.ts';
import { firstPersonName, holdersOf } from '../../../src/database/identity/identityStore.ts';
import { insertWebSession, noteSessionUse } from '../../../src/database/session/webSessionStore.ts';
import { livingSessionsOf } from '../../../src/database/session/identitySessions.ts';
import { access, bearer, client, company, edge, other, person, session } from './builders.ts';
import { ago, future, now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const tokenRows = (urn: Names): Readonly<Record<string, Given>> => ({
  token: bearer(urn),
  client: client(urn),
  company: company(urn),
  person: person(urn),
  off: other(urn),
});
const entity = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'entity',
  { urn: urn('page'), owner: urn('company'), tenant: urn('company'), ...more },
];
const item = (urn: Names): Given => [
  'item',
  { urn: urn('item'), entity: urn('page'), kind: 'TextItem', is_published: false },
];
const entry = (urn: Names, name: string, more: Readonly<Record<string, unknown>> = {}): Given => [
  'item_value',
  {
    ...{ urn: urn(name), item_urn: urn('item'), entity: urn('page'), tenant: urn('company'), kind: 'TextItem' },
    ...{ version: 1, sort_order: 1, name: 'name', is_tombstone: false, created_timestamp: past },
    ...more,
  },
];
const live = (urn: Names): Given => [
  'item_live',
  { item_urn: urn('item'), entity: urn('page'), entry: urn('entry'), from_timestamp: past, until_timestamp: null },
];
const outside = { domain: 'crm', token: 'u' };
const [firstUrn, lastUrn] = ['00000000-0000-7000-8000-000000000001', 'ffffffff-ffff-7fff-8fff-ffffffffffff'];

const cases: Readonly<Record<string, Case>> = {
  'the decision about a caller holds until an edge of it ends': {
    rows: (urn) => ({
      ...tokenRows(urn),
      token: ['api_client_bearer_token', { ...bearer(urn)[1], expiration_timestamp: ago(0, -120) }],
      edge: ['permission', { ...edge(urn, 'API_CLIENT:client', 'MEMBER', 'GROUP:group')[1], to_timestamp: future }],
    }),
    finds: async (urn) => (await viewerByTokenHash(trials.database, urn('hash')))?.borderMillis === Date.parse(future),
    not: () => ({
      'edge.deleted_timestamp': past,
      'edge.subject_urn': 'urn:another',
      'edge.subject_scope': 'IDENTITY',
      'edge.object_scope': 'ENTITY',
      'edge.to_timestamp': [null, past, ago(0, -121)],
      'token.expiration_timestamp': ago(0, -59),
    }),
    still: { 'edge.object_scope': ['COMPANY', 'ROLE'], 'edge.label': 'READ' },
  },
  'the decision about a caller holds until an edge of it begins': {
    rows: (urn) => ({
      ...tokenRows(urn),
      token: ['api_client_bearer_token', { ...bearer(urn)[1], expiration_timestamp: ago(0, -120) }],
      edge: ['permission', { ...edge(urn, 'API_CLIENT:client', 'READ', 'COMPANY:company')[1], from_timestamp: future }],
    }),
    finds: async (urn) => (await viewerByTokenHash(trials.database, urn('hash')))?.borderMillis === Date.parse(future),
    not: () => ({ 'edge.deleted_timestamp': past, 'edge.from_timestamp': [null, past, ago(0, -121)] }),
    still: { 'edge.object_scope': ['GROUP', 'ROLE'] },
  },
  'a token of a whole company that is narrowed to roles reaches no further than that company': {
    rows: (urn) => ({
      ...tokenRows(urn),
      token: ['api_client_bearer_token', { ...bearer(urn)[1], narrows_roles: true }],
      client: client(urn, { access_level: 'COMPANY' }),
    }),
    finds: async (urn) =>
      (await viewerByTokenHash(trials.database, urn('hash')))?.viewer.onlyCompanies?.join() === urn('company'),
    not: () => ({ 'client.access_level': 'RESTRICTED', 'token.narrows_roles': false }),
  },
  'a caller counts as everyone of a company of its tenant where everyone has something': {
    rows: (urn) => ({
      ...tokenRows(urn),
      first: [
        'permission',
        { ...edge(urn, 'EVERYONE:company', 'READ', 'ENTITY:page')[1], urn: urn('first'), tenant: urn('company') },
      ],
      below: company(urn, 'below', 'company'),
      edge: [
        'permission',
        { ...edge(urn, 'EVERYONE:below', 'READ', 'ENTITY:page')[1], urn: urn('edge'), tenant: urn('company') },
      ],
    }),
    finds: async (urn) =>
      (await viewerByTokenHash(trials.database, urn('hash')))?.viewer.subjects.some(
        (one) => one.scope === 'EVERYONE' && one.urn === urn('below'),
      ) ?? false,
    not: () => ({
      'edge.deleted_timestamp': past,
      'edge.subject_scope': 'COMPANY',
      'edge.subject_urn': 'urn:another',
      'edge.tenant': 'urn:another',
      'below.deleted_timestamp': past,
    }),
    still: { 'edge.from_timestamp': future, 'edge.object_scope': 'TASK' },
  },
  'the tenant of a caller has two companies': {
    rows: (urn) => ({
      ...tokenRows(urn),
      below: company(urn, 'below', 'company'),
    }),
    finds: async (urn) => (await viewerByTokenHash(trials.database, urn('hash')))?.viewer.tenantCompanies === 2,
    not: () => ({ 'below.deleted_timestamp': past, 'below.owner': 'urn:another', 'token.narrows_roles': true }),
  },
  'a session that is used lives no longer than it may at most': {
    rows: (urn) => ({
      session: ['web_session', { ...session(urn)[1], idle_timestamp: ago(0, -1), expiration_timestamp: ago(0, -5) }],
    }),
    finds: async (urn) => {
      await noteSessionUse(trials.database, urn('session'), 600);
      return (await value('web_session', 'idle_timestamp', urn('session'))) === ago(0, -5);
    },
    not: () => ({ 'session.expiration_timestamp': ago(0, -6) }),
  },
  'a session that is opened lives no longer than it may at most': {
    rows: (urn) => ({ person: person(urn), session: session(urn) }),
    finds: async (urn) => {
      const made = { urn: urn('made'), secretHash: urn('made'), identityUrn: urn('person') };
      await insertWebSession(trials.database, { ...made, idleSeconds: 600, longestSeconds: 300 });
      const [idle, end] = await Promise.all(
        ['idle_timestamp', 'expiration_timestamp'].map((name) => value('web_session', name, urn('made'))),
      );
      return idle === ago(0, -5) && end === ago(0, -5);
    },
    not: () => ({}),
  },
  'a session that may rest for long is written once a minute': {
    rows: (urn) => ({
      session: ['web_session', { ...session(urn)[1], idle_timestamp: ago(0, -98.9), expiration_timestamp: ago(-1) }],
    }),
    finds: async (urn) => {
      await noteSessionUse(trials.database, urn('session'), 6_000);
      return (await value('web_session', 'idle_timestamp', urn('session'))) === ago(0, -100);
    },
    not: () => ({ 'session.idle_timestamp': [ago(0, -99), ago(0, -99.5)] }),
  },
  'a session that may rest for a minute is written when a tenth of it is over': {
    rows: (urn) => ({ session: ['web_session', { ...session(urn)[1], idle_timestamp: ago(0, -0.89) }] }),
    finds: async (urn) => {
      await noteSessionUse(trials.database, urn('session'), 60);
      return (await value('web_session', 'idle_timestamp', urn('session'))) === ago(0, -1);
    },
    not: () => ({ 'session.idle_timestamp': [ago(0, -0.9), ago(0, -0.95)] }),
  },
  'a consent says what was granted last': {
    rows: (urn) => ({
      token: access(urn, { issued_timestamp: past, granted_scope: 'read' }),
      newer: access(urn, {
        ...{ urn: urn('newer'), access_hash: urn('newer'), refresh_hash: urn('newer') },
        ...{ issued_timestamp: now, granted_scope: 'write' },
      }),
      client: client(urn),
    }),
    finds: async (urn) => {
      const found = await livingSessionsOf(trials.database, urn('person'), { idleSeconds: 60, limit: 9 });
      return found.map(({ scope }) => scope).join() === 'write';
    },
    not: () => ({ 'newer.issued_timestamp': ago(0, 61) }),
  },
  'what was due first is carried out first, be it a publication or an end': {
    rows: (urn) => ({
      page: entity(urn, { status: 'PUBLISH_PENDING', publish_timestamp: ago(0, 2) }),
      other: entity(urn, {
        urn: urn('other'),
        status: 'PUBLISHED',
        live_timestamp: past,
        unpublish_timestamp: ago(0, 3),
      }),
    }),
    finds: async (urn) => (await inside((t) => lockDueEntities(t, 1)))[0]?.urn === urn('other'),
    not: () => ({ 'other.unpublish_timestamp': ago(0, 1) }),
    still: { 'other.publish_timestamp': past },
  },
  ...Object.fromEntries(
    Object.entries<(urn: Names) => Promise<unknown>>({
      publication: (urn) => inside((t) => publishItems(t, [urn('page')], now)),
      'withdrawal of the page': (urn) => inside((t) => unpublishItems(t, [urn('page')], now)),
      'choice of another value': (urn) =>
        inside((t) => makeLive(t, { item: urn('item'), entry: urn('new'), entity: urn('page') }, now)),
    }).map(([way, ends]): [string, Case] => [
      `what becomes live later ends no earlier than it begins, by a ${way}`,
      {
        rows: (urn) => ({
          item: item(urn),
          value: entry(urn, 'new'),
          live: ['item_live', { ...live(urn)[1], from_timestamp: future }],
        }),
        finds: async (urn) => {
          await ends(urn);
          return (await value('item_live', 'until_timestamp', urn('entry'), 'entry')) === future;
        },
        not: () => ({ 'live.from_timestamp': past }),
      },
    ]),
  ),
  'a value is removed that was replaced, and live for the last time, so many days ago': {
    rows: (urn) => ({
      item: item(urn),
      old: entry(urn, 'old', { version: 1, created_timestamp: ago(90) }),
      next: entry(urn, 'next', { version: 2, created_timestamp: ago(30) }),
      newest: entry(urn, 'newest', { version: 3, created_timestamp: now }),
      live: ['item_live', { ...live(urn)[1], entry: urn('old'), from_timestamp: ago(90), until_timestamp: ago(30) }],
    }),
    finds: async (urn) => {
      const found = await supersededAfter(trials.database, null, { days: 30, limit: 9 });
      const isFound = found.entries.join() === urn('old');
      expect(await inside((t) => removeSuperseded(t, found, 30))).toBe(isFound ? 1 : 0);
      return isFound;
    },
    not: () => ({
      'next.created_timestamp': ago(30, -1),
      'next.item_urn': 'urn:another',
      'live.until_timestamp': [ago(30, -1), null],
    }),
    still: {
      'next.created_timestamp': ago(30, 1),
      'live.until_timestamp': ago(30, 1),
      'live.entry': crypto.randomUUID(),
    },
  },
  'the values of all histories are looked through in steps, to the last one': {
    rows: (urn) => ({ one: entry(urn, 'one', { version: 1 }), two: entry(urn, 'two', { version: 2 }) }),
    finds: async (urn) => {
      const from = (version: string | null, limit: number) =>
        supersededAfter(trials.database, version === null ? null : { item: urn('item'), version }, { days: 30, limit });
      return (
        (await from(null, 1)).next?.version === '1' &&
        (await from('1', 1)).next?.version === '2' &&
        (await from('2', 1)).next === null &&
        (await from(null, 3)).next === null
      );
    },
    not: () => ({ 'two.version': 3 }),
  },
  'the first name of the first person': {
    rows: (urn) => ({
      first: ['person', { urn: urn('first'), identity: urn('person'), created_timestamp: ago(0, 3) }],
      second: ['person', { urn: urn('second'), identity: urn('person'), created_timestamp: ago(0, 2) }],
      later: ['person_name', { person: urn('first'), given_name: 'Augusta', created_timestamp: now }],
      name: ['person_name', { person: urn('first'), given_name: 'Ada', created_timestamp: ago(0, 1) }],
      early: ['person_name', { person: urn('second'), given_name: 'Bob', created_timestamp: ago(0, 2) }],
    }),
    finds: async (urn) => (await firstPersonName(trials.database, urn('person')))?.givenName === 'Ada',
    not: () => ({ 'second.created_timestamp': ago(0, 4), 'later.created_timestamp': ago(0, 2) }),
  },
  'who has had an outside name for longest is found first': {
    rows: (urn) => ({
      name: ['client_identifier', { ...outside, urn: lastUrn, identity: urn('person'), created_timestamp: ago(0, 2) }],
      other: ['client_identifier', { ...outside, urn: firstUrn, identity: urn('other'), created_timestamp: ago(0, 1) }],
    }),
    finds: async (urn) =>
      (await holdersOf(trials.database, 'crm', 'u')).join() === [urn('person'), urn('other')].join(),
    not: () => ({ 'other.created_timestamp': ago(0, 3) }),
  },
};

trials.prove(cases);
