// Starts what turns committed changes into events of this process: sequencer, feed and clean-up.
import type { EventSource } from '../actions/eventSource.ts';
import type { Database } from '../database/database.ts';
import { createEventFeed } from './eventFeed.ts';
import { forgetOldEvents } from './retention.ts';
import { startSequencer } from './sequencer.ts';

/** What the event log works with. */
export interface EventParts {
  readonly database: Database;
  /** How long events are kept. */
  readonly retentionDays: number;
  /** Hears of rounds that failed; the next one tries again. */
  readonly report: (error: unknown) => void;
}

/** The event log at work. */
export interface RunningEvents {
  readonly source: EventSource;
  /** Whether this process gives out the numbers. */
  isLeading(): boolean;
  stop(): Promise<void>;
}

const cleanUpMillis = 10 * 60_000;

/** Starts the event log of this process. */
export async function startEvents({ database, retentionDays, report }: EventParts): Promise<RunningEvents> {
  const feed = await createEventFeed({ database, link: () => sequencer.link(), report });
  const sequencer = startSequencer({ url: database.url, report, onSequenced: () => feed.refresh() });
  const unhear = database.onAnnounced(() => sequencer.wake());
  let cleaning: Promise<unknown> = Promise.resolve();
  const clean = setInterval(() => {
    if (sequencer.isLeading()) cleaning = forgetOldEvents(database, retentionDays).catch(report);
  }, cleanUpMillis);
  clean.unref();
  return {
    source: feed,
    isLeading: () => sequencer.isLeading(),
    async stop() {
      unhear();
      clearInterval(clean);
      feed.stop();
      await sequencer.stop();
      await cleaning;
    },
  };
}
