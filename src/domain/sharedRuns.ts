// Work that many want at once and that must have begun after each of them called: at most one run is under way, and all who
// call meanwhile share the next.

/** How long a run may take to fail until those who wait for the next one have waited enough, in milliseconds. */
export const patienceMillis = 1_000;

/**
 * A function that gives the result of a run of `work` that begins after the call. Calls of one turn of the event loop share
 * a run, and so do all that come while one is under way. Where that one took long to fail, they fail with it: their own run would
 * most likely take as long again, and deadlines must not add up.
 */
export function sharedRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let isRunning = false;
  let next: Promise<T> | null = null;
  let begin: () => void = () => undefined;
  let abandon: (error: unknown) => void = () => undefined;

  const start = async (): Promise<T> => {
    next = null;
    isRunning = true;
    const began = performance.now();
    try {
      return await work();
    } catch (error) {
      if (performance.now() - began >= patienceMillis) {
        next = null;
        abandon(error);
      }
      throw error;
    } finally {
      isRunning = false;
      begin();
    }
  };
  return () => {
    next ??= new Promise<void>((resolve, reject) => {
      begin = resolve;
      abandon = reject;
      // Whatever else has arrived by now is heard first.
      if (!isRunning) setImmediate(resolve);
    }).then(start);
    return next;
  };
}
