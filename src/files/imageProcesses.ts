// Processes that work on images: started when they are needed, one job at a time in each, killed when a job takes too long,
// and ended when nothing came for a while. sharp's own timeout ends decoders, and no encoder.
import { spawn, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { ServiceError } from '../domain/errors.ts';
import type { ImageJob, ImageResult } from './imageJobs.ts';
import type { ImageOrder, ImageReply } from './imageWorker.ts';
import { workerCode } from '../bundling/workerCode.ts';

/** The bounds of a job. */
export interface ImageDeadline {
  /** Time by the clock, and of a processor. */
  readonly milliseconds: number;
  readonly cpuMillis: number;
}

/** Some processes. */
export interface ImageProcesses {
  /**
   * Does a job in a process of its own. Throws TIMEOUT when it takes more than it may, which has ended the process by then, and
   * a TypeError where the bytes are no image that can be worked on.
   */
  run<Job extends ImageJob>(job: Job, deadline: ImageDeadline): Promise<ImageResult<Job>>;
  /** The processes that are there. */
  pids(): readonly number[];
  stop(): void;
}

const idleMillis = 60_000;

/**
 * The environment of a process: none of the service's secrets, and what gives memory back that was freed (docs/guides/operating.md).
 */
const environment = { SHARP_FROM: import.meta.url, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

type Idle = { readonly child: ChildProcess; readonly end: NodeJS.Timeout };

/** Processes of that priority (`nice`: the greater, the more others go first). Callers bound how many jobs run at once. */
export function createImageProcesses(nice: number): ImageProcesses {
  const idle: Idle[] = [];
  const children = new Set<ChildProcess>();
  let code: Promise<string> | null = null;
  const start = async (): Promise<ChildProcess> => {
    code ??= workerCode('images');
    const child = startProcess(await code, nice);
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  const take = async (): Promise<ChildProcess> => {
    const known = idle.pop();
    if (!known) return start();
    clearTimeout(known.end);
    return isThere(known.child) ? known.child : take();
  };
  const putBack = (child: ChildProcess): void => {
    if (!isThere(child)) return;
    hold(child, false);
    const end = setTimeout(() => {
      idle.splice(0, idle.length, ...idle.filter((one) => one.child !== child));
      child.kill('SIGKILL');
    }, idleMillis);
    end.unref();
    idle.push({ child, end });
  };
  return {
    async run<Job extends ImageJob>(job: Job, deadline: ImageDeadline) {
      const child = await take();
      try {
        // The process answers what the job is for.
        return (await jobIn(child, job, deadline)) as ImageResult<Job>;
      } finally {
        putBack(child);
      }
    },
    pids: () => [...children].flatMap(({ pid }) => pid ?? []),
    stop() {
      for (const { end } of idle.splice(0)) clearTimeout(end);
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

const isThere = ({ connected, exitCode, signalCode }: ChildProcess): boolean =>
  connected && exitCode === null && signalCode === null;

// The script comes as the first message: a command line holds 128 KiB.
const boot = `process.once('message', (code) => new Function('require', code)(require))`;

function startProcess(code: string, nice: number): ChildProcess {
  const child = spawn(process.execPath, ['--max-old-space-size=256', '-e', boot], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: environment,
  });
  // Each job hears of its own failures.
  child.on('error', () => undefined);
  child.send(code, () => undefined);
  try {
    if (child.pid !== undefined && nice > 0) setPriority(child.pid, nice);
  } catch {
    // Where priorities may not be set, all are equal.
  }
  return child;
}

// A process at work keeps the service alive; one that waits does not.
function hold(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

function jobIn(child: ChildProcess, job: ImageJob, { milliseconds, cpuMillis }: ImageDeadline): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      child.off('message', hear);
      child.off('exit', fail);
      child.off('error', fail);
    };
    const hear = (message: unknown): void => {
      settle();
      // imageWorker.ts sends nothing else.
      const reply = message as ImageReply;
      if ('error' in reply) reject(new TypeError(reply.error));
      else resolve(reply.result);
    };
    const fail = (): void => {
      settle();
      child.kill('SIGKILL');
      // By itself a process ends only where a decoder fails on these bytes, and nothing good is to be expected of them.
      reject(tooLong());
    };
    const timer = setTimeout(() => {
      settle();
      child.kill('SIGKILL');
      reject(tooLong());
    }, milliseconds);
    hold(child, true);
    child.on('message', hear);
    child.on('exit', fail);
    child.on('error', fail);
    const order: ImageOrder = { job, cpuMillis };
    child.send(order, (error) => {
      if (error) fail();
    });
  });
}

const tooLong = (): ServiceError =>
  new ServiceError('TIMEOUT', 'The image takes too long to convert. Request a smaller size.');
