// A small cache that forgets what was used longest ago. Talks to nobody.

/** Keeps values by text key, the sum of the keys' lengths bounded. */
export interface BoundedCache<Value> {
  /** The value kept for a key, which thereby counts as used just now; undefined when there is none. */
  read(key: string): Value | undefined;
  /** Keeps a value. Drops the least recently used ones until both limits hold again. */
  write(key: string, value: Value): void;
}

/** A cache of at most `entries` values whose keys are at most `characters` long together (UTF-16 units). */
export function createBoundedCache<Value extends object>(entries: number, characters: number): BoundedCache<Value> {
  const values = new Map<string, Value>(); // A Map lists its keys in the order of writing: the first is the oldest.
  let length = 0;

  function drop(key: string): void {
    if (values.delete(key)) length -= key.length;
  }
  return {
    read(key) {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    write(key, value) {
      drop(key);
      if (key.length > characters) return;
      values.set(key, value);
      length += key.length;
      for (const oldest of values.keys()) {
        if (values.size <= entries && length <= characters) break;
        drop(oldest);
      }
    },
  };
}
