// Follows the stream of events instead of querying the database. The stream is trusted only after its end was compared
// with the table, and is abandoned as soon as it stalls: then the database is queried as if there were no NATS.
import type { ConsumerMessages } from '@nats-io/jetstream';
import type { LogEvent } from '../actions/events/eventSource.ts';
import type { Observe } from '../domain/observation.ts';
import { createSignal } from '../domain/signal.ts';
import type { EventFeed } from './eventFeed.ts';
import { eventIn, type EventStream } from './eventStream.ts';

/** What the follower works with. */
export interface StreamFollowerParts {
  readonly feed: Pick<EventFeed, 'head' | 'epoch' | 'take' | 'refresh'>;
  /** The event of that ordinal as the table has it now; null when there is none. */
  readonly eventAt: (ordinal: number) => Promise<LogEvent | null>;
  /** The stream; null while NATS is away. */
  readonly stream: () => EventStream | null;
  /** A leader reads what it has numbered itself. */
  readonly isLeading: () => boolean;
  readonly report: (error: unknown) => void;
  readonly observe: Observe;
}

/** A follower at work. */
export interface StreamFollower {
  /** Whether events come by the stream. */
  isLive(): boolean;
  /** Reports that the log has grown: if the stream does not deliver the events soon, the database is queried. */
  expect(): void;
  /** Reports that the database returned events that the stream had not delivered. */
  missed(): void;
  stop(): Promise<void>;
}

const retryMillis = 1_000;
/** How long the stream may take to deliver announced events. */
const graceMillis = 300;
/** A stream that delivers nothing for this long after the database did counts as silent, not as late. */
const doubtMillis = 3_000;

// What changes while it runs.
type State = {
  isStopped: boolean;
  messages: ConsumerMessages | null;
  toldAt: number;
  grace: NodeJS.Timeout | null;
  doubt: NodeJS.Timeout | null;
  isTold: boolean;
};

/** Starts following. */
export function startStreamFollower(parts: StreamFollowerParts): StreamFollower {
  const state: State = {
    isStopped: false,
    messages: null,
    toldAt: -Infinity,
    grace: null,
    doubt: null,
    isTold: false,
  };
  const stopped = createSignal();
  const isLive = (): boolean => state.messages !== null && !parts.isLeading();
  const leave = (): void => {
    const { messages } = state;
    if (!messages) return;
    state.messages = null;
    parts.observe({ kind: 'NATS_LEFT' });
    messages.close().catch(() => undefined);
  };
  const work = (async () => {
    while (!state.isStopped) {
      try {
        if (!parts.isLeading()) await follow(parts, state);
        state.isTold = false;
      } catch (error) {
        if (!state.isTold) parts.report(error);
        state.isTold = true;
      }
      if (state.messages) {
        leave();
        // Whatever came while the stream fell silent.
        parts.feed.refresh();
      }
      await stopped.wait(retryMillis);
    }
  })();
  return {
    isLive,
    expect() {
      const since = performance.now() - graceMillis;
      state.grace ??= setTimeout(() => {
        state.grace = null;
        if (state.toldAt < since) parts.feed.refresh();
      }, graceMillis);
    },
    missed() {
      const since = performance.now();
      state.doubt ??= setTimeout(() => {
        state.doubt = null;
        if (state.toldAt < since) leave();
      }, doubtMillis);
    },
    async stop() {
      state.isStopped = true;
      if (state.grace) clearTimeout(state.grace);
      if (state.doubt) clearTimeout(state.doubt);
      leave();
      stopped.ring();
      await work;
    },
  };
}

// From the place where the feed stands until the stream ends, falls silent or is left.
async function follow({ feed, eventAt, stream, isLeading, observe }: StreamFollowerParts, state: State): Promise<void> {
  const source = stream();
  const end = await source?.end();
  const epoch = feed.epoch();
  if (!source || !end?.event || end.event.epoch !== epoch) return;
  if ((await eventAt(end.event.ordinal))?.urn !== end.event.urn) return;
  const behind = Math.max(0, end.event.ordinal - feed.head());
  const messages = await source.read(Math.max(1, end.number + 1 - behind));
  if (state.isStopped || stream() !== source) {
    await messages.close();
    return;
  }
  state.messages = messages;
  observe({ kind: 'NATS_FOLLOWED' });
  leaveWhenSilent(messages).catch(() => undefined);
  // What was committed while the reading began and is not in the stream.
  feed.refresh();
  for await (const message of messages) {
    if (isLeading() || feed.epoch() !== epoch) return;
    state.toldAt = performance.now();
    feed.take([eventIn(message.data)]);
  }
}

// A consumer that NATS has lost is created again by the client itself.
const silences = new Set(['heartbeats_missed', 'stream_not_found']);

async function leaveWhenSilent(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status()) {
    if (!silences.has(type)) continue;
    await messages.close();
    return;
  }
}
