// What the built pages depend on, as one digest: every source of this folder, and the versions of its packages.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const leftOut = /^(node_modules|built)([\\/]|$)/;

/**
 * The digest of all files below a folder, without installed packages and what was built.
 * @param {string} folder
 */
export function inputsOf(folder) {
  const hash = createHash('sha256');
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !leftOut.test(entry.name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(path.join(folder, entry.name), { recursive: true, withFileTypes: true })
            .filter((one) => one.isFile())
            .map((one) => path.join(one.parentPath ?? one.path, one.name))
        : [path.join(folder, entry.name)],
    )
    .map((file) => path.relative(folder, file).replaceAll(path.sep, '/'))
    .sort();
  for (const name of names)
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(path.join(folder, name)))
      .update('\0');
  return hash.digest('hex');
}
