// What each kind of item is to the form: how its value is read into a control, and what of the control is sent.
import type {
  AnyEntryFragment,
  BooleanValueFragment,
  DateTimeValueFragment,
  DoubleValueFragment,
  FieldRuleFragment,
  ImageValueFragment,
  JsonValueFragment,
  LatLongValueFragment,
  LinkValueFragment,
  LongValueFragment,
  MarkdownValueFragment,
  MoneyValueFragment,
  PageQuery,
  ReferenceValueFragment,
  TemplateValueFragment,
  TextValueFragment,
} from '../../../made/graphql.ts';
import { fromField, toField } from '../../parts/time.ts';
import { texts } from '../../texts/index.ts';

/** An item of any kind. */
export type Item =
  | BooleanValueFragment
  | DateTimeValueFragment
  | DoubleValueFragment
  | ImageValueFragment
  | JsonValueFragment
  | LatLongValueFragment
  | LinkValueFragment
  | LongValueFragment
  | MarkdownValueFragment
  | MoneyValueFragment
  | ReferenceValueFragment
  | TemplateValueFragment
  | TextValueFragment;

/** What an item holds, now or in the past. */
export type Held = Item | AnyEntryFragment;

/** The names of the kinds. */
export type KindName = Item['__typename'];

/** A field of a type. */
export type FieldRule = FieldRuleFragment;

/** The kinds of items, as types name them. */
export const kindNames: Readonly<Record<FieldRule['kind'], KindName>> = {
  TEXT_ITEM: 'TextItem',
  MARKDOWN_ITEM: 'MarkdownItem',
  IMAGE_ITEM: 'ImageItem',
  REFERENCE_ITEM: 'ReferenceItem',
  BOOLEAN_ITEM: 'BooleanItem',
  LONG_ITEM: 'LongItem',
  DOUBLE_ITEM: 'DoubleItem',
  DATETIME_ITEM: 'DateTimeItem',
  MONEY_ITEM: 'MoneyItem',
  LATLONG_ITEM: 'LatLongItem',
  JSON_ITEM: 'JsonItem',
  LINK_ITEM: 'LinkItem',
  TEMPLATE_ITEM: 'TemplateItem',
};

/** What is typed: texts by the name of the field. */
export type Typed = Readonly<Record<string, string>>;

type Input = Readonly<Record<string, unknown>>;

const { problems } = texts.page;

/** An item that a form offers and that is created once something is typed into it; its version is 0. */
export function blank(kind: KindName, urn: string, name: string, sortOrder: number): Item {
  const item = { __typename: kind, urn, version: '0', name, sortOrder, isPublished: false };
  return { ...item, src: null, mediumSrc: null, largeSrc: null, files: [] } as unknown as Item;
}

/** Whether the item is yet to be created. */
export function isBlank({ version }: Held): boolean {
  return version === '0';
}

const untouched: Readonly<Partial<Record<KindName, Typed>>> = {
  TemplateItem: { value: '', mediaType: 'text/html' },
  BooleanItem: { value: 'false' },
  MoneyItem: { value: '', currencyCode: 'EUR' },
};

/** The value of an item as controls show it. */
export function typedOf(item: Held): Typed {
  if (isBlank(item)) return untouched[item.__typename] ?? {};
  switch (item.__typename) {
    case 'TextItem':
    case 'MarkdownItem':
      return { value: item.value };
    case 'LongItem':
      return { value: item.whole };
    case 'TemplateItem':
      return { value: item.value, mediaType: item.mediaType };
    case 'BooleanItem':
      return { value: String(item.isOn) };
    case 'DoubleItem':
      return { value: String(item.number) };
    case 'DateTimeItem':
      return { value: toField(item.instant) };
    case 'MoneyItem':
      return { value: item.amount, currencyCode: item.currencyCode };
    case 'LatLongItem':
      return { latitude: String(item.latitude), longitude: String(item.longitude) };
    case 'JsonItem':
      return { value: JSON.stringify(item.json, null, 2) };
    case 'LinkItem':
      return { href: item.href, text: item.text ?? '', rel: item.rel ?? '', lang: item.lang ?? '' };
    case 'ReferenceItem':
      return {
        entityReference: item.entityReference?.urn ?? '',
        shown: item.entityReference?.name ?? '',
        relation: item.relation ?? '',
      };
    case 'ImageItem':
      return { altText: item.altText ?? '' };
  }
}

