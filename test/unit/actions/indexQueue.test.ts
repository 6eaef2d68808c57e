// When what has changed is indexed for the search, and how much indexing leaves to everything else.
import { expect, test } from 'vitest';
import { indexingDue, restAfter, roundOf } from '../../../src/actions/search/indexQueue.ts';

test('changes are indexed once none came for a second, and three seconds after the first at the latest', () => {
  expect(indexingDue({ first: 5_000, last: 5_000 })).toBe(6_000);
  expect(indexingDue({ first: 5_000, last: 5_900 })).toBe(6_900);
  expect(indexingDue({ first: 5_000, last: 7_000 })).toBe(8_000);
  expect(indexingDue({ first: 5_000, last: 7_999 })).toBe(8_000);
});

test('indexing rests three times as long as it works while changes come, and only as long when none comes or it is behind', () => {
  const step = { begun: 1_000, ended: 1_020 };
  expect(restAfter(step, { since: 0, last: 1_019 })).toBe(60);
  expect(restAfter(step, { since: 0, last: 21 })).toBe(60);
  expect(restAfter(step, { since: 0, last: 20 })).toBe(20);
  expect(restAfter(step, { since: 0, last: -Infinity })).toBe(20);
  const late = { begun: 9_979, ended: 9_999 };
  expect(restAfter(late, { since: 0, last: 9_998 })).toBe(60);
  expect(restAfter(late, { since: -1, last: 9_998 })).toBe(20);
});

test('a round lasts until all is indexed that waited when it began, and the next begins with what came meanwhile', () => {
  const first = roundOf({ oldest: 3, newest: 90 }, { round: null, begun: 1_000 });
  expect(first).toEqual({ since: 1_000, upTo: 90 });
  expect(roundOf({ oldest: 50, newest: 400 }, { round: first, begun: 2_000 })).toBe(first);
  expect(roundOf({ oldest: 90, newest: 500 }, { round: first, begun: 3_000 })).toBe(first);
  expect(roundOf({ oldest: 91, newest: 600 }, { round: first, begun: 4_000 })).toEqual({ since: 4_000, upTo: 600 });
});
