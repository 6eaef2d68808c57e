// The event log as its followers see it: a place in it, the events after that, and a notification when there are more.
import type { LogEvent } from '../../database/events/eventStore.ts';

export type { EventFilter, LogEvent } from '../../database/events/eventStore.ts';

/** A place in the log, as one follower has it. */
export interface Place {
  /** Whose log is followed; null for a caller that sees pages of any tenant. */
  readonly tenant: string | null;
  /** Everything up to here was handled, among the events of all tenants. */
  readonly ordinal: number;
  /** The same place in the log of the tenant. */
  readonly sequence: number;
}

/** Events after a place, and how far they were looked for. */
export interface EventsAfter {
  /** In order; those of the follower's tenant. */
  readonly events: readonly LogEvent[];
  /** The place to go on from, also when there were none. */
  readonly upTo: Place;
}

/** A log that grows at its end. */
export interface EventSource {
  /** The newest ordinal that this process has read. */
  head(): number;
  /** The epoch of the log. When it changes, earlier places mean nothing any more. */
  epoch(): number;
  /** The present end of the tenant's log. */
  end(tenant: string | null): Place;
  /** Up to `limit` events after the place. CURSOR_EXPIRED with the oldest one when some are no longer kept. */
  after(place: Place, limit: number): Promise<EventsAfter>;
  /** Calls the listener, with the tenants whose log has grown, and when there is another epoch; the answer ends that. */
  onEvents(listener: (tenants: ReadonlySet<string>) => void): () => void;
}
