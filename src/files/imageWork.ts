// Where work on images waits for its turn. Small pictures, large ones and uploads have places of their own, so that none waits for
// what takes longer; tenants take turns at them, and so do the callers of a tenant. The same picture is made once.
import { LRUCache } from 'lru-cache';
import { createBoundedQueue, type BoundedQueue } from '../domain/boundedQueue.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Observe } from '../domain/observation.ts';
import type { ImageJob, ImageResult } from './imageJobs.ts';
import { createImageProcesses, type ImageDeadline, type ImageProcesses } from './imageProcesses.ts';

/** A place that work is done at. */
export type ImagePlace = 'SMALL' | 'LARGE' | 'UPLOAD';

/** Who asks for work, and whose the image is. */
export interface ImageCaller {
  readonly caller: string;
  readonly tenant: string;
}

/** Does a job in the place that was waited for. */
export type DoImageJob = <Job extends ImageJob>(job: Job) => Promise<ImageResult<Job>>;

/** Work on images. */
export interface ImageWork {
  /**
   * Waits for a place and does the work. Throws UNAVAILABLE when too much of the caller waits, or no place became free in time, and
   * TIMEOUT when a job takes more than it may; nothing of it goes on then.
   */
  at<T>(place: ImagePlace, whose: ImageCaller, work: (run: DoImageJob) => Promise<T>): Promise<T>;
  /** What `make` gives, made once for all who ask for the key at the same time. What took too much is not tried again for a while. */
  once<T extends object>(key: string, make: () => Promise<T>): Promise<T>;
  /** The processes that are there. */
  pids(): readonly number[];
  stop(): void;
}

const line = { mostWaiting: 32, waitMillis: 15_000, refusal: 'Too many images are being worked on.' };

/** For so long nobody tries again what has taken too much. */
const failureMillis = 60_000;
const mostFailures = 10_000;

/** What a job may take. With the wait before it, it ends before the server closes a connection on which nothing moves. */
const deadlines: Readonly<Record<ImagePlace, ImageDeadline>> = {
  SMALL: { milliseconds: 30_000, cpuMillis: 10_000 },
  LARGE: { milliseconds: 30_000, cpuMillis: 10_000 },
  UPLOAD: { milliseconds: 30_000, cpuMillis: 30_000 },
};

interface Place {
  readonly queue: BoundedQueue;
  readonly processes: ImageProcesses;
}

/** Places for so many small pictures at once, and for half as many large ones and uploads. */
export function createImageWork(atOnce: number, observe: Observe): ImageWork {
  const half = Math.max(1, Math.floor(atOnce / 2));
  const placeFor = (places: number, nice: number): Place => ({
    queue: createBoundedQueue(places, { ...line, mostOfOne: Math.max(1, places - 1) }),
    processes: createImageProcesses(nice),
  });
  // What somebody waits for the longest leaves the processors to the rest, the service itself first.
  const places = { SMALL: placeFor(atOnce, 1), LARGE: placeFor(half, 10), UPLOAD: placeFor(half, 5) };
  const running = new Map<string, Promise<object>>();
  const failed = new LRUCache<string, ServiceError>({ max: mostFailures, ttl: failureMillis });
  const all = (): readonly ImageProcesses[] => Object.values(places).map(({ processes }) => processes);
  return {
    async at(name, { caller, tenant }, work) {
      const { queue, processes } = places[name];
      const leave = await queue.enter(undefined, caller, tenant);
      try {
        return await work((job) => observed(observe, name, job, () => processes.run(job, deadlines[name])));
      } finally {
        leave();
      }
    },
    async once<T extends object>(key: string, make: () => Promise<T>): Promise<T> {
      const known = failed.get(key);
      if (known) throw known;
      const begun = running.get(key);
      if (begun) {
        try {
          // A key stands for one kind of result.
          return (await begun) as T;
        } catch (error) {
          // That the other caller had to wait or to pay too much is no business of this one.
          if (!isOfCaller(error)) throw error;
        }
      }
      const making = make();
      running.set(key, making);
      try {
        return await making;
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'TIMEOUT') failed.set(key, error);
        throw error;
      } finally {
        if (running.get(key) === making) running.delete(key);
      }
    },
    pids: () => all().flatMap((processes) => processes.pids()),
    stop: () => all().forEach((processes) => processes.stop()),
  };
}

const isOfCaller = (error: unknown): boolean =>
  error instanceof ServiceError && ['UNAVAILABLE', 'RATE_LIMITED', 'RESULT_TOO_LARGE'].includes(error.code);

async function observed<T>(observe: Observe, place: ImagePlace, job: ImageJob, work: () => Promise<T>): Promise<T> {
  if (job.kind === 'LOOK') return work();
  const began = performance.now();
  let isDone = false;
  try {
    const result = await work();
    isDone = true;
    return result;
  } finally {
    const seconds = (performance.now() - began) / 1_000;
    observe({ kind: 'IMAGE_WORKED_ON', isUpload: place === 'UPLOAD', isDone, seconds });
  }
}
