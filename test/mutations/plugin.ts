// Changes src/ while tests load it: makes one slip, or marks each block so that a run can note which tests enter it. Does
// nothing without MUTATION or MUTATIONS_RECORD in the environment.
import path from 'node:path';
import type { VitestPluginContext } from 'vitest/node';
import { serviceProgram } from './arguments.ts';
import { blocksOf, mutantsOf } from './mutants.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Whether slips are made in a file: written by hand, and run by the service. */
export function isTried(file: string): boolean {
  return /^src\/(?!generated\/|demo\/|contract\/print\/|database\/migrations\/|domain\/data\/).*\.ts$/.test(file);
}

// Read each time: a run tries many in one process.
const chosen = (): string[] => process.env['MUTATION']?.split(',') ?? [];

/** The Vite plugin. */
export function mutations(): {
  name: string;
  enforce: 'pre';
  configureVitest(context: VitestPluginContext): void;
  transform(code: string, id: string): string | undefined;
} {
  const isRecording = process.env['MUTATIONS_RECORD'] !== undefined;
  return {
    name: 'mutations',
    enforce: 'pre',
    // What vitest keeps of a transformed file is kept by its text alone.
    configureVitest(context) {
      context.experimental_defineCacheKeyGenerator(({ id }) =>
        isRecording || chosen().some((one) => id.includes(one.replace(/:.*/, ''))) ? false : undefined,
      );
    },
    transform(code, id) {
      const file = path.relative(root, id.split('?', 1)[0] ?? '').replaceAll(path.sep, '/');
      if (!isTried(file)) return undefined;
      if (isRecording) return marked(file, code);
      if (!chosen().some((one) => one.startsWith(`${file}:`))) return undefined;
      return mutantsOf(file, code, { of: serviceProgram(root), root })
        .filter(({ id: one }) => chosen().includes(one))
        .reduceRight((text, one) => text.slice(0, one.start) + one.replacement + text.slice(one.end), code);
    },
  };
}

function marked(file: string, code: string): string {
  return blocksOf(file, code)
    .flatMap(({ id, start, end, isExpression }) => {
      const mark = `(globalThis.enteredBlocks ??= new Set()).add(${JSON.stringify(id)})`;
      return isExpression
        ? [
            { at: start, text: `(${mark}, ` },
            { at: end, text: ')' },
          ]
        : [{ at: start, text: `${mark};` }];
    })
    .map((one, order) => ({ ...one, order }))
    .sort((a, b) => b.at - a.at || b.order - a.order)
    .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), code);
}
