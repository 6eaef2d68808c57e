// When a mutation run ends well, and that the public workflow starts it by options it has.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isEnough, type Outcome } from '../../mutations/outcomes.ts';

const root = path.resolve(import.meta.dirname, '../../..');

test.each<[counts: [Outcome, number][], least: number, isGood: boolean]>([
  [[], 100, true],
  [[['excused', 3]], 100, true],
  [
    [
      ['caught', 3],
      ['excused', 3],
    ],
    100,
    true,
  ],
  [
    [
      ['caught', 99],
      ['survived', 1],
    ],
    100,
    false,
  ],
  [
    [
      ['caught', 90],
      ['survived', 10],
    ],
    90,
    true,
  ],
  [
    [
      ['caught', 89],
      ['survived', 10],
    ],
    90,
    false,
  ],
  [
    [
      ['caught', 9],
      ['not reached', 1],
    ],
    90,
    true,
  ],
  [
    [
      ['caught', 8],
      ['not reached', 1],
    ],
    90,
    false,
  ],
  [
    [
      ['caught', 18],
      ['survived', 1],
      ['not reached', 2],
    ],
    90,
    false,
  ],
  [
    [
      ['survived', 1],
      ['excused', 100],
    ],
    90,
    false,
  ],
])('%j, of which %d of a hundred are to be caught', (counts, least, isGood) => {
  expect(isEnough(new Map(counts), least)).toBe(isGood);
});

test('a pull request has slips in what it changes tried', () => {
  const workflow = readFileSync(path.join(root, '.github/workflows/check.yml'), 'utf8');
  const runs = [...workflow.matchAll(/npm run test:mutations -- (.*)/g)].map(([, words = '']) => words.split(' '));
  expect(runs.map(([option]) => option)).toEqual(['--record', expect.stringMatching(/^--changed=/)]);
  const [, words = []] = runs;
  expect(words.map((word) => word.replace(/=.*/, ''))).toEqual(['--changed', '--sample', '--least', '--patience']);
  // An option that it does not have ends it with an error.
  execFileSync('npx', ['tsx', 'test/mutations/run.ts', '--list', '--changed=HEAD', ...words.slice(1)], { cwd: root });
});
