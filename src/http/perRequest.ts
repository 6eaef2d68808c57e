// What the parts of the server know of a request while it runs.

/** Values by request; undefined where none was set. */
export interface PerRequest<T> {
  get(request: object): T | undefined;
  set(request: object, value: T): void;
}

/**
 * Values that are kept with the requests themselves. A WeakMap does the same; its entries, several for each request, are what a
 * collection of the young memory has to look at one by one.
 */
export function perRequest<T>(name: string): PerRequest<T> {
  const key = Symbol(name);
  // Nobody else has the key.
  const of = (request: object): Record<symbol, T | undefined> => request as Record<symbol, T | undefined>;
  return {
    get: (request) => of(request)[key],
    set: (request, value) => void (of(request)[key] = value),
  };
}
