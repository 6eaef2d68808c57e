// Runs a PostgreSQL program under a small shell that holds our pipe: however this process ends, even by SIGKILL, the pipe
// closes and the program is signaled to stop. So nothing is left running without us.
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { ServerUser } from './serverUser.ts';

/** A program under supervision. It does not keep this process alive. */
export interface Supervised {
  /** The program's own process number; undefined when it could not be started. */
  readonly pid: Promise<number | undefined>;
  /** Resolves when it is gone, with its exit code (128 + signal number when it was killed), or why there is none. */
  readonly exited: Promise<number | string>;
  /** Interrupts it, which for the server is a fast shutdown. */
  interrupt(): void;
}

// Signals meant for us reach the shell too when a service manager signals a whole group; only the pipe decides here. The
// programs install their own handlers. The shell's own copy of the pipe is closed, so that `cat` alone waits at it.
const SCRIPT = `
trap '' HUP INT TERM
exec 3<&0 </dev/null
"$@" 3<&- >&2 & program=$!
(cat <&3; kill -INT "$program") >/dev/null 2>&1 & watcher=$!
echo "$program"
exec 3<&- >&-
wait "$program"; status=$?
kill -KILL "$watcher" 2>/dev/null
exit "$status"`;

// Nothing of ours: our secrets are not the server's business, and PG... or LC_... variables would change its settings.
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Starts the program in a directory, with its output appended to the log, a file descriptor. */
export function supervise(
  command: readonly string[],
  log: number,
  user: ServerUser | undefined,
  directory = '/',
): Supervised {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...command], {
    ...user,
    cwd: directory,
    detached: true, // out of reach of the terminal's Ctrl-C
    env: ENVIRONMENT,
    stdio: ['pipe', 'pipe', log],
  });
  // With 'pipe', Node makes all three of these sockets.
  const [stdin, stdout] = [shell.stdin as Socket, shell.stdout as Socket];
  shell.unref();
  stdin.unref();
  stdout.unref();
  stdin.on('error', () => undefined); // the shell ended first
  const exited = new Promise<number | string>((resolve) => {
    shell.once('error', (error) => resolve(error.message));
    shell.once('exit', (code, signal) => {
      stdin.destroy();
      resolve(code ?? `killed by ${signal}`);
    });
  });
  const pid = new Promise<number | undefined>((resolve) => {
    stdout.once('data', (line: Buffer) => resolve(Number.parseInt(line.toString(), 10) || undefined));
    stdout.once('close', () => resolve(undefined));
    stdout.on('error', () => undefined);
  });
  return { pid, exited, interrupt: () => void stdin.end() };
}
