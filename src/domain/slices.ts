// A long list in parts.

/** The list in parts of that length, the last of which may be shorter; none of an empty list. */
export function* slices<T>(list: readonly T[], length: number): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += length) yield list.slice(from, from + length);
}
