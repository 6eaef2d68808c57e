// Work whose result does not change, done when it is first requested.

/** A function that makes its value at the first call and answers the same one ever after; what throws is tried again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A function whose values are made once for each argument and kept as long as it lives; what throws is tried again. */
export function onceFor<Of extends object, T>(make: (of: Of) => T): (of: Of) => T {
  const made = new WeakMap<Of, { readonly value: T }>();
  return (of) => {
    const known = made.get(of) ?? { value: make(of) };
    made.set(of, known);
    return known.value;
  };
}
