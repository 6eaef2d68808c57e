// What a run of the bench of peers has measured, as the README and docs/performance.md show it: tables and a chart, all
// written from the same figures.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Line } from './rounds.ts';

/** The figures of one run; the first line of each question is the floor's. */
export interface Figures {
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  /** The load average before and after. */
  readonly load: readonly [number, number];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly lines: Readonly<Record<string, readonly Line[]>>;
}

const root = path.join(import.meta.dirname, '../..');
const figuresFile = 'bench/figures.json';
const chartFile = 'docs/pictures/speed.svg';

/** What is shown of a question, and by which lines: those over REST have names of their own. */
const columns = [
  { title: 'A page', question: 'page', suffix: '' },
  { title: 'A list', question: 'list', suffix: '' },
  { title: 'Threads', question: 'threads', suffix: '' },
  { title: 'One item', question: 'point', suffix: '' },
  { title: 'One item, REST', question: 'point', suffix: ', REST' },
  { title: 'A write', question: 'write', suffix: '' },
] as const;

/** Who is shown, in this order. */
const shown = [
  { name: 'Commonplace', title: 'Commonplace, permissions and events included' },
  { name: 'Commonplace, registered', title: 'the same, with registered documents' },
  { name: 'PostGraphile 5', title: 'PostGraphile 5, no authentication' },
  { name: 'Mercurius', title: 'Mercurius with jit and own loaders, no authentication' },
  { name: 'Directus 11', title: 'Directus 11, as its administrator' },
] as const;

/** Requests per second as a part of the floor's; undefined where it was not asked. */
function partOf(figures: Figures, name: string, { question, suffix }: (typeof columns)[number]): number | undefined {
  const lines = figures.lines[question] ?? [];
  const line = lines.find((one) => one.name === name + suffix);
  const [floor] = lines;
  return line && floor ? line.perSecond / floor.perSecond : undefined;
}

/** The table of the README. */
export function shortTable(figures: Figures): string {
  const asked = columns.filter(({ question }) => question in figures.lines);
  const rows = shown.map(({ name, title }) => [
    title,
    ...asked.map((column) => partOf(figures, name, column)?.toFixed(2) ?? ''),
  ]);
  return markdown([['', ...asked.map(({ title }) => title)], ...rows]);
}

/** The table of docs/performance.md: everything that was measured. */
export function longTable(figures: Figures): string {
  const rows = Object.entries(figures.lines).flatMap(([question, lines]) =>
    lines.map((line) => [
      question,
      line.name,
      Math.round(line.perSecond).toString(),
      (line.perSecond / (lines[0]?.perSecond ?? NaN)).toFixed(2),
      line.p50.toFixed(1),
      line.p99.toFixed(1),
      line.server.toFixed(2),
      line.postgres.toFixed(2),
      Math.round(line.resident).toString(),
      `${String(Math.round(line.spread * 100))} %`,
    ]),
  );
  const head = 'Asked|Of|requests/s|of the floor|p50 ms|p99 ms|server ms|PostgreSQL ms|memory MB|spread'.split('|');
  const [before, after] = figures.load;
  return (
    `${figures.date} UTC, Node ${figures.node}, ${String(figures.cores)} cores, load average ${before.toFixed(1)} before and ` +
    `${after.toFixed(1)} after; ${String(figures.rounds)} rounds of ${String(figures.seconds)} s, ` +
    `${String(figures.connections)} connections.\n\n${markdown([head, ...rows])}`
  );
}

function markdown(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, at) => Math.max(3, ...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n');
}

const colors = ['#0b6e4f', '#6fb58f', '#4a6fa5', '#8d6cab', '#b08d3c'];
const labelWidth = 118;
const barWidth = 520;
const barHeight = 13;

/** The same figures as bars. The ground is a part of the picture, so that it is read on light pages and on dark ones. */
function chart(figures: Figures): string {
  const asked = columns.filter(({ question }) => question in figures.lines);
  const parts = asked.map((column) =>
    shown.flatMap(({ name }, at) => {
      const part = partOf(figures, name, column);
      return part === undefined ? [] : [{ at, part }];
    }),
  );
  const most = Math.max(1.1, ...parts.flat().map(({ part }) => part + 0.05));
  const x = (part: number): string => (labelWidth + (part / most) * barWidth).toFixed(1);
  const out: string[] = [];
  let left = 16;
  const legend = shown.map(({ name }, at) => {
    const mark = `<rect x="${String(left)}" y="14" width="11" height="11" fill="${colors[at] ?? ''}"/>`;
    const text = `<text x="${String(left + 16)}" y="24">${name}</text>`;
    left += 42 + 7 * name.length;
    return mark + text;
  });
  let y = 58;
  for (const [at, bars] of parts.entries()) {
    const middle = y + (bars.length * barHeight) / 2 + 4;
    out.push(
      `<text x="${String(labelWidth - 10)}" y="${String(middle)}" text-anchor="end">${asked[at]?.title ?? ''}</text>`,
    );
    for (const { at: who, part } of bars) {
      const width = (Number(x(part)) - labelWidth).toFixed(1);
      out.push(
        `<rect x="${String(labelWidth)}" y="${String(y)}" width="${width}" height="${String(barHeight - 2)}" fill="${colors[who] ?? ''}"/>` +
          `<text class="figure" x="${String(Number(x(part)) + 4)}" y="${String(y + 10)}">${part.toFixed(2)}</text>`,
      );
      y += barHeight;
    }
    y += 12;
  }
  const line = `<path d="M${x(1)} 50V${String(y - 6)}" stroke="#555" stroke-dasharray="4 3"/><text class="figure" x="${x(1)}" y="45" text-anchor="middle">floor</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 ${String(y + 4)}" role="img" aria-label="Requests per second as a part of the floor's">\n` +
    `<style>text{font:12px system-ui,sans-serif;fill:#222}.figure{font-size:10px;paint-order:stroke;stroke:#fff;stroke-width:3px}</style>\n` +
    `<rect width="720" height="${String(y + 4)}" rx="8" fill="#fff" stroke="#ccc"/>\n${[...legend, line, ...out].join('\n')}\n</svg>\n`
  );
}

/** Keeps the figures, and writes what shows them. */
export function publish(measured: Figures): void {
  writeFileSync(path.join(root, figuresFile), `${JSON.stringify(measured, rounded, 2)}\n`);
  // With as many digits as are kept.
  for (const [file, text] of published(readFigures())) writeFileSync(path.join(root, file), text);
}

/** The figures that are kept. */
export function readFigures(): Figures {
  // Written by the function above.
  return JSON.parse(readFileSync(path.join(root, figuresFile), 'utf8')) as Figures;
}

/** The files that show the figures, and what is in them then. */
export function published(figures: Figures): readonly (readonly [file: string, text: string])[] {
  return [
    [chartFile, chart(figures)],
    ['README.md', replaced('README.md', tableBelow, `${shortTable(figures)}\n`)],
    ['docs/performance.md', replaced('docs/performance.md', betweenMarks, `\n${longTable(figures)}\n\n`)],
  ];
}

const tableBelow = /(?<=\n## How fast it is\n(?:[^|\n][^\n]*\n|\n)*)(?:\|[^\n]*\n)+/;
const betweenMarks = /(?<=<!-- figures of the bench -->\n)[^]*?(?=<!-- end of the figures -->)/;

function replaced(file: string, place: RegExp, figures: string): string {
  const text = readFileSync(path.join(root, file), 'utf8');
  if (!place.test(text)) throw new Error(`${file} has no place where the figures belong.`);
  return text.replace(place, () => figures);
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value;
}
