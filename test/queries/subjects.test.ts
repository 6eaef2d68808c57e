// Whom an edge is about, as statements decide it: exactly the subjects that a caller has, whatever else shares their urns.
import { beforeAll, expect, test } from 'vitest';
import { bearsSql } from '../../src/database/engine/edges.ts';
import { Parameters, unprepared } from '../../src/database/connection/statement.ts';
import { anonymousViewer, type Viewer } from '../../src/domain/viewer.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

type Subject = Viewer['subjects'][number];

const scopes = ['API_CLIENT', 'IDENTITY', 'ROLE', 'GROUP', 'COMPANY', 'EVERYONE'] as const;
const urnOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const subjects = (scope: Subject['scope'], ...numbers: readonly number[]): Subject[] =>
  numbers.map((number) => ({ scope, urn: urnOf(number) }));
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

const callers: Readonly<Record<string, readonly Subject[]>> = {
  'a client in a tenant of one company': [
    ...subjects('API_CLIENT', 1),
    ...subjects('COMPANY', 3),
    ...subjects('EVERYONE', 3),
  ],
  'a client in a tenant of many companies': [
    ...subjects('API_CLIENT', 1),
    ...subjects('IDENTITY', 2),
    ...subjects('COMPANY', 3),
    ...subjects('EVERYONE', ...numbers(3, 20)),
  ],
  'a person in many groups': [
    ...subjects('IDENTITY', 2),
    ...subjects('GROUP', ...numbers(10, 25)),
    ...subjects('COMPANY', 3),
    ...subjects('EVERYONE', 3, 4),
  ],
  'a caller for whom one urn stands for two things': [
    ...subjects('API_CLIENT', 1),
    ...subjects('ROLE', 5, 6),
    ...subjects('GROUP', 5, 7),
    ...subjects('EVERYONE', 1, 5, 8, 9),
  ],
  'a caller with nothing but what everyone has': subjects('EVERYONE', 3, 4, 5),
};

function viewerWith(own: readonly Subject[]): Viewer {
  return { ...anonymousViewer, kind: 'CLIENT', tenantUrn: urnOf(3), subjects: own };
}

test.each(Object.entries(callers))('%s is given what edges of its subjects give, and no others', async (_, own) => {
  const p = new Parameters();
  const all = scopes.flatMap((scope) => subjects(scope, ...numbers(1, 30)));
  const edges =
    `(SELECT s."scope" AS "subject_scope", s."urn" AS "subject_urn", 'READ' AS "label", NULL::timestamptz AS "from_timestamp",` +
    ` NULL::timestamptz AS "to_timestamp" FROM unnest(${p.add(
      all.map(({ scope }) => scope),
      'text[]',
    )}, ${p.add(
      all.map(({ urn }) => urn),
      'uuid[]',
    )}) AS s("scope", "urn")) g`;
  const text = `SELECT g."subject_scope" AS scope, g."subject_urn" AS urn FROM ${edges} WHERE ${bearsSql(viewerWith(own), ['READ'], p)}`;
  const given = await service.services.database.query(unprepared(text, p));
  const sorted = (some: readonly unknown[]): string[] => some.map((one) => JSON.stringify(one)).sort();
  expect(sorted(given)).toEqual(sorted(own));
});

test('the companies of a tenant are sent once with a look-up, however many they are', () => {
  const p = new Parameters();
  bearsSql(viewerWith(callers['a client in a tenant of many companies'] ?? []), ['READ'], p);
  // Lists of urns are sent in binary.
  const sent = Buffer.concat(p.values.filter((value) => Buffer.isBuffer(value))).toString('hex');
  expect(sent.split(urnOf(20).replaceAll('-', ''))).toHaveLength(2);
});
