// Gives committed triggers their place in the log. One process per database leads: the one that holds the lock, on the
// connection that also assigns the numbers. The others wake it and stand by. Resource reference 0 (decision 2).
import type { LogEvent } from '../actions/events/eventSource.ts';
import type { Database } from '../database/connection/database.ts';
import { openEventLink, type EventLink, type Signal } from '../database/events/eventLink.ts';
import { assignSequence } from '../database/events/eventStore.ts';

/** What the sequencer works with. */
export interface SequencerParts {
  readonly database: Pick<Database, 'directUrl' | 'lost' | 'suspect' | 'onMoved' | 'contract'>;
  /** Whether it may give the numbers; otherwise it only wakes the process that does. */
  readonly mayLead: boolean;
  /** Called for lost connections and failed rounds; the next round tries again. */
  readonly report: (error: unknown) => void;
  /** Looks whether the log is the one it was, before anything is numbered on a new connection; rejects to try another. */
  readonly compare: (link: EventLink) => Promise<void>;
  /** Called with events that got their numbers here; with null when there may be others to read. */
  readonly onSequenced: (events: readonly LogEvent[] | null) => void;
  /** Called when the workers of webhooks have something to do, and when that may be so. */
  readonly onDeliverable: () => void;
  /** Called with an entity that others edit now; with null when that may be so of any, since nothing was heard for a while. */
  readonly onEditors: (entity: string | null) => void;
}

/** A running sequencer, leading or not. */
export interface Sequencer {
  /** Says that this process committed triggers. */
  wake(): void;
  /** The open connection; null while there is none. */
  link(): EventLink | null;
  isLeading(): boolean;
  /** Gives the lock back and closes the connection. */
  stop(): Promise<void>;
}

const batch = 1_000;
const notifyMillis = 15;
/** The net under lost wake-ups: the leader looks again after this long. */
const leaderRound = 2_000;
/** The leader looks again after this long when the log of a tenant was locked. */
const heldUpRound = 20;
/** How often the others try to take over. */
const followerRound = 1_000;
const reconnectMillis = 250;
/** A server that is silent for so long may be gone; a machine that is gone says no more than that. */
const silentMillis = 1_000;

// What changes while it runs.
type State = {
  isStopped: boolean;
  isDue: boolean;
  isLeading: boolean;
  link: EventLink | null;
  /** Ends the pause that is running. */
  resume: () => void;
};

/** Starts the sequencer of this process. */
export function startSequencer(parts: SequencerParts): Sequencer {
  const state: State = { isStopped: false, isDue: false, isLeading: false, link: null, resume: () => undefined };
  const wake = (): void => {
    state.isDue = true;
    state.resume();
  };
  // A link reports its own failure.
  const notifierOf = (signal: Signal): Throttled =>
    throttle(notifyMillis, () => void state.link?.send(signal).catch(() => undefined));
  const wakers = {
    tellLeader: notifierOf('WRITTEN'),
    tellFollowers: notifierOf('SEQUENCED'),
    tellWorkers: notifierOf('DELIVERABLE'),
  };
  parts.database.onMoved(() => state.link?.drop());
  const rounds = (async () => {
    while (!state.isStopped) {
      const link = await connect(parts, state, wake);
      if (link) await serve(parts, state, link, wakers);
      state.isLeading = false;
      state.link = null;
      await link?.close();
      await pause(state, reconnectMillis);
    }
  })();
  return {
    wake,
    link: () => state.link,
    isLeading: () => state.isLeading,
    async stop() {
      state.isStopped = true;
      for (const waker of Object.values(wakers)) waker.stop();
      state.resume();
      await rounds;
    },
  };
}

async function connect(parts: SequencerParts, state: State, wake: () => void): Promise<EventLink | null> {
  // A connection may be lost before it is known here.
  const opened: { link: EventLink | null } = { link: null };
  const url = parts.database.directUrl();
  try {
    opened.link = await openEventLink({
      url,
      contract: parts.database.contract,
      onSignal(signal) {
        if (signal === 'WRITTEN') wake();
        else if (signal === 'SEQUENCED') parts.onSequenced(null);
        else parts.onDeliverable();
      },
      onEditors: parts.onEditors,
      onLost(error) {
        if (state.link === opened.link) state.link = null;
        if (url === parts.database.directUrl()) parts.database.lost();
        if (!state.isStopped) parts.report(error ?? new Error('The connection of the event log ended'));
        state.resume();
      },
    });
    await parts.compare(opened.link);
    state.link = opened.link;
    parts.onSequenced(null);
    parts.onDeliverable();
    parts.onEditors(null);
    return opened.link;
  } catch (error) {
    await opened.link?.close();
    parts.database.lost();
    parts.report(error);
    return null;
  }
}

interface Wakers {
  readonly tellLeader: () => void;
  readonly tellFollowers: () => void;
  readonly tellWorkers: () => void;
}

// Rounds on one connection until it is lost.
async function serve(parts: SequencerParts, state: State, link: EventLink, wakers: Wakers): Promise<void> {
  let triedAt = -Infinity;
  while (!state.isStopped && state.link === link) {
    let wasDue = state.isDue;
    state.isDue = false;
    let isHeldUp = false;
    const silence = setInterval(() => parts.database.suspect(), silentMillis);
    try {
      if (parts.mayLead && !state.isLeading && performance.now() - triedAt >= followerRound - 10) {
        triedAt = performance.now();
        state.isLeading = await link.tryLead();
        // While nobody led, nobody heard what was told.
        wasDue ||= state.isLeading;
      }
      if (state.isLeading) isHeldUp = await assignAll(parts, state, link, { ...wakers, wasDue });
      else if (wasDue) wakers.tellLeader();
    } catch {
      // The link has reported it and is lost.
      return;
    } finally {
      clearInterval(silence);
    }
    await pause(state, isHeldUp ? heldUpRound : state.isLeading ? leaderRound : followerRound);
  }
}

// True when the log of some tenant could not be written at the moment.
async function assignAll(
  parts: SequencerParts,
  state: State,
  link: EventLink,
  { tellFollowers, tellWorkers, wasDue }: Wakers & { readonly wasDue: boolean },
): Promise<boolean> {
  for (;;) {
    const { events, isHeldUp, hasWork } = await assignSequence(link, batch);
    if (events.length > 0) {
      parts.onSequenced(events);
      tellFollowers();
    }
    // What was committed without an event, such as a test, is to be sent, too. The rounds that nobody asked for find what waits for
    // the log of its tenant, or for others.
    if (hasWork && (events.length > 0 || wasDue)) {
      parts.onDeliverable();
      tellWorkers();
    }
    if (events.length < batch || state.isStopped) return isHeldUp;
  }
}

function pause(state: State, milliseconds: number): Promise<void> {
  if (state.isStopped || (state.isDue && state.link)) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    state.resume = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** An action that can be requested at any time. */
interface Throttled {
  (): void;
  /** Nothing is run any more. */
  stop(): void;
}

/** Runs `action` on the first call and again, `milliseconds` later, if there were more calls meanwhile. */
export function throttle(milliseconds: number, action: () => void): Throttled {
  let timer: NodeJS.Timeout | null = null;
  let isWanted = false;
  let isStopped = false;
  const run = (): void => {
    isWanted = false;
    timer = setTimeout(() => {
      timer = null;
      if (isWanted) run();
    }, milliseconds);
    timer.unref();
    action();
  };
  const wake = (): void => {
    isWanted = true;
    if (!timer && !isStopped) run();
  };
  return Object.assign(wake, {
    stop() {
      if (timer) clearTimeout(timer);
      isStopped = true;
    },
  });
}
