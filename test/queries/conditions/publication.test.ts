// The conditions of the statements about publication, one at a time.
import { draftItems } from '../../../src/database/content/draftStore.ts';
import { countItems } from '../../../src/database/content/entityStore.ts';
import {
  hasDrafts,
  lockDueEntities,
  lockPublication,
  nextDueIn,
  statusFacts,
  unpublishItems,
} from '../../../src/database/content/publicationStore.ts';
import { isPublic } from '../../../src/database/content/viewStore.ts';
import { dead, future, now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const disabled = (urn: Names): Given => ['disabled_tenant', { tenant: urn('another') }];
const entity = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'entity',
  { urn: urn('page'), owner: urn('company'), tenant: urn('company'), status: 'DRAFT_UNPUBLISHED', ...more },
];
const item = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'item',
  { urn: urn('item'), entity: urn('page'), kind: 'TextItem', is_published: false, ...more },
];
const live = (urn: Names): Given => [
  'item_live',
  { item_urn: urn('item'), entity: urn('page'), entry: urn('entry'), from_timestamp: past, until_timestamp: null },
];

const cases: Readonly<Record<string, Case>> = {
  'a page that is to be published is due': {
    rows: (urn) => ({ page: entity(urn, { status: 'PUBLISH_PENDING', publish_timestamp: past }), off: disabled(urn) }),
    finds: async (urn) => (await inside((t) => lockDueEntities(t, 5))).some((one) => one.urn === urn('page')),
    not: () => ({
      ...dead('page'),
      'page.status': 'DRAFT_UNPUBLISHED',
      'page.publish_timestamp': future,
      'off.tenant': 'urn:company',
    }),
  },
  'a page that is to be withdrawn is due': {
    rows: (urn) => ({
      page: entity(urn, { status: 'PUBLISHED', live_timestamp: past, unpublish_timestamp: past }),
      off: disabled(urn),
    }),
    finds: async (urn) => (await inside((t) => lockDueEntities(t, 5))).some((one) => one.urn === urn('page')),
    not: () => ({
      ...dead('page'),
      'page.live_timestamp': null,
      'page.unpublish_timestamp': future,
      'off.tenant': 'urn:company',
    }),
  },
  'a locked page is due': {
    rows: (urn) => ({ page: entity(urn, { status: 'PUBLISH_PENDING', publish_timestamp: past }) }),
    finds: async (urn) => (await inside((t) => lockPublication(t, urn('page'))))?.isDue === true,
    not: () => ({ 'page.status': 'DRAFT_UNPUBLISHED', 'page.publish_timestamp': future }),
  },
  'a locked page is due to be withdrawn': {
    rows: (urn) => ({ page: entity(urn, { status: 'PUBLISHED', live_timestamp: past, unpublish_timestamp: past }) }),
    finds: async (urn) => (await inside((t) => lockPublication(t, urn('page'))))?.isDue === true,
    not: () => ({ 'page.live_timestamp': null, 'page.unpublish_timestamp': future }),
  },
  'a publication is awaited': {
    rows: (urn) => ({
      page: entity(urn, { status: 'PUBLISH_PENDING', publish_timestamp: future }),
      off: disabled(urn),
    }),
    finds: async () => (await nextDueIn(trials.database)) !== null,
    not: () => ({ ...dead('page'), 'page.status': 'DRAFT_UNPUBLISHED', 'off.tenant': 'urn:company' }),
  },
  'a withdrawal is awaited': {
    rows: (urn) => ({
      page: entity(urn, { status: 'PUBLISHED', live_timestamp: past, unpublish_timestamp: future }),
      off: disabled(urn),
    }),
    finds: async () => (await nextDueIn(trials.database)) !== null,
    not: () => ({
      ...dead('page'),
      'page.live_timestamp': null,
      'page.unpublish_timestamp': null,
      'off.tenant': 'urn:company',
    }),
  },
  'the facts about a status': {
    rows: (urn) => ({ page: entity(urn), item: item(urn) }),
    finds: async (urn) => (await statusFacts(trials.database, urn('page')))?.hasDrafts === true,
    not: () => ({ ...dead('page'), ...dead('item'), 'item.is_published': true, 'item.entity': 'urn:another' }),
  },
  'an item that was deleted and is live is a draft': {
    rows: (urn) => ({ item: item(urn, { is_published: true, deleted_timestamp: past }), live: live(urn) }),
    finds: async (urn) =>
      (await hasDrafts(trials.database, urn('page'))) && (await draftItems(trials.database, urn('page'))).length === 1,
    not: () => ({
      'live.until_timestamp': past,
      'live.item_urn': 'urn:another',
      'item.deleted_timestamp': null,
      'item.entity': 'urn:another',
    }),
  },
  'what is live of a page ends with it': {
    rows: (urn) => ({ page: entity(urn), item: item(urn), live: live(urn) }),
    finds: async (urn) => {
      await inside((t) => unpublishItems(t, urn('page'), now));
      return (await value('item_live', 'until_timestamp', urn('item'), 'item_urn')) === now;
    },
    not: () => ({ 'live.entity': 'urn:another', 'live.until_timestamp': past }),
  },
  'an item of a page is counted': {
    rows: (urn) => ({ item: item(urn) }),
    finds: async (urn) => (await inside((t) => countItems(t, urn('page')))) === 1,
    not: () => ({ ...dead('item'), 'item.entity': 'urn:another' }),
  },
  'a page that everyone may read': {
    rows: (urn) => ({ edge: ['permission', { object_urn: urn('page'), subject_scope: 'EVERYONE', label: 'READ' }] }),
    finds: (urn) => isPublic(trials.database, urn('page'), urn('company')),
    not: () => ({
      ...dead('edge'),
      'edge.object_urn': 'urn:another',
      'edge.subject_scope': 'COMPANY',
      'edge.label': 'COMMENT',
      'edge.to_timestamp': future,
      'edge.from_timestamp': future,
    }),
    still: { 'edge.label': 'ADMIN', 'edge.from_timestamp': past },
  },
};

trials.prove(cases);
