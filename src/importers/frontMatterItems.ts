// Front matter as members of a page: what generators agree on has its place, everything else becomes an item of the kind that its value is.
import type { Remark } from './source.ts';

/** The members that are made of front matter. */
export interface PageMembers {
  readonly name?: string;
  readonly [member: string]: unknown;
  readonly images?: readonly Readonly<Record<string, unknown>>[];
}

interface Reading {
  readonly from: string;
  /** The date that the name of the file says; null for none. */
  readonly dated: string | null;
  /** The file of a picture, as the service is told it; null when it is not there. */
  readonly cover: (address: string) => string | null;
  readonly remark: Remark;
}

/** What the path and the language were made of, and what has a place of its own. */
const placed = new Set([
  ...['lang', 'language', 'locale', 'permalink', 'path', 'url', 'slug'],
  ...['draft', 'published', 'aliases', 'redirect_from'],
]);
const dates = ['date', 'publishDate', 'pubDate', 'published_at', 'publishedAt', 'created'];
const covers = new Set(['cover', 'image', 'hero', 'heroImage', 'featured_image', 'thumbnail']);

type Sent = Readonly<Record<string, unknown>>;

/** The members of a page. Without a word of a draft it is published, at its date where it has one. */
export function membersOf(members: Sent, { from, dated, cover, remark }: Reading): PageMembers {
  const [dateName, date = dated] = dates
    .map((name) => [name, instantOf(members[name])] as const)
    .find(([, value]) => value !== null) ?? [null];
  const isDraft = members['draft'] === true || members['published'] === false;
  const lists = new Map<string, Record<string, unknown>[]>();
  const images: Record<string, unknown>[] = [];
  const add = (list: string, item: Record<string, unknown>): unknown =>
    lists.set(list, [...(lists.get(list) ?? []), item]);
  for (const [name, value] of Object.entries(members)) {
    if (placed.has(name) || name === dateName || value === null || value === undefined) continue;
    const picture = covers.has(name) ? pictureOf(value) : null;
    const file = picture === null ? null : cover(picture.address);
    if (picture !== null && file !== null) images.push({ name, altText: picture.altText, file });
    else addValue(add, singular(name), value, () => remark('Front matter that has no place', `${from}: ${name}`));
  }
  const { title } = members;
  return {
    ...(typeof title === 'string' && title !== '' && { name: title.slice(0, 1024) }),
    ...Object.fromEntries(lists),
    images,
    ...(isDraft ? {} : { status: 'PUBLISH' }),
    ...(date !== null && { publishTimestamp: date }),
    ...(date !== null && Date.parse(date) < Date.now() && { createdTimestamp: date }),
  };
}

/** A list of tags is items named `tag`. */
const singular = (name: string): string => ({ tags: 'tag', categories: 'category', authors: 'author' })[name] ?? name;

function addValue(
  add: (list: string, item: Record<string, unknown>) => unknown,
  name: string,
  value: unknown,
  refuse: () => void,
): void {
  if (typeof value === 'string') {
    const instant = /^\d{4}-\d{2}-\d{2}T/.test(value) ? instantOf(value) : null;
    if (instant !== null) add('dateTimes', { name, value: instant });
    else if (value.length > 60_000) refuse();
    else add('texts', { name, value });
  } else if (typeof value === 'boolean') add('booleans', { name, value });
  else if (typeof value === 'number' && Number.isSafeInteger(value)) add('longs', { name, value });
  else if (typeof value === 'number' && Number.isFinite(value)) add('doubles', { name, value });
  else if (Array.isArray(value) && value.every((one) => ['string', 'number', 'boolean'].includes(typeof one))) {
    for (const one of value) add('texts', { name, value: String(one) });
  } else if (typeof value === 'object' && value !== null) {
    // A list of YAML.
    add('jsons', { name, value: Array.isArray(value) ? { values: value as unknown[] } : value });
  } else refuse();
}

function pictureOf(value: unknown): { readonly address: string; readonly altText: string } | null {
  if (typeof value === 'string') return { address: value, altText: '' };
  if (typeof value !== 'object' || value === null) return null;
  // An object of YAML.
  const { src, url, path, alt } = value as Sent;
  const address = [src, url, path].find((one) => typeof one === 'string');
  return typeof address === 'string' ? { address, altText: typeof alt === 'string' ? alt : '' } : null;
}

/** An instant in UTC; null for what is none. A date alone is its beginning. */
function instantOf(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}(?:$|[T ]\d{2}:\d{2})/.test(value)) return null;
  const [, date = '', time = '', zone = ''] =
    /^(\d{4}-\d{2}-\d{2})[T ]?([\d:.]*)\s*(Z|UTC|[+-]\d{2}:?\d{2})?/.exec(value) ?? [];
  const offset = zone === '' || zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const millis = Date.parse(`${date}T${time === '' ? '00:00:00' : time}${offset}`);
  return Number.isFinite(millis) && millis > 0 ? new Date(millis).toISOString() : null;
}
