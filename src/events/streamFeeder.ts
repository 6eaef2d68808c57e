// Writes the log into the stream while this process leads: in order, each event once, continuing where the stream ends,
// whichever process wrote that.
import type { EventSource, LogEvent } from '../actions/events/eventSource.ts';
import type { EventStream } from './eventStream.ts';

/** What the feeder works with. */
export interface StreamFeederParts {
  readonly source: EventSource;
  /** The event of that ordinal as the table has it now; null when there is none. */
  readonly eventAt: (ordinal: number) => Promise<LogEvent | null>;
  /** The stream; null while NATS is away. */
  readonly stream: () => EventStream | null;
  readonly isLeading: () => boolean;
  readonly report: (error: unknown) => void;
}

/** A feeder at work. */
export interface StreamFeeder {
  stop(): Promise<void>;
}

/** How far the stream has come, as this process knows. */
interface Place {
  readonly stream: EventStream;
  /** The stream's own number of its last message. */
  readonly number: number;
  /** The ordinal up to which it holds the log, and the epoch that it is of. */
  readonly ordinal: number;
  readonly epoch: number;
}

const batch = 200;
/** The net: the feeder looks after this long even when nothing was announced. */
const roundMillis = 1_000;
/** A new stream begins so many events before the end, for those who are a little behind. */
const headStart = 1_000;

/** Starts feeding. */
export function startStreamFeeder(parts: StreamFeederParts): StreamFeeder {
  const state = { place: null as Place | null, isDue: false, isStopped: false, isTold: false };
  let work: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (state.isDue && !state.isStopped) {
      state.isDue = false;
      try {
        state.place = await feed(parts, state.place, () => state.isStopped);
        state.isTold = false;
      } catch (error) {
        // The next round looks up the end of the stream again.
        state.place = null;
        if (!state.isTold) parts.report(error);
        state.isTold = true;
      }
    }
    // In the same turn as the last look, so that no request in between is lost.
    work = null;
  };
  const wake = (): void => {
    state.isDue = true;
    work ??= run();
  };
  const stopListening = parts.source.onEvents(wake);
  const round = setInterval(wake, roundMillis);
  round.unref();
  return {
    async stop() {
      state.isStopped = true;
      stopListening();
      clearInterval(round);
      await work;
    },
  };
}

// Writes what the stream lacks; gives its place then. Null while there is nothing to do here.
async function feed(parts: StreamFeederParts, known: Place | null, isStopped: () => boolean): Promise<Place | null> {
  const stream = parts.stream();
  if (!stream || !parts.isLeading()) return null;
  const { source } = parts;
  const isKnown = known?.stream === stream && known.epoch === source.epoch();
  let place = isKnown ? known : await placeOf(parts, stream);
  while (place.ordinal < source.head() && place.epoch === source.epoch() && parts.isLeading() && !isStopped()) {
    const { events } = await source.after({ tenant: null, ordinal: place.ordinal, sequence: 0 }, batch);
    const last = events.at(-1);
    if (!last || last.epoch !== place.epoch) return place;
    place = { ...place, number: await stream.append(events, place.number), ordinal: last.ordinal };
  }
  return place;
}

async function placeOf({ source, eventAt }: StreamFeederParts, stream: EventStream): Promise<Place> {
  const epoch = source.epoch();
  const end = (await stream.end()) ?? (await stream.make());
  const fresh = { stream, epoch, ordinal: Math.max(0, source.head() - headStart) };
  if (!end.event && !end.isForeign) return { ...fresh, number: end.number };
  const { ordinal, urn } = end.event ?? { ordinal: 0, urn: '' };
  if (end.event?.epoch === epoch && (await eventAt(ordinal))?.urn === urn)
    return { stream, epoch, number: end.number, ordinal };
  // An earlier version wrote the stream, or it holds events that this database does not know: they were written before a backup was restored.
  const { number } = await stream.makeAnew();
  return { ...fresh, number };
}
