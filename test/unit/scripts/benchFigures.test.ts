// What the README and docs/performance.md show of the bench is what its kept run has measured.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { published, readFigures, shortTable } from '../../../scripts/bench/figures.ts';

const root = path.join(import.meta.dirname, '../../..');

describe('The figures of the bench', () => {
  it('stand in the README, in docs/performance.md and in the chart as they were measured', () => {
    for (const [file, text] of published(readFigures())) expect(readFileSync(path.join(root, file), 'utf8')).toBe(text);
  });

  it('are requests per second divided by the floor of the same question', () => {
    const line = { p50: 1, p99: 2, server: 1, postgres: 1, resident: 100, spread: 0 };
    const lines = {
      point: [
        { ...line, name: 'floor', perSecond: 2_000 },
        { ...line, name: 'Commonplace', perSecond: 1_500 },
        { ...line, name: 'Commonplace, REST', perSecond: 1_700 },
        { ...line, name: 'Mercurius', perSecond: 900 },
      ],
    };
    const run = { date: '', node: '', cores: 2, load: [0, 0] as const, rounds: 1, seconds: 1, connections: 1 };
    const cells = shortTable({ ...run, lines })
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()));
    expect(cells[0]?.slice(2, 4)).toEqual(['One item', 'One item, REST']);
    expect(cells.find((row) => row[1]?.startsWith('Commonplace'))?.slice(2, 4)).toEqual(['0.75', '0.85']);
    expect(cells.find((row) => row[1]?.startsWith('Mercurius'))?.slice(2, 4)).toEqual(['0.45', '']);
  });
});
