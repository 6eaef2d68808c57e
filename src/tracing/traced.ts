// Work that traces show: actions and SQL statements report when they run. Nothing listens unless
// traces are exported (exportTraces.ts), and then nothing is done for it here.
import { channel, tracingChannel } from 'node:diagnostics_channel';

/** A piece of work: an action by what it does and to which kind, or a statement by its text, which holds no values. */
export type Work =
  { readonly kind: 'ACTION'; readonly name: string } | { readonly kind: 'STATEMENT'; readonly text: string };

/** What listeners receive, the same object from the beginning of the work to its end. */
export interface TracedWork {
  readonly work: Work;
}

/** A name and facts of the work that runs, once they are known. */
export interface WorkName {
  readonly name: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** The channels: work begins, it ended, it failed, and the request that runs has a name. */
export const workEvents = {
  begun: 'tracing:commonplace:work:start',
  ended: 'tracing:commonplace:work:asyncEnd',
  failed: 'tracing:commonplace:work:error',
  named: 'commonplace:name',
} as const;

/** The channel of work. */
export const workChannel = tracingChannel<unknown, TracedWork>('commonplace:work');

const nameChannel = channel(workEvents.named);

/** Runs the work, as part of the work that called it. Rejects as it does. */
export function traced<T>(work: Work, run: () => Promise<T>): Promise<T> {
  return workChannel.start.hasSubscribers ? workChannel.tracePromise(run, { work }) : run();
}

/** Names the request that runs. */
export function nameRequest(name: WorkName): void {
  if (nameChannel.hasSubscribers) nameChannel.publish(name);
}
