// The conditions of the SQL in a source file that stand behind an AND: where each begins and ends.
import ts from 'typescript';

/** One condition, as a range of the source text. */
export interface Conjunct {
  /** `<file>:<line>:<n>`, n counting the conditions of the line from 1. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A piece of SQL, or an expression that stands in it. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly isText: boolean;
  readonly isOpaque?: boolean;
}

/** A word, a parenthesis or a comma of the SQL, or an expression that stands in it. */
interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly isOpaque?: boolean;
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
  const visit = (node: ts.Node): void => {
    const pieces = piecesOf(node, parsed);
    if (pieces)
      for (const [start, end] of rangesOf(source, pieces))
        found.push({ id: '', start, end, text: source.slice(start, end) });
    ts.forEachChild(node, visit);
  };
  visit(parsed);
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

/** The SQL that begins at a node: a literal, or literals joined with `+`. Null for other nodes, and for parts of such. */
function piecesOf(node: ts.Node, file: ts.SourceFile): Piece[] | null {
  if (isJoin(node.parent)) return null;
  if (isJoin(node))
    return operandsOf(node).flatMap((operand) => literalPieces(operand, file) ?? [opaque(operand, file)]);
  return literalPieces(node, file);
}

function isJoin(node: ts.Node | undefined): node is ts.BinaryExpression {
  return node !== undefined && ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
}

function operandsOf(node: ts.Expression): ts.Expression[] {
  return isJoin(node) ? [...operandsOf(node.left), ...operandsOf(node.right)] : [node];
}

/** An expression outside of any literal: nothing can be written beside it. */
function opaque(node: ts.Node, file: ts.SourceFile): Piece {
  return { start: node.getStart(file), end: node.end, isText: false, isOpaque: true };
}

function literalPieces(node: ts.Node, file: ts.SourceFile): Piece[] | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return [{ start: node.getStart(file) + 1, end: node.end - 1, isText: true }];
  }
  if (!ts.isTemplateExpression(node)) return null;
  const pieces: Piece[] = [{ start: node.head.getStart(file) + 1, end: node.head.end - 2, isText: true }];
  for (const span of node.templateSpans) {
    const { literal } = span;
    const begin = literal.getStart(file);
    pieces.push({ start: span.expression.getFullStart() - 2, end: begin + 1, isText: false });
    pieces.push({ start: begin + 1, end: literal.end - (ts.isTemplateTail(literal) ? 1 : 2), isText: true });
  }
  return pieces;
}

function tokensOf(source: string, pieces: readonly Piece[]): Token[] {
  const tokens: Token[] = [];
  let isQuoted = false;
  for (const { start, end, isText, isOpaque } of pieces) {
    if (!isText) {
      tokens.push({ word: '${}', start, end, isOpaque });
      continue;
    }
    // A quoted value may hold an expression, so that it continues in the next piece.
    for (const match of source.slice(start, end).matchAll(/'|"[^"]*"|[A-Za-z_]\w*|[(),;]|[^\sA-Za-z_(),;'"]+/g)) {
      const word = isQuoted ? "'" : match[0];
      if (match[0] === "'") isQuoted = !isQuoted;
      tokens.push({ word, start: start + match.index, end: start + match.index + match[0].length });
    }
  }
  return tokens;
}

function rangesOf(source: string, pieces: readonly Piece[]): [number, number][] {
  const tokens = tokensOf(source, pieces);
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
