// Pages by their entity types: asks for the fields of a type and gives them as its interface says. What `commonplace types` writes
// names the fields; nothing here knows a type of its own.
import type { Graph } from './graph.ts';

/** A kind of items. */
export type ItemKind = keyof Values;

/** What the item of each kind is for a frontend. */
interface Values {
  BOOLEAN_ITEM: boolean;
  /** An instant of RFC 3339. */
  DATETIME_ITEM: string;
  DOUBLE_ITEM: number;
  IMAGE_ITEM: Picture;
  JSON_ITEM: Readonly<Record<string, unknown>>;
  LATLONG_ITEM: { readonly latitude: number; readonly longitude: number };
  LINK_ITEM: { readonly href: string; readonly rel: string | null; readonly text: string | null };
  /** Up to 64 bits, as digits. */
  LONG_ITEM: string;
  /** Sanitized HTML. */
  MARKDOWN_ITEM: string;
  MONEY_ITEM: Money;
  REFERENCE_ITEM: PageLink;
  /** What the template gave. */
  TEMPLATE_ITEM: string;
  TEXT_ITEM: string;
}

/** The value of a field of that kind. */
export type Value<Kind extends ItemKind> = Values[Kind];

/** A picture in its sizes. */
export interface Picture {
  readonly src: string | null;
  readonly mediumSrc: string | null;
  readonly largeSrc: string | null;
  readonly altText: string | null;
}

/** An amount of money. */
export interface Money {
  /** In the smallest unit of the currency, as digits. */
  readonly unitValue: string;
  readonly currencyCode: string;
  /** For people, in the language of the page. */
  readonly formattedValue: string;
}

/** Another page that a page refers to. `Fields` is what a page of its type has. */
export interface PageLink<Fields = unknown> {
  readonly urn: string;
  readonly name: string;
  readonly path: string | null;
  /** The name of its type; null for a page without one. */
  readonly type: string | null;
  /** Never there; carries the type. */
  readonly __fields?: Fields;
}

/** A field as the service knows it. */
export interface FieldOfType {
  readonly kind: ItemKind;
  readonly required: boolean;
  readonly repeated: boolean;
}

/** A type of pages: its urn, its name and its fields. `Fields` is the interface of its pages. */
export interface PageType<Fields> {
  readonly urn: string;
  readonly name: string;
  readonly fields: Readonly<Record<keyof Fields & string, FieldOfType>>;
}

/** A page of a type. */
export interface TypedPage<Fields> {
  readonly urn: string;
  readonly name: string;
  readonly path: string | null;
  readonly language: string;
  readonly fields: Fields;
}

/** Which page, and how it is shown. */
export type PageChoice = ({ readonly path: string } | { readonly urn: string }) & {
  readonly language?: string;
  readonly variant?: string;
  /** LATEST shows drafts; it needs READ_DRAFT. */
  readonly version?: 'PUBLISHED' | 'LATEST';
};

/** The page is of another type, or breaks its type. */
export class PageTypeError extends Error {
  readonly path: string | null;

  constructor(message: string, path: string | null) {
    super(message);
    this.name = 'PageTypeError';
    this.path = path;
  }
}

// The list of an entity that holds items of a kind, and what is read of them.
const lists: Readonly<Record<ItemKind, readonly [list: string, members: string]>> = {
  BOOLEAN_ITEM: ['booleans', 'value'],
  DATETIME_ITEM: ['dateTimes', 'value'],
  DOUBLE_ITEM: ['doubles', 'value'],
  IMAGE_ITEM: ['images', 'src mediumSrc largeSrc altText'],
  JSON_ITEM: ['jsons', 'value'],
  LATLONG_ITEM: ['latLongs', 'latitude longitude'],
  LINK_ITEM: ['links', 'href rel text'],
  LONG_ITEM: ['longs', 'value'],
  MARKDOWN_ITEM: ['markdowns', 'value'],
  MONEY_ITEM: ['money', 'unitValue currencyCode formattedValue'],
  REFERENCE_ITEM: ['references', 'entityReference { urn name path entityType { name } }'],
  TEMPLATE_ITEM: ['templates', 'value'],
  TEXT_ITEM: ['texts', 'value'],
};

type Item = Readonly<Record<string, unknown>> & { readonly name: string };
type View = Omit<TypedPage<unknown>, 'fields'> &
  Readonly<Record<string, unknown>> & { readonly entityType: { readonly urn: string; readonly name: string } | null };

/**
 * The page with the fields of its type, as readers see it; null when nothing is live for the caller. Rejects with PageTypeError for a
 * page of another type, and for one that lacks what its type requires, such as one that went live before the type was changed.
 */
export async function readPage<Fields>(
  graph: Graph,
  type: PageType<Fields>,
  choice: PageChoice,
  options?: { readonly signal?: AbortSignal },
): Promise<TypedPage<Fields> | null> {
  const { entityView: page } = await graph.run<{ entityView: View | null }>(queryOf(type), { ...choice }, options);
  if (page === null) return null;
  if (page.entityType?.urn !== type.urn) {
    throw new PageTypeError(
      `The page is of the type ${page.entityType?.name ?? '(none)'}, not ${type.name}.`,
      page.path,
    );
  }
  const { urn, name, path, language } = page;
  const fields = Object.entries<FieldOfType>(type.fields).map(([field, rules]) => [field, valueOf(page, field, rules)]);
  // The fields of the type are those of the interface: both were written together.
  return { urn, name, path, language, fields: Object.fromEntries(fields) as Fields };
}

/** The query for a page of a type: only the items that the type names. */
function queryOf(type: PageType<unknown>): string {
  const names = new Map<ItemKind, string[]>();
  for (const [name, { kind }] of Object.entries<FieldOfType>(type.fields)) {
    names.set(kind, [...(names.get(kind) ?? []), name]);
  }
  const items = [...names].map(([kind, some]) => {
    const [list, members] = lists[kind];
    return `${list}(names: ${JSON.stringify(some)}) { name ${members} }`;
  });
  return (
    'query ($path: String, $urn: ID, $language: LanguageTag, $variant: String, $version: ContentVersion) {' +
    ' entityView(path: $path, urn: $urn, language: $language, variant: $variant, version: $version) {' +
    ` urn name path language entityType { urn name } ${items.join(' ')} } }`
  );
}

function valueOf(page: View, field: string, { kind, required, repeated }: FieldOfType): unknown {
  const [list] = lists[kind];
  const items = (page[list] as readonly Item[]).filter(({ name }) => name === field);
  if (required && items.length === 0) throw new PageTypeError(`The page has no ${field}.`, page.path);
  // What the caller may not see is no page to lead to.
  const values = items.map((item) => ofItem(kind, item)).filter((value) => value !== null);
  return repeated ? values : (values[0] ?? null);
}

function ofItem(kind: ItemKind, { name: _, ...item }: Item): unknown {
  if (kind === 'REFERENCE_ITEM') return linkOf(item['entityReference']);
  return 'value' in item ? item['value'] : item;
}

function linkOf(target: unknown): PageLink | null {
  if (typeof target !== 'object' || target === null) return null;
  // As the query asks for it.
  const { entityType, ...link } = target as Omit<PageLink, 'type'> & { readonly entityType: { name: string } | null };
  return { ...link, type: entityType?.name ?? null };
}
