// Places that only so many may have at once, and the line of those who wait for one: in the order they came, not longer
// than a bound, and nobody forever.
import { ServiceError } from '../domain/errors.ts';

/** How long a line may become, and how long anybody stands in it. */
export interface LineLimits {
  readonly mostWaiting: number;
  readonly waitMillis: number;
}

/** A line before some places. */
export interface WaitingLine {
  /** Waits for a place; the answer gives it up. Throws UNAVAILABLE when the line is too long, or was for too long. */
  enter(): Promise<() => void>;
  waiting(): number;
}

/** A line before so many places. */
export function createWaitingLine(places: number, { mostWaiting, waitMillis }: LineLimits): WaitingLine {
  const line = new Set<() => void>();
  let taken = 0;
  const leave = (): void => {
    const [next] = line;
    if (!next) {
      taken -= 1;
      return;
    }
    // The place goes from hand to hand.
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
  return {
    waiting: () => line.size,
    async enter() {
      if (taken < places) {
        taken += 1;
        return place();
      }
      if (line.size >= mostWaiting) throw full();
      return new Promise((resolve, reject) => {
        const called = (): void => {
          clearTimeout(giveUp);
          resolve(place());
        };
        const giveUp = setTimeout(() => {
          line.delete(called);
          reject(full());
        }, waitMillis);
        line.add(called);
      });
    },
  };
}

/** Lines by name, each before a single place; a name that nobody uses takes no room. */
export interface Turns {
  /** Does the work when it is the turn of its name. */
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Turns for work of which only one at a time gets on. */
export function createTurns(limits: LineLimits): Turns {
  const lines = new Map<string, { readonly line: WaitingLine; users: number }>();
  return {
    async take(name, work) {
      const known = lines.get(name) ?? { line: createWaitingLine(1, limits), users: 0 };
      lines.set(name, known);
      known.users += 1;
      try {
        const leave = await known.line.enter();
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

function full(): ServiceError {
  return new ServiceError('UNAVAILABLE', undefined, [], { retryAfterSeconds: 1 });
}
