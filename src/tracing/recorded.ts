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

interface Open {
  readonly began: number;
  readonly statements: RecordedStatement[];
  count: number;
}

const recordings = new AsyncLocalStorage<Open>();
const begun = new WeakMap<TracedWork, { readonly recording: Open; readonly at: number }>();
let running = 0;

// The channel's messages are what `traced` gives it.
function noteBegin(message: unknown): void {
  const one = message as TracedWork;
  const recording = recordings.getStore();
  if (recording && one.work.kind === 'STATEMENT') begun.set(one, { recording, at: performance.now() });
}

function noteEnd(message: unknown): void {
  const one = message as TracedWork & { readonly result?: unknown };
  const open = begun.get(one);
  if (!open || one.work.kind !== 'STATEMENT') return;
  const { recording, at } = open;
  begun.delete(one);
  recording.count += 1;
  if (recording.statements.length === mostRecorded) return;
  recording.statements.push({
    text: one.work.text,
    after: rounded(at - recording.began),
    milliseconds: rounded(performance.now() - at),
    rows: Array.isArray(one.result) ? one.result.length : null,
  });
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

/** Runs a request, and records its statements: `recording` gives them while it runs. */
export async function recorded<T>(run: () => Promise<T>): Promise<T> {
  running += 1;
  if (running === 1) {
    subscribe(workEvents.begun, noteBegin);
    subscribe(workEvents.ended, noteEnd);
  }
  try {
    return await recordings.run({ began: performance.now(), statements: [], count: 0 }, run);
  } finally {
    running -= 1;
    if (running === 0) {
      unsubscribe(workEvents.begun, noteBegin);
      unsubscribe(workEvents.ended, noteEnd);
    }
  }
}

/** What was recorded of the request that runs; null where nobody asked for it. */
export function recording(): Recording | null {
  const open = recordings.getStore();
  return open ? { ...open, milliseconds: rounded(performance.now() - open.began) } : null;
}
