// Small wrong programs: what one slip of a keyboard would make of a source file. A border, a condition that is missing, a
// limit one off, a call or an argument left out, one label for another, and the same in the SQL that stands in its texts.
import ts from 'typescript';
import { argumentSlips } from './arguments.ts';
import { columnSlips } from './columns.ts';
import { conjunctsOf } from './conjuncts.ts';
import { textsOf } from './sqlTokens.ts';

/** One slip: the text between `start` and `end` reads `replacement` instead. */
export interface Mutant {
  /** `<file>:<line>:<n>`, n counting those of the line from 1. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly text: string;
  readonly replacement: string;
}

type Slip = Omit<Mutant, 'id' | 'text'>;

const borders: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
]);

/** What reads as SQL, rather than as a message. */
const sqlWords =
  /\b(SELECT|FROM|WHERE|AND|UPDATE|INSERT|DELETE|ORDER BY|CASE|IS NULL|JOIN|LIMIT|RETURNING|now\(\))(?![a-z])/;

/** Slips of SQL: what is found, and what stands there instead. */
const sqlSlips: readonly (readonly [string, RegExp, string])[] = [
  ['border', / < /g, ' <= '],
  ['border', / <= /g, ' < '],
  ['border', / > /g, ' >= '],
  ['border', / >= /g, ' > '],
  ['order', / DESC\b/g, ''],
  ['null', / IS NULL\b/g, ' IS NOT NULL'],
  ['null', / IS NOT NULL\b/g, ' IS NULL'],
  ['lock', / FOR (?:NO KEY )?UPDATE(?: OF \w+)?(?: SKIP LOCKED)?/g, ''],
  ['distinct', /\bDISTINCT /g, ''],
  ['not', / NOT (?!NULL|EXISTS|DISTINCT|IN)/g, ' '],
  ['tiebreaker', /(?<=ORDER BY [^()]*), \w*\.?"?\w+"?(?: DESC)?(?=\s*$|\s+LIMIT|\))/g, ''],
  ['step', / ([+-]) 1\b/g, ' $1 0'],
];

/** What a hand writes for a label: one beside it. */
const otherLabels: Readonly<Record<string, string>> = {
  VIEW: 'READ',
  READ: 'READ_DRAFT',
  READ_DRAFT: 'READ',
  COMMENT: 'READ',
  CREATE: 'UPDATE',
  UPDATE: 'COMMENT',
  PUBLISH: 'UPDATE',
  DELETE: 'UPDATE',
  ASSIGN: 'UPDATE',
  MEMBER: 'READ',
  MANAGE: 'ADMIN',
  ADMIN: 'MANAGE',
};

/** Labels that are words of operations and events too: they are labels where the word label, or a check of one, is near. */
const ambiguous = new Set(['CREATE', 'UPDATE', 'DELETE']);

/** The slips that can be made in a file, in their order; those that need types, of a file of the program, if one is given. */
export function mutantsOf(file: string, source: string, program?: { of: ts.Program; root: string }): Mutant[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const slips: Slip[] = [];
  const put = (kind: string, start: number, end: number, replacement: string): void => {
    slips.push({ kind, start, end, replacement });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    slip(node, parsed, put);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  const typed = program?.of.getSourceFile(`${program.root}/${file}`);
  if (program && typed?.text === source) slips.push(...argumentSlips(program.of, typed));
  for (const tokens of textsOf(source, parsed))
    if (sqlWords.test(tokens.map(({ word }) => word).join(' '))) slips.push(...columnSlips(source, tokens));
  if (file.startsWith('src/database/'))
    for (const { start, end, text } of conjunctsOf(file, source)) put('conjunct', start, end, `(TRUE OR (${text}))`);
  return numbered(file, source, parsed, slips);
}

function numbered(file: string, source: string, parsed: ts.SourceFile, slips: readonly Slip[]): Mutant[] {
  const onLine = new Map<number, number>();
  return slips
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((slip) => {
      const line = parsed.getLineAndCharacterOfPosition(slip.start).line + 1;
      const count = (onLine.get(line) ?? 0) + 1;
      onLine.set(line, count);
      return { ...slip, text: source.slice(slip.start, slip.end), id: `${file}:${String(line)}:${String(count)}` };
    });
}

type Put = (kind: string, start: number, end: number, replacement: string) => void;

function slip(node: ts.Node, file: ts.SourceFile, put: Put): void {
  const whole = (kind: string, replacement: string): void => put(kind, node.getStart(file), node.end, replacement);
  if (ts.isBinaryExpression(node)) slipOfOperator(node, file, put);
  else if (ts.isNumericLiteral(node)) {
    if (!ts.isElementAccessExpression(node.parent)) whole('limit', String(Number(node.text.replaceAll('_', '')) + 1));
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) whole('default', 'false');
  else if (node.kind === ts.SyntaxKind.FalseKeyword) whole('default', 'true');
  else if (ts.isIfStatement(node) && !node.elseStatement) whole('guard', ';');
  else if (ts.isExpressionStatement(node) && isCall(node.expression)) whole('call', ';');
  else if (ts.isConditionalExpression(node)) {
    const [yes, no] = [node.whenTrue.getText(file), node.whenFalse.getText(file)];
    put('branch', node.whenTrue.getStart(file), node.end, `${no} : ${yes}`);
  } else if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name) && /^[a-z]+-[a-z-]+$/i.test(node.name.text))
    whole('header', '...{}');
  else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    if (/^(filter|sort|toSorted|reverse|toReversed|trim|toLowerCase|slice)$/.test(name.text))
      put(name.text, expression.end, node.end, '');
  } else {
    if (ts.isStringLiteral(node)) slipOfLabel(node, file, put);
    slipOfSql(node, file, put);
  }
}

