// The interface of a subscription field for the transports: where it starts, and what it delivers for a batch of
// events.
import type { LogEvent, Place } from '../../actions/events/eventSource.ts';
import type { Decisions } from '../../actions/events/followEvents.ts';
import type { EventPosition } from '../../domain/eventCursor.ts';
import type { GraphContext } from '../operation/context.ts';

/** One answer: the value of the root field, and the event up to which others are contained. */
export interface Message {
  readonly at: LogEvent;
  readonly value: unknown;
  /** Called once the answer has been made and is about to be sent; what was made in vain is made again. */
  readonly accept?: () => void;
}

/** A subscription field with its arguments, for one viewer. Groups of equal subscribers share one. */
export interface Follow {
  /** The position it starts behind; null for the present end of the log. */
  readonly after: EventPosition | null;
  /** Values that are delivered first, to this subscriber alone. */
  readonly first: readonly unknown[];
  /**
   * What a batch of events means: answers in order. Called with the viewer as it is now, and again with the same batch
   * when it or the making of its answers failed for the moment: what it remembers changes in `accept` only. A ServiceError
   * that is not of the moment ends the subscription.
   */
  messages(context: GraphContext, events: readonly LogEvent[], decisions: Decisions): Promise<readonly Message[]>;
  /**
   * Throws when the caller may follow what it follows no more: called when its rights may have ended by the clock, of which no
   * event tells. Absent where each answer is decided by itself.
   */
  readonly mayFollow?: (context: GraphContext) => Promise<unknown>;
  /** Fills in the decisions that `messages` will need. Changes nothing else: its viewer may turn out to be an older one. */
  prefetch?(context: GraphContext, events: readonly LogEvent[], decisions: Decisions): Promise<unknown>;
}

/** Begins a subscription at the end of the log: checks arguments and permission, and throws a ServiceError to refuse. */
export type Source = (
  args: Readonly<Record<string, unknown>>,
  context: GraphContext,
  end: Place,
) => Promise<Follow> | Follow;
