// Chooses the private directory of the server's Unix socket: the cluster itself, or one under the temporary directory when
// the path of the cluster is longer than a socket path may be.
import { createHash, randomUUID } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { canEnter } from './serverUser.ts';
import type { ServerUser } from './serverUser.ts';
import type { Site } from './site.ts';

/** Systems differ (104 on macOS, 108 on Linux); this leaves room on all of them. */
const LONGEST_SOCKET_PATH = 100;

/** PostgreSQL derives the name from the port, which is only a part of a file name here. */
export const SOCKET_NAME = '.s.PGSQL.5432';

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, SOCKET_NAME)) <= LONGEST_SOCKET_PATH;
}

/** The hash ties a name to one data directory, so that a copied data directory does not lead to the original's server. */
function nameFor(site: Site): string {
  return `commonplace-${createHash('sha256').update(site.cluster).digest('hex').slice(0, 16)}`;
}

/** Where everybody can write, a directory is only trusted when it is the owner's alone. */
function isPrivate(directory: string, owner: number): boolean {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0;
}

function recorded(site: Site): string | undefined {
  try {
    const directory = readFileSync(site.socketRecord, 'utf8').trim();
    return basename(directory).startsWith(nameFor(site)) ? directory : undefined;
  } catch {
    return undefined;
  }
}

/** The directory in which a running server's socket is to be found, or undefined when no server can be running. */
export function findSocketDirectory(site: Site): string | undefined {
  if (fits(site.cluster)) return site.cluster;
  const owner = lstatSync(site.cluster, { throwIfNoEntry: false })?.uid;
  const directory = recorded(site);
  return directory !== undefined && owner !== undefined && isPrivate(directory, owner) ? directory : undefined;
}

function makePrivate(directory: string, user: ServerUser | undefined): boolean {
  try {
    mkdirSync(directory, { mode: 0o700 });
    if (user) chownSync(directory, user.uid, user.gid);
  } catch {
    // It exists already: of use if it is ours.
  }
  return isPrivate(directory, user?.uid ?? process.getuid?.() ?? 0);
}

/**
 * Makes the directory for a server that is about to start and records it for other processes. The one recorded before
 * is used again, so that the address of the database stays the same. Call it with the start lock held.
 */
export async function makeSocketDirectory(site: Site, user: ServerUser | undefined): Promise<string> {
  if (fits(site.cluster)) return site.cluster;
  const before = recorded(site);
  if (before !== undefined && makePrivate(before, user)) return before;
  for (const parent of [tmpdir(), '/tmp']) {
    for (const name of [nameFor(site), `${nameFor(site)}-${randomUUID().slice(0, 8)}`]) {
      const directory = join(parent, name);
      if (!fits(directory) || !(await canEnter(user, parent)) || !makePrivate(directory, user)) continue;
      writeFileSync(`${site.socketRecord}.new`, directory);
      renameSync(`${site.socketRecord}.new`, site.socketRecord);
      return directory;
    }
  }
  throw new Error(
    `The path of the data directory ${site.dataDir} is too long for a Unix socket, and no private directory can be made ` +
      'in the temporary directory. Set DATA_DIR to a shorter path, or set DATABASE_URL to a PostgreSQL server.',
  );
}
