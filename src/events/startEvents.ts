// Starts what turns committed changes into events of this process: sequencer, feed and clean-up, and NATS if there is one.
import type { EventSource, LogEvent } from '../actions/events/eventSource.ts';
import type { Database } from '../database/connection/database.ts';
import { createListeners } from '../domain/listeners.ts';
import type { Observe } from '../domain/observation.ts';
import type { EventLink } from '../database/events/eventLink.ts';
import { createEventFeed, type EventFeed } from './eventFeed.ts';
import { startFanOut, type FanOut } from './fanOut.ts';
import type { NatsSettings } from './natsLink.ts';
import { startSequencer } from './sequencer.ts';
import {
  analyzeLog,
  dropOldPartitions,
  logPartitions,
  makePartitions,
  partitionsInUse,
} from '../database/events/logPartitions.ts';
import { analyzeMonths, dropOldMonths, makeMonths } from '../database/events/deliveryPartitions.ts';
import { databaseNow } from '../database/engine/changeStore.ts';
import { deleteExpired, expireEvents } from '../database/events/sequenceStore.ts';
import { removeStates } from '../database/engine/stateStore.ts';
import type { Executor } from '../database/connection/statement.ts';
import { knownPast, notePast, raiseEpoch } from '../database/events/epochStore.ts';

/** What the event log works with. */
export interface EventParts {
  readonly database: Database;
  /** Whether this process may number events and clean up; some process of the database has to. */
  readonly mayLead: boolean;
  /** How long events are kept. */
  readonly retentionDays: number;
  /** Where events are carried from process to process; null for the database. */
  readonly nats: NatsSettings | null;
  /** Called with the epoch of the log, at the start and whenever it is another one. */
  readonly onEpoch: (epoch: number) => void;
  /** Called for rounds that failed; the next one tries again. */
  readonly report: (error: unknown) => void;
  readonly observe: Observe;
}

/** The event log at work. */
export interface RunningEvents {
  readonly source: EventSource;
  /** Whether this process gives out the numbers. */
  isLeading(): boolean;
  /**
   * Has a listener called with each entity that others edit now, and with null where that may be so of any. The answer ends it.
   */
  onEditors(listener: (entity: string | null) => void): () => void;
  /** Calls the listener when the workers of webhooks have something to do, and when that may be so. The answer ends it. */
  onDeliverable(listener: () => void): () => void;
  /** Whether events reach this process through NATS now. */
  isFed(): boolean;
  stop(): Promise<void>;
}

const cleanUpMillis = 10 * 60_000;
const comparedMillis = 10_000;

/** Starts the event log of this process. */
export async function startEvents(parts: EventParts): Promise<RunningEvents> {
  const { database, mayLead, retentionDays, nats, onEpoch, report, observe } = parts;
  const carried: { by: FanOut | null } = { by: null };
  const isFed = (): boolean => carried.by?.isLive() === true;
  const feed = await createEventFeed({
    database,
    link: () => sequencer.link(),
    isFed: () => isFed() || sequencer.isLeading(),
    onEpoch,
    onMissed: () => (isFed() ? carried.by?.missed() : undefined),
    report,
  });
  const onSequenced = (events: readonly LogEvent[] | null): void => {
    if (isFed()) carried.by?.expect();
    else if (events) feed.take(events);
    else feed.refresh();
  };
  const compare = (link: EventLink): Promise<void> => comparePast(link, feed, report);
  const editors = createListeners<string | null>();
  const deliverable = createListeners();
  const sequencer = startSequencer({
    ...{ database, mayLead, report, compare, onSequenced },
    onDeliverable: deliverable.tell,
    onEditors: editors.tell,
  });
  const isLeading = (): boolean => sequencer.isLeading();
  if (nats) carried.by = await startFanOut({ database, settings: nats, feed, isLeading, report, observe });
  const stopListening = database.onAnnounced(() => sequencer.wake());
  let cleaning: Promise<unknown> = Promise.resolve();
  const clean = setInterval(() => {
    if (sequencer.isLeading()) cleaning = tendLog(database, retentionDays, report);
  }, cleanUpMillis);
  clean.unref();
  // Whether a standby is synchronous may change at any time.
  const look = setInterval(() => {
    const link = sequencer.isLeading() ? sequencer.link() : null;
    if (link) compare(link).catch(report);
  }, comparedMillis);
  look.unref();
  return {
    source: feed,
    isLeading,
    isFed,
    onEditors: editors.listen,
    onDeliverable: deliverable.listen,
    async stop() {
      stopListening();
      clearInterval(clean);
      clearInterval(look);
      feed.stop();
      await carried.by?.stop();
      await sequencer.stop();
      await cleaning;
    },
  };
}

