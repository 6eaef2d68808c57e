// Values a field must refuse, each with the violation code it is refused with: resources.md 1.1, 1.8 and section 2.
// Brings the lists for texts, numbers and times together with those for links, lists and words.
import type { SpecField, SpecType } from '../spec.ts';
import { badDecimal, badDouble, badInt32, badInt64 } from './badNumber.ts';
import { badEmail, badForms, badText, badUri } from './badText.ts';
import { badDates, badTimes } from './badTime.ts';
import { element, strangeUrn } from './good.ts';
import { inFirst, malformed, notMember, refuse, tooLong, wrongType } from './refuse.ts';
import type { BadValue, Refusals } from './refuse.ts';

const twistedUrns = [
  `{${strangeUrn(1)}}`,
  strangeUrn(1).replaceAll('-', ''),
  '0190-f3a0-0000-7000-8000-0000-0000-0001',
  `urn:uuid:${strangeUrn(1)}`,
  ` ${strangeUrn(1)}`,
  strangeUrn(1).slice(1),
  strangeUrn(1).replace('f', 'g'),
  'not-a-uuid',
  '',
];

const badUrns = [...wrongType(7, true, ['a']), ...malformed('not a canonical uuid', ...twistedUrns)];
const leadsNowhere = refuse('INVALID_REFERENCE', 'leads nowhere', strangeUrn(0xdead));

function badJson({ max }: SpecField): Refusals {
  const around = JSON.stringify({ a: '' }).length;

  return [
    ...wrongType('{}', 7, true, [1]),
    ...malformed('NUL in a text', { a: 'a\u0000b' }),
    ...malformed('NUL in a name', { 'a\u0000b': 1 }),
    ...malformed('lone surrogate in a text', { a: ['\ud83d'] }),
    ...(max === undefined ? [] : [tooLong(max, 'serialized one too long', { a: 'a'.repeat(max + 1 - around) })]),
  ];
}

function badMember({ values = [], form }: SpecField): Refusals {
  const otherCase = form === 'anyCase' ? [] : values.slice(0, 1).map((value) => value.toLowerCase());

  return [
    ...wrongType(7, true, {}),
    ...notMember('not a member', 'NO_SUCH_MEMBER', '', ` ${values[0] ?? ''}`),
    ...notMember('a member in another case', ...otherCase),
  ];
}

function tooMany(field: SpecField): Refusals {
  const { max } = field;
  if (max === undefined) return [];
  // From 4 on, elements are plain: those below test the limits of their own fields.
  const value = Array.from({ length: max + 1 }, (_, position) => element(field, position + 4));

  return [{ value, code: 'TOO_MANY', limit: max, why: 'one element too many' }];
}

function badList(field: SpecField): Refusals {
  const { min } = field;
  const tooFew: Refusals =
    min === undefined ? [] : [{ value: [], code: 'TOO_SHORT', limit: min, why: 'fewer elements than allowed' }];

  return [...wrongType(7, true, {}, 'not-a-list'), ...tooFew, ...tooMany(field)];
}

function badLinks(field: SpecField): Refusals {
  if (field.inside) return badList(field);
  const urns = malformed('not a canonical uuid', 'not-a-uuid', strangeUrn(1).replaceAll('-', ''));

  return [...badList(field), ...inFirst([...urns, ...leadsNowhere])];
}

function badObjects(field: SpecField): Refusals {
  if (field.one) return wrongType(7, 'a');
  const words = field.values ? notMember('not one of the words', 'no/such') : [];
  const scripts = field.of === 'uri' ? malformed('script', 'javascript:alert(1)') : [];
  const formed = field.form === 'origin' ? (badForms.origin ?? []) : [];

  return [...badList(field), ...inFirst([...wrongType(7), ...words, ...scripts, ...formed])];
}

const coded = (...unknown: readonly string[]): Refusals => [
  ...wrongType(7, true, {}),
  ...notMember('not on the list', ...unknown),
];

const refusers: Readonly<Record<SpecType, (field: SpecField) => Refusals>> = {
  string: badText,
  boolean: () => wrongType('true', '', 0, 1, {}, [true]),
  int32: badInt32,
  int64: badInt64,
  double: badDouble,
  dateTime: () => badTimes,
  date: () => badDates,
  uri: badUri,
  uuid: ({ to }) => (to ? [...badUrns, ...leadsNowhere] : badUrns),
  json: badJson,
  locale: () => coded('xx', 'en-ZZ', 'english', 'en-GB-x-a', ''),
  currency: () => coded('ZZZ', 'EURO', 'EU', ''),
  country: () => coded('DEU', 'ZZ', 'UK', 'D', ''),
  decimal: () => badDecimal,
  email: badEmail,
  enum: badMember,
  link: () => [...badUrns, ...leadsNowhere],
  links: badLinks,
  objects: badObjects,
  history: () => [],
};

/**
 * Values the field refuses on create and on update, each with the code of its violation (over REST inside
 * VALIDATION_FAILED). Over GraphQL a wrong JSON type is refused by the graph itself, before any rule of a field.
 * Nothing for fields set by the server, whose values are ignored and not refused, and nothing for a history.
 */
export function bad(field: SpecField): BadValue[] {
  if (field.ro) return [];
  const nothing = field.req && !field.unless ? refuse('NULL_NOT_ALLOWED', 'null for a required field', null) : [];
  const broken = field.form && field.type !== 'objects' ? (badForms[field.form] ?? []) : [];

  return [...nothing, ...refusers[field.type](field), ...broken];
}
