// Carries the log from process to process through NATS: the process that leads writes the stream, the others follow it.
import type { Database } from '../database/connection/database.ts';
import type { Observe } from '../domain/observation.ts';
import { eventAt } from '../database/events/eventStore.ts';
import { sharedKey } from '../database/connection/settingStore.ts';
import type { EventFeed } from './eventFeed.ts';
import { openEventStream, type EventStream } from './eventStream.ts';
import { openNatsLink, type NatsSettings } from './natsLink.ts';
import { startStreamFeeder } from './streamFeeder.ts';
import { startStreamFollower, type StreamFollower } from './streamFollower.ts';

/** What it works with. */
export interface FanOutParts {
  readonly database: Database;
  readonly settings: NatsSettings;
  readonly feed: EventFeed;
  readonly isLeading: () => boolean;
  readonly report: (error: unknown) => void;
  readonly observe: Observe;
}

/** The log on its way through NATS, as this process has it. */
export type FanOut = Pick<StreamFollower, 'isLive' | 'expect' | 'missed' | 'stop'>;

/** Starts it; NATS may be unreachable then, or go away and come back at any time. */
export async function startFanOut(parts: FanOutParts): Promise<FanOut> {
  const { database, settings, feed, isLeading, report, observe } = parts;
  // One NATS may serve several databases; the key names this one, and a copy of it.
  const log = (await sharedKey(database, 'event stream')).toString('hex').slice(0, 16);
  const open: { stream: EventStream | null } = { stream: null };
  const link = openNatsLink({
    settings,
    report,
    onOpen() {
      const connection = link.current();
      if (!connection) return;
      openEventStream(connection, log, settings.replicas).then((stream) => {
        if (link.current() === connection) open.stream = stream;
      }, report);
    },
    onLost() {
      open.stream = null;
    },
  });
  const shared = {
    eventAt: (ordinal: number) => eventAt(database, ordinal),
    stream: () => open.stream,
    isLeading,
    report,
  };
  const feeder = startStreamFeeder({ ...shared, source: feed });
  const follower = startStreamFollower({ ...shared, feed, observe });
  return {
    ...follower,
    async stop() {
      await Promise.all([feeder.stop(), follower.stop()]);
      await link.stop();
    },
  };
}
