// Decides under which user PostgreSQL runs, because it refuses to run as root, and finds out what that user can reach.
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** The user the server drops to when we are root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

function ownerOf(path: string): ServerUser | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

async function succeeds(command: string, args: readonly string[], user?: ServerUser): Promise<boolean> {
  try {
    await exec(command, args, { cwd: '/', ...user });
    return true;
  } catch {
    return false;
  }
}

async function nobody(): Promise<ServerUser> {
  try {
    const [uid, gid] = await Promise.all([exec('id', ['-u', 'nobody']), exec('id', ['-g', 'nobody'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    throw new Error(
      'PostgreSQL cannot run as root, and there is no user "nobody" to run it as. ' +
        'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
}

/**
 * Answers undefined when the server runs as we do. As root: the owner of the existing cluster, else the owner of the
 * data directory if it is a known ordinary user, else "nobody". Throws when we are an ordinary user and the cluster is
 * another user's.
 */
export async function chooseServerUser(dataDir: string, cluster: string): Promise<ServerUser | undefined> {
  const self = process.getuid?.();
  const clusterOwner = ownerOf(cluster);
  if (self !== 0) {
    if (!clusterOwner || clusterOwner.uid === self) return undefined;
    throw new Error(
      `The database in ${cluster} belongs to the user with id ${clusterOwner.uid}, and this process runs as ${self}. ` +
        'Start as that user or as root, or set DATA_DIR to another directory, or set DATABASE_URL.',
    );
  }
  if (clusterOwner && clusterOwner.uid !== 0) return clusterOwner;
  const owner = ownerOf(dataDir);
  // initdb wants a user with a name, which a number taken from a shared folder need not have.
  if (owner && owner.uid !== 0 && (await succeeds('id', ['-nu', String(owner.uid)]))) return owner;
  return nobody();
}

/** Whether the user can enter the directory; always true of our own user. */
export async function canEnter(user: ServerUser | undefined, directory: string): Promise<boolean> {
  return !user || succeeds('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], user);
}

/**
 * What a program that was started in a directory can call it, though its user may not enter what is above: on Linux the way there
 * begins at the program itself.
 */
const OWN_DIRECTORY = '/proc/self/cwd';

/**
 * Under what name the user's programs find a directory of their own when they are started in it: its path, or, where a directory
 * above is closed to the user as root's home is, the name of every program's own directory. Undefined where there is no such name.
 */
export async function nameWithin(user: ServerUser | undefined, directory: string): Promise<string | undefined> {
  if (await canEnter(user, directory)) return directory;
  return existsSync(OWN_DIRECTORY) ? OWN_DIRECTORY : undefined;
}

/** Whether the user can run one file and read another; always true of our own user. */
export async function canRun(user: ServerUser | undefined, program: string, file: string): Promise<boolean> {
  return !user || succeeds('/bin/sh', ['-c', 'test -x "$1" && test -r "$2"', 'sh', program, file], user);
}
