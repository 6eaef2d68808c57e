// Limits how many images are processed at once. One picture may need hundreds of megabytes while it is decoded, so a
// process takes a few at a time; the others wait in order and for a bounded time.
import { ServiceError } from '../domain/errors.ts';

/** How the queue is made. */
export interface ImageQueueOptions {
  /** Pieces of work at once. */
  readonly atOnce: number;
  /** Pieces of work that may wait; each keeps its upload in memory. */
  readonly mostWaiting: number;
  /** Longest wait, in milliseconds. */
  readonly longestWait: number;
}

/** Runs work on images. */
export interface ImageQueue {
  /** Does the work when its turn comes. Throws UNAVAILABLE when too many wait, or when it waited too long. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** An empty queue. */
export function createImageQueue({ atOnce, mostWaiting, longestWait }: ImageQueueOptions): ImageQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  const turn = (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.length >= mostWaiting) return Promise.reject(busy(longestWait));
    return new Promise((resolve, reject) => {
      // A finished job passes its slot to the next one, so `running` stays the same.
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(busy(longestWait));
      }, longestWait);
      waiting.push(begin);
    });
  };
  const end = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    async run(work) {
      await turn();
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}

function busy(longestWait: number): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil(longestWait / 1000));
  return new ServiceError('UNAVAILABLE', 'Too many images are being worked on.', [], { retryAfterSeconds });
}
