// Completes the PostgreSQL libraries that npm installed with the links between them, which an npm package cannot hold.
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/**
 * Makes the links that the package lists, because npm packages hold none and the package's install script may not have
 * run. Answers false when they are missing and cannot be made.
 */
export function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  // Written by the package's own build; both paths start with the folder's own name, "native".
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[];
  return links.every(({ source, target }) => {
    const at = join(native, relative('native', target));
    if (existsSync(at)) return true;
    try {
      symlinkSync(basename(source), at);
    } catch {
      // Read-only, or another process was faster.
    }
    return existsSync(at);
  });
}
