// The project's own code style rules, as an ESLint plugin without options. eslint.config.js states where each applies.

/** A rule from its message and its visitors. */
function rule(message, create) {
  return { meta: { type: 'suggestion', schema: [], messages: { broken: message } }, create };
}

const openingComment = rule(
  'Open the file with one or two sentences: what it is responsible for, and whom it talks to.',
  (context) => ({
    Program(node) {
      const first = context.sourceCode.ast.comments[0];
      const code = node.body[0];
      if (code && (!first || first.range[0] > code.range[0])) context.report({ node: code, messageId: 'broken' });
    },
  }),
);

const fileName = rule('File names are camelCase, after their one main export.', (context) => ({
  Program(node) {
    const base = context.filename.split(/[\\/]/).at(-1) ?? '';
    if (!/^[a-z][A-Za-z0-9]*(\.(test|config|d))?\.ts$/.test(base)) context.report({ node, messageId: 'broken' });
  },
}));

/** `as const`, `as unknown` and `[] as T[]` assert nothing; every other cast is a promise that the code has to keep. */
const castSaysWhy = rule('Say in a comment, here or above in this paragraph, who guarantees this cast.', (context) => ({
  TSAsExpression(node) {
    const { sourceCode } = context;
    const type = node.typeAnnotation;
    const isEmptyList = node.expression.type === 'ArrayExpression' && node.expression.elements.length === 0;
    if (isEmptyList || type.type === 'TSUnknownKeyword' || sourceCode.getText(type) === 'const') return;
    const from = paragraphStart(sourceCode.lines, node.loc.start.line);
    const said = sourceCode
      .getAllComments()
      .some(({ loc }) => loc.end.line >= from && loc.start.line <= node.loc.end.line);
    if (!said) context.report({ node, messageId: 'broken' });
  },
}));

/** The first line of the run of lines without a blank one that holds a line; both count from 1. */
function paragraphStart(lines, line) {
  let start = line;
  while (start > 1 && lines[start - 2].trim() !== '') start -= 1;
  return start;
}

const exportsAreDocumented = rule('Say above an exported thing what it promises: /** ... */.', (context) => ({
  ExportNamedDeclaration(node) {
    if (!node.declaration) return;
    const before = context.sourceCode.getCommentsBefore(node).at(-1);
    const documented = before?.type === 'Block' && before.value.startsWith('*');
    if (!documented) context.report({ node: node.declaration, messageId: 'broken' });
  },
}));

/** The plugin: `house/opening-comment`, `house/file-name`, `house/cast-says-why`, `house/exports-are-documented`. */
export const houseRules = {
  rules: {
    'opening-comment': openingComment,
    'file-name': fileName,
    'cast-says-why': castSaysWhy,
    'exports-are-documented': exportsAreDocumented,
  },
};
