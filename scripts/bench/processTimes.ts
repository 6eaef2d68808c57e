// What processes have used: their CPU and their memory, as Linux reports them under /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of CPU that a process has used since it began; 0 for one that is gone. */
export function cpuMillis(pid: number): number {
  const fields = statOf(pid);
  // utime and stime, in ticks of a hundredth of a second.
  return fields ? (Number(fields[11]) + Number(fields[12])) * 10 : 0;
}

/** Milliseconds of CPU that a process has used, and those below it, whether they run or have ended. */
export function familyCpuMillis(pid: number): number {
  const own = statOf(pid);
  // Times of those that ended: cutime and cstime.
  const ended = own ? (Number(own[13]) + Number(own[14])) * 10 : 0;
  const running = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  const children = running.filter((child) => parentOf(child) === pid);
  return cpuMillis(pid) + ended + children.reduce((sum, child) => sum + cpuMillis(child), 0);
}

/** The process that started it; null for one that is gone. */
export function parentOf(pid: number): number | null {
  const fields = statOf(pid);
  return fields ? Number(fields[1]) : null;
}

/** Megabytes of memory that a process occupies now. */
export function residentMegabytes(pid: number): number {
  const status = read(`/proc/${String(pid)}/status`);
  return Number(/VmRSS:\s+(\d+)/.exec(status ?? '')?.[1] ?? 0) / 1024;
}

function statOf(pid: number): string[] | null {
  const text = read(`/proc/${String(pid)}/stat`);
  // The name, in parentheses, may hold anything.
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
