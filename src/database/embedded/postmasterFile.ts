// Reads PostgreSQL's postmaster.pid, which identifies the server of a cluster, and disarms one that a crash left behind.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isServerOf } from './processes.ts';
import { SOCKET_NAME } from './socketDirectory.ts';

/** A process number that no system gives out, but that PostgreSQL reads without complaint. */
const NO_PROCESS = 2_147_483_647;
const HALF_WRITTEN_EXPIRES_MS = 2_000;

function read(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
}

/** The number of the server process, or undefined when the file is missing or not yet written. */
export function readServerPid(cluster: string): number | undefined {
  const pid = Number.parseInt(read(cluster) ?? '', 10);
  return pid > 0 && pid !== NO_PROCESS ? pid : undefined;
}

/** Whether a server process of this cluster runs or is just being born, however it answers. */
export function hasServer(cluster: string): boolean {
  const content = read(cluster);
  if (content === undefined) return false;
  const pid = readServerPid(cluster);
  if (pid !== undefined) return isServerOf(pid, cluster);
  const file = statSync(join(cluster, 'postmaster.pid'), { throwIfNoEntry: false });
  return content === '' && file !== undefined && Date.now() - file.mtimeMs < HALF_WRITTEN_EXPIRES_MS;
}

/**
 * Makes what a dead server left behind harmless. PostgreSQL would refuse to start if its number now belongs to another
 * process of the same user, which is the rule in a restarted container. The file stays, with an unused process number:
 * PostgreSQL finds in it the shared memory by which it detects whether sessions of the dead server still run. Call it
 * with the start lock held and only when `hasServer` says no and no server answers.
 */
export function disarmLeftovers(cluster: string, socketDirectory: string): void {
  const content = read(cluster);
  if (content === undefined) return;
  const file = join(cluster, 'postmaster.pid');
  if (readServerPid(cluster) === undefined && !content.startsWith(String(NO_PROCESS))) rmSync(file, { force: true });
  else writeFileSync(file, content.replace(/^\d+/, String(NO_PROCESS)));
  rmSync(join(socketDirectory, SOCKET_NAME), { force: true });
  rmSync(join(socketDirectory, `${SOCKET_NAME}.lock`), { force: true });
}