function slipOfLabel(node: ts.StringLiteral, file: ts.SourceFile, put: Put): void {
  const other = otherLabels[node.text];
  if (other === undefined || (ambiguous.has(node.text) && !isLabel(file.text.slice(node.pos - 60, node.end)))) return;
  put('label', node.getStart(file), node.end, `'${other}'`);
}

const isLabel = (before: string): boolean =>
  /label|gives|giving|holds/i.test(before) && !/operation|event/i.test(before);

function isCall(node: ts.Expression): boolean {
  return ts.isCallExpression(ts.isAwaitExpression(node) ? node.expression : node);
}

function slipOfOperator(node: ts.BinaryExpression, file: ts.SourceFile, put: Put): void {
  const { operatorToken, left, right } = node;
  const border = borders.get(operatorToken.kind);
  if (border !== undefined) put('border', operatorToken.getStart(file), operatorToken.end, border);
  const isAnd = operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  if (isAnd || operatorToken.kind === ts.SyntaxKind.BarBarToken) {
    const neutral = isAnd ? 'true' : 'false';
    if (!ts.isBinaryExpression(left) || left.operatorToken.kind !== operatorToken.kind)
      put('condition', left.getStart(file), left.end, neutral);
    put('condition', right.getStart(file), right.end, neutral);
  }
}

function slipOfSql(node: ts.Node, file: ts.SourceFile, put: Put): void {
  const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
  if (!isText && !ts.isTemplateHead(node) && !ts.isTemplateMiddleOrTemplateTail(node)) return;
  const text = node.getText(file);
  const whole = ts.isTemplateSpan(node.parent) || ts.isTemplateHead(node) ? outermost(node).getText(file) : text;
  if (!sqlWords.test(whole)) return;
  for (const [kind, pattern, replacement] of sqlSlips)
    for (const match of text.matchAll(pattern)) {
      const start = node.getStart(file) + match.index;
      put(`sql ${kind}`, start, start + match[0].length, replacement.replace('$1', match[1] ?? ''));
    }
  for (const { 0: found, 1: label = '', index } of text.matchAll(/(?<=')([A-Z_]+)(?=')/g)) {
    const other = otherLabels[label];
    const isOne = !ambiguous.has(label) || isLabel(text.slice(Math.max(0, index - 60), index));
    const start = node.getStart(file) + index;
    // A whole literal is one of the code.
    if (other !== undefined && isOne && text.length > label.length + 2)
      put('sql label', start, start + found.length, other);
  }
}

function outermost(node: ts.Node): ts.Node {
  return ts.findAncestor(node, ts.isTemplateExpression) ?? node;
}

/** Where a block of the file begins, so that a run can note who enters it: the place behind its brace, and its extent. */
export interface Block {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is a bare expression, which has no brace. */
  readonly isExpression: boolean;
}

/** Bodies of functions and of statements. */
export function blocksOf(file: string, source: string): Block[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const blocks: Block[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) {
      const start = node.getStart(parsed) + 1;
      blocks.push({ id: `${file}:${String(start)}`, start, end: node.end, isExpression: false });
    } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      const start = node.body.getStart(parsed);
      blocks.push({ id: `${file}:${String(start)}`, start, end: node.body.end, isExpression: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return blocks;
}
