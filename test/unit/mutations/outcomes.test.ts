// When a mutation run ends well, and that the public workflow starts it by options it has.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readOptions } from '../../mutations/options.ts';
import { isEnough, type Outcome } from '../../mutations/outcomes.ts';

test.each<[counts: Partial<Record<Outcome, number>>, least: number, isGood: boolean]>([
  [{}, 100, true],
  [{ excused: 3 }, 100, true],
  [{ caught: 3, excused: 3 }, 100, true],
  [{ caught: 99, survived: 1 }, 100, false],
  [{ caught: 90, survived: 10 }, 90, true],
  [{ caught: 89, survived: 10 }, 90, false],
  [{ caught: 9, 'not reached': 1 }, 90, true],
  [{ caught: 8, 'not reached': 1 }, 90, false],
  [{ caught: 18, survived: 1, 'not reached': 2 }, 90, false],
  [{ survived: 1, excused: 100 }, 90, false],
])('%j, of which %d of a hundred are to be caught', (counts, least, isGood) => {
  expect(isEnough(counts, least)).toBe(isGood);
});

const runsOf = (workflow: string): ReturnType<typeof readOptions>[] => {
  const text = readFileSync(new URL(`../../../.github/workflows/${workflow}`, import.meta.url), 'utf8');
  return [...text.matchAll(/npm run test:mutations -- (.*)/g)].map(([, words = '']) => readOptions(words.split(' ')));
};

test('a pull request has slips in what it changes tried', () => {
  const [record, tried, ...others] = runsOf('check.yml');
  expect(record).toMatchObject({ record: true });
  expect(tried).toMatchObject({ record: false, changed: '"$BASE"', sample: '80', least: '90', patience: '300' });
  expect(others).toEqual([]);
});

test('each night slips are tried in the rooms where quiet faults got through', () => {
  const [record, tried, ...others] = runsOf('nightly.yml');
  expect(record).toMatchObject({ record: true });
  const only = 'src/actions,src/graphql/subscriptions,src/commands,src/webhooks';
  expect(tried).toMatchObject({ record: false, only, sample: '120', least: '90', patience: '300' });
  expect(others).toEqual([]);
});
