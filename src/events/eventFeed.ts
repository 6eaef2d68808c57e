// The newest events of the log, kept in memory once per process and read by position: recent ones from memory, older
// ones from the table. Whoever follows asks from its own position, so nothing is missed or told twice.
import type { EventSource, LogEvent } from '../actions/eventSource.ts';
import { eventsAfter } from '../database/eventStore.ts';
import { logBounds } from '../database/sequenceStore.ts';
import type { Executor } from '../database/statement.ts';
import { ServiceError } from '../domain/errors.ts';

/** What the feed reads with. */
export interface FeedParts {
  /** Reads older pages. */
  readonly database: Executor;
  /** Reads what is new; null while there is no connection. */
  readonly link: () => Executor | null;
  readonly report: (error: unknown) => void;
}

/** A feed that is kept up to date by `refresh`. */
export interface EventFeed extends EventSource {
  /** Reads what is new, once however often it is asked for meanwhile. */
  refresh(): void;
  stop(): void;
}

const pageSize = 500;
const mostRemembered = 4_000;
/** The net under lost wake-ups. */
const pollMillis = 1_000;

/** A feed that begins at the present end of the log. */
export async function createEventFeed(parts: FeedParts): Promise<EventFeed> {
  const { last } = await logBounds(parts.database);
  const listeners = new Set<() => void>();
  const state = { head: last, recent: [] as LogEvent[], isReading: false, isWanted: false };
  const remember = (events: readonly LogEvent[]): void => {
    const [first] = events;
    // Numbers have no gaps; after one (this process slept past the retention) memory begins anew.
    if (first?.sequence !== state.head + 1) state.recent = [];
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
        if (events.length > 0) remember(events);
        if (events.length === pageSize) state.isWanted = true;
      }
    } finally {
      // In the same turn as the last look, so that no wish in between is lost.
      state.isReading = false;
    }
  };
  const refresh = (): void => {
    state.isWanted = true;
    if (state.isReading) return;
    state.isReading = true;
    read().catch(parts.report);
  };
  const poll = setInterval(refresh, pollMillis);
  poll.unref();
  return {
    head: () => state.head,
    after: async (position, limit) =>
      inMemory(state.recent, position, limit) ?? inTable(parts.database, position, Math.min(limit, pageSize)),
    onEvents(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    stop: () => clearInterval(poll),
  };
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
