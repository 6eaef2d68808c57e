// What a subscription field is to those who serve it: where it starts, and what a batch of events means to it.
import type { LogEvent } from '../../actions/eventSource.ts';
import type { Decisions } from '../../actions/followEvents.ts';
import type { GraphContext } from '../context.ts';

/** One answer: the value of the root field, and the position up to which events are contained. */
export interface Told {
  readonly cursor: number;
  readonly value: unknown;
}

/** A subscription field with its arguments, for one viewer. Groups of equal subscribers share one. */
export interface Follow {
  /** The position it starts behind; null for the present end of the log. */
  readonly after: number | null;
  /** Values that are told first, to this subscriber alone. */
  readonly first: readonly unknown[];
  /**
   * What a batch of events means: answers in order. Called with each batch once, with the viewer as it is now; a
   * ServiceError ends the subscription, and after anything else the batch is tried again.
   */
  tell(context: GraphContext, events: readonly LogEvent[], decisions: Decisions): Promise<readonly Told[]>;
  /** Fills in the decisions that `tell` will ask for. Changes nothing else: its viewer may turn out to be an older one. */
  foresee?(context: GraphContext, events: readonly LogEvent[], decisions: Decisions): Promise<unknown>;
}

/** Begins a subscription: checks arguments and permission, and throws a ServiceError to refuse. */
export type Source = (
  args: Readonly<Record<string, unknown>>,
  context: GraphContext,
  head: number,
) => Promise<Follow> | Follow;
