// Work whose result does not change, done when it is first requested.

/** A function that makes its value at the first call and answers the same one ever after; what throws is tried again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
