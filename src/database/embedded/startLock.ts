// Lets one process at a time create or start the database of a data directory. It is held only during a start: the owner of
// the running server afterwards is recorded in PostgreSQL's own postmaster.pid.
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { identify, isRunning, processSpace } from './processes.ts';
import type { ProcessIdentity } from './processes.ts';

interface Holder extends ProcessIdentity {
  readonly token: string;
  readonly space: string;
}

const REFRESH_MS = 5_000;
const FOREIGN_HOLDER_EXPIRES_MS = 30_000;
const ATTEMPTS = 20;

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function readHolder(file: string): Holder | undefined {
  try {
    // Lock files appear whole and are written by `takeStartLock` alone, which guarantees the shape.
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** A holder in another container cannot be inspected; as holders refresh their file, its age is used instead. */
function isHeld(file: string, holder: Holder): boolean {
  if (holder.space === processSpace()) return isRunning(holder);
  try {
    return Date.now() - statSync(file).mtimeMs < FOREIGN_HOLDER_EXPIRES_MS;
  } catch {
    return false;
  }
}

/** Moves a dead holder's file aside, and puts it back if it turns out that a live one was faster. */
function clearDeadHolder(file: string, dead: Holder | undefined, token: string): void {
  const aside = `${file}.stale.${token}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved && moved.token !== dead?.token && isHeld(aside, moved)) {
    try {
      linkSync(aside, file);
    } catch {
      // A third process has it now; PostgreSQL's own lock and the atomic rename of a new cluster keep both safe.
    }
  }
  unlinkSync(aside);
}

function keep(file: string, token: string): () => void {
  const refresh = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The directory is gone or read-only: the start itself will say so.
    }
  }, REFRESH_MS).unref();
  return () => {
    clearInterval(refresh);
    if (readHolder(file)?.token === token) rmSync(file, { force: true });
  };
}

/**
 * Takes the lock and answers the function that gives it back, or undefined when a live process holds it. A lock left by
 * a dead process, or by an earlier process of the same number, is taken over; it is never taken by age alone, except
 * from another container, whose processes cannot be seen. Throws when the file cannot be written.
 */
export function takeStartLock(file: string): (() => void) | undefined {
  const me: Holder = { ...identify(process.pid), token: randomUUID(), space: processSpace() };
  const mine = `${file}.${me.token}`;
  writeFileSync(mine, JSON.stringify(me)); // whole before it can be seen under the name of the lock
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        linkSync(mine, file); // atomic, and fails when the lock exists
        return keep(file, me.token);
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
      const holder = readHolder(file);
      if (holder && isHeld(file, holder)) return undefined;
      clearDeadHolder(file, holder, me.token);
    }
    return undefined;
  } finally {
    rmSync(mine, { force: true });
  }
}
