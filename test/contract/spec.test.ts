// The SDL agrees with the specification: two independent statements of every kind and field must be equal. A difference
// must be listed in `deviations` with its reason.
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Field } from '../../src/contract/resource.ts';
import { deviationRules, deviations } from './deviations.ts';
import { spec, subjects, type SpecField, type SpecKind } from './spec.ts';

const contract = loadContract();

const graphType: Readonly<Record<string, string>> = {
  string: 'String',
  boolean: 'Boolean',
  int32: 'Int',
  int64: 'Long',
  double: 'Float',
  dateTime: 'DateTime',
  date: 'Date',
  uri: 'URL',
  uuid: 'ID',
  json: 'JSON',
  locale: 'LanguageTag',
  currency: 'CurrencyCode',
  country: 'CountryCode',
  decimal: 'Decimal',
  email: 'EmailAddress',
};

const verbs = { C: 'CREATE', R: 'READ', U: 'UPDATE', P: 'UPDATE', D: 'DELETE', L: 'LIST' } as const;

/** What the SDL states about a field, in the words of the specification. */
function stated(field: Field): Record<string, unknown> {
  return {
    req: field.isRequired,
    ign: field.isIgnoredOnUpdate,
    ro: field.isReadOnly,
    wo: field.isWriteOnly,
    max: field.length?.max,
    min: field.length && field.length.min > 0 ? field.length.min : undefined,
    range: field.range ? [field.range.min, field.range.max] : undefined,
    default: field.defaultValue,
  };
}

function specified(field: SpecField): Record<string, unknown> {
  return {
    req: field.req === true && field.unless === undefined && field.ro !== true,
    // Read-only fields cannot be sent at all, so "ignored on update" adds nothing to them.
    ign: field.ign === true && field.ro !== true,
    ro: field.ro === true,
    wo: field.wo === true,
    max: field.max,
    min: field.min,
    range: field.range ? [...field.range] : undefined,
    default: field.default,
  };
}

function typeOf(field: SpecField): string | null {
  if (field.type === 'link' || field.type === 'links') return field.to ?? null;
  return graphType[field.type] ?? null;
}

/** Every way in which the SDL of a field differs from the specification, as sentences. */
function differences(kind: SpecKind, field: SpecField): string[] {
  const found = contract.byName.get(kind.name)?.fieldByName.get(field.name);
  if (!found) return ['is missing'];
  const is = stated(found);
  const should = specified(field);
  if (found.isReadOnly) Object.assign(is, { ign: false });
  const marks = Object.keys(should)
    .filter((mark) => JSON.stringify(is[mark]) !== JSON.stringify(should[mark]))
    .map((mark) => `${mark}: ${JSON.stringify(is[mark])} instead of ${JSON.stringify(should[mark])}`);
  const type = typeOf(field);
  const wrongType =
    type !== null && !type.includes('|') && found.typeName !== type
      ? [`type: ${found.typeName} instead of ${type}`]
      : [];
  const members = field.values && found.typeClass === 'ENUM' ? memberDifferences(found.members, field.values) : [];
  return [...wrongType, ...marks, ...members];
}

function memberDifferences(is: readonly string[], should: readonly string[]): string[] {
  return JSON.stringify([...is].sort()) === JSON.stringify([...should].sort())
    ? []
    : [`members: ${is.join(' ')} instead of ${should.join(' ')}`];
}

const isKnown = (difference: string): boolean =>
  difference in deviations || deviationRules.some(({ pattern }) => pattern.test(difference));

describe.each(spec)('$name', (kind) => {
  const resource = contract.byName.get(kind.name);

  test('has the paths, subject and verbs of the specification', () => {
    expect(resource?.path).toBe(kind.path);
    expect(resource?.plural).toBe(kind.plural);
    expect(resource?.subject ?? null).toBe(kind.subject);
    expect(resource?.historyPath ?? undefined).toBe(kind.history);
    const offered = new Set<string>(kind.verbs.map((verb) => verbs[verb]));
    // Image files are created by multipart upload, on a path of its own.
    if (kind.name === 'ImageItemFile') offered.delete('CREATE');
    // Tenants are created and removed by the operator, not over the network (4.1).
    if (kind.name === 'Organisation') for (const verb of ['CREATE', 'DELETE']) offered.delete(verb);
    expect([...(resource?.operations ?? [])].sort()).toEqual([...offered].sort());
  });

  test('has every field with its type, marks and limits', () => {
    const found = kind.fields.flatMap((field) =>
      differences(kind, field).map((difference) => `${kind.name}.${field.name} ${difference}`),
    );
    expect(found.filter((difference) => !isKnown(difference))).toEqual([]);
  });
});

test('the subject kinds are exactly those of the interface document', () => {
  expect([...(contract.enums.get('EventSubject') ?? [])].sort()).toEqual([...subjects].sort());
});

test('every deviation is still one', () => {
  const all = new Set(
    spec.flatMap((kind) =>
      kind.fields.flatMap((field) => differences(kind, field).map((d) => `${kind.name}.${field.name} ${d}`)),
    ),
  );
  expect(Object.keys(deviations).filter((deviation) => !all.has(deviation))).toEqual([]);
  expect(deviationRules.filter(({ pattern }) => ![...all].some((one) => pattern.test(one)))).toEqual([]);
});
