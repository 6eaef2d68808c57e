// The conditions of the statements about publication, one at a time.
import { expect } from 'vitest';
import { resourceOf } from '../../../src/contract/resource.ts';
import { draftItems, rewriteItems } from '../../../src/database/content/draftStore.ts';
import { keepRedirect } from '../../../src/database/content/pathRedirectStore.ts';
import { historyPages } from '../../../src/database/content/historyStore.ts';
import {
  draftsAmong,
  lockDueEntities,
  lockPublication,
  lockPublicationsOfItems,
  makeLive,
  moveStatuses,
  nextDueIn,
  publishItems,
  unpublishItems,
} from '../../../src/database/content/publicationStore.ts';
import { isPublic, redirectFor, valuesOf, viewCandidates } from '../../../src/database/content/viewStore.ts';
import { placesOf } from '../../../src/database/engine/accessCheckStore.ts';
import { changeAtOnce } from '../../../src/database/engine/change.ts';
import type { PageQuery } from '../../../src/database/engine/listedRows.ts';
import { itemsByUrn } from '../../../src/database/engine/resourceStore.ts';
import type { Row } from '../../../src/database/engine/row.ts';
import { anonymousViewer, systemViewer, type Viewer } from '../../../src/domain/viewer.ts';
import { readScope } from '../../../src/engine/authorize.ts';
import { sameDigest, sameDigestToo } from './builders.ts';
import { ago, dead, future, now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

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
const ownItem = (urn: Names): Given => item(urn, { owner: urn('company'), tenant: urn('company') });
const older = (urn: Names): Given => item(urn, { version: '3', value_string: 'One' });
const changed = async (name: string, urn: string, values: Readonly<Record<string, unknown>>): Promise<boolean> => {
  const change = { resource: kind(name), urn, values, expectedVersion: '3', under: null, reader: null, following: [] };
  return (await inside((t) => changeAtOnce((one) => t.query(one), systemViewer, change, 'UPDATE'))) !== null;
};
const changedAtOnce = (urn: Names): Promise<boolean> => changed('TextItem', urn('item'), { value: 'Two' });
const live = (urn: Names): Given => [
  'item_live',
  { item_urn: urn('item'), entity: urn('page'), entry: urn('entry'), from_timestamp: past, until_timestamp: null },
];

const kind = (name: string) => resourceOf(trials.database.contract, name);
const scope = (name: string, viewer: Viewer) => readScope(viewer, kind(name));
// Reads every page of its company, but no drafts.
const outsider = (urn: Names): Viewer => ({
  ...anonymousViewer,
  kind: 'CLIENT',
  tenantUrn: urn('company'),
  companiesByLabel: new Map([['READ', [urn('company')]]]),
});
const entry = (urn: Names, name: string, more: Readonly<Record<string, unknown>> = {}): Given => [
  'item_value',
  {
    urn: urn(name),
    item_urn: urn('item'),
    entity: urn('page'),
    tenant: urn('company'),
    kind: 'TextItem',
    version: 1,
    sort_order: 1,
    name: 'name',
    is_tombstone: false,
    created_timestamp: past,
    ...more,
  },
];
const served = async (urn: Names, serves: 'LIVE_AT' | 'NEWEST_AT'): Promise<string | undefined> =>
  (await valuesOf(trials.database, new Map([[urn('page'), { serves, at: now }]])))[0]?.urn;
const history = async (urn: Names, page: Readonly<Record<string, unknown>>, asOf: string | null = null) => {
  const query = { limit: 9, after: null, before: null, isBackward: false, ...page } as unknown as PageQuery;
  const pages = await historyPages(trials.database, scope('TextItem', systemViewer), [urn('item')], {
    page: query,
    asOf,
  });
  const found = pages.get(urn('item'));
  return `${found?.rows.map(({ version }) => version).join() ?? ''}${found?.hasMore ? '+' : ''}`;
};

const leadsTo = (urn: Names, path: string, owner?: string): Promise<string | null> =>
  redirectFor(trials.database, scope('Entity', outsider(urn)), { path, owner: owner ? urn(owner) : null });

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
  'a status that is to move': {
    rows: (urn) => ({ page: entity(urn, { status: 'PUBLISHED' }), item: item(urn) }),
    finds: async (urn) => (await inside((t) => moveStatuses(t, [urn('page')], now))).length === 1,
    not: () => ({
      ...{ ...dead('page'), ...dead('item'), 'page.urn': 'urn:another', 'item.entity': 'urn:another' },
      ...{ 'page.status': ['PUBLISHED_WITH_DRAFTS', 'PUBLISH_PENDING'], 'item.is_published': true },
    }),
  },
  'an item that was deleted and is live is a draft': {
    rows: (urn) => ({ item: item(urn, { is_published: true, deleted_timestamp: past }), live: live(urn) }),
    finds: async (urn) => {
      const has = (await draftsAmong(trials.database, [urn('page')])).has(urn('page'));
      expect((await draftItems(trials.database, urn('page'))).length).toBe(has ? 1 : 0);
      return has;
    },
    not: () => ({
      'live.until_timestamp': past,
      'live.item_urn': 'urn:another',
      'item.deleted_timestamp': null,
      'item.entity': 'urn:another',
    }),
  },
  'what is live of a page ends with it': {
    rows: (urn) => ({ page: entity(urn), item: item(urn, { is_published: true }), live: live(urn) }),
    finds: async (urn) => {
      await inside((t) => unpublishItems(t, [urn('page')], future));
      expect(await value('item', 'is_published', urn('item'))).toBe(false);
      return (await value('item_live', 'until_timestamp', urn('item'), 'item_urn')) === future;
    },
    not: () => ({ 'live.entity': 'urn:another', 'live.until_timestamp': past }),
  },
  'an item of a page is counted': {
    rows: (urn) => ({ page: entity(urn), item: item(urn) }),
    finds: async (urn) => {
      const pages = { resource: kind('Entity'), urns: [urn('page')] };
      const asked = { label: 'UPDATE', made: kind('TextItem') };
      const places = await placesOf(trials.database, systemViewer, pages, asked);
      return places.get(urn('page'))?.count === 1;
    },
    not: () => ({ ...dead('item'), 'item.entity': 'urn:another' }),
  },
  'a page that everyone may view': {
    rows: (urn) => ({ edge: ['permission', { object_urn: urn('page'), subject_scope: 'EVERYONE', label: 'READ' }] }),
    finds: (urn) => isPublic(trials.database, urn('page'), urn('company')),
    not: () => ({
      ...dead('edge'),
      'edge.object_urn': 'urn:another',
      'edge.subject_scope': 'COMPANY',
      'edge.label': ['MEMBER', 'x-approve'],
      'edge.to_timestamp': [now, future],
      'edge.from_timestamp': future,
    }),
    still: { 'edge.label': ['VIEW', 'READ_DRAFT', 'COMMENT', 'MANAGE', 'ADMIN'], 'edge.from_timestamp': past },
  },
  'the newest value by then goes live': {
    rows: (urn) => ({ item: item(urn, { entry: urn('new') }), value: entry(urn, 'new', { created_timestamp: now }) }),
    finds: async (urn) => {
      await inside((t) => publishItems(t, [urn('page')], now));
      return (
        (await value('item_live', 'entry', urn('item'), 'item_urn')) === urn('new') &&
        (await value('item', 'is_published', urn('item'))) === true
      );
    },
    not: () => ({
      'value.entity': 'urn:another',
      'value.created_timestamp': ago(0, -1),
      'value.is_tombstone': true,
    }),
    still: { 'value.created_timestamp': past },
  },
  'of two values the newer goes live': {
    rows: (urn) => ({
      item: item(urn, { entry: urn('new') }),
      old: entry(urn, 'old', { version: 1 }),
      value: entry(urn, 'new', { version: 2 }),
    }),
    finds: async (urn) => {
      await inside((t) => publishItems(t, [urn('page')], now));
      return (await value('item_live', 'entry', urn('item'), 'item_urn')) === urn('new');
    },
    not: () => ({ 'old.version': 3 }),
  },
  'what was live ends when another value goes live': {
    rows: (urn) => ({ item: item(urn), value: entry(urn, 'new'), live: live(urn) }),
    finds: async (urn) => {
      await inside((t) => publishItems(t, [urn('page')], now));
      return (
        (await value('item_live', 'until_timestamp', urn('entry'), 'entry')) === now &&
        (await value('item_live', 'until_timestamp', urn('new'), 'entry')) === null
      );
    },
    not: () => ({
      'live.item_urn': 'urn:another',
      'live.until_timestamp': [past, future],
      'value.entity': 'urn:another',
    }),
  },
  'what is live stays as it is': {
    rows: (urn) => ({ item: item(urn), value: entry(urn, 'entry'), live: live(urn) }),
    finds: async (urn) => {
      await inside((t) => publishItems(t, [urn('page')], now));
      return (await value('item_live', 'until_timestamp', urn('entry'), 'entry')) === null;
    },
    not: () => ({ 'value.urn': 'urn:new', 'value.is_tombstone': true }),
  },
  'one value is made live': {
    rows: (urn) => ({ item: item(urn, { entry: urn('new') }), live: live(urn) }),
    finds: async (urn) => {
      await inside((t) => makeLive(t, { item: urn('item'), entry: urn('new'), entity: urn('page') }, now));
      return (
        (await value('item_live', 'until_timestamp', urn('entry'), 'entry')) === now &&
        (await value('item_live', 'until_timestamp', urn('new'), 'entry')) === null &&
        (await value('item', 'is_published', urn('item'))) === true
      );
    },
    not: () => ({
      'live.item_urn': 'urn:another',
      'live.until_timestamp': [past, future],
      'item.entry': 'urn:entry',
      'item.entity': 'urn:another',
    }),
  },
  'an item of a page that is not drafted may be locked with it': {
    rows: (urn) => ({ page: entity(urn), item: item(urn) }),
    finds: async (urn) => {
      const items = { resource: kind('TextItem'), items: [urn('item')] };
      return (await inside((t) => lockPublicationsOfItems(t, systemViewer, items, 'EDIT'))).length === 1;
    },
    not: () => ({
      ...dead('item'),
      'item.urn': 'urn:another',
      'item.kind': 'ImageItem',
      'item.entity': 'urn:another',
    }),
  },
  'an item is changed in one statement while it is a draft of that version': {
    rows: (urn) => ({ page: entity(urn), item: older(urn) }),
    finds: changedAtOnce,
    not: () => ({
      ...dead('item'),
      'item.urn': 'urn:another',
      'item.kind': 'ImageItem',
      'item.entity': 'urn:another',
      'item.is_published': true,
      'item.version': ['2', '4'],
      'item.value_string': 'Two',
    }),
  },
  'an item is changed in one statement while its entity is to be published later': {
    rows: (urn) => ({ page: entity(urn, { status: 'PUBLISH_PENDING', publish_timestamp: future }), item: older(urn) }),
    finds: changedAtOnce,
    not: () => ({ 'page.publish_timestamp': past }),
  },
  'an item is changed in one statement when its entity was to be published once': {
    rows: (urn) => ({ page: entity(urn, { publish_timestamp: past }), item: older(urn) }),
    finds: changedAtOnce,
    not: () => ({ 'page.status': 'PUBLISH_PENDING' }),
  },
  'an item is changed in one statement while its entity ends later': {
    rows: (urn) => ({ page: entity(urn, { live_timestamp: past, unpublish_timestamp: future }), item: older(urn) }),
    finds: changedAtOnce,
    not: () => ({ 'page.unpublish_timestamp': past }),
  },
  'an item is changed in one statement when its entity would have ended, had it been live': {
    rows: (urn) => ({ page: entity(urn, { unpublish_timestamp: past }), item: older(urn) }),
    finds: changedAtOnce,
    not: () => ({ 'page.live_timestamp': past }),
  },
  'a row of another kind is changed in one statement while it has that version': {
    rows: (urn) => ({ group: ['group', { urn: urn('group'), version: '3', name: 'One' }] }),
    finds: (urn) => changed('Group', urn('group'), { name: 'Two' }),
    not: () => ({ ...dead('group'), 'group.urn': 'urn:another', 'group.version': ['2', '4'], 'group.name': 'Two' }),
  },
  'a value that an item had is written over its newest': {
    rows: (urn) => ({
      item: item(urn, { name: 'newest', is_published: true }),
      value: entry(urn, 'entry', { name: 'older' }),
    }),
    finds: async (urn) => {
      const before = await value('item', 'entry', urn('item'));
      await inside((t) => rewriteItems(t, [{ urn: urn('item'), entry: urn('entry') }], now));
      return (
        (await value('item', 'name', urn('item'))) === 'older' &&
        (await value('item', 'entry', urn('item'))) !== before &&
        (await value('item', 'is_published', urn('item'))) === false &&
        (await value('item', 'version', urn('item'))) === '2' &&
        (await value('item', 'deleted_timestamp', urn('item'))) === null
      );
    },
    not: () => ({ 'item.urn': 'urn:another', 'value.urn': 'urn:another' }),
    still: { 'item.deleted_timestamp': past },
  },
  'a value is served while it is live': {
    rows: (urn) => ({ item: item(urn), value: entry(urn, 'entry'), live: live(urn) }),
    finds: async (urn) => (await served(urn, 'LIVE_AT')) === urn('item'),
    not: () => ({
      'live.entity': 'urn:another',
      'live.from_timestamp': future,
      'live.until_timestamp': past,
      'live.entry': 'urn:another',
    }),
  },
  'the newest value is served to who sees drafts': {
    rows: (urn) => ({ item: item(urn), value: entry(urn, 'new', { version: 2 }) }),
    finds: async (urn) => (await served(urn, 'NEWEST_AT')) === urn('item'),
    not: () => ({ 'value.entity': 'urn:another', 'value.created_timestamp': future, 'value.is_tombstone': true }),
  },
  'of two values the newer is served': {
    rows: (urn) => ({
      item: item(urn),
      old: entry(urn, 'old', { version: 1 }),
      value: entry(urn, 'new', { version: 2, is_tombstone: true }),
    }),
    finds: async (urn) => (await served(urn, 'NEWEST_AT')) === undefined,
    not: () => ({ 'old.version': 3 }),
  },
  'a value that is served is known to be live': {
    rows: (urn) => ({ item: item(urn), value: entry(urn, 'entry'), live: live(urn) }),
    finds: async (urn) =>
      (await valuesOf(trials.database, new Map([[urn('page'), { serves: 'NEWEST_AT', at: now }]])))[0]?.isPublished ===
      true,
    not: () => ({ 'live.until_timestamp': past, 'live.entry': 'urn:another' }),
  },
  'a former address leads to the page': {
    rows: (urn) => ({
      page: entity(urn, { path: '/new', live_timestamp: past }),
      from: [
        'entity_redirect',
        { owner: urn('company'), path: sameDigest, entity: urn('page'), expires_timestamp: future },
      ],
    }),
    finds: async (urn) =>
      (await leadsTo(urn, sameDigest, 'company')) !== null && (await leadsTo(urn, sameDigest, 'else')) === null,
    not: () => ({
      ...dead('page'),
      'page.urn': 'urn:another',
      'page.owner': 'urn:another',
      'page.tenant': 'urn:another',
      'page.path': [null, sameDigest],
      'page.live_timestamp': null,
      'from.owner': 'urn:another',
      'from.path': ['/older', sameDigestToo],
      'from.expires_timestamp': past,
    }),
  },
  'a former address leads to a page whose time has come': {
    rows: (urn) => ({
      page: entity(urn, { path: '/new', status: 'PUBLISH_PENDING', publish_timestamp: past }),
      from: [
        'entity_redirect',
        { owner: urn('company'), path: '/old', entity: urn('page'), expires_timestamp: future },
      ],
    }),
    finds: async (urn) => (await leadsTo(urn, '/old')) === '/new',
    not: () => ({ 'page.status': 'DRAFT_UNPUBLISHED', 'page.publish_timestamp': future }),
  },
  'the address that was left last leads on': {
    rows: (urn) => ({
      page: entity(urn, { path: '/new', live_timestamp: past }),
      other: entity(urn, { urn: urn('other'), path: '/other', live_timestamp: past }),
      from: [
        'entity_redirect',
        { owner: urn('company'), path: '/old', entity: urn('page'), expires_timestamp: ago(-2) },
      ],
      before: [
        'entity_redirect',
        { owner: urn('company'), path: '/old', entity: urn('other'), expires_timestamp: ago(-1) },
      ],
    }),
    finds: async (urn) => (await leadsTo(urn, '/old')) === '/new',
    not: () => ({ 'before.expires_timestamp': ago(-3) }),
  },
  'a former address is kept for ninety days': {
    rows: (urn) => ({ page: entity(urn), company: ['company', { urn: urn('company'), owner: urn('company') }] }),
    finds: async (urn) => {
      // Of the row, what an address is made of.
      const row = { $owner: urn('company'), path: '/old', language: 'en', variant: '', urn: urn('page') };
      await inside((t) => keepRedirect(t, row as unknown as Row<'Entity'>, now));
      const until = await value('entity_redirect', 'expires_timestamp', urn('page'), 'entity');
      await trials.database.query({ text: 'DELETE FROM entity_redirect', values: [] });
      return until === ago(-90);
    },
    not: () => ({}),
  },
  'a variant of a page shares its path': {
    rows: (urn) => ({
      page: entity(urn, { path: sameDigest }),
      other: entity(urn, { urn: urn('variant'), path: sameDigest }),
    }),
    finds: async (urn) =>
      (await viewCandidates(trials.database, scope('Entity', systemViewer), [{ urn: urn('page') }])).some(
        (one) => one.urn === urn('variant'),
      ),
    not: () => ({
      ...dead('page'),
      ...dead('other'),
      'page.path': ['/q', sameDigestToo],
      'other.path': ['/q', sameDigestToo],
      'other.owner': 'urn:another',
    }),
  },
  'a page by its path': {
    rows: (urn) => ({ page: entity(urn, { path: sameDigest }) }),
    finds: async (urn) =>
      (
        await viewCandidates(trials.database, scope('Entity', systemViewer), [
          { path: sameDigest, owner: urn('company') },
        ])
      ).some((one) => one.urn === urn('page')),
    not: () => ({ ...dead('page'), 'page.path': ['/q', sameDigestToo], 'page.owner': 'urn:another' }),
  },
  'the live value of an item': {
    rows: (urn) => ({ item: ownItem(urn), value: entry(urn, 'entry'), live: live(urn) }),
    finds: async (urn) =>
      (await itemsByUrn(trials.database, scope('TextItem', outsider(urn)), kind('TextItem'), [urn('item')])).length > 0,
    not: () => ({ ...dead('item'), 'live.item_urn': 'urn:another', 'live.until_timestamp': past }),
  },
  'a value by its own name': {
    rows: (urn) => ({ item: item(urn), value: entry(urn, 'entry'), live: live(urn) }),
    finds: async (urn) =>
      (await itemsByUrn(trials.database, scope('TextItem', systemViewer), kind('TextItem'), [urn('entry')])).length ===
      1,
    not: () => ({
      ...dead('item'),
      'value.urn': 'urn:another',
      'value.kind': 'ImageItem',
      'value.is_tombstone': true,
      'item.urn': 'urn:another',
    }),
  },
  'a value in the history of its item': {
    rows: (urn) => ({ item: item(urn), value: entry(urn, 'entry', { version: 5, created_timestamp: past }) }),
    finds: async (urn) => (await history(urn, {}, past)) === '5',
    not: () => ({
      ...dead('item'),
      'value.item_urn': 'urn:another',
      'value.is_tombstone': true,
      'value.created_timestamp': ago(0, 59),
    }),
    still: { 'value.created_timestamp': ago(0, 61) },
  },
  'a history is read backward from the oldest, a page at a time': {
    rows: (urn) => ({
      item: item(urn),
      first: entry(urn, 'a', { version: 1 }),
      second: entry(urn, 'b', { version: 2 }),
      third: entry(urn, 'c', { version: 3 }),
    }),
    finds: async (urn) =>
      (await history(urn, { limit: 2 })) === '3,2+' &&
      (await history(urn, { limit: 3 })) === '3,2,1' &&
      (await history(urn, { limit: 2, isBackward: true })) === '2,1+' &&
      (await history(urn, { after: ['3'] })) === '2,1' &&
      (await history(urn, { before: ['1'] })) === '3,2',
    not: () => ({ 'first.is_tombstone': true }),
  },
};

trials.prove(cases);
