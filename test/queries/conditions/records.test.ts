// The conditions of the statements about what is kept of requests, one at a time: keys, documents, records, allowances; and of lists.
import { resourceOf } from '../../../src/contract/resource.ts';
import { accessRecords, purgeAccessRecords, recordAccess } from '../../../src/database/access/accessRecordStore.ts';
import { edgeChanges } from '../../../src/database/access/accessStore.ts';
import { findDocument } from '../../../src/database/access/documentStore.ts';
import { claimKey, purgeKeys, releaseKey } from '../../../src/database/access/idempotencyStore.ts';
import { purgeOldRates, quotaKeys, quotaUse } from '../../../src/database/access/quotaStore.ts';
import { entriesOf, highestSortOrder } from '../../../src/database/content/entityStore.ts';
import { accessScope } from '../../../src/domain/accessScope.ts';
import { systemViewer } from '../../../src/domain/viewer.ts';
import { client } from './builders.ts';
import { ago, dead, future, now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { value } = trials;
const clock = Math.floor(Date.parse(now) / 1000);
const uses = (most: number) => {
  const resource = resourceOf(trials.database.contract, 'ApiClient');
  const rules = { windowSeconds: 60, costPerRequest: 200, leastCost: 1 };
  return quotaUse(trials.database, accessScope(systemViewer, resource.labels.read), rules, most);
};
const idempotencyKey = (urn: Names, more: Readonly<Record<string, unknown>>): Given => [
  'idempotency_key',
  {
    key: urn('key'),
    digest: 'digest',
    state: 'ANSWERED',
    answer: '{}',
    lease_until: past,
    created_timestamp: now,
    ...more,
  },
];
const everyRecord = {
  ...{ event: null, identity: null, apiClient: null, operation: null, target: null },
  ...{ fromTimestamp: null, toTimestamp: null },
};

const accessRecord = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'access_record',
  {
    tenant: urn('company'),
    owner: urn('company'),
    event: 'SIGN_IN',
    identity: urn('person'),
    api_client: urn('client'),
    operation: 'updateTask',
    target: urn('target'),
    first_timestamp: now,
    last_timestamp: now,
    position: 5,
    ...more,
  },
];

/** Whether a row is on the page behind the tenth, which began now. */
const isBehind: Case['finds'] = async (urn) => {
  const of = { tenant: urn('company'), companies: [urn('company')] };
  const page = { before: { firstTimestamp: now, position: '10' }, limit: 5 };
  return (await accessRecords(trials.database, of, everyRecord, page)).length === 1;
};

