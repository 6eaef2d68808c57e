// What caches may keep of a view: shared ones only what everyone may read, as it is now, up to its next change.
import { expect, test } from 'vitest';
import { cachingHeaders } from '../../../src/rest/routes/viewRoutes.ts';

const now = Date.parse('2026-01-01T00:00:00.000Z');
const view = { hasFailed: false, isPublic: true, nextChange: null };
const request = { version: 'PUBLISHED', atTimestamp: null } as const;
const keys = (count: number): Set<string> => new Set(Array.from({ length: count }, (_, at) => `key-${String(at)}`));

test('A view that everyone may read is shared for a minute, under the keys of what it shows.', () => {
  expect(cachingHeaders(view, request, new Set(['b', 'a']), now)).toEqual({
    'Cache-Control': 'public, max-age=0, s-maxage=60, must-revalidate',
    'Surrogate-Key': 'a b',
    'Cache-Tag': 'a,b',
  });
});

test.each<[string, Partial<Parameters<typeof cachingHeaders>[0]>, Partial<Parameters<typeof cachingHeaders>[1]>]>([
  ['of what not everyone may read', { isPublic: false }, {}],
  ['of drafts', {}, { version: 'LATEST' }],
  ['of another time', {}, { atTimestamp: '2025-01-01T00:00:00.000Z' }],
])('A view %s is its reader\u2019s alone.', (_, shown, requested) => {
  expect(cachingHeaders({ ...view, ...shown }, { ...request, ...requested }, keys(1), now)).toEqual({
    'Cache-Control': 'private, max-age=0, must-revalidate',
  });
});

test('A view whose template failed is kept by nobody.', () => {
  expect(cachingHeaders({ ...view, hasFailed: true }, request, keys(1), now)).toEqual({ 'Cache-Control': 'no-store' });
});

test('200 keys fit into a header, and a view with more of them is not shared.', () => {
  expect(cachingHeaders(view, request, keys(200), now)['Cache-Tag']?.split(',')).toHaveLength(200);
  expect(Object.keys(cachingHeaders(view, request, keys(201), now))).toEqual(['Cache-Control']);
});

test.each([
  ['2026-01-01T00:02:00.000Z', 60],
  ['2026-01-01T00:01:00.999Z', 60],
  ['2026-01-01T00:00:59.999Z', 59],
  ['2026-01-01T00:00:01.000Z', 1],
  ['2026-01-01T00:00:00.999Z', 0],
  ['2025-12-31T23:59:59.000Z', 0],
])('A view that changes at %s is shared for %i seconds, and never beyond.', (nextChange, seconds) => {
  expect(cachingHeaders({ ...view, nextChange }, request, keys(1), now)['Cache-Control']).toBe(
    `public, max-age=0, s-maxage=${String(seconds)}, must-revalidate`,
  );
});
