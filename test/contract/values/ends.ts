// The last values a field accepts: texts of the most and the fewest characters, numbers at the ends of their range, lists of
// the most elements. The first values beyond them are in bad.ts. Spec: resources.md 1.1, 1.10 and the fields' own limits.
import type { SpecField, SpecForm } from '../spec.ts';
import { element } from './good.ts';
import { filled, ownLength } from './badText.ts';

/** The domain of an address of 254 characters, behind a mailbox of 64. */
const longestDomain = 'b.'.repeat(127).slice(0, 254 - 72);

function textEnds(field: SpecField): unknown[] {
  const { max, min, form } = field;
  if (field.values || ownLength.includes(form) || form === 'template') return [];
  const make = filled(form);
  return [
    ...(max === undefined ? [] : [make(max)]),
    // An emoji is one character, and a blank at the end is kept and counted.
    ...(max === undefined || form ? [] : ['😀'.repeat(max), `${'a'.repeat(max - 1)} `]),
    ...(min === undefined ? [] : [make(min)]),
  ];
}

function jsonEnds({ max }: SpecField): unknown[] {
  return max === undefined ? [] : [{ a: 'a'.repeat(max - JSON.stringify({ a: '' }).length) }];
}

function listEnds(field: SpecField): unknown[] {
  const { max, min, type } = field;
  // Links of a whole list would need so many resources to link to, as do entries of an entity list; other elements that are sent
  // inside need none. Whole lists of these are in test/feature/longestLists.test.ts.
  if (field.one || (type === 'links' && !field.inside) || field.to === 'EntityListItem') return [];
  // A list of words holds each of them once.
  const most = field.values ? undefined : max;
  return [min, most].flatMap((length) =>
    length === undefined ? [] : [Array.from({ length }, (_, position) => element(field, 2 * position + 4))],
  );
}

const formEnds: Partial<Record<SpecForm, unknown[]>> = {
  latitude: [90, -90],
  longitude: [180, -180],
  positive: [1, 2_147_483_647],
};

/** The values at the ends of what a field accepts; none where its type has no ends. */
export function ends(field: SpecField): unknown[] {
  const formed = field.form && formEnds[field.form];
  if (formed) return formed;
  switch (field.type) {
    case 'string':
      return textEnds(field);
    case 'int32':
      return [...(field.range ?? [-2_147_483_648, 2_147_483_647])];
    case 'int64':
      return [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n];
    case 'double':
      return [...(field.range ?? [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE])];
    case 'dateTime':
      return field.form ? [] : ['9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z'];
    case 'uri':
      return field.max === undefined || field.form ? [] : ['https://example.com/'.padEnd(field.max, 'a')];
    case 'email':
      return [`${'a'.repeat(64)}@${longestDomain}example`];
    case 'json':
      return field.form ? [] : jsonEnds(field);
    case 'links':
    case 'objects':
      return listEnds(field);
    default:
      return [];
  }
}
