// Work that many want at once and that must have begun after each of them called: at most one run is under way, and all who
// call meanwhile share the next.

/**
 * A function that gives the result of a run of `work` that begins after the call. Calls of one turn of the event loop share
 * a run, and so do all that come while one is under way.
 */
export function sharedRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let isRunning = false;
  let next: Promise<T> | null = null;
  let begin: () => void = () => undefined;

  const start = async (): Promise<T> => {
    next = null;
    isRunning = true;
    try {
      return await work();
    } finally {
      isRunning = false;
      begin();
    }
  };
  return () => {
    next ??= new Promise<void>((resolve) => {
      begin = resolve;
      // Whatever else has arrived by now is heard first.
      if (!isRunning) setImmediate(resolve);
    }).then(start);
    return next;
  };
}