const cases: Readonly<Record<string, Case>> = {
  'a key is claimed again after a day': {
    rows: (urn) => ({ key: idempotencyKey(urn, { created_timestamp: ago(1, 1) }) }),
    finds: async (urn) =>
      (await claimKey(trials.database, null, urn('key'), 'digest')).kind === 'NEW' &&
      // The answer of before goes with it.
      (await value('idempotency_key', 'answer', urn('key'), 'key')) === null,
    not: () => ({ 'key.created_timestamp': [ago(1), ago(1, -1)] }),
    still: { 'key.digest': 'other', 'key.state': 'RUNNING' },
  },
  'a key whose request was lost is claimed again': {
    rows: (urn) => ({ key: idempotencyKey(urn, { state: 'RUNNING', lease_until: past }) }),
    finds: async (urn) => (await claimKey(trials.database, null, urn('key'), 'digest')).kind === 'NEW',
    not: () => ({ 'key.lease_until': [now, future], 'key.digest': 'other', 'key.state': ['ANSWERED', 'CARRIED_OUT'] }),
  },
  'a request that is running is not carried out again': {
    rows: (urn) => ({ key: idempotencyKey(urn, { state: 'CARRIED_OUT', lease_until: future }) }),
    finds: async (urn) => (await claimKey(trials.database, null, urn('key'), 'digest')).kind === 'RUNNING',
    not: () => ({ 'key.lease_until': past, 'key.digest': 'other', 'key.state': 'ANSWERED', 'key.key': 'another' }),
    still: { 'key.state': 'RUNNING' },
  },
  'a key is given up while its request is running': {
    rows: (urn) => ({ key: idempotencyKey(urn, { state: 'RUNNING' }) }),
    finds: async (urn) => {
      await releaseKey(trials.database, urn('key'));
      return (await value('idempotency_key', 'state', urn('key'), 'key')) === undefined;
    },
    not: () => ({ 'key.state': ['CARRIED_OUT', 'ANSWERED'] }),
  },
  'a key is forgotten after a day': {
    rows: (urn) => ({ key: idempotencyKey(urn, { created_timestamp: ago(1, 1) }) }),
    finds: async () => (await purgeKeys(trials.database, 5)) === 1,
    not: () => ({ 'key.created_timestamp': [ago(1), ago(1, -1)] }),
  },
  'a document that a client has registered': {
    rows: (urn) => ({
      one: ['client_document', { client: urn('client'), id: urn('id'), hash: urn('hash'), document: '{a}' }],
    }),
    finds: async (urn) =>
      (await findDocument(trials.database, urn('client'), { id: urn('id') })) === '{a}' &&
      (await findDocument(trials.database, urn('client'), { hash: urn('hash') })) === '{a}',
    not: () => ({ 'one.client': 'urn:another', 'one.id': 'urn:another', 'one.hash': 'urn:another' }),
  },
  'a row of the record of access': {
    rows: (urn) => ({ one: accessRecord(urn) }),
    finds: async (urn) =>
      (
        await accessRecords(
          trials.database,
          { tenant: urn('company'), companies: [urn('company')] },
          {
            event: 'SIGN_IN',
            identity: urn('person'),
            apiClient: urn('client'),
            operation: 'updateTask',
            target: urn('target'),
            fromTimestamp: past,
            toTimestamp: future,
          },
          { before: null, limit: 5 },
        )
      ).length === 1,
    not: () => ({
      'one.tenant': 'urn:another',
      'one.owner': 'urn:another',
      'one.event': 'SIGN_OUT',
      'one.identity': 'urn:another',
      'one.api_client': 'urn:another',
      'one.operation': 'updateTasks',
      'one.target': 'urn:another',
      'one.last_timestamp': ago(0, 61),
      'one.first_timestamp': [future, ago(0, -61)],
    }),
    still: { 'one.last_timestamp': past, 'one.first_timestamp': [ago(0, -59), ago(0, 23 * 60)] },
  },
  'a page of the record of access begins behind the one before': {
    rows: (urn) => ({ one: accessRecord(urn) }),
    finds: isBehind,
    not: () => ({ 'one.position': [10, 11], 'one.first_timestamp': ago(0, -1) }),
    still: { 'one.position': 9 },
  },
  'what is older is behind it whatever its number': {
    rows: (urn) => ({ one: accessRecord(urn, { position: 11, first_timestamp: past }) }),
    finds: isBehind,
    not: () => ({ 'one.first_timestamp': now }),
  },
  'the record of access comes newest first': {
    rows: (urn) => ({ one: accessRecord(urn), two: accessRecord(urn, { position: 4, key: 'two' }) }),
    finds: async (urn) =>
      (
        await accessRecords(trials.database, { tenant: urn('company'), companies: [urn('company')] }, everyRecord, {
          before: null,
          limit: 1,
        })
      )[0]?.position === '5',
    not: () => ({ 'two.position': 6, 'two.first_timestamp': ago(0, -1), 'one.first_timestamp': ago(0, 1) }),
  },
  'the record of access is kept for some days': {
    rows: (urn) => ({ one: accessRecord(urn, { first_timestamp: ago(30, 2), last_timestamp: ago(30, 1) }) }),
    finds: async () => (await purgeAccessRecords(trials.database, 30, 5)) === 1,
    not: () => ({ 'one.last_timestamp': [ago(30), ago(30, -1)], 'one.first_timestamp': ago(30) }),
  },
  'an allowance that is whole is forgotten': {
    rows: (urn) => ({
      rate: ['request_rate', { key: urn('key'), cell: clock - 121, paced_until: clock - 1, counts: [], taken: 0 }],
    }),
    finds: async (urn) => {
      await purgeOldRates(trials.database, 60);
      return (await value('request_rate', 'taken', urn('key'), 'key')) === undefined;
    },
    not: () => ({ 'rate.cell': [clock - 119, clock], 'rate.paced_until': [clock + 1, Date.parse(now) / 1000] }),
  },
  'what was spent within the window counts': {
    rows: (urn) => ({
      client: client(urn, { requests_per_minute: 60 }),
      rate: ['request_rate', { key: quotaKeys.requests + urn('client'), cell: clock - 58, counts: [0, 3], taken: 0 }],
    }),
    finds: async (urn) => (await uses(5)).some(({ client: one, requests }) => one === urn('client') && requests === 3),
    not: () => ({ 'rate.cell': [clock - 59, clock - 60], 'rate.key': 'urn:another' }),
    still: { 'rate.cell': clock },
  },
  'what operations have cost counts where no request does': {
    rows: (urn) => ({
      client: client(urn, { requests_per_minute: 60 }),
      rate: ['request_rate', { key: quotaKeys.cost + urn('client'), cell: clock - 58, counts: [0, 3], taken: 0 }],
    }),
    finds: async (urn) => (await uses(5)).some(({ client: one, cost }) => one === urn('client') && cost === 3),
    not: () => ({ 'rate.cell': [clock - 59, clock - 60], 'rate.key': 'urn:another' }),
  },
  'of those who use as much of it the one with the lower urn comes first': {
    rows: (urn) => ({
      client: client(urn, { requests_per_minute: 60 }),
      other: client(urn, { urn: '00000000-0000-7000-8000-000000000001', requests_per_minute: 60 }),
      rate: ['request_rate', { key: quotaKeys.requests + urn('client'), cell: clock, counts: [4], taken: 0 }],
      less: [
        'request_rate',
        { key: `${quotaKeys.requests}00000000-0000-7000-8000-000000000001`, cell: clock, counts: [4], taken: 0 },
      ],
    }),
    finds: async (urn) => (await uses(5))[1]?.client === urn('client'),
    not: () => ({ 'less.counts': [[3]] }),
  },
  'who uses the larger part of its quota comes first': {
    rows: (urn) => ({
      client: client(urn, { requests_per_minute: 60 }),
      other: client(urn, { urn: urn('other'), requests_per_minute: 60 }),
      rate: ['request_rate', { key: quotaKeys.requests + urn('client'), cell: clock, counts: [4], taken: 0 }],
      less: ['request_rate', { key: quotaKeys.requests + urn('other'), cell: clock, counts: [3], taken: 0 }],
    }),
    finds: async (urn) => (await uses(1))[0]?.client === urn('client'),
    not: () => ({ 'rate.counts': [[2]], 'client.requests_per_minute': 120 }),
    still: { 'other.requests_per_minute': 120 },
  },
  'changes of edges come newest first': {
    rows: (urn) => ({
      one: ['permission_audit', { owner: urn('company'), position: 7, label: 'READ' }],
      two: ['permission_audit', { owner: urn('company'), position: 6, label: 'READ' }],
    }),
    finds: async (urn) =>
      (await edgeChanges(trials.database, [urn('company')], { before: null, limit: 1 }))[0]?.position === '7',
    not: () => ({ 'two.position': 8 }),
  },
  'a change of an edge before a place': {
    rows: (urn) => ({ one: ['permission_audit', { owner: urn('company'), position: 7, label: 'READ' }] }),
    finds: async (urn) =>
      (await edgeChanges(trials.database, [urn('company')], { before: '8', limit: 5 })).length === 1 &&
      (await edgeChanges(trials.database, [urn('company')], { before: null, limit: 5 })).length === 1,
    not: () => ({ 'one.owner': 'urn:another', 'one.position': [8, 9] }),
  },
  'the entries of a list': {
    rows: (urn) => ({ one: ['entity_list_item', { entity_list: urn('list'), entity: urn('page') }] }),
    finds: async (urn) => (await entriesOf(trials.database, urn('list'))).some(({ entity }) => entity === urn('page')),
    not: () => ({ ...dead('one'), 'one.entity_list': 'urn:another' }),
  },
  'the highest place in a list': {
    rows: (urn) => ({ one: ['entity_list_item', { entity_list: urn('list'), entity: urn('page'), sort_order: 3 }] }),
    finds: async (urn) => (await highestSortOrder(trials.database, urn('list'))) === 3,
    not: () => ({ ...dead('one'), 'one.entity_list': 'urn:another' }),
  },
  // Comes last: what it writes itself stays.
  'the same refusals of a day are one row, and others are others': {
    rows: (urn) => ({ company: ['company', { urn: urn('company'), tenant: urn('company') }] }),
    finds: async (urn) => {
      const denied = {
        ...{ event: 'DENIED_WRITE' as const, owner: null, company: urn('company'), apiClient: urn('client') },
        ...{ identity: urn('person'), token: urn('token'), operation: 'updateTask', target: urn('target') },
      };
      const others = ['apiClient', 'identity', 'token', 'target'].map((name) => ({
        ...denied,
        [name]: urn('another'),
      }));
      for (const one of [denied, denied, ...others, { ...denied, operation: 'deleteTask' }])
        await recordAccess(trials.database, one);
      for (const event of ['SIGN_IN', 'SIGN_IN', 'SIGN_OUT', 'SIGN_OUT'] as const)
        await recordAccess(trials.database, { ...denied, event });
      const all = { event: null, identity: null, apiClient: null, operation: null, target: null };
      const found = await accessRecords(
        trials.database,
        { tenant: urn('company'), companies: [urn('company')] },
        { ...all, fromTimestamp: null, toTimestamp: null },
        { before: null, limit: 50 },
      );
      return found.map(({ count }) => count).join() === '1,1,1,1,1,1,1,1,1,2';
    },
    not: () => ({ 'company.urn': 'urn:another' }),
  },
};

trials.prove(cases);
