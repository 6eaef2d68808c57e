// Texts that must be refused: too long, too short, not storable as they are, or not of their form.
// Spec: resources.md 1.1 (text length) and the sections that state each form.
import type { SpecField, SpecForm } from '../spec.ts';
import { beyond, malformed, notMember, tooLong, wrongType } from './refuse.ts';
import type { Refusals } from './refuse.ts';

const notStorable = [
  ...malformed('NUL', 'a\u0000b'),
  ...malformed('lone high surrogate', 'a\ud83d'),
  ...malformed('lone low surrogate', '\ude00a'),
];

/** Exactly so many characters, of a shape the form allows. */
const fill: Partial<Record<SpecForm, (length: number) => string>> = {
  path: (length) => `/${'a'.repeat(length - 1)}`,
  telephone: (length) => `+${'1'.repeat(length - 1)}`,
  digits: (length) => '1'.repeat(length),
  label: (length) => `x-${'a'.repeat(length - 2)}`,
};

/** Forms in which no text of another length can be well formed. */
export const ownLength: readonly (SpecForm | undefined)[] = ['lei', 'timeZone', 'color'];

/** Makes texts of a length that a form allows. */
export const filled = (form: SpecForm | undefined): ((length: number) => string) =>
  (form && fill[form]) ?? ((length) => 'a'.repeat(length));

/** What breaks a field's form, by form; the values keep to the field's length. */
export const badForms: Partial<Record<SpecForm, Refusals>> = {
  path: [
    ...malformed('no leading slash', 'blog', ''),
    ...malformed('empty segment', '/a//b', '//'),
    ...malformed('dot segment', '/a/./b', '/a/../b', '/..'),
    ...malformed('trailing slash', '/a/'),
  ],
  variant: malformed('not of letters, digits, - _ .', 'a b', 'a/b', 'a\nb', '😀'),
  template: malformed('does not parse', '{% if title %}', '{{ title', '{% nosuchtag %}'),
  telephone: malformed('not a telephone number', 'call me', '+49 30 abc', '+49;30'),
  digits: malformed('not of digits', '12a', '-1', '1.5', ' 1'),
  color: malformed('not #RRGGBB', 'red', '#12345', '#1234567', '#GGGGGG', '1A2B3C'),
  lei: malformed('not an LEI with right check digits', '529900COMMONPLACE038', '529900COMMONPLACE-39'),
  timeZone: malformed('not an IANA name', 'Mars/Olympus', 'GMT+25:00', ''),
  label: notMember('neither a label nor x-', 'FLY', 'read', ''),
  origin: malformed('more or less than an origin', 'https://app.example.com/path', 'app.example.com', '*', ''),
  latitude: [90.000001, -90.000001].map((value) => beyond('-90..90', 'beyond a pole', value)),
  longitude: [180.000001, -180.000001].map((value) => beyond('-180..180', 'beyond the date line', value)),
  positive: [0, -1].map((value) => beyond(1, 'not even one', value)),
  destination: [
    ...malformed('user info', 'https://user:word@hooks.example.com/'),
    ...malformed('fragment', 'https://hooks.example.com/#part'),
    ...malformed('scheme', 'ftp://hooks.example.com/', 'file:///etc/passwd'),
  ],
  soon: [beyond(undefined, 'in the past', '2001-01-01T00:00:00.000Z')],
  withinTwoYears: [
    beyond(undefined, 'in the past', '2001-01-01T00:00:00.000Z'),
    beyond(undefined, 'more than two years ahead', '2099-01-01T00:00:00.000Z'),
  ],
  withinNinetyDays: [
    beyond(undefined, 'in the past', '2001-01-01T00:00:00.000Z'),
    beyond(undefined, 'more than ninety days ahead', '2099-01-01T00:00:00.000Z'),
  ],
  partialDate: [beyond(undefined, 'in the future', '9999-12-31'), ...malformed('no such month', '1990-13')],
};

function tooShort(field: SpecField, make: (length: number) => string): Refusals {
  const { min } = field;
  if (min === undefined) return [];

  return [{ value: make(min - 1), code: 'TOO_SHORT', limit: min, why: 'one character short' }];
}

function lengths(field: SpecField): Refusals {
  const { max, form } = field;
  if (ownLength.includes(form)) return [];
  const make = filled(form);
  const short = tooShort(field, make);
  if (max === undefined) return short;

  const long = [...short, tooLong(max, 'one character too long', make(max + 1))];
  if (form) return long;

  return [
    ...long,
    tooLong(max, 'one emoji too long, an emoji counted as one', '😀'.repeat(max + 1)),
    tooLong(max, 'too long by a trailing space', 'a'.repeat(max).padEnd(max + 1)),
    tooLong(max, 'too long by many trailing spaces', 'a'.padEnd(max + 20)),
  ];
}

/** What no text field of this length takes; a field with a list of words takes nothing else. */
export function badText(field: SpecField): Refusals {
  const types = wrongType(7, true, {}, ['a']);
  if (field.values && field.form !== 'label') return [...types, ...notMember('not one of the words', 'no/such', '')];

  return [...types, ...notStorable, ...lengths(field)];
}

/** What no address takes. */
export function badUri({ max }: SpecField): Refusals {
  const start = 'https://example.com/';

  return [
    ...wrongType(7, true, {}),
    ...malformed('not an absolute address', 'not an address', '', 'http://', 'https://exa mple.com/'),
    ...malformed('script', 'javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)'),
    ...malformed('script with a line break', 'java\nscript:alert(1)', 'java\tscript:alert(1)'),
    ...malformed('data', 'data:text/html,<script>alert(1)</script>', ' DATA:text/html;base64,PA=='),
    ...malformed('NUL', `${start}\u0000`),
    ...malformed('lone surrogate', `${start}\ud83d`),
    ...(max === undefined ? [] : [tooLong(max, 'one character too long', start.padEnd(max + 1, 'a'))]),
  ];
}

/** What no mailbox takes: a text that is none, and one of 255 characters that is well formed but for its length. */
export function badEmail({ max = 254 }: SpecField): Refusals {
  const domain = 'b.'.repeat(max).slice(0, max - 71);

  return [
    ...wrongType(7, true, {}),
    ...malformed('not a mailbox', 'no at sign', '@example.com', 'a@', 'a@b@example.com', 'a b@example.com', ''),
    ...malformed('NUL', 'a\u0000@example.com'),
    tooLong(max, 'one character too long', `${'a'.repeat(64)}@${domain}example`),
  ];
}
