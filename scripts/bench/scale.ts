// Whether the service keeps its distance from the floor when there is much more data: the same questions at 1× and at a
// larger scale, each beside the floor on the same database.
import path from 'node:path';
import { sizesAt } from './dataset.ts';
import { withMeasuredService } from './measuredService.ts';
import { namedQuestions } from './questions.ts';
import { compare, requireSame, tableOfLines, type Amounts, type Line } from './rounds.ts';

/** What is measured at which scale. */
export interface ScaleOptions {
  readonly scale: number;
  readonly only: readonly string[];
  /** A folder in which the databases are kept for the next run; null if they are not. */
  readonly folder: string | null;
}

/** Runs the bench; the answer is what it prints. */
export async function scales(amounts: Amounts, { scale, only, folder }: ScaleOptions): Promise<string> {
  const [small, large] = [
    await measureAt(1, amounts, { only, folder }),
    await measureAt(scale, amounts, { only, folder }),
  ];
  const rows = [...small].flatMap(([question, lines]) =>
    lines.slice(1).flatMap((line) => {
      const at = large.get(question)?.find(({ name }) => name === line.name);
      return at ? [rowOf(`${question}, ${line.name}`, [line, lines], [at, large.get(question) ?? []])] : [];
    }),
  );
  const there = `${String(scale)}×`;
  const head = `| Against the floor | requests/s, 1× | ${there} | kept | CPU, 1× | ${there} |`;
  const parts = [...large].map(([question, lines]) => `### ${question}, ${String(scale)}×\n\n${tableOfLines(lines)}`);
  const table = [head, head.replace(/[^|]+/g, ' --- '), ...rows].join('\n');
  const { entities, threads, events } = sizesAt(scale);
  const sizes = [
    `${entities.toLocaleString('en')} entities`,
    `${threads.toLocaleString('en')} threads`,
    `${events.toLocaleString('en')} events`,
  ];
  return [`${String(scale)}×: ${sizes.join(', ')}`, table, ...parts].join('\n\n');
}

function measureAt(
  scale: number,
  amounts: Amounts,
  { only, folder }: Pick<ScaleOptions, 'only' | 'folder'>,
): Promise<Map<string, readonly Line[]>> {
  console.error(`at ${String(scale)}×`);
  const own = folder === null ? null : path.resolve(folder, `${String(scale)}x`);
  return withMeasuredService({ scale, folder: own, words: 'written' }, async ({ candidates, settled }) => {
    const results = new Map<string, readonly Line[]>();
    for (const question of namedQuestions(only)) {
      const all = candidates(question);
      if (question !== 'write') await requireSame(question, all);
      const wait = question === 'write' ? settled : () => Promise.resolve();
      results.set(question, await compare(question, all, { ...amounts, settled: wait }));
    }
    return results;
  });
}

/** A line, and the lines of its question, of which the first is the floor. */
type Compared = readonly [line: Line, lines: readonly Line[]];

function rowOf(what: string, small: Compared, large: Compared): string {
  const rate = ([line, [floor]]: Compared): number => line.perSecond / (floor?.perSecond ?? NaN);
  const used = ({ server, postgres }: Line): number => server + postgres;
  const cpu = ([line, [floor]]: Compared): number => (floor ? used(line) / used(floor) : NaN);
  const cells = [rate(small), rate(large), rate(large) / rate(small), cpu(small), cpu(large)];
  return `| ${[what, ...cells.map((cell) => cell.toFixed(2))].join(' | ')} |`;
}
