// Places that only so many may have at once, and the queue of those who wait for one: callers in turn, and each first come, first
// served, with a bound on how many wait and on the time spent in it.
import { ServiceError } from './errors.ts';

/** How long a queue may become, and how long anybody waits in it. */
export interface LineLimits {
  /** Of one caller. */
  readonly mostWaiting: number;
  readonly waitMillis: number;
  /** The error for work that gets no place. */
  readonly refusal?: string;
}

/** A queue before some places. */
export interface BoundedQueue {
  /**
   * Waits for a place, for so many milliseconds if the queue allows as many; the answer gives it up. Callers get places in
   * turn, so that nobody waits for all that another one has asked for. Throws UNAVAILABLE when too many of the caller wait, or no
   * place became free in time.
   */
  enter(mostMillis?: number, caller?: string): Promise<() => void>;
  /** Does the work in a place of its own, and gives it up. */
  run<T>(work: () => Promise<T>): Promise<T>;
  waiting(): number;
}

/** A queue before so many places. */
export function createBoundedQueue(places: number, limits: LineLimits): BoundedQueue {
  const { mostWaiting, waitMillis } = limits;
  const line = createLine();
  let taken = 0;
  const leave = (): void => {
    const next = line.next();
    // The place is never free in between.
    if (next) next();
    else taken -= 1;
  };
  const place = (): (() => void) => {
    let isMine = true;
    return () => {
      if (isMine) leave();
      isMine = false;
    };
  };
  const enter: BoundedQueue['enter'] = async (mostMillis = waitMillis, caller = '') => {
    if (taken < places) {
      taken += 1;
      return place();
    }
    if (line.of(caller) >= mostWaiting) throw full(limits);
    return new Promise((resolve, reject) => {
      const called = (): void => {
        clearTimeout(giveUp);
        resolve(place());
      };
      const giveUp = setTimeout(
        () => {
          line.remove(caller, called);
          reject(full(limits));
        },
        Math.min(waitMillis, mostMillis),
      );
      line.add(caller, called);
    });
  };
  return {
    waiting: () => line.waiting(),
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

type Waiting = () => void;

// Those who wait, by their callers.
function createLine(): {
  readonly add: (caller: string, waiting: Waiting) => void;
  readonly remove: (caller: string, waiting: Waiting) => void;
  /** Takes out the next: the longest waiting of the caller whose turn it is. */
  readonly next: () => Waiting | undefined;
  readonly of: (caller: string) => number;
  readonly waiting: () => number;
} {
  const callers = new Map<string, Set<Waiting>>();
  const remove = (caller: string, waiting: Waiting): void => {
    const own = callers.get(caller);
    own?.delete(waiting);
    if (own?.size === 0) callers.delete(caller);
  };
  return {
    add: (caller, waiting) => void callers.set(caller, (callers.get(caller) ?? new Set()).add(waiting)),
    remove,
    next() {
      const [first] = callers;
      if (!first) return undefined;
      const [caller, own] = first;
      // The next one of this caller comes after those of all others.
      callers.delete(caller);
      callers.set(caller, own);
      const [next] = own;
      if (next) remove(caller, next);
      return next;
    },
    of: (caller) => callers.get(caller)?.size ?? 0,
    waiting: () => [...callers.values()].reduce((sum, { size }) => sum + size, 0),
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
