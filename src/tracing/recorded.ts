// The statements that one request runs, for a developer who asks for them (`extensions.explain`). Listens to the channel of work while such
// a request runs, and costs nothing else.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { workEvents, type TracedWork } from './traced.ts';

/** A statement that ran. */
export interface RecordedStatement {
  /** Its text, which holds no values. */
  readonly text: string;
  /** Milliseconds from the beginning of the request to that of the statement. */
  readonly after: number;
  /** Milliseconds until its answer was there, the wait for a connection included where others used them all. */
  readonly milliseconds: number;
  /** The rows that it answered; null for a command, and for what failed. */
  readonly rows: number | null;
}

/** What was recorded of a request until now. */
export interface Recording {
  /** Milliseconds since it began. */
  readonly milliseconds: number;
  /** The first of them, in the order in which they ended. */
  readonly statements: readonly RecordedStatement[];
  /** How many there were. */
  readonly count: number;
}

/** Most statements of a request that are kept. */
const mostRecorded = 100;

/** The statements of one request, as they end. */
class Recorder {
  readonly began = performance.now();
  readonly statements: RecordedStatement[] = [];
  #count = 0;
  readonly #begun = new WeakMap<TracedWork, number>();

  get count(): number {
    return this.#count;
  }

  // What the channel publishes is what `traced` gives it.
  readonly noteBegin = (message: unknown): void => {
    const one = message as TracedWork;
    if (one.work.kind === 'STATEMENT' && recorders.getStore() === this) this.#begun.set(one, performance.now());
  };

  // The same, with the result of the work.
  readonly noteEnd = (message: unknown): void => {
    const one = message as TracedWork & { readonly result?: unknown };
    const at = this.#begun.get(one);
    if (at === undefined || one.work.kind !== 'STATEMENT') return;
    this.#begun.delete(one);
    this.#count += 1;
    if (this.statements.length === mostRecorded) return;
    this.statements.push({
      text: one.work.text,
      after: rounded(at - this.began),
      milliseconds: rounded(performance.now() - at),
      rows: Array.isArray(one.result) ? one.result.length : null,
    });
  };
}

const recorders = new AsyncLocalStorage<Recorder>();

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

/** Runs a request, and records its statements: `recording` gives them while it runs. */
export async function recorded<T>(run: () => Promise<T>): Promise<T> {
  const recorder = new Recorder();
  subscribe(workEvents.begun, recorder.noteBegin);
  subscribe(workEvents.ended, recorder.noteEnd);
  try {
    return await recorders.run(recorder, run);
  } finally {
    unsubscribe(workEvents.begun, recorder.noteBegin);
    unsubscribe(workEvents.ended, recorder.noteEnd);
  }
}

/** What was recorded of the request that runs; null where nobody asked for it. */
export function recording(): Recording | null {
  const recorder = recorders.getStore();
  if (!recorder) return null;
  const { began, statements, count } = recorder;
  return { milliseconds: rounded(performance.now() - began), statements, count };
}
