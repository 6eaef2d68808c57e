// The newest events of the log, kept in memory once per process and read by place: recent ones from memory, older
// ones from the table. Each follower reads from its own place, so no event is missed or delivered twice. Each look at the
// table also checks whether it is still the same log: one that has lost its tail gets a new epoch (decision 17).
import type { EventSource, EventsAfter, LogEvent, Place } from '../actions/events/eventSource.ts';
import { raiseEpoch } from '../database/events/epochStore.ts';
import { eventsAfter, lastHeld, readLog, tenantEventsAfter, type KnownEvent } from '../database/events/eventStore.ts';
import { logBounds, logHeads, type LogHeads } from '../database/events/sequenceStore.ts';
import type { Executor } from '../database/connection/statement.ts';
import { eventCursor } from '../domain/eventCursor.ts';
import { ServiceError } from '../domain/errors.ts';

/** What the feed reads with. */
export interface FeedParts {
  /** Reads older pages. */
  readonly database: Executor;
  /** Reads what is new; null while there is no connection. */
  readonly link: () => Executor | null;
  /** Whether events come by `take`: through NATS, or because this process gives the numbers. Then the table is read seldom. */
  readonly isFed?: () => boolean;
  /** Called when the table held events that had not arrived through `take`. */
  readonly onMissed?: () => void;
  /** Called with the epoch of the log, at the start and whenever it is another one. */
  readonly onEpoch?: (epoch: number) => void;
  readonly report: (error: unknown) => void;
}

