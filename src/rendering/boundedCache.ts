// A cache that drops the least recently used values first, bounded by their number and by the length of their keys.
import { LRUCache } from 'lru-cache';

/** Keeps values by text key. */
export interface BoundedCache<Value> {
  /** The value kept for a key, which thereby counts as used just now; undefined when there is none. */
  read(key: string): Value | undefined;
  /** Keeps a value. Drops the least recently used ones until both limits hold again. */
  write(key: string, value: Value): void;
}

/** A cache of at most `entries` values whose keys are at most `characters` long together (UTF-16 units). */
export function createBoundedCache<Value extends object>(entries: number, characters: number): BoundedCache<Value> {
  const values = new LRUCache<string, Value>({
    max: entries,
    maxSize: characters,
    sizeCalculation: (_, key) => Math.max(1, key.length),
  });
  return {
    read: (key) => values.get(key),
    write(key, value) {
      values.set(key, value);
    },
  };
}
