// Creates the database cluster of a site: beside its final place first, so that a creation cut short leaves nothing that
// looks like a database.
import { chownSync, closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { noBinaries } from './binaries.ts';
import { DATABASE_ROLE } from './connection.ts';
import type { ServerLog } from './serverLog.ts';
import { nameWithin } from './serverUser.ts';
import type { ServerUser } from './serverUser.ts';
import type { Site } from './site.ts';
import { supervise } from './supervise.ts';

const VERSION = '18';

/** Exit codes by which the shell says that a program cannot be run at all. */
const NOT_EXECUTABLE = new Set<number | string>([126, 127]);

/**
 * Whether the site has a cluster. Throws when something else stands in its place, such as the cluster of another version
 * of PostgreSQL.
 */
export function hasCluster(site: Site): boolean {
  let entries: readonly string[];
  try {
    entries = readdirSync(site.cluster);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
  if (entries.length === 0) return false;
  const version = entries.includes('PG_VERSION')
    ? readFileSync(join(site.cluster, 'PG_VERSION'), 'utf8').trim()
    : 'none';
  if (version === VERSION) return true;
  throw new Error(
    `${site.cluster} is not a database of PostgreSQL ${VERSION} (version: ${version}). ` +
      'Move it away, or set DATA_DIR to another directory, or set DATABASE_URL.',
  );
}

// A killed process leaves its initdb behind for a moment: signaled to stop, but still writing.
async function removeUnfinished(site: Site): Promise<void> {
  for (const name of readdirSync(site.dataDir)) {
    if (!name.startsWith(`${basename(site.cluster)}.new-`)) continue;
    await rm(join(site.dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates the cluster, synced to disk: UTF-8, code-point order whatever the locale of the system, checksums on pages, no
 * passwords (the socket's directory is what keeps others out). Call it with the start lock held and `hasCluster` false.
 */
export async function createCluster(
  site: Site,
  native: string,
  user: ServerUser | undefined,
  log: ServerLog,
): Promise<void> {
  await removeUnfinished(site);
  const fresh = mkdtempSync(`${site.cluster}.new-`);
  try {
    if (user) chownSync(fresh, user.uid, user.gid);
    const options = ['-U', DATABASE_ROLE, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--locale-provider=builtin'];
    options.push('--builtin-locale=C.UTF-8', '--data-checksums', '--no-instructions');
    const name = (await nameWithin(user, fresh)) ?? fresh;
    const initdb = supervise([join(native, 'bin', 'initdb'), '-D', name, ...options], log.descriptor, user, fresh);
    const outcome = await initdb.exited;
    if (NOT_EXECUTABLE.has(outcome)) throw noBinaries(`its programs do not run here (${log.tail()})`);
    if (outcome !== 0) throw new Error(`PostgreSQL could not create a database (initdb: ${outcome}).\n${log.tail()}`);
    renameSync(fresh, site.cluster);
    syncDirectory(site.dataDir);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
}