/** A feed that is kept up to date by `refresh`. */
export interface EventFeed extends EventSource {
  /** Reads what is new, once however often it is called meanwhile. */
  refresh(): void;
  /** As `refresh`, on that connection, before anything is numbered on it. Rejects when the log cannot be read. */
  compare(link: Executor): Promise<void>;
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

// What the process knows of the log.
type State = {
  epoch: number;
  head: number;
  /** By tenant its newest sequence at the head. */
  sequences: Map<string, number>;
  /** The newest event, by which the log is known again. */
  known: KnownEvent | null;
  recent: LogEvent[];
};

const stateOf = ({ epoch, ordinal, sequences, newest }: LogHeads): State => ({
  epoch,
  head: ordinal,
  sequences: new Map(sequences),
  known: newest,
  recent: [],
});

/** A feed that begins at the present end of the log. */
export async function createEventFeed(parts: FeedParts): Promise<EventFeed> {
  const state = stateOf(await logHeads(parts.database));
  const listeners = new Set<(tenants: ReadonlySet<string>) => void>();
  const tell = (events: readonly LogEvent[] = []): void => {
    const tenants = new Set(events.map(({ tenant }) => tenant));
    for (const listener of listeners) listener(tenants);
  };
  parts.onEpoch?.(state.epoch);
  const startOver = async (link: Executor): Promise<void> => {
    Object.assign(state, stateOf(await logHeads(link)));
    parts.onEpoch?.(state.epoch);
    tell();
  };
  /** One look; true when there may be more. */
  const look = async (link: Executor): Promise<boolean> => {
    const page = await readLog(link, state.head, state.known, pageSize);
    if (page.epoch !== state.epoch) await startOver(link);
    else if (!page.isSamePast) {
      parts.report(new Error('The database has another past than before: the event log gets a new epoch'));
      const [oldest] = state.recent;
      const before = oldest ? oldest.ordinal - 1 : null;
      await raiseEpoch(link, state.epoch, (await lastHeld(link, state.recent)) ?? before);
      await startOver(link);
    } else {
      if (remember(state, page.events)) {
        tell(page.events);
        if (parts.isFed?.()) parts.onMissed?.();
      }
      return page.events.length === pageSize;
    }
    return true;
  };
  const { refresh } = reading(parts, look);
  const poll = startPolling(refresh, () => parts.isFed?.() === true);
  return {
    head: () => state.head,
    epoch: () => state.epoch,
    end: (tenant) => ({ tenant, ordinal: state.head, sequence: tenant ? (state.sequences.get(tenant) ?? 0) : 0 }),
    after: async (place, limit) =>
      inMemory(state, place, limit) ?? inTable(parts.database, state, place, Math.min(limit, pageSize)),
    onEvents(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    async compare(link) {
      while (await look(link));
    },
    take(events) {
      const [first] = events;
      const isNext = first !== undefined && first.epoch === state.epoch && first.ordinal <= state.head + 1;
      if (!isNext || !agrees(state, events)) refresh();
      else if (remember(state, events)) tell(events);
    },
    stop: () => clearInterval(poll),
  };
}

// Looks as long as somebody called, one look at a time.
function reading(parts: FeedParts, look: (link: Executor) => Promise<boolean>): { readonly refresh: () => void } {
  const state = { isReading: false, isWanted: false };
  const read = async (): Promise<void> => {
    try {
      while (state.isWanted) {
        state.isWanted = false;
        const link = parts.link();
        if (!link) return;
        if (await look(link)) state.isWanted = true;
      }
    } finally {
      // In the same turn as the last look, so that no request in between is lost.
      state.isReading = false;
    }
  };
  return {
    refresh() {
      state.isWanted = true;
      if (state.isReading) return;
      state.isReading = true;
      read().catch(parts.report);
    },
  };
}

// Takes in what is new; true when there was any.
function remember(state: State, read: readonly LogEvent[]): boolean {
  // The same event may arrive both ways.
  const events = read.filter((event) => event.ordinal > state.head);
  const [first] = events;
  const last = events.at(-1);
  if (!first || !last) return false;
  // Ordinals have no gaps; after one (this process slept past the retention) memory starts over.
  if (first.ordinal !== state.head + 1) state.recent = [];
  state.recent.push(...events);
  if (state.recent.length > mostRemembered) state.recent.splice(0, state.recent.length - mostRemembered);
  for (const event of events) state.sequences.set(event.tenant, event.sequence);
  state.head = last.ordinal;
  state.known = last;
  return true;
}

// An event that came before is the one that is known at its place: else the log has another past.
function agrees({ recent, head }: State, events: readonly LogEvent[]): boolean {
  const first = recent[0]?.ordinal ?? Infinity;
  return events.every(
    (event) => event.ordinal < first || event.ordinal > head || recent[event.ordinal - first]?.urn === event.urn,
  );
}

function startPolling(look: () => void, isFed: () => boolean): NodeJS.Timeout {
  let polls = 0;
  const poll = setInterval(() => {
    polls += 1;
    if (!isFed() || polls % pollsWhileFed === 0) look();
  }, pollMillis);
  return poll.unref();
}

function inMemory({ recent }: State, place: Place, limit: number): EventsAfter | null {
  const first = recent[0]?.ordinal;
  if (first === undefined || place.ordinal < first - 1) return null;
  const from = place.ordinal - first + 1;
  const page = recent.slice(from, from + limit);
  return reached(place, page, page.at(-1)?.ordinal ?? place.ordinal);
}

// The events of the tenant, and the place behind all that were looked at.
function reached(place: Place, page: readonly LogEvent[], ordinal: number): EventsAfter {
  const { tenant } = place;
  const events = tenant === null ? page : page.filter((event) => event.tenant === tenant);
  return { events, upTo: { tenant, ordinal, sequence: events.at(-1)?.sequence ?? place.sequence } };
}

const anyEvent = { subjects: null, events: null, targetUrns: null };

// The bounds are read after the page: a page that the clean-up cut is never taken for a whole one.
async function inTable(database: Executor, state: State, place: Place, limit: number): Promise<EventsAfter> {
  const { tenant, sequence } = place;
  // What was in the log before the page was read is in the page.
  const { head } = state;
  if (tenant === null) {
    const page = await eventsAfter(database, place.ordinal, limit);
    return reached(place, page, page.at(-1)?.ordinal ?? place.ordinal);
  }
  const page = await tenantEventsAfter(database, tenant, anyEvent, { after: sequence, limit });
  const { expired, epoch } = await logBounds(database, tenant);
  if (sequence < expired)
    throw new ServiceError('CURSOR_EXPIRED', undefined, [], {
      oldestCursor: eventCursor({ epoch, sequence: expired }),
    });
  const last = page.at(-1)?.ordinal ?? place.ordinal;
  return reached(place, page, page.length < limit ? Math.max(last, head) : last);
}
