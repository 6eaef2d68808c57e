// Values a field accepts, made from the rules of the specification. Numbers beyond 2^53 are bigint: send bodies with
// the `stringify` of lossless-json over REST and as text over GraphQL.
import { shapes, spec } from '../spec.ts';
import type { SpecField, SpecForm, SpecType } from '../spec.ts';

/** A well-formed urn that belongs to nothing; a different one for each number. */
export const strangeUrn = (number: number): string =>
  `0190f3a0-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** The value at a position, counted round. */
function pick<T>(values: readonly T[], position: number): T {
  const index = position % values.length;
  if (index >= values.length || index < 0) throw new Error('pick: no values to pick from');

  return values[index] as T; // index is inside the list, checked above
}

const day = 24 * 60 * 60 * 1000;

/** Midnight so many days from today: stable within a test, always in the future. */
const inDays = (days: number): string => new Date((Math.floor(Date.now() / day) + days) * day).toISOString();

const formed: Partial<Record<SpecForm, readonly unknown[]>> = {
  path: ['/blog/first-post', '/a.b/C_d-e', '/'],
  variant: ['winter-sale_2.b', 'B', ''],
  template: ['<h1>{{ title }}</h1>', '{% if title %}{{ title | raw }}{% endif %}', 'no tags'],
  latitude: [1.5, -0.25],
  longitude: [1.5, -0.25],
  positive: [7, 12],
  telephone: ['+49 (30) 123456-0', '+6444999888', '030.123'],
  digits: ['12', '0042', '1234567890123456'],
  color: ['#1A2B3C', '#ffffff', '#000000'],
  lei: ['529900COMMONPLACE039', '5493001KJTIIGC8Y1R12'],
  timeZone: ['Europe/Berlin', 'Pacific/Auckland', 'UTC'],
  partialDate: ['1990-05-17', '1985-12', '1970'],
  later: ['2091-03-04T05:06:07.008Z', '2092-02-29T23:59:59.999Z'],
  destination: ['https://hooks.example.com/first', 'https://hooks.example.org:8443/second?x=1'],
  origin: ['https://app.example.com', 'https://www.example.org:8443'],
  label: ['READ', 'x-approve', 'COMMENT'],
  languageMap: [{ 'de-CH': ['de', 'fr'] }, { 'en-AU': ['en-GB', 'en'], nl: ['de'] }],
  filter: [{}, { ENTITY: { name: { startsWith: 'a' } } }],
};

const texts = ['First value', ' Zweiter Wert – e\u0301 ≠ é, 😀 two spaces follow  '];

/** Variant 0 plain, 1 with everything that must not be normalized or trimmed, 2 the longest allowed, all of emoji. */
function text(field: SpecField, variant: number): string {
  if (field.values) return pick(field.values, variant);
  const least = field.min ?? 0;
  const most = field.max ?? 1024;
  if (variant === 2) return '😀'.repeat(most);

  const points = Array.from((texts[variant] ?? `Value ${String(variant)}`).padEnd(least, '.'));
  return points.slice(0, most).join('');
}

/** One element of a list: a urn, a whole object where those may be sent inside, or a plain value. */
export function element(field: SpecField, variant: number): unknown {
  const target = spec.find(({ name }) => name === field.to);
  if (field.inside && target) return objectOf(target.fields, target.owner.toLowerCase(), variant);
  if (field.type === 'links') return strangeUrn(variant + 1);

  const shape = shapes.find(({ name }) => name === field.of);
  if (shape) return objectOf(shape.fields, '', variant);
  const { max, min, ...plain } = field;
  return good(
    { ...plain, type: field.of === 'uri' || field.of === 'locale' ? field.of : field.values ? 'enum' : 'string' },
    variant,
  );
}

/** What must be given to make an object of these fields, but for the link to what holds it. */
function objectOf(fields: readonly SpecField[], holder: string, variant: number): Record<string, unknown> {
  // Of two fields of which one is required, the first in the alphabet is given.
  const second = (field: SpecField): boolean => field.unless !== undefined && field.name > field.unless;
  const given = fields.filter((field) => field.req && !field.ro && field.name !== holder && !second(field));

  return Object.fromEntries(given.map((field) => [field.name, good(field, variant)]));
}

const whole = [7, 12, 2_147_483_647, -2_147_483_648];
const long = [1250, -7, 9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n];

const makers: Record<SpecType, (field: SpecField, variant: number) => unknown> = {
  string: text,
  boolean: (_field, variant) => variant % 2 === 0,
  int32: ({ range }, variant) =>
    range ? pick([range[0] + 6, range[0] + 11, range[1], range[0]], variant) : (whole[variant] ?? variant),
  int64: (_field, variant) => long[variant] ?? variant,
  double: ({ range }, variant) =>
    pick(range ? [0.25, 0.75, range[1], range[0]] : [1.5, -0.25, 0.30000000000000004], variant),
  dateTime: (_field, variant) => pick(['2027-03-04T05:06:07.008Z', '2028-02-29T23:59:59.999Z'], variant),
  date: (_field, variant) => pick(['1990-05-17', '2000-02-29'], variant),
  uri: (_field, variant) => pick(['https://example.com/first', 'https://example.org/b/?q=%C3%A9&r=1#part'], variant),
  uuid: (_field, variant) => strangeUrn(variant + 1),
  json: (_field, variant) => pick([{ a: 1, b: [true, null, 'ä😀'] }, { z: { y: -1.5 }, a: '' }, {}], variant),
  locale: (_field, variant) => pick(['en-GB', 'zh-Hant-TW', 'und', 'de'], variant),
  currency: (_field, variant) => pick(['EUR', 'JPY', 'USD'], variant),
  country: (_field, variant) => pick(['DE', 'NZ', 'XK'], variant),
  decimal: (_field, variant) => pick(['12.34', '7'], variant),
  email: (_field, variant) => pick(['first.person@example.com', 'second+tag@bücher.example'], variant),
  enum: (field, variant) => pick(field.input ?? field.values ?? [], variant),
  link: (_field, variant) => strangeUrn(variant + 1),
  links: (field, variant) => several(field, variant),
  objects: (field, variant) => (field.one ? element(field, variant) : several(field, variant)),
  history: () => undefined,
};

/** Variant 0: as few elements as allowed; any other: one more. */
function several(field: SpecField, variant: number): unknown[] {
  const length = (field.min ?? 0) + (variant === 0 ? 0 : 1);

  return Array.from({ length }, (_, position) => element(field, (variant + position) % 2));
}

/**
 * A value the field accepts, ready to be put into a body and equal to what a read answers. Variants 0 and 1 differ for
 * every type; some types have more, at their limits. Urns of links and uuids belong to nothing: a caller that needs a
 * living target puts it in. Times that must be in the future are
 * midnight some days ahead. Undefined for a history, which is never sent.
 */
export function good(field: SpecField, variant = 0): unknown {
  if (['soon', 'withinTwoYears', 'withinNinetyDays'].includes(field.form ?? '')) return inDays(variant + 1);
  const listed = field.form && field.type !== 'objects' ? formed[field.form] : undefined;

  return listed ? pick(listed, variant) : makers[field.type](field, variant);
}
