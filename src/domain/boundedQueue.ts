// Places that only so many may have at once, and the queue of those who wait for one: callers in turn, and each first come, first
// served, with a bound on how many wait and on the time spent in it.
import { LoopTurns } from './loopTurns.ts';
import { ServiceError } from './errors.ts';

/** How long a queue may become, and how long anybody waits in it. */
export interface LineLimits {
  /** Of one caller. */
  readonly mostWaiting: number;
  /** Places that one caller may have at once, so that others find one free; absent where it may have all. */
  readonly mostOfOne?: number;
  readonly waitMillis: number;
  /** The error for work that gets no place. */
  readonly refusal?: string;
}

/** A queue before some places. */
export interface BoundedQueue {
  /**
   * Waits for a place, for so many milliseconds if the queue allows as many; the answer gives it up. Callers get places in
   * turn, so that nobody waits for all that another one has asked for; and where callers are of groups, groups do. Throws
   * UNAVAILABLE when too many of the caller wait, or no place became free in time.
   */
  enter(mostMillis?: number, caller?: string, group?: string): Promise<() => void>;
  /** Does the work in a place of its own, and gives it up. */
  run<T>(work: () => Promise<T>): Promise<T>;
  waiting(): number;
}

/** A queue before so many places. */
export function createBoundedQueue(places: number, limits: LineLimits): BoundedQueue {
  const { mostWaiting, waitMillis, mostOfOne = places } = limits;
  const line = createLines();
  // A refusal is an answer to be made: of many who have waited too long at once each has a turn of the event loop of its own.
  const refusals = new LoopTurns(1);
  const own = new Map<string, number>();
  let taken = 0;
  const mayHave = (caller: string): boolean => caller === '' || (own.get(caller) ?? 0) < mostOfOne;
  const take = (caller: string): (() => void) => {
    taken += 1;
    own.set(caller, (own.get(caller) ?? 0) + 1);
    let isMine = true;
    return () => {
      if (isMine) leave(caller);
      isMine = false;
    };
  };
  const leave = (caller: string): void => {
    taken -= 1;
    const left = (own.get(caller) ?? 0) - 1;
    if (left > 0) own.set(caller, left);
    else own.delete(caller);
    // The place is taken again before anybody else comes.
    line.next(mayHave)?.();
  };
  const enter: BoundedQueue['enter'] = async (mostMillis = waitMillis, caller = '', group = '') => {
    if (taken < places && mayHave(caller)) return take(caller);
    if (line.of(group, caller) >= mostWaiting) throw full(limits);
    return new Promise((resolve, reject) => {
      const called = (): void => {
        clearTimeout(giveUp);
        resolve(take(caller));
      };
      const giveUp = setTimeout(
        () => {
          line.remove(group, caller, called);
          refusals.run(1, () => reject(full(limits)));
        },
        Math.min(waitMillis, mostMillis),
      );
      line.add(group, caller, called);
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

// Those who wait, by their groups and callers.
function createLines(): {
  readonly add: (group: string, caller: string, waiting: Waiting) => void;
  readonly remove: (group: string, caller: string, waiting: Waiting) => void;
  /** Takes out the next: of the first group whose turn it is, and in it of the first caller whose turn it is, who may. */
  readonly next: (may: (caller: string) => boolean) => Waiting | undefined;
  readonly of: (group: string, caller: string) => number;
  readonly waiting: () => number;
} {
  const groups = new Map<string, Line>();
  const forgetEmpty = (group: string): void => {
    if (groups.get(group)?.waiting() === 0) groups.delete(group);
  };
  return {
    add(group, caller, waiting) {
      const line = groups.get(group) ?? createLine();
      groups.set(group, line);
      line.add(caller, waiting);
    },
    remove(group, caller, waiting) {
      groups.get(group)?.remove(caller, waiting);
      forgetEmpty(group);
    },
    next(may) {
      for (const [group, line] of groups) {
        const next = line.next(may);
        if (!next) continue;
        // The next one of this group comes after those of all others.
        groups.delete(group);
        groups.set(group, line);
        forgetEmpty(group);
        return next;
      }
      return undefined;
    },
    of: (group, caller) => groups.get(group)?.of(caller) ?? 0,
    waiting: () => [...groups.values()].reduce((sum, line) => sum + line.waiting(), 0),
  };
}

interface Line {
  readonly add: (caller: string, waiting: Waiting) => void;
  readonly remove: (caller: string, waiting: Waiting) => void;
  /** Takes out the next: the longest waiting of the first caller whose turn it is and who may. */
  readonly next: (may: (caller: string) => boolean) => Waiting | undefined;
  readonly of: (caller: string) => number;
  readonly waiting: () => number;
}

// Those of one group who wait, by their callers.
function createLine(): Line {
  const callers = new Map<string, Set<Waiting>>();
  const remove = (caller: string, waiting: Waiting): void => {
    const own = callers.get(caller);
    own?.delete(waiting);
    if (own?.size === 0) callers.delete(caller);
  };
  return {
    add: (caller, waiting) => void callers.set(caller, (callers.get(caller) ?? new Set()).add(waiting)),
    remove,
    next(may) {
      for (const [caller, own] of callers) {
        if (!may(caller)) continue;
        // The next one of this caller comes after those of all others.
        callers.delete(caller);
        callers.set(caller, own);
        const [next] = own;
        if (next) remove(caller, next);
        return next;
      }
      return undefined;
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
  /** Does the work when it is the turn of its name; waits for it that many milliseconds at most. */
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
