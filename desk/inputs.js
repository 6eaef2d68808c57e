// What the built desk depends on, as one digest: its sources, its packages, and what it shares with the pages.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inputsOf } from '../pages/inputs.js';

const files = [
  'build.js',
  'documents.js',
  'codegen.ts',
  'package.json',
  'package-lock.json',
  '../pages/shared/token.ts',
];

/**
 * The digest of all that is built from.
 * @param {string} folder that of the desk
 */
export function deskInputs(folder) {
  const hash = createHash('sha256').update(inputsOf(path.join(folder, 'src')));
  for (const file of files) hash.update('\0').update(readFileSync(path.join(folder, file)));
  return hash.digest('hex');
}
