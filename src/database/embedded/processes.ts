// Distinguishes a running process from a dead one and from a later one that got the same number: from /proc on Linux, from `ps`
// elsewhere.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process as it can be found again: its number and an opaque mark of when it started (empty when unknown). */
export interface ProcessIdentity {
  readonly pid: number;
  readonly start: string;
}

interface Sighting {
  readonly start: string;
  readonly dead: boolean;
}

const HAS_PROC = existsSync('/proc/self/stat');

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function ps(pid: number, columns: readonly string[]): string {
  const options = columns.flatMap((column) => ['-o', `${column}=`]);
  const listed = spawnSync('ps', [...options, '-p', String(pid)], { encoding: 'utf8' });
  return listed.status === 0 ? listed.stdout.trim() : '';
}

/** Undefined when nothing can be said of the process, for example because it is hidden or gone. */
function look(pid: number): Sighting | undefined {
  if (!HAS_PROC) {
    const [state = '', ...start] = ps(pid, ['stat', 'lstart']).split(/\s+/);
    return state === '' ? undefined : { start: start.join(' '), dead: state.startsWith('Z') };
  }
  // The name of the program stands in brackets and may hold anything, so fields are counted from the last bracket.
  const fields = readProc(`/proc/${pid}/stat`)?.replace(/^.*\)/s, '').trim().split(' ');
  return fields && { start: fields[19] ?? '', dead: fields[0] === 'Z' || fields[0] === 'X' };
}

/** The identity of the process that has this number now. */
export function identify(pid: number): ProcessIdentity {
  return { pid, start: look(pid)?.start ?? '' };
}

/** Whether that very process still runs. A zombie does not; a process that cannot be looked at is believed to. */
export function isRunning(process_: ProcessIdentity): boolean {
  try {
    process.kill(process_.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const seen = look(process_.pid);
  if (!seen) return true;
  return !seen.dead && (process_.start === '' || seen.start === '' || seen.start === process_.start);
}

/** Whether the process is a PostgreSQL server that was started on this data directory (an absolute path). */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!isRunning(identify(pid))) return false;
  if (!HAS_PROC) return ps(pid, ['command']).includes(cluster);
  const commandLine = readProc(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  const named = [cluster, `commonplace.cluster=${cluster}`]; // see startServer.ts
  return /(^|\/)postgres$/.test(commandLine[0] ?? '') && named.some((name) => commandLine.includes(name));
}

/** Names the machine and, inside it, the container: process numbers mean something only to those who share it. */
export function processSpace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}
