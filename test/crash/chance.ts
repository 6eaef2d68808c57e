// Reproducible randomness: everything a crash run leaves to chance follows from its seed.

/** Draws. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  /** Whether something of this probability happens. */
  is(probability: number): boolean;
  /** A member of the list; undefined of an empty one. */
  of<T>(list: readonly T[]): T | undefined;
  /** An independent sequence, so that one user's draws do not depend on how often another draws. */
  branch(name: string): Chance;
}

/** Draws that follow from the seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    next,
    below,
    is: (probability) => next() < probability,
    of: (list) => list[below(list.length)],
    branch: (name) => chanceOf([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed)),
  };
}
