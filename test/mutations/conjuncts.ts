// The conditions of the SQL in a source file that stand behind an AND: where each begins and ends.
import ts from 'typescript';
import { textsOf, type Token } from './sqlTokens.ts';

/** One condition, as a range of the source text. */
export interface Conjunct {
  /** `<file>:<line>:<n>`, n counting the conditions of the line from 1. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What ends a condition where it is not inside parentheses or CASE. */
const ends = new Set(
  'AND OR THEN WHEN ELSE WHERE GROUP ORDER LIMIT OFFSET FOR RETURNING UNION EXCEPT HAVING WINDOW SET JOIN LEFT CROSS INNER ON AS , ;'.split(
    ' ',
  ),
);

/** The conditions of a file, in their order. Whatever does not parse as a condition is left out. */
export function conjunctsOf(file: string, source: string): Conjunct[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Conjunct[] = [];
  for (const tokens of textsOf(source, parsed))
    for (const [start, end] of rangesOf(tokens)) found.push({ id: '', start, end, text: source.slice(start, end) });
  const onLine = new Map<number, number>();
  return found
    .sort((a, b) => a.start - b.start)
    .map((one) => {
      const line = parsed.getLineAndCharacterOfPosition(one.start).line + 1;
      const count = (onLine.get(line) ?? 0) + 1;
      onLine.set(line, count);
      return { ...one, id: `${file}:${String(line)}:${String(count)}` };
    });
}

function rangesOf(tokens: readonly Token[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const [at, { word }] of tokens.entries()) {
    if (word !== 'AND' || isOfBetween(tokens, at)) continue;
    const last = lastOf(tokens, at + 1);
    const first = tokens[at + 1];
    const end = last === null ? undefined : tokens[last];
    if (first && end && !first.isOpaque && !end.isOpaque) ranges.push([first.start, end.end]);
  }
  return ranges;
}

/** The last token of the condition that begins at a token; null when there is none, or its parentheses do not match. */
function lastOf(tokens: readonly Token[], begin: number): number | null {
  let depth = 0;
  let isBetween = false;
  let at = begin;
  for (; at < tokens.length; at += 1) {
    const word = tokens[at]?.word ?? '';
    if (depth === 0 && word === 'AND' && isBetween) isBetween = false;
    else if (depth === 0 && (ends.has(word) || word === ')' || word === 'END')) break;
    if (depth === 0 && at > begin && isAppended(tokens, at)) break;
    if (word === 'BETWEEN' && depth === 0) isBetween = true;
    if (word === '(' || word === 'CASE') depth += 1;
    if (word === ')' || word === 'END') depth -= 1;
  }
  return at === begin || depth !== 0 ? null : at - 1;
}

/** Whether an expression stands right behind a whole term, as more SQL does that may be there or not. */
function isAppended(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const token = tokens[at];
  return token?.word === '${}' && before?.end === token.start && /[\w)"}]$/.test(before.word);
}

function isOfBetween(tokens: readonly Token[], and: number): boolean {
  let depth = 0;
  for (let at = and - 1; at >= 0; at -= 1) {
    const word = tokens[at]?.word ?? '';
    if (word === ')') depth += 1;
    if (word === '(') depth -= 1;
    if (depth < 0 || (depth === 0 && (word === 'AND' || word === 'OR' || word === 'WHERE' || word === 'ON')))
      return false;
    if (depth === 0 && word === 'BETWEEN') return true;
  }
  return false;
}
