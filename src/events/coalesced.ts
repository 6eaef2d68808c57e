// Many wishes, few deeds: runs something at once, and then at most once per interval. Talks to nobody.

/** A deed that can be asked for at any time. */
export interface Coalesced {
  (): void;
  /** Nothing is run any more. */
  stop(): void;
}

/** Runs `deed` on the first call and again, `milliseconds` later, when there were more calls meanwhile. */
export function coalesced(milliseconds: number, deed: () => void): Coalesced {
  let timer: NodeJS.Timeout | null = null;
  let isWanted = false;
  let isStopped = false;
  const run = (): void => {
    isWanted = false;
    timer = setTimeout(() => {
      timer = null;
      if (isWanted) run();
    }, milliseconds);
    timer.unref();
    deed();
  };
  const ask = (): void => {
    isWanted = true;
    if (!timer && !isStopped) run();
  };
  return Object.assign(ask, {
    stop() {
      if (timer) clearTimeout(timer);
      isStopped = true;
    },
  });
}
