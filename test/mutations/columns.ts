// Slips of columns in SQL: one taken for another of the same table, and an assignment of an UPDATE that is missing.
import ts from 'typescript';
import type { Token } from './sqlTokens.ts';

/** One slip: the text between `start` and `end` reads `replacement` instead. */
interface ColumnSlip {
  readonly kind: 'sql column' | 'sql set';
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** An assignment: its tokens from the first to the last. */
type Assignment = readonly Token[];

/** The slips in one text. */
export function columnSlips(source: string, tokens: readonly Token[]): ColumnSlip[] {
  const sets = tokens.flatMap(({ word }, at) => (word === 'SET' ? [{ at, all: assignmentsFrom(tokens, at + 1) }] : []));
  const assigned = new Set(sets.flatMap(({ all }) => all.map(([column]) => column)));
  return [
    ...sets.flatMap(({ at, all }) => setSlips(source, tokens[at - 1], all)),
    ...wrongColumns(source, tokens, assigned),
  ].filter((slip) => isProgram(source, slip));
}

/** The assignments behind SET; empty when it is another SET. */
function assignmentsFrom(tokens: readonly Token[], begin: number): Assignment[] {
  const all: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(begin)) {
    const { word } = token;
    if (depth === 0 && /^(WHERE|FROM|RETURNING|SET|UNION|\)|;)$/.test(word)) break;
    if (word === '(' || word === 'CASE') depth += 1;
    if (word === ')' || word === 'END') depth -= 1;
    if (depth === 0 && word === ',') all.push([]);
    else all.at(-1)?.push(token);
  }
  return all.every((one) => one.some(({ word }) => word === '=') && !one.some(({ isOpaque }) => isOpaque)) ? all : [];
}

function setSlips(source: string, table: Token | undefined, all: readonly Assignment[]): ColumnSlip[] {
  const slips: ColumnSlip[] = [];
  for (const [at, one] of all.entries()) {
    const [first, last, next, before] = [one[0], one.at(-1), all[at + 1]?.[0], all[at - 1]?.at(-1)];
    if (!first || !last) continue;
    const put = (start: number, end: number, replacement: string): void => {
      slips.push({ kind: 'sql set', start, end, replacement });
    };
    if (next) put(first.start, next.start, '');
    else if (before) put(before.end, last.end, '');
    // The only one sets what is there already.
    else if (/^["\w]/.test(first.word) && one[1]?.word === '=' && one[2] && table && table.word !== 'UPDATE')
      put(one[2].start, last.end, `${source.slice(table.start, table.end)}.${first.word}`);
  }
  return slips;
}

function wrongColumns(
  source: string,
  tokens: readonly Token[],
  assigned: ReadonlySet<Token | undefined>,
): ColumnSlip[] {
  const ofTable = new Map<string, Token[]>();
  for (const [at, token] of tokens.entries()) {
    const table = tableOf(source, tokens, at);
    if (table === null || assigned.has(token)) continue;
    ofTable.set(table, [...(ofTable.get(table) ?? []), token]);
  }
  return [...ofTable.values()].flatMap((columns) =>
    columns.flatMap((column): ColumnSlip[] => {
      const other = mistakenFor(column, columns);
      return other === null ? [] : [{ kind: 'sql column', start: column.start, end: column.end, replacement: other }];
    }),
  );
}

/** What stands before the dot of a column, empty when it has none; null for what is no column. */
function tableOf(source: string, tokens: readonly Token[], at: number): string | null {
  const word = (before: number): string => tokens[at - before]?.word ?? '';
  if (tokens[at + 1]?.word === '(' || word(0) === '${}') return null;
  if (word(1).endsWith('.')) {
    const table = tokens[at - 2];
    return table && /^["\w]/.test(word(0)) ? source.slice(table.start, table.end) : null;
  }
  const isName = /^"\w+"$/.test(word(0)) && tokens[at + 1]?.word.startsWith('.') !== true;
  if (!isName || /^(FROM|JOIN|UPDATE|INTO|AS|WITH|TABLE|USING|CONSTRAINT|LATERAL|\))$/.test(word(1))) return null;
  return isListed(tokens, at) || (/^["\w}]/.test(tokens[at - 1]?.word.at(-1) ?? '') && isAlias(word(1))) ? null : '';
}

/** Whether a name behind this word is another name for it. */
const isAlias = (word: string): boolean => /^"|^[a-z]/.test(word);

/** Whether a name is one of the columns that an INSERT writes, or that a conflict is found by: each is named once. */
function isListed(tokens: readonly Token[], at: number): boolean {
  for (let before = at - 1; before >= 0; before -= 1) {
    const word = tokens[before]?.word ?? '';
    if (word !== '(') {
      if (word === ',' || /^"/.test(word)) continue;
      return false;
    }
    return tokens[before - 1]?.word === 'CONFLICT' || tokens[before - 2]?.word === 'INTO';
  }
  return false;
}

/** The column that comes next in the text, of the same ending (`_timestamp`) if there is one. */
function mistakenFor(column: Token, columns: readonly Token[]): string | null {
  const at = columns.indexOf(column);
  const others = [...columns.slice(at + 1), ...columns.slice(0, at)].map(({ word }) => word);
  const different = others.filter((word) => word !== column.word);
  const ending = (word: string): string => /_[a-z]+"?$/.exec(word)?.[0] ?? word;
  return different.find((word) => ending(word) === ending(column.word)) ?? different[0] ?? null;
}

// An assignment may reach over the end of one literal into the next, of another kind.
function isProgram(source: string, { start, end, replacement }: ColumnSlip): boolean {
  if (!/[`'"]\s*\+/.test(source.slice(start, end))) return true;
  const { diagnostics } = ts.transpileModule(source.slice(0, start) + replacement + source.slice(end), {
    reportDiagnostics: true,
  });
  return diagnostics?.length === 0;
}