const pageSize = 1_000;
const deleteBatch = 200;

/**
 * Makes partitions of deliveries and of the log ahead, removes what is too old, and has the planner know them; what fails holds up
 * nothing else.
 */
export async function tendLog(database: Database, days: number, report: (error: unknown) => void): Promise<void> {
  const monthly = (work: typeof makeMonths | typeof dropOldMonths) => async (parts: Database) =>
    work(parts, Date.parse(await databaseNow(parts)));
  // Deliveries first: a partition of the log stays while one shows its events.
  const works = [
    ...[monthly(makeMonths), monthly(dropOldMonths), analyzeMonths],
    ...[makePartitions, (log: Database) => purgeOldEvents(log, days), analyzeLog],
  ];
  for (const work of works) await work(database).catch(report);
}

/**
 * Moves the beginning of the log and removes what lies before it: whole partitions, and what is too old in those that are still
 * written to. Says how many triggers were deleted one by one.
 */
export async function purgeOldEvents(database: Database, days: number): Promise<number> {
  await dropOldPartitions(database, days);
  let gone = 0;
  for (const partition of partitionsInUse(await logPartitions(database))) {
    // Each page begins where the one before it ended: what was passed is not looked at again.
    // Events that came with a tenant stand before the first one of this database.
    for (let after: number | null = Number.MIN_SAFE_INTEGER; after !== null;) {
      after = await expireEvents(database, partition, days, { after, limit: pageSize });
      gone += await deleteAllExpired(database, partition);
    }
  }
  while ((await removeStates(database, days, deleteBatch)) === deleteBatch);
  return gone;
}

async function deleteAllExpired(executor: Executor, partition: string): Promise<number> {
  let gone = 0;
  for (;;) {
    const deleted = await deleteExpired(executor, partition, deleteBatch);
    gone += deleted;
    if (deleted < deleteBatch) return gone;
  }
}

/**
 * Compares, raises the epoch where there is another past, and has the feed look too. Rejects when the link is lost.
 * Whether the database is still the one that the log was numbered in. One that stands on another server or timeline than was
 * noted, or whose tables were made anew, may have lost its tail without any process having seen that: its log gets a new epoch,
 * unless a synchronous standby had everything (decision 17).
 */
async function comparePast(
  link: EventLink,
  feed: Pick<EventFeed, 'compare'>,
  report: (error: unknown) => void,
): Promise<void> {
  const now = await link.past();
  const noted = await knownPast(link);
  const isSame = now === null || (now.past === noted.past && now.isSynchronous === noted.isSynchronous);
  if (!isSame || noted.isRestored !== false) {
    let { epoch } = noted;
    const isElsewhere = now !== null && noted.past !== null && now.past !== noted.past;
    // A standby does not have what a dump does not have.
    if (noted.isRestored === true || (isElsewhere && !noted.isSynchronous)) {
      report(new Error('The database was restored or promoted since it was last used: the event log gets a new epoch'));
      // Nothing has been numbered since: the process that numbers comes by here first.
      epoch = await raiseEpoch(link, epoch, null);
    }
    await notePast(link, epoch, now ?? { past: null, isSynchronous: false });
  }
  await feed.compare(link);
}
