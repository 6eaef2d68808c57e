// The thirteen kinds of content item, each with two values that a test can write.

/** One kind of item. */
export interface ItemKind {
  /** The type's name in the graph. */
  readonly name: string;
  /** The root field of one such item in the graph. */
  readonly field: string;
  /** The path of its resource over REST. */
  readonly path: string;
  /** The list of an entity that holds such items. */
  readonly list: string;
  /** The members that make up its value, twice. */
  readonly first: Readonly<Record<string, unknown>>;
  readonly second: Readonly<Record<string, unknown>>;
}

function kind(
  name: string,
  list: string,
  first: Readonly<Record<string, unknown>>,
  second: Readonly<Record<string, unknown>>,
): ItemKind {
  const field = name.charAt(0).toLowerCase() + name.slice(1);
  return { name, field, path: name.toLowerCase(), list, first, second };
}

/** All kinds; `targets` are two entities that references may name. */
export function itemKinds(targets: readonly [string, string]): readonly ItemKind[] {
  return [
    kind('BooleanItem', 'booleans', { value: true }, { value: false }),
    kind('DateTimeItem', 'dateTimes', { value: '2026-01-01T00:00:00.000Z' }, { value: '2026-01-02T03:04:05.678Z' }),
    kind('DoubleItem', 'doubles', { value: 1.5 }, { value: -0.25 }),
    kind('ImageItem', 'images', { altText: 'One' }, { altText: 'Two', src: 'https://example.com/a.png' }),
    kind('JsonItem', 'jsons', { value: { a: 1 } }, { value: { b: [true, null] } }),
    kind('LatLongItem', 'latLongs', { latitude: 1, longitude: 2 }, { latitude: -90, longitude: 180 }),
    kind('LinkItem', 'links', { href: 'https://example.com/' }, { href: 'https://example.com/b', rel: 'nofollow' }),
    kind('LongItem', 'longs', { value: 1 }, { value: 2 }),
    kind('MarkdownItem', 'markdowns', { value: '*One*' }, { value: '*Two*' }),
    kind('MoneyItem', 'money', { currencyCode: 'EUR', unitValue: 100 }, { currencyCode: 'JPY', unitValue: -5 }),
    kind('ReferenceItem', 'references', { entityReference: targets[0] }, { entityReference: targets[1] }),
    kind('TemplateItem', 'templates', { value: 'One' }, { value: 'Two', mediaType: 'text/plain' }),
    kind('TextItem', 'texts', { value: 'One' }, { value: 'Two' }),
  ];
}
