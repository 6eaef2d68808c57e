// Keeps the log of the embedded server in one file of bounded size and answers what a program added to it.
import { chownSync, closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import type { ServerUser } from './serverUser.ts';

const ROTATE_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 4_000;

/** An open log. */
export interface ServerLog {
  /** The file descriptor to hand to the programs that write to the log. */
  readonly descriptor: number;
  /** The end of what was written since the log was opened. */
  tail(): string;
  close(): void;
}

/**
 * Opens the log for appending. One that has grown beyond 10 MiB is put aside as `.1`, replacing the one before it. Call it
 * only while no server writes to it. The log is given to the user, so that a later start as that user can append.
 */
export function openServerLog(file: string, user: ServerUser | undefined): ServerLog {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a+', 0o600);
  if (user) chownSync(file, user.uid, user.gid);
  const opened = fstatSync(descriptor).size;
  return {
    descriptor,
    tail() {
      const end = fstatSync(descriptor).size;
      const start = Math.max(opened, end - TAIL_BYTES);
      const buffer = Buffer.alloc(end - start);
      readSync(descriptor, buffer, 0, buffer.length, start);
      return buffer.toString().trim();
    },
    close: () => closeSync(descriptor),
  };
}
