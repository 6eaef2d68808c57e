// The conditions of the statements that return a page to a moment, one at a time.
import { noteRepeats } from '../../../src/database/content/draftStore.ts';
import { itemsSince, withoutPictures } from '../../../src/database/content/momentStore.ts';
import { ago, future, now, past, useTrials, type Case, type Given, type Names } from './scenario.ts';

const trials = useTrials();
const { inside, value } = trials;

const [long, longest] = [ago(0, 120), ago(0, 180)];
const item = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'item',
  {
    ...{ urn: urn('item'), entity: urn('page'), kind: 'TextItem', entry: urn('newest'), is_published: false },
    ...{ name: 'name', sort_order: 1, value_string: 'Two', created_timestamp: long },
    ...more,
  },
];
const entry = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'item_value',
  {
    ...{ urn: urn('entry'), item_urn: urn('item'), entity: urn('page'), kind: 'TextItem', version: 2 },
    ...{ name: 'name', sort_order: 1, value_string: 'One', is_tombstone: false, created_timestamp: past },
    ...more,
  },
];
const since = async (urn: Names): Promise<unknown> => {
  const of = { entity: urn('page'), moment: now };
  const locked = await inside((t) => itemsSince(t, of, { limit: 2, lock: true }));
  const found = await itemsSince(trials.database, of, { limit: 2 });
  return JSON.stringify(locked) === JSON.stringify(found) ? found[0] : null;
};
const is = async (urn: Names, what: Readonly<Record<string, unknown>>): Promise<boolean> => {
  const found = await since(urn);
  return JSON.stringify(found) === JSON.stringify({ urn: urn('item'), kind: 'TextItem', ...what });
};

const picture = (urn: Names): string => `/v/v1/image/${urn('file')}`;
const file = (urn: Names, more: Readonly<Record<string, unknown>> = {}): Given => [
  'image_item_file',
  { urn: urn('file'), image_item: urn('item'), ...more },
];
const isWithout = async (urn: Names): Promise<boolean> =>
  (await withoutPictures(trials.database, [urn('entry')])).join() === urn('item');

const cases: Readonly<Record<string, Case>> = {
  'an item that has another value since': {
    rows: (urn) => ({ item: item(urn), then: entry(urn) }),
    finds: async (urn) => is(urn, { isDeleted: false, entry: urn('entry'), isKnown: true }),
    not: () => ({
      'item.entity': 'urn:another',
      'item.value_string': 'One',
      'item.entry': 'urn:entry',
      'item.deleted_timestamp': past,
      'then.item_urn': 'urn:another',
      'then.created_timestamp': future,
      'then.is_tombstone': true,
    }),
    still: { 'then.created_timestamp': longest },
  },
  'an item that was deleted since': {
    rows: (urn) => ({ item: item(urn, { deleted_timestamp: past }), then: entry(urn) }),
    finds: async (urn) => is(urn, { isDeleted: true, entry: urn('entry'), isKnown: true }),
    not: () => ({ 'item.deleted_timestamp': null, 'then.is_tombstone': true, 'then.created_timestamp': future }),
    still: { 'item.value_string': 'One' },
  },
  'an item that was made since': {
    rows: (urn) => ({ item: item(urn), first: entry(urn, { version: 1, created_timestamp: future }) }),
    finds: async (urn) => is(urn, { isDeleted: false, entry: null, isKnown: true }),
    not: () => ({
      'item.deleted_timestamp': past,
      'first.created_timestamp': past,
      'first.version': 2,
      'first.item_urn': 'urn:another',
    }),
  },
  'an item that was made since, and has lost its first value': {
    rows: (urn) => ({ item: item(urn, { created_timestamp: future }) }),
    finds: async (urn) => is(urn, { isDeleted: false, entry: null, isKnown: true }),
    not: () => ({ 'item.created_timestamp': past, 'item.deleted_timestamp': past }),
  },
  'an item whose value of then is not kept': {
    rows: (urn) => ({ item: item(urn), later: entry(urn, { created_timestamp: future }) }),
    finds: async (urn) => is(urn, { isDeleted: false, entry: null, isKnown: false }),
    not: () => ({ 'later.version': 1, 'later.created_timestamp': past, 'item.created_timestamp': future }),
  },
  'a picture that is gone': {
    rows: (urn) => ({
      item: item(urn, { kind: 'ImageItem', deleted_timestamp: longest }),
      value: entry(urn, { kind: 'ImageItem', medium_src: picture(urn) }),
      file: file(urn, { deleted_timestamp: long }),
      live: ['item_live', { item_urn: urn('item'), entity: urn('page'), entry: urn('entry'), until_timestamp: past }],
      page: ['entity', { urn: urn('page') }],
    }),
    finds: isWithout,
    not: () => ({
      'file.deleted_timestamp': [null, longest],
      'item.deleted_timestamp': long,
      'value.medium_src': ['https://pictures.example/1.png', null],
      'value.kind': 'TextItem',
      'value.urn': 'urn:another',
      'live.until_timestamp': null,
    }),
    still: { 'file.urn': 'urn:another' },
  },
  'a value that repeats the live one': {
    rows: (urn) => ({
      item: item(urn),
      newest: entry(urn, { urn: urn('newest'), version: 3 }),
      source: entry(urn),
      live: ['item_live', { item_urn: urn('item'), entry: urn('entry'), until_timestamp: null }],
    }),
    finds: async (urn) => {
      await inside((t) => noteRepeats(t, [{ urn: urn('item'), entry: urn('entry') }]));
      return (await value('item_value', 'repeats', urn('newest'))) === urn('entry');
    },
    not: () => ({
      'live.until_timestamp': past,
      'live.item_urn': 'urn:another',
      'live.entry': 'urn:another',
      'item.entry': 'urn:another',
      'item.urn': 'urn:another',
    }),
  },
};

trials.prove(cases);
