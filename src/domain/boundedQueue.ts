// Places that only so many may have at once, and the queue of those who wait for one: first come, first served, with a
// bound on its length and on the time spent in it.
import { ServiceError } from './errors.ts';

/** How long a queue may become, and how long anybody waits in it. */
export interface LineLimits {
  readonly mostWaiting: number;
  readonly waitMillis: number;
  /** The error for work that gets no place. */
  readonly refusal?: string;
}

/** A queue before some places. */
export interface BoundedQueue {
  /**
   * Waits for a place, for so many milliseconds if the queue allows as many; the answer gives it up. Throws UNAVAILABLE
   * when the queue is full, or no place became free in time.
   */
  enter(mostMillis?: number): Promise<() => void>;
  /** Does the work in a place of its own, and gives it up. */
  run<T>(work: () => Promise<T>): Promise<T>;
  waiting(): number;
}

/** A queue before so many places. */
export function createBoundedQueue(places: number, limits: LineLimits): BoundedQueue {
  const { mostWaiting, waitMillis } = limits;
  const line = new Set<() => void>();
  let taken = 0;
  const leave = (): void => {
    const [next] = line;
    if (!next) {
      taken -= 1;
      return;
    }
    // The place is never free in between.
    line.delete(next);
    next();
  };
  const place = (): (() => void) => {
    let isMine = true;
    return () => {
      if (isMine) leave();
      isMine = false;
    };
  };
  const enter: BoundedQueue['enter'] = async (mostMillis = waitMillis) => {
    if (taken < places) {
      taken += 1;
      return place();
    }
    if (line.size >= mostWaiting) throw full(limits);
    return new Promise((resolve, reject) => {
      const called = (): void => {
        clearTimeout(giveUp);
        resolve(place());
      };
      const giveUp = setTimeout(
        () => {
          line.delete(called);
          reject(full(limits));
        },
        Math.min(waitMillis, mostMillis),
      );
      line.add(called);
    });
  };
  return {
    waiting: () => line.size,
    enter,
    async run(work) {
      const leave = await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

/** A turn at something of which only one at a time gets on. */
export interface Turn {
  /** Whose turns they are. */
  readonly name: string;
  /** Called before the turn of somebody else is waited for, and only then; what it throws ends the wait before it begins. */
  readonly mayWait?: () => Promise<unknown>;
}

/** Queues by name, each before a single slot; an unused name takes no memory. */
export interface Turns {
  /** Does the work when it is the turn of its name; waits at most so many milliseconds for it. */
  take<T>(turn: Turn, work: () => Promise<T>, mostMillis?: number): Promise<T>;
}

/** Turns for work of which only one at a time gets on. */
export function createTurns(limits: LineLimits): Turns {
  const lines = new Map<string, { readonly line: BoundedQueue; users: number }>();
  return {
    async take({ name, mayWait }, work, mostMillis) {
      if (lines.has(name)) await mayWait?.();
      const known = lines.get(name) ?? { line: createBoundedQueue(1, limits), users: 0 };
      lines.set(name, known);
      known.users += 1;
      try {
        const leave = await known.line.enter(mostMillis);
        try {
          return await work();
        } finally {
          leave();
        }
      } finally {
        known.users -= 1;
        if (known.users === 0) lines.delete(name);
      }
    },
  };
}

function full({ waitMillis, refusal }: LineLimits): ServiceError {
  const retryAfterSeconds = refusal === undefined ? 1 : Math.max(1, Math.ceil(waitMillis / 1_000));
  return new ServiceError('UNAVAILABLE', refusal, [], { retryAfterSeconds });
}
