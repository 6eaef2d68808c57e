// How far lists may stand below one another.

/** Most lists that stand one below the other, the highest included. */
export const mostLevels = 5;

/** Most lists above or below one list. */
export const mostLists = 1_000;

/** A list, and its place in a tree: 1 for where it begins. */
export interface PlacedList {
  readonly urn: string;
  readonly level: number;
}

/** How many levels there are. */
export const levelsOf = (lists: readonly PlacedList[]): number => Math.max(0, ...lists.map(({ level }) => level));
