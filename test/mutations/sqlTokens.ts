// The SQL that stands in the texts of a source file, as words with their places.
import ts from 'typescript';

/** A piece of SQL, or an expression that stands in it. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly isText: boolean;
  readonly isOpaque?: boolean;
}

/** A word, a parenthesis or a comma of the SQL, or an expression that stands in it. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly isOpaque?: boolean;
}

/** The texts of a file, in their order: each literal, or literals joined with `+`, as one row of tokens. */
export function textsOf(source: string, parsed: ts.SourceFile): Token[][] {
  const texts: Token[][] = [];
  const visit = (node: ts.Node): void => {
    const pieces = piecesOf(node, parsed);
    if (pieces) texts.push(tokensOf(source, pieces));
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return texts;
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
