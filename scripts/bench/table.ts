// The table of what a bench has measured.

/** One thing that was measured. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What it is compared with in the same run; null if it is not compared. */
  readonly against: { readonly what: string; readonly value: number } | null;
}

/** The rows as a Markdown table: ratio first, figures beside it. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ what, value, unit, against }) => [
    what,
    against ? (value / against.value).toFixed(2) : '',
    `${figure(value)} ${unit}`,
    against ? `${against.what}: ${figure(against.value)}` : '',
  ]);
  const lines = [['What', 'Ratio', 'Measured', 'Against'], ...cells];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const [head = [], ...rest] = lines;
  return [head, widths.map((width) => '-'.repeat(width)), ...rest]
    .map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
    .join('\n');
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

/** The value below which that part of the values lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

/** The median of the values. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
