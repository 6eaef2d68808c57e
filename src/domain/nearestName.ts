// Which name somebody may have meant. Pure.

/** Longest name that is compared: what is longer was hardly mistyped. */
const longestName = 64;

/**
 * The candidate that is most like a name that is not known; null when none is alike. Case counts for nothing, and of
 * `filter[status]` the name between the brackets is compared, too: `status` leads to it.
 */
function nearestName(name: string, candidates: Iterable<string>): string | null {
  const wanted = name.toLowerCase();
  if (wanted.length > longestName) return null;
  let nearest: string | null = null;
  // A third of the letters may differ, as a slip of the keyboard does.
  let least = Math.floor(wanted.length / 3) + 1;
  for (const candidate of candidates) {
    const own = distance(wanted, candidate.toLowerCase(), least);
    const inside = /\[([^[\]]+)\]$/.exec(candidate)?.[1];
    // The name itself comes before one in brackets that is as near.
    const found = inside === undefined ? own : Math.min(own, distance(wanted, inside.toLowerCase(), least) + 0.5);
    if (found < least) [nearest, least] = [candidate, found];
  }
  return nearest;
}

/** `Did you mean x?` with a space in front, to end a refusal with; empty when nothing is alike. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const nearest = nearestName(name, candidates);
  return nearest === null ? '' : ` Did you mean ${nearest}?`;
}

/** Most names that are listed where nothing is alike. */
const mostListed = 12;

/** As `didYouMean`; where nothing is alike it lists the candidates, of many the first ones. */
export function didYouMeanOneOf(name: string, candidates: Iterable<string>): string {
  const all = [...candidates];
  const more = all.length > mostListed ? ', …' : '';
  const list = all.length > 0 ? ` Supported: ${all.slice(0, mostListed).join(', ')}${more}.` : '';
  return didYouMean(name, all) || list;
}

// How many letters are added, dropped, exchanged, or change places with their neighbor. Counted no further than to `least`, which costs
// a caller's long names their price.
function distance(one: string, other: string, least: number): number {
  if (Math.abs(one.length - other.length) >= least) return longestName;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  let before: number[] = [];
  const [letters, others] = [[...one], [...other]];
  for (const [at, letter] of letters.entries()) {
    const next = [at + 1];
    for (const [column, letterOfOther] of others.entries()) {
      const exchanged = (row[column] ?? 0) + (letter === letterOfOther ? 0 : 1);
      const isTurned = at > 0 && column > 0 && letter === others[column - 1] && letters[at - 1] === letterOfOther;
      const turned = isTurned ? (before[column - 1] ?? 0) + 1 : longestName;
      next.push(Math.min(exchanged, turned, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    if (Math.min(...next) >= least) return longestName;
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
