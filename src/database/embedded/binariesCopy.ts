// Copies the PostgreSQL binaries into the temporary directory, safely in a place that every user can write to and whole
// even when several processes do it at once.
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
} from 'node:fs';
import { renameSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, basename, relative } from 'node:path';

interface PackedFile {
  readonly path: string;
  readonly size: number;
}

function listFiles(root: string, under = ''): readonly PackedFile[] {
  return readdirSync(join(root, under), { withFileTypes: true }).flatMap((entry) => {
    const path = join(under, entry.name);
    if (entry.isDirectory()) return listFiles(root, path);
    return entry.isFile() ? [{ path, size: statSync(join(root, path)).size }] : [];
  });
}

/** Named by user and content, so that another version is another copy and users do not stand in each other's way. */
function copyName(native: string, files: readonly PackedFile[]): string {
  const manifest = join(native, '..', 'package.json');
  const version = existsSync(manifest) ? readFileSync(manifest, 'utf8') : '';
  const content = createHash('sha256').update(version).update(JSON.stringify(files)).digest('hex').slice(0, 16);
  return `commonplace-postgres-${process.getuid?.() ?? 0}-${content}`;
}

/** Where everybody can write, a name we find may be another user's trap. */
function isOurs(directory: string): boolean {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** Cleaners of temporary directories remove single old files, so an existing copy is looked through. */
function isWhole(copy: string, files: readonly PackedFile[]): boolean {
  const complete = files.every(
    ({ path, size }) => statSync(join(copy, path), { throwIfNoEntry: false })?.size === size,
  );
  return complete && linkLibraries(copy);
}

async function copyFiles(native: string, fresh: string, files: readonly PackedFile[]): Promise<void> {
  const made = new Set<string>();
  const makeDirectory = (path: string): void => {
    if (made.has(path)) return;
    if (path !== fresh) makeDirectory(dirname(path));
    mkdirSync(path);
    chmodSync(path, 0o755); // whatever the umask
    made.add(path);
  };
  for (const { path } of files) {
    makeDirectory(dirname(join(fresh, path)));
    await copyFile(join(native, path), join(fresh, path), constants.COPYFILE_FICLONE);
    chmodSync(join(fresh, path), dirname(path) === 'bin' ? 0o755 : 0o644);
  }
  linkLibraries(fresh);
}

/**
 * Answers a folder like `native` that every user can read, made at the first call and used again by later ones. It is
 * written under a name of its own and renamed into place. Throws when the name is taken by another user.
 */
export async function copyBinaries(native: string, report: (progress: string) => void): Promise<string> {
  const files = listFiles(native);
  const copy = join(tmpdir(), copyName(native, files));
  const exists = lstatSync(copy, { throwIfNoEntry: false }) !== undefined;
  if (exists && !isOurs(copy)) {
    throw new Error(`${copy} belongs to another user. Remove it, or set TMPDIR, or set DATABASE_URL.`);
  }
  if (exists && isWhole(copy, files)) return copy;
  report(`Copying the PostgreSQL binaries to ${copy}, once`);
  const fresh = `${copy}.${randomUUID()}`;
  try {
    await copyFiles(native, fresh, files);
    if (exists) renameSync(copy, `${fresh}.old`);
    renameSync(fresh, copy);
  } catch (error) {
    // Another process may have put its own copy there in the meantime: that one serves as well.
    if (!isOurs(copy) || !isWhole(copy, files)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(`${fresh}.old`, { recursive: true, force: true });
  }
  return copy;
}

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
