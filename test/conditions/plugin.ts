// Changes the SQL of src/database/ while tests load it: marks each condition, so that a run can record which tests send it,
// or takes one condition out. Does nothing without CONDITIONS_RECORD or CONDITION in the environment.
import path from 'node:path';
import { conjunctsOf } from './conjuncts.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Whether conditions of a file are tried: stores, not the migrations and not the embedded server. */
export function isTried(file: string): boolean {
  return /^src\/database\/(?!migrations\/|embedded\/).*\.ts$/.test(file);
}

/** What a marked condition begins with in the SQL that is sent. */
export const markPattern = /\/\*condition ([^*]+)\*\//g;

/** The Vite plugin. */
export function conditions(): {
  name: string;
  enforce: 'pre';
  transform(code: string, id: string): string | undefined;
} {
  const recording = process.env['CONDITIONS_RECORD'] !== undefined;
  const dropped = process.env['CONDITION'];
  return {
    name: 'conditions',
    enforce: 'pre',
    transform(code, id) {
      const file = path.relative(root, id.split('?', 1)[0] ?? '').replaceAll(path.sep, '/');
      if (!isTried(file) || !(recording || dropped?.startsWith(`${file}:`))) return undefined;
      return conjunctsOf(file, code)
        .filter(({ id: one }) => recording || one === dropped)
        .flatMap((one): Insertion[] => [
          { at: one.start, text: recording ? `(/*condition ${one.id}*/ ` : '(TRUE OR (' },
          { at: one.end, text: recording ? ')' : '))' },
        ])
        .sort((a, b) => b.at - a.at)
        .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), code);
    },
  };
}

/** A text that comes into the source at a place. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}
