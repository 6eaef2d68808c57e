// The thirteen content item kinds, typed in from interface.md "Common content item fields", "Item kinds and their
// specific fields" and resources.md 3.2 and 3.3.
import { added, bool, crudl, currency, decimal, double, history, int32, int64, json, kept, link } from './field.ts';
import { locale, oneOf, stated, str, time, uri, uuid } from './field.ts';
import type { SpecField, SpecKind } from './field.ts';
import { itemLayers } from './enums.ts';

const commonName = stated(str('name', { req: true, max: 1024 }));
const commonEntity = stated(link('entity', 'Entity', { req: true }));

/** An item kind: the common fields, then its own; `own` may bring the kind's own rule for name or entity. */
function item(name: string, subject: string, own: readonly SpecField[]): SpecKind {
  const path = name.toLowerCase();
  const has = (field: string): boolean => own.some((row) => row.name === field);

  return {
    name,
    path,
    plural: `${path}s`,
    subject,
    verbs: crudl,
    history: `${path}history`,
    owner: 'Entity',
    fields: [
      ...kept({ created: 'S' }),
      // Set by the server (10.2); the table has no mark.
      ...stated(bool('isPublished', { ro: true }), int32('sortOrder', { req: true }), history('history', { ro: true })),
      ...(has('name') ? [] : commonName),
      ...(has('entity') ? [] : commonEntity),
      // 3.3: carried by the entries of a history; 3.1: carried by the items of a view; 16.18: by the entries of a history.
      ...added(
        uuid('itemUrn', { ro: true }),
        link('actor', 'Identity|ApiClient', { ro: true }),
        oneOf('layer', itemLayers, { ro: true }),
      ),
      ...own,
    ],
  };
}

const mediaTypes = ['text/html', 'text/plain', 'application/json'];

/** The kinds that stand in an entity's item lists. */
export const items: readonly SpecKind[] = [
  // interface.md: Boolean Item
  item('BooleanItem', 'BOOLEAN_ITEM', stated(bool('value', { req: true }))),

  // interface.md: Date Time Item
  item('DateTimeItem', 'DATETIME_ITEM', stated(time('value', { req: true }))),

  // interface.md: Double Item
  item('DoubleItem', 'DOUBLE_ITEM', stated(double('value', { req: true }))),

  // interface.md: JSON Item; the length is resources.md 1.10
  item('JsonItem', 'JSON_ITEM', stated(json('value', { req: true, max: 65535 }))),

  // interface.md: Long Item
  item('LongItem', 'LONG_ITEM', stated(int64('value', { req: true }))),

  // interface.md: Markdown Item; its entity is given as urn text
  item(
    'MarkdownItem',
    'MARKDOWN_ITEM',
    stated(str('value', { req: true, max: 65535 }), uuid('entity', { req: true, to: 'Entity' })),
  ),

  // interface.md: Money Item; resources.md 3.2
  item('MoneyItem', 'MONEY_ITEM', [
    ...stated(str('formattedValue', { ro: true }), str('currencySymbol', { ro: true })),
    ...stated(currency('currencyCode', { req: true })),
    ...added(int64('unitValue', { req: true, unless: 'value' }), decimal('value', { req: true, unless: 'unitValue' })),
  ]),

  // interface.md: Image Item
  item(
    'ImageItem',
    'IMAGE_ITEM',
    stated(
      str('altText', { max: 1024 }),
      uri('src', { max: 2048 }),
      uri('mediumSrc', { max: 2048 }),
      uri('largeSrc', { max: 2048 }),
    ),
  ),

  // interface.md: Latitude / Longitude item
  item(
    'LatLongItem',
    'LATLONG_ITEM',
    stated(
      double('latitude', { req: true, form: 'latitude' }),
      double('longitude', { req: true, form: 'longitude' }),
      str('name', { req: true, max: 128 }),
    ),
  ),

  // interface.md: Link Item
  item(
    'LinkItem',
    'LINK_ITEM',
    stated(
      str('rel'),
      str('text', { max: 1024 }),
      locale('lang'),
      str('name', { max: 1024 }),
      link('entity', 'Entity', { req: true, ign: true }),
    ).concat(
      // 16.25: an asset in place of an address.
      added(uri('href', { req: true, unless: 'asset', max: 2048 }), link('asset', 'Asset')),
    ),
  ),

  // resources.md 3.2: Reference Item
  item(
    'ReferenceItem',
    'REFERENCE_ITEM',
    added(link('entityReference', 'Entity', { req: true }), str('relation', { max: 128 })),
  ),

  // resources.md 3.2: Template Item
  item(
    'TemplateItem',
    'TEMPLATE_ITEM',
    added(
      str('value', { req: true, max: 65535, form: 'template' }),
      str('mediaType', { values: mediaTypes, default: 'text/html' }),
    ),
  ),

  // resources.md 3.2: Text Item
  item('TextItem', 'TEXT_ITEM', added(str('value', { req: true, max: 65535 }))),
];
