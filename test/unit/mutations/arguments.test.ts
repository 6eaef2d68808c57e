// Slips of calls: what the types allow to be missing is left out, and nothing else.
import ts from 'typescript';
import { expect, test } from 'vitest';
import { argumentSlips } from '../../mutations/arguments.ts';

/** A program of one file, without a library. */
function programOf(source: string): { program: ts.Program; file: ts.SourceFile } {
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const program = ts.createProgram(
    ['x.ts'],
    { noLib: true },
    {
      getSourceFile: (name) => (name === 'x.ts' ? file : undefined),
      fileExists: (name) => name === 'x.ts',
      readFile: () => undefined,
      getDefaultLibFileName: () => '',
      getCurrentDirectory: () => '',
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      writeFile: () => undefined,
    },
  );
  return { program, file };
}

const declarations =
  'declare function f(a: string, b?: number): void; declare function g(a: string, ...more: string[]): void;' +
  ' declare function h(options: { a: string; b?: number }): void; function k(a = 1): void {} ';

test.each<[call: string, slips: string[]]>([
  ['f("a", 1)', ['argument: f("a")']],
  ['f("a")', []],
  ['k(2)', ['argument: k()']],
  ['g("a", "b")', []],
  ['h({ a: "a", b: 1 })', ['option: h({ a: "a", ...{} })']],
  ['h({ b, a })', ['option: h({ ...{}, a })']],
])('%s', (call, slips) => {
  const source = declarations + call;
  const { program, file } = programOf(source);

  const made = argumentSlips(program, file).map(
    ({ kind, start, end, replacement }) =>
      `${kind}: ${(source.slice(0, start) + replacement + source.slice(end)).slice(declarations.length)}`,
  );

  expect(made).toEqual(slips);
});
