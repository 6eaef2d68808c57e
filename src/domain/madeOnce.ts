// Values that are dear to make and depend on nothing but their key, such as the formats of a language.

/**
 * The value of a key: made when it is first asked for, and kept until so many others were asked for more recently. `make`
 * depends on nothing else.
 */
export function madeOnce<T extends object>(most: number): (key: string, make: () => T) => T {
  const kept = new Map<string, T>();
  return (key, make) => {
    const value = kept.get(key) ?? make();
    // A map has its entries in the order in which they were set.
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
