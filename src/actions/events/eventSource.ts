// The event log as those see it who follow it: a position, what comes after it, and a call when there is more.
import type { LogEvent } from '../../database/events/eventStore.ts';

export type { EventFilter, LogEvent } from '../../database/events/eventStore.ts';

/** A log that grows at its end; positions are sequences. */
export interface EventSource {
  /** The newest sequence that this process has read. */
  head(): number;
  /** Up to `limit` events after the position. CURSOR_EXPIRED with the oldest one when some are no longer kept. */
  after(position: number, limit: number): Promise<readonly LogEvent[]>;
  /** Calls the listener when the log has grown; the answer ends that. */
  onEvents(listener: () => void): () => void;
}
