// Lets the work of requests leave the event loop to others in between: all of it that is ready in one turn of the loop, of
// whichever requests, takes some milliseconds of that turn, and what is left over continues in the turns after it, of one request
// in each. A request that has just come goes before those that were at work already.

/** Milliseconds of such work in one turn of the loop. */
export const turnMillis = 12;

/**
 * Steps that may go on at once in one turn. Those of a list ask one after the other before the first of them works, so that no
 * clock says how long all of them will take.
 */
export const mostAtOnce = 128;

/** Steps of a request that are resumed first in a turn of its own; from then on as many as take some milliseconds. */
const firstBatch = 32;
const mostInBatch = 256;

/** The steps of one request. */
export interface Pacer {
  /** Waits for a turn when this one has had its work; null when it may go on at once. */
  pause(): Promise<void> | null;
  /** Waits until nothing is held back by `pause`; null when nothing is. */
  calm(): Promise<void> | null;
}

interface Held extends Pacer {
  /** Resumes what fits in a turn. */
  release(): void;
  /** Takes note of how long that took, in milliseconds; answers whether more is held back. */
  released(took: number): boolean;
}

class Turns {
  // Those with steps that are held back, in the order in which they have their turns.
  private readonly queue: Held[] = [];
  private isRunning = false;
  // Of the turn that runs, from the first step in it on.
  private began = 0;
  private isKnown = false;
  private atOnce = 0;

  /** Whether one more step may go on in this turn. */
  hasRoom(): boolean {
    if (!this.isKnown) {
      this.isKnown = true;
      this.began = performance.now();
      this.atOnce = 0;
      setImmediate(() => (this.isKnown = false));
    }
    this.atOnce += 1;
    return this.atOnce <= mostAtOnce && performance.now() - this.began < turnMillis;
  }

  join(one: Held): void {
    this.queue.unshift(one);
    if (this.isRunning) return;
    this.isRunning = true;
    this.round();
  }

  private round(): void {
    let began = 0;
    let one: Held | undefined;
    setImmediate(() => {
      began = performance.now();
      one = this.queue.shift();
      one?.release();
    });
    // Of the same turn: what was resumed has run to its next wait by then.
    setImmediate(() => {
      if (one?.released(performance.now() - began)) this.queue.push(one);
      this.isRunning = this.queue.length > 0;
      if (this.isRunning) this.round();
    });
  }
}

// Of all services of the process, as it has one event loop.
const turns = new Turns();

/** The pacer of a request. */
export function createPacer(): Pacer {
  let waiting: (() => void)[] = [];
  let next = 0;
  let batch = firstBatch;
  let calmed: (() => void)[] = [];
  const held: Held = {
    release() {
      const until = Math.min(waiting.length, next + batch);
      for (; next < until; next += 1) waiting[next]?.();
    },
    released(took) {
      if (took < turnMillis / 4) batch = Math.min(mostInBatch, batch * 2);
      else if (took > turnMillis) batch = Math.max(1, Math.floor(batch / 2));
      if (next < waiting.length) return true;
      [waiting, next] = [[], 0];
      const callers = calmed;
      calmed = [];
      for (const caller of callers) caller();
      return false;
    },
    pause() {
      if (waiting.length === 0 && turns.hasRoom()) return null;
      return new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) turns.join(held);
      });
    },
    calm: () => (waiting.length === 0 ? null : new Promise((resolve) => calmed.push(resolve))),
  };
  return held;
}
