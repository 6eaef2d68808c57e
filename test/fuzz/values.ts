// Values that services stumble over: each is valid JSON, and seldom what is expected where it is sent.
import type { Chance } from '../crash/chance.ts';

/** What generated requests are made from. */
export interface World {
  readonly chance: Chance;
  /** Urns that exist, by the path of their kind. */
  readonly urns: ReadonlyMap<string, string[]>;
}

/** A urn that exists: mostly one of the kind that the name of a path, a field or an argument speaks of. */
export function urnFor({ chance, urns }: World, name: string): string {
  const lower = name.toLowerCase();
  const fitting = [...urns.keys()].filter((kind) => lower.includes(kind)).sort((a, b) => b.length - a.length);
  const kind = chance.is(0.85) ? fitting[0] : chance.of([...urns.keys()]);
  return chance.of(urns.get(kind ?? '') ?? []) ?? chance.of([...urns.values()].flat()) ?? nowhere;
}

/** A urn that names nothing. */
export const nowhere = '0190f3a0-0000-7000-8000-00000000abcd';

const long = 'x'.repeat(70_000);

const texts: readonly string[] = [
  '',
  ' ',
  '0',
  '-0',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200f\ufeff',
  '😀'.repeat(300),
  'e\u0301'.repeat(200),
  'İıſßﬃ',
  "' OR 1=1 --",
  '"; DROP TABLE entity; --',
  '$1',
  '%',
  '_%\\',
  '{{ 7 | times: 7 }}',
  '{% for i in (1..1000000) %}{% endfor %}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '/a/../b',
  '//x',
  '/' + 'a/'.repeat(200),
  'javascript:alert(1)',
  'http://127.0.0.1:22/',
  'http://[::1]/',
  'NaN',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '{"a":1}',
  '[]',
  '2024-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60.999999Z',
  '275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  'zz-ZZ-zzzz',
  'en_GB',
  'EUR',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'a@b',
  '+49 30 123456',
  '9223372036854775808',
  '-9223372036854775809',
  '1e400',
  '1'.repeat(400),
  long,
];

const others: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  1.5,
  1e308,
  5e-324,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  [],
  [null],
  [[]],
  {},
  { urn: null },
  { urn: 'x' },
  { $ref: 'x' },
  { constructor: { prototype: { polluted: true } } },
];

/** A value that is seldom expected. */
export function hostile(world: World): unknown {
  const { chance } = world;
  const draw = chance.next();
  if (draw < 0.55) return chance.of(texts);
  if (draw < 0.85) return chance.of(others);
  if (draw < 0.9) return urnFor(world, '');
  if (draw < 0.95) return Array.from({ length: chance.below(400) }, () => chance.of(others));
  return nested(chance.below(80));
}

/** A text that is seldom expected. */
export function hostileText({ chance }: World): string {
  return chance.of(texts) ?? '';
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value };
  return value;
}

/** A value that a scalar may have; `ID` is a urn that exists, of the kind that `about` speaks of. */
export function ordinary(name: string, world: World, about: string): unknown {
  const { chance } = world;
  if (name === 'ID') return urnFor(world, about);
  const values: Readonly<Record<string, readonly unknown[]>> = {
    Int: [0, 1, 2, 5, 20, 200],
    Float: [0, 1.5, -12.25, 52.5],
    Boolean: [true, false],
    String: ['Text', 'title', '/about', 'Home', 'a'],
    Long: ['1', '42', '9007199254740993'],
    DateTime: ['2026-01-01T00:00:00.000Z', '2090-01-01T00:00:00+02:00'],
    Date: ['1990-01-01', '1990'],
    URL: ['https://example.com/a', 'mailto:a@example.com'],
    JSON: [{ a: 1 }, { list: [1, 'two', null] }],
    WriteBody: [{ name: 'Text' }, { value: 'Text' }, {}],
    LanguageTag: ['en', 'de', 'fr-CH'],
    Decimal: ['12.50', '19'],
    EmailAddress: ['someone@example.com'],
    CurrencyCode: ['EUR', 'JPY'],
    CountryCode: ['DE', 'FR'],
  };
  return chance.of(values[name] ?? values['String'] ?? []) ?? 'Text';
}