/** The members that a change sends, or the sentence that says what is wrong with what was typed. */
export function inputOf(kind: KindName, typed: Typed): Input | string {
  const { value = '' } = typed;
  switch (kind) {
    case 'TextItem':
    case 'MarkdownItem':
      return { value };
    case 'TemplateItem':
      return { value, mediaType: typed['mediaType'] };
    case 'BooleanItem':
      return { value: value === 'true' };
    case 'LongItem':
      return /^-?\d{1,19}$/.test(value.trim()) ? { value: value.trim() } : problems.integer;
    case 'DoubleItem':
      return numberIn(value) === null ? problems.number : { value: numberIn(value) };
    case 'DateTimeItem': {
      const instant = fromField(value);
      return instant === null ? problems.date : { value: instant };
    }
    case 'MoneyItem':
      return /^-?\d+(\.\d+)?$/.test(value.trim())
        ? { value: value.trim(), currencyCode: typed['currencyCode'] }
        : problems.decimal;
    case 'LatLongItem': {
      const [latitude, longitude] = [numberIn(typed['latitude']), numberIn(typed['longitude'])];
      if (latitude === null || longitude === null) return problems.number;
      return isOnEarth(latitude, longitude) ? { latitude, longitude } : problems.place;
    }
    case 'JsonItem':
      return jsonIn(value);
    case 'LinkItem': {
      const { href = '', text, rel, lang } = typed;
      return URL.canParse(href) ? { href, text: text || null, rel: rel || null, lang: lang || null } : problems.url;
    }
    case 'ReferenceItem': {
      const { entityReference, relation } = typed;
      return entityReference ? { entityReference, relation: relation || null } : problems.reference;
    }
    case 'ImageItem':
      return { altText: typed['altText'] || null };
  }
}

function numberIn(text = ''): number | null {
  const number = Number(text.trim());
  return text.trim() === '' || !Number.isFinite(number) ? null : number;
}

function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/** The place that is typed; null while it is none. */
export function pointOf(typed: Typed): { readonly latitude: number; readonly longitude: number } | null {
  const [latitude, longitude] = [numberIn(typed['latitude']), numberIn(typed['longitude'])];
  return latitude === null || longitude === null || !isOnEarth(latitude, longitude) ? null : { latitude, longitude };
}

function jsonIn(text: string): Input | string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { value } : problems.object;
  } catch (error) {
    return problems.json((error as Error).message);
  }
}

/** What is typed as one text, to be read beside another. */
export function asText(typed: Typed): string {
  const parts = Object.entries(typed).filter(([name, text]) => name !== 'entityReference' && text !== '');
  return parts.length === 1 ? (parts[0]?.[1] ?? '') : parts.map(([, text]) => text).join('\n');
}

/** A value of the past as one text; of a picture its words and its address. */
export function entryText(entry: Held): string {
  if (entry.__typename !== 'ImageItem') return asText(typedOf(entry));
  return [entry.altText ?? '', entry.src ?? ''].filter(Boolean).join('\n');
}

/** What a new item of a kind begins with; the page referred to is chosen before. */
export function beginning(kind: KindName): Input {
  switch (kind) {
    case 'TextItem':
    case 'MarkdownItem':
      return { value: '' };
    case 'TemplateItem':
      return { value: '', mediaType: 'text/html' };
    case 'BooleanItem':
      return { value: false };
    case 'LongItem':
      return { value: '0' };
    case 'DoubleItem':
      return { value: 0 };
    case 'DateTimeItem':
      return { value: new Date(Math.round(Date.now() / 60_000) * 60_000).toISOString() };
    case 'MoneyItem':
      return { value: '0', currencyCode: 'EUR' };
    case 'LatLongItem':
      return { latitude: 0, longitude: 0 };
    case 'JsonItem':
      return { value: {} };
    case 'LinkItem':
      return { href: 'https://' + location.host + '/' };
    case 'ReferenceItem':
    case 'ImageItem':
      return {};
  }
}

/** All items of a page, kind by kind and in the order of each. */
export function itemsOf(page: NonNullable<PageQuery['entity']>): readonly Item[] {
  const { texts: plain, markdowns, images, references, booleans, longs, doubles, dateTimes, money } = page;
  const { latLongs, jsons, links, templates } = page;
  const all = [
    plain,
    markdowns,
    images,
    references,
    booleans,
    longs,
    doubles,
    dateTimes,
    money,
    latLongs,
    jsons,
    links,
  ];
  return [...all.flat(), ...templates];
}

/** What people call an item. */
export function nameOf(item: Item): string {
  return item.name ?? texts.page.kinds[item.__typename];
}
