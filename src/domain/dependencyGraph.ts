// Which tasks wait for which: finding a cycle among edges. Pure.

/** One edge: the task `from` waits for the task `to`. */
export interface Dependency {
  readonly from: string;
  readonly to: string;
}

/**
 * A shortest cycle through `start`: its members in the order one waits for the next, the first repeated at the end.
 * Null when no path leads from `start` back to it.
 */
export function cycleThrough(start: string, edges: readonly Dependency[]): string[] | null {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const known = next.get(from);
    if (known) known.push(to);
    else next.set(from, [to]);
  }
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const at of queue) {
    for (const to of next.get(at) ?? []) {
      if (to === start) return pathTo(at, start, cameFrom);
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, at);
      queue.push(to);
    }
  }
  return null;
}

function pathTo(last: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [start];
  for (let at: string | undefined = last; at !== undefined && at !== start; at = cameFrom.get(at)) path.unshift(at);
  return [start, ...path];
}
