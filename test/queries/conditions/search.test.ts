// The conditions of the statements of search, one at a time: what is indexed, found, kept and forgotten.
import { resourceOf } from '../../../src/contract/resource.ts';
import {
  isComplete,
  isFilled,
  markFilled,
  unindexed,
  countQueued,
  indexQueued,
  isQueued,
} from '../../../src/database/search/searchQueueStore.ts';
import { membershipsNaming, reindex } from '../../../src/database/search/searchIndexStore.ts';
import { findHits, prolongSearch, purgeSearches } from '../../../src/database/search/searchStore.ts';
import { firstUrn } from '../../../src/domain/urn.ts';
import { anonymousViewer, type Viewer } from '../../../src/domain/viewer.ts';
import { readScope } from '../../../src/engine/authorize.ts';
import { owned } from './builders.ts';
import type { More } from './queueRows.ts';
import { ago, dead, future, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const task = (urn: Names, more: More = {}): Given => ['task', owned(urn, 'task', { title: 'Paint', ...more })];
const document = (urn: Names, name: string, more: More = {}): Given => [
  'search_document',
  owned(urn, name, { kind: 'Task', language: 'en', ...more }),
];
const filled = (state = 'FILLED'): Given => ['setting', { name: 'search index', value: `"${state}"` }];
const queued = (urn: Names, id: number, name = 'page', more: More = {}): Given => [
  'search_queue',
  { id, urn: urn(name), tenant: urn('company'), ...more },
];
const search = (urn: Names, more: More = {}): Given => ['search', owned(urn, 'search', { caller: urn('me'), ...more })];
const waits = async (page: string): Promise<boolean> => (await value('search_queue', 'id', page)) !== undefined;
const documentOf = (urn: Names, column = 'urn'): Promise<unknown> => value('search_document', column, urn('task'));
const index = (urn: Names): Promise<unknown> =>
  inside(async (transaction) => reindex(transaction, 'Task', [urn('task')]));
const isMissing = (urn: Names, after = firstUrn): Promise<boolean> =>
  inside(async (transaction) => (await unindexed(transaction, 'Task', after, 10)).includes(urn('task')));
const first = { after: null, limit: 10 };
const membership: Case['rows'] = (urn) => ({
  membership: [
    'group_membership',
    owned(urn, 'membership', { identity: urn('person'), group: urn('group'), status: 'ACTIVE' }),
  ],
});
// Reads and manages whatever its company owns.
const reader = (urn: Names): Viewer => ({
  ...anonymousViewer,
  kind: 'CLIENT',
  tenantUrn: urn('company'),
  companiesByLabel: new Map([
    ['READ', [urn('company')]],
    ['MANAGE', [urn('company')]],
  ]),
});

const cases: Readonly<Record<string, Case>> = {
  'a living resource without a document is found to be missing': {
    rows: (urn) => ({ task: task(urn), document: document(urn, 'another') }),
    finds: async (urn) => (await isMissing(urn)) && !(await isMissing(urn, urn('task'))),
    not: () => ({ ...dead('task'), 'document.urn': 'urn:task' }),
  },
  'an index from which nothing is missing is complete': {
    rows: (urn) => ({ task: task(urn), document: document(urn, 'task'), setting: filled() }),
    finds: async () => {
      await markFilled(trials.database);
      return isComplete(trials.database);
    },
    not: () => ({ 'document.urn': 'urn:another' }),
    still: dead('task'),
  },
  'an index is complete when it was noted': {
    rows: () => ({ setting: filled('COMPLETE') }),
    finds: () => isComplete(trials.database),
    not: () => ({ 'setting.value': '"FILLED"', 'setting.name': 'another' }),
  },
  'an index is filled when it was noted': {
    rows: () => ({ setting: filled() }),
    finds: () => isFilled(trials.database),
    not: () => ({ 'setting.name': 'another' }),
    still: { 'setting.value': '"COMPLETE"' },
  },
  'a resource that lives gets its document': {
    rows: (urn) => ({ task: task(urn), document: document(urn, 'another') }),
    finds: async (urn) => {
      await index(urn);
      return (await documentOf(urn, 'name')) === 'Paint' && (await documentOf(urn, 'kind')) === 'Task';
    },
    not: () => dead('task'),
  },
  'a resource that has a document gets another one in its place': {
    rows: (urn) => ({ task: task(urn), document: document(urn, 'task', { name: 'Old' }) }),
    finds: async (urn) => {
      await index(urn);
      return (await documentOf(urn, 'name')) === 'Paint';
    },
    not: () => dead('task'),
  },
  'a resource that is gone loses its document': {
    rows: (urn) => ({ task: task(urn, { deleted_timestamp: past }), document: document(urn, 'task') }),
    finds: async (urn) => {
      await index(urn);
      return (await documentOf(urn)) === undefined;
    },
    not: () => ({ 'task.deleted_timestamp': null }),
  },
  'a change of a page waits to be indexed, for its tenant and for all': {
    rows: (urn) => ({ queue: queued(urn, 1) }),
    finds: async (urn) =>
      (await isQueued(trials.database, { version: 'LATEST', tenant: urn('company') })) &&
      (await isQueued(trials.database, { version: 'LATEST', tenant: null })),
    not: () => ({ 'queue.tenant': 'urn:another' }),
    still: { 'queue.is_of_drafts': true },
  },
  'a change of what is live is waited for by searches of what is live, for its tenant and for all': {
    rows: (urn) => ({ queue: queued(urn, 1) }),
    finds: async (urn) =>
      (await isQueued(trials.database, { version: 'PUBLISHED', tenant: urn('company') })) &&
      (await isQueued(trials.database, { version: 'PUBLISHED', tenant: null })),
    not: () => ({ 'queue.tenant': 'urn:another', 'queue.is_of_drafts': true }),
  },
  'for searches of what is live, pages are passed by of which drafts alone have changed': {
    rows: (urn) => ({ draft: queued(urn, 1, 'drafted', { is_of_drafts: true }), live: queued(urn, 2, 'live') }),
    finds: async (urn) => {
      const { indexed } = await indexQueued(trials.database, { version: 'PUBLISHED', tenant: null });
      return indexed === 1 && (await waits(urn('drafted'))) && !(await waits(urn('live')));
    },
    not: () => ({ 'live.is_of_drafts': true, 'draft.is_of_drafts': false }),
  },
  'pages that wait are counted once each, for their tenant': {
    rows: (urn) => ({ one: queued(urn, 1), again: queued(urn, 2), other: queued(urn, 3, 'else') }),
    finds: async (urn) => (await countQueued(trials.database, urn('company'))) === 2,
    not: () => ({ 'other.tenant': 'urn:another', 'other.urn': 'urn:page', 'again.urn': 'urn:third' }),
    still: { 'again.id': 7 },
  },
  'fifty pages are indexed at once, those that wait longest first, with all that waits for them': {
    rows: (urn) => ({
      ...Object.fromEntries(
        Array.from({ length: 50 }, (_, at) => [`n${String(at)}`, queued(urn, at + 1, `n${String(at)}`)]),
      ),
      last: queued(urn, 60, 'last'),
      again: queued(urn, 61, 'n3'),
    }),
    finds: async (urn) => {
      const { indexed, isElsewhere } = await indexQueued(trials.database, { version: 'LATEST', tenant: null });
      return indexed === 50 && !isElsewhere && (await waits(urn('last'))) && !(await waits(urn('n3')));
    },
    not: () => ({ 'last.id': 0 }),
    still: { 'last.id': 51 },
  },
  'a page is indexed once for all its changes, however many of others wait between them': {
    rows: (urn) => ({
      first: queued(urn, 1),
      ...Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`n${String(at)}`, queued(urn, at + 2, 'other')])),
      last: queued(urn, 300),
    }),
    finds: async (urn) => {
      const step = await indexQueued(trials.database, { version: 'LATEST', tenant: null });
      return step.indexed === 2 && step.oldest === 1 && step.newest === 300 && !(await waits(urn('page')));
    },
    not: () => ({ 'first.id': 400 }),
    still: { 'last.urn': 'urn:other' },
  },
  'for a search of a tenant its own pages are indexed, not those of others that have waited longer': {
    rows: (urn) => ({ other: queued(urn, 1, 'else', { tenant: urn('another') }), own: queued(urn, 2) }),
    finds: async (urn) => {
      const { indexed } = await indexQueued(trials.database, { version: 'LATEST', tenant: urn('company') });
      return indexed === 1 && (await waits(urn('else'))) && !(await waits(urn('page')));
    },
    not: () => ({ 'own.tenant': 'urn:another' }),
  },
  'a membership is shown by the name of its person': {
    rows: membership,
    finds: async (urn) => (await membershipsNaming(trials.database, [urn('person')], first)).length === 1,
    not: () => ({ ...dead('membership'), 'membership.identity': 'urn:another' }),
    still: { 'membership.status': 'INVITED' },
  },
  'a membership is shown by the name of its group': {
    rows: membership,
    finds: async (urn) => (await membershipsNaming(trials.database, [urn('group')], first)).length === 1,
    not: () => ({ ...dead('membership'), 'membership.group': 'urn:another' }),
  },
  'a membership is found by who may read it, its person and its group': {
    rows: (urn) => ({
      ...membership(urn),
      group: ['group', owned(urn, 'group')],
      person: ['identity', owned(urn, 'person', { type: 'PERSON' })],
      document: document(urn, 'membership', { kind: 'GroupMembership', name: 'Ada', live: "'ada'" }),
    }),
    finds: async (urn) => {
      const resource = resourceOf(trials.database.contract, 'GroupMembership');
      const filter: never[] = [];
      const kinds = [{ resource, scope: readScope(reader(urn), resource), filter }];
      const question = { kinds, query: null, version: 'LATEST', order: 'NAME', owner: null, languages: null } as const;
      return (await findHits(trials.database, question, null, 10)).length === 1;
    },
    not: () => ({
      ...dead('membership'),
      'membership.owner': 'urn:another',
      'person.owner': 'urn:another',
      'group.owner': 'urn:another',
      'document.kind': 'Task',
      'document.urn': 'urn:another',
    }),
  },
  'a search of the caller that ran out is forgotten': {
    rows: (urn) => ({
      search: search(urn, { expiration_timestamp: past }),
      entry: ['resource', { urn: urn('search'), kind: 'Search' }],
    }),
    finds: async (urn) => {
      await purgeSearches(trials.database, urn('me'));
      return (await value('resource', 'urn', urn('search'))) === undefined;
    },
    not: () => ({ 'search.caller': 'urn:another', 'search.expiration_timestamp': future }),
  },
  'a search that is read lives for fifteen more minutes, and is full once the index is filled': {
    rows: (urn) => ({ search: search(urn, { expiration_timestamp: past, status: 'ONGOING' }), setting: filled() }),
    finds: async (urn) => {
      await prolongSearch(trials.database, urn('search'), false);
      const early = await value('search', 'status', urn('search'));
      await prolongSearch(trials.database, urn('search'), true);
      const end = await value('search', 'expiration_timestamp', urn('search'));
      const status = await value('search', 'status', urn('search'));
      return early === 'PARTIAL_RESULT' && status === 'FULL_RESULT' && end === ago(0, -15);
    },
    not: () => ({ 'setting.name': 'another' }),
  },
};

trials.prove(cases);
