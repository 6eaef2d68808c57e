// Renders ordinary pages at once, and what takes longer off the main thread: few threads, started when the first is needed, each with
// one job at a time, a deadline and a bound on its memory. Results are cached, failures included, so that the same page is rendered
// once.
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../domain/errors.ts';
import { createDeadline, DeadlineExceeded } from './deadline.ts';
import { createJobRenderer, type Rendered, type RenderJob } from './renderJob.ts';
import { workerCode } from '../bundling/workerCode.ts';

/** Renders views. */
export interface RenderPool {
  /**
   * What the job looks like. Throws UNAVAILABLE when too many wait, and TIMEOUT when it is not done in time: a limit of
   * the thread, far above what the counted limits of templates let through.
   */
  render(job: RenderJob): Promise<Rendered>;
  stop(): Promise<void>;
}

/** The numbers of a pool. */
export interface RenderPoolOptions {
  readonly threads: number;
  readonly mostWaiting: number;
  /** Milliseconds for one job, waiting included. */
  readonly milliseconds: number;
  /** Milliseconds after which a job is handed to a thread; 0 hands all of them. What it looks like and costs is the same there. */
  readonly millisecondsHere: number;
  /** For how long what changes by itself and failed, or was ended by the clock, is not tried again. */
  readonly failureMillis: number;
}

const usual: RenderPoolOptions = {
  threads: 2,
  mostWaiting: 200,
  milliseconds: 8_000,
  millisecondsHere: 25,
  failureMillis: 60_000,
};

/** Characters of templates and markdown of the longest job that is begun here: ten times an ordinary page. */
const mostHere = 32_000;

/** Megabytes of values that a thread may hold. */
const threadMemory = 256;

/** Characters of results that are remembered. */
const mostRemembered = 32_000_000;

/** Whether a template may look different each time it is rendered: by the clock, or by chance. */
export function changesByItself(source: string): boolean {
  return /\bnow\b|\btoday\b|\bdate|\bsample\b/.test(source);
}

interface Waiting {
  readonly job: RenderJob;
  readonly resolve: (rendered: Rendered) => void;
  readonly reject: (error: unknown) => void;
}

type Thread = { worker: Worker | null; isBusy: boolean };

/** A pool without threads; they are started when they are needed and do not keep the process alive. */
export function createRenderPool(options: Partial<RenderPoolOptions> = {}): RenderPool {
  const all = { ...usual, ...options };
  const threads = createThreads(all);
  const renderHere = createHereRenderer(all.millisecondsHere);
  const remembered = new LRUCache<string, Rendered>({ maxSize: mostRemembered, sizeCalculation: sizeOf });
  const running = new Map<string, Promise<Rendered>>();
  const renderAndKeep = async (key: string, job: RenderJob): Promise<Rendered> => {
    const rendered = renderHere(job) ?? (await threads.run(job));
    const hasFailed = rendered.templates.some(({ error }) => error);
    const sources = [...job.templates.map(({ source }) => source), ...Object.values(job.partials)];
    // What the clock ended may end well on another day.
    const isSteady = !sources.some(changesByItself) && !rendered.templates.some(({ isByClock }) => isByClock);
    if (isSteady || hasFailed) remembered.set(key, rendered, isSteady ? {} : { ttl: all.failureMillis });
    return rendered;
  };
  return {
    async render(job) {
      const key = keyOf(job);
      const known = remembered.get(key);
      // It costs what it cost to make: a price does not depend on what others had rendered.
      if (known) return known;
      const rendering = running.get(key) ?? renderAndKeep(key, job).finally(() => running.delete(key));
      running.set(key, rendering);
      return rendering;
    },
    stop: () => threads.stop(),
  };
}

// Renders in this thread; null for a job that is left to another one.
function createHereRenderer(milliseconds: number): (job: RenderJob) => Rendered | null {
  const render = createJobRenderer();
  const deadline = createDeadline();
  return (job) => {
    if (milliseconds === 0 || charactersOf(job) > mostHere) return null;
    try {
      return deadline.within(milliseconds, () => render(job));
    } catch (error) {
      if (error instanceof DeadlineExceeded) return null;
      throw error;
    }
  };
}

function charactersOf({ markdowns, templates, partials }: RenderJob): number {
  const texts = [...markdowns, ...templates.map(({ source }) => source), ...Object.values(partials)];
  return texts.reduce((sum, { length }) => sum + length, 0);
}

interface Threads {
  run(job: RenderJob): Promise<Rendered>;
  stop(): Promise<void>;
}

function createThreads({ threads: most, mostWaiting, milliseconds }: RenderPoolOptions): Threads {
  const waiting: Waiting[] = [];
  const threads: Thread[] = Array.from({ length: most }, () => ({ worker: null, isBusy: false }));
  let code: Promise<string> | null = null;
  const work = async (thread: Thread, { job, resolve, reject }: Waiting): Promise<void> => {
    thread.isBusy = true;
    try {
      code ??= workerCode('rendering');
      thread.worker ??= startWorker(await code);
      resolve(await jobIn(thread.worker, job, milliseconds));
    } catch (error) {
      // The next job gets a thread that has nothing left to do.
      void thread.worker?.terminate();
      thread.worker = null;
      reject(error);
    } finally {
      thread.isBusy = false;
      next();
    }
  };
  const next = (): void => {
    const thread = threads.find(({ isBusy, worker }) => !isBusy && worker) ?? threads.find(({ isBusy }) => !isBusy);
    const first = thread && waiting.shift();
    if (thread && first) void work(thread, first);
  };
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= mostWaiting) {
          reject(new ServiceError('UNAVAILABLE', 'Too many pages are being rendered.', [], { retryAfterSeconds: 1 }));
          return;
        }
        const entry: Waiting = { job, resolve, reject };
        setTimeout(() => {
          const at = waiting.indexOf(entry);
          if (at < 0) return;
          waiting.splice(at, 1);
          reject(new ServiceError('TIMEOUT'));
        }, milliseconds).unref();
        waiting.push(entry);
        next();
      }),
    async stop() {
      await Promise.all(threads.flatMap(({ worker }) => (worker ? [worker.terminate()] : [])));
    },
  };
}

function startWorker(code: string): Worker {
  const worker = new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: threadMemory } });
  worker.unref();
  // Each job handles its own errors; between jobs they can be ignored.
  worker.on('error', () => undefined);
  return worker;
}

function jobIn(worker: Worker, job: RenderJob, milliseconds: number): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      worker.off('message', hear);
      worker.off('error', fail);
      worker.off('exit', fail);
    };
    const hear = (rendered: Rendered): void => {
      settle();
      resolve(rendered);
    };
    const fail = (): void => {
      settle();
      reject(new ServiceError('TIMEOUT', 'The page exceeds the rendering limit.'));
    };
    const timer = setTimeout(fail, milliseconds);
    worker.on('message', hear);
    // Out of its memory, most likely.
    worker.on('error', fail);
    worker.on('exit', fail);
    worker.postMessage(job);
  });
}

function keyOf(job: RenderJob): string {
  // No text holds NUL, so that no text is taken for a number.
  const text = JSON.stringify(job, (_, part: unknown) => (typeof part === 'bigint' ? `\u0000${String(part)}` : part));
  return createHash('sha256').update(text).digest('base64url');
}

function sizeOf({ markdowns, templates }: Rendered): number {
  const texts = [...markdowns, ...templates.map(({ text }) => text)];
  return 200 + texts.reduce((sum, { length }) => sum + length, 0);
}
