// The newest events of the log, kept in memory once per process and read by position: recent ones from memory, older
// ones from the table. Each follower reads from its own position, so no event is missed or delivered twice.
import type { EventSource, LogEvent } from '../actions/events/eventSource.ts';
import { eventsAfter } from '../database/events/eventStore.ts';
import { logBounds } from '../database/events/sequenceStore.ts';
import type { Executor } from '../database/connection/statement.ts';
import { ServiceError } from '../domain/errors.ts';

/** What the feed reads with. */
export interface FeedParts {
  /** Reads older pages. */
  readonly database: Executor;
  /** Reads what is new; null while there is no connection. */
  readonly link: () => Executor | null;
  /** Whether events come by `take`: through NATS, or because this process gives the numbers. Then the table is asked seldom. */
  readonly isFed?: () => boolean;
  /** Called when the table held events that had not arrived through `take`. */
  readonly onMissed?: () => void;
  readonly report: (error: unknown) => void;
}

/** A feed that is kept up to date by `refresh`. */
export interface EventFeed extends EventSource {
  /** Reads what is new, once however often it is asked for meanwhile. */
  refresh(): void;
  /** Events in the order of the log, come by another way. What is known is left out; after a gap the table is read. */
  take(events: readonly LogEvent[]): void;
  stop(): void;
}

const pageSize = 500;
const mostRemembered = 4_000;
/** The net under lost wake-ups. */
const pollMillis = 2_000;
/** Of the polls, every so many is carried out while events come by another way. */
const pollsWhileFed = 5;

/** A feed that begins at the present end of the log. */
export async function createEventFeed(parts: FeedParts): Promise<EventFeed> {
  const { last } = await logBounds(parts.database);
  const listeners = new Set<() => void>();
  const state = { head: last, recent: [] as LogEvent[], isReading: false, isWanted: false };
  const remember = (read: readonly LogEvent[]): void => {
    // The same event may arrive both ways.
    const events = read.filter((event) => event.sequence > state.head);
    const [first] = events;
    if (!first) return;
    // Numbers have no gaps; after one (this process slept past the retention) memory starts over.
    if (first.sequence !== state.head + 1) state.recent = [];
    state.recent.push(...events);
    if (state.recent.length > mostRemembered) state.recent.splice(0, state.recent.length - mostRemembered);
    state.head = events.at(-1)?.sequence ?? state.head;
    for (const listener of listeners) listener();
  };
  const read = async (): Promise<void> => {
    try {
      while (state.isWanted) {
        state.isWanted = false;
        const link = parts.link();
        if (!link) return;
        const events = await eventsAfter(link, state.head, pageSize);
        const isNewer = (events.at(-1)?.sequence ?? 0) > state.head;
        remember(events);
        if (isNewer && parts.isFed?.()) parts.onMissed?.();
        if (events.length === pageSize) state.isWanted = true;
      }
    } finally {
      // In the same turn as the last look, so that no request in between is lost.
      state.isReading = false;
    }
  };
  const refresh = (): void => {
    state.isWanted = true;
    if (state.isReading) return;
    state.isReading = true;
    read().catch(parts.report);
  };
  const poll = startPolling(refresh, () => parts.isFed?.() === true);
  return {
    head: () => state.head,
    after: async (position, limit) =>
      inMemory(state.recent, position, limit) ?? inTable(parts.database, position, Math.min(limit, pageSize)),
    onEvents(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    take(events) {
      if ((events[0]?.sequence ?? Infinity) <= state.head + 1) remember(events);
      else refresh();
    },
    stop: () => clearInterval(poll),
  };
}

function startPolling(look: () => void, isFed: () => boolean): NodeJS.Timeout {
  let polls = 0;
  const poll = setInterval(() => {
    polls += 1;
    if (!isFed() || polls % pollsWhileFed === 0) look();
  }, pollMillis);
  return poll.unref();
}

function inMemory(recent: readonly LogEvent[], position: number, limit: number): readonly LogEvent[] | null {
  const first = recent[0]?.sequence;
  if (first === undefined || position < first - 1) return null;
  const from = position - first + 1;
  return recent.slice(from, from + limit);
}

// The bounds are read after the page: a page that the clean-up cut is never taken for a whole one.
async function inTable(database: Executor, position: number, limit: number): Promise<readonly LogEvent[]> {
  const events = await eventsAfter(database, position, limit);
  const { expired } = await logBounds(database);
  if (position < expired) throw new ServiceError('CURSOR_EXPIRED', undefined, [], { oldestCursor: String(expired) });
  return events;
}
