// Slips of calls: an argument, or an option of an object that is one, is left out where the types allow it.
import path from 'node:path';
import ts from 'typescript';

/** One slip: the text between `start` and `end` reads `replacement` instead. */
interface ArgumentSlip {
  readonly kind: 'argument' | 'option';
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

let program: ts.Program | undefined;

/** The service as the compiler sees it. Made once, which takes some seconds. */
export function serviceProgram(root: string): ts.Program {
  if (program) return program;
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: object;
  };
  const { fileNames, options } = ts.parseJsonConfigFileContent({ ...config, include: ['src'] }, ts.sys, root);
  return (program = ts.createProgram(fileNames, options));
}

/** The slips in a file of the program. */
export function argumentSlips(of: ts.Program, file: ts.SourceFile): ArgumentSlip[] {
  const checker = of.getTypeChecker();
  const slips: ArgumentSlip[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const last = node.arguments.at(-1);
      if (last && mayBeMissing(checker, node)) slips.push(dropped(file, node, last));
      for (const one of node.arguments) slips.push(...optionSlips(checker, file, one));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return slips;
}

function dropped(file: ts.SourceFile, call: ts.CallExpression, last: ts.Expression): ArgumentSlip {
  const before = call.arguments.at(-2);
  return { kind: 'argument', start: before?.end ?? last.getStart(file), end: last.end, replacement: '' };
}

function mayBeMissing(checker: ts.TypeChecker, call: ts.CallExpression): boolean {
  const declaration = checker.getResolvedSignature(call)?.declaration;
  const parameter = declaration?.parameters[call.arguments.length - 1];
  if (!parameter || !ts.isParameter(parameter) || ts.isSpreadElement(call.arguments.at(-1) ?? call)) return false;
  return parameter.questionToken !== undefined || parameter.initializer !== undefined;
}

function optionSlips(checker: ts.TypeChecker, file: ts.SourceFile, argument: ts.Expression): ArgumentSlip[] {
  if (!ts.isObjectLiteralExpression(argument)) return [];
  const wanted = checker.getContextualType(argument);
  return argument.properties.flatMap((property): ArgumentSlip[] => {
    const isNamed = ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property);
    if (!isNamed || !ts.isIdentifier(property.name)) return [];
    const isOptional = ((wanted?.getProperty(property.name.text)?.flags ?? 0) & ts.SymbolFlags.Optional) !== 0;
    return isOptional
      ? [{ kind: 'option', start: property.getStart(file), end: property.end, replacement: '...{}' }]
      : [];
  });
}
