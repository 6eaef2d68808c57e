// Throttles an action: runs it immediately, and then at most once per interval.

/** An action that can be requested at any time. */
export interface Throttled {
  (): void;
  /** Nothing is run any more. */
  stop(): void;
}

/** Runs `action` on the first call and again, `milliseconds` later, if there were more calls meanwhile. */
export function throttle(milliseconds: number, action: () => void): Throttled {
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
    action();
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
