// What is said to the person beside what they are doing: one line that is shown and read aloud, and whether the service can be
// reached.
import { useSyncExternalStore } from 'react';

/** A line, and how long it stays. */
export interface Notice {
  readonly text: string;
  readonly isProblem: boolean;
}

interface Told {
  readonly notice: Notice | null;
  readonly isConnected: boolean;
  readonly isEnded: boolean;
}

let told: Told = { notice: null, isConnected: true, isEnded: false };
const listeners = new Set<() => void>();
let fading: ReturnType<typeof setTimeout> | undefined;
const stays = 8_000;

function change(next: Partial<Told>): void {
  told = { ...told, ...next };
  for (const listener of listeners) listener();
}

/** Says a line; a problem stays until it is closed. */
export function say(text: string, isProblem = false): void {
  clearTimeout(fading);
  change({ notice: { text, isProblem } });
  if (!isProblem) fading = setTimeout(() => change({ notice: null }), stays);
}

/** Takes the line away. */
export function closeNotice(): void {
  change({ notice: null });
}

/** Whether the service could be reached, the last time it was tried. */
export function noteConnection(isConnected: boolean): void {
  if (told.isConnected !== isConnected) change({ isConnected });
}

/** That nobody is signed in any more. */
export function noteEnd(): void {
  if (!told.isEnded) change({ isEnded: true });
}

/** What is told now. */
export function useTold(): Told {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => told,
  );
}
