// What was last known of something, while it is asked for again: a form that is typed into, or a window over it, stays.
import { useRef } from 'react';

/** The fresh answer, or until there is one the last of the same key. */
export function useHeld<T>(fresh: T | undefined, key: string): T | undefined {
  const last = useRef<{ readonly key: string; readonly answer: T | undefined }>({ key, answer: fresh });
  if (fresh !== undefined || last.current.key !== key) last.current = { key, answer: fresh };
  return last.current.answer;
}
