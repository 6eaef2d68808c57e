// What happens without a request: scheduled publications, forgetting what has ended, and the statistics of tables that grow. Looks
// for publications at least once a second, and sooner when the next one is due sooner.
import { purgeAccessAudit } from '../actions/access/accessAudit.ts';
import { purgeIdempotencyKeys } from '../actions/access/idempotency.ts';
import { purgeExpiredOAuth } from '../actions/oauth/endOAuthToken.ts';
import { purgeDeleted, sweepFiles, type PurgeParts } from '../engine/purgeDeleted.ts';
import { forgetEditors } from '../actions/content/entityEditors.ts';
import { purgeHistory } from '../actions/content/itemHistory.ts';
import { createSignal } from '../domain/signal.ts';
import { analyzeGrown } from '../database/connection/tableStatistics.ts';
import { nextDueIn } from '../database/content/publicationStore.ts';
import type { Announcing } from '../engine/announcements.ts';
import { publishDueEntities } from '../actions/content/entityState.ts';

/** What the schedule works with. */
export interface ScheduleParts extends Announcing, PurgeParts {
  /** Whether this process looks for what is due: of all processes the one that gives events their numbers. */
  readonly isLeading: () => boolean;
  /** Called for rounds that failed; the next round tries again. */
  readonly report: (error: unknown) => void;
}

const longestWait = 1_000;
/** The interval at which this process checks whether it leads; the check itself sends no query. */
const whileOthersLook = 250;
const purgeMillis = 10 * 60_000;
const statisticsMillis = 5_000;

// What is due and stays due is in another process's hands.
const shortestWait = 50;

/** Starts the schedule; the answer stops it and waits for the round that is running. */
export function startSchedule(parts: ScheduleParts): () => Promise<void> {
  let isStopped = false;
  const stopped = createSignal();
  const rounds = (async () => {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the stop sets it
    while (!isStopped) await stopped.wait(await lookForDue(parts));
  })();
  const others = [
    every(purgeMillis, () => purge(parts), parts.report),
    every(statisticsMillis, () => lookAtGrown(parts), parts.report),
  ];
  return async () => {
    isStopped = true;
    const ends = others.map((stop) => stop());
    stopped.ring();
    await rounds;
    await Promise.all(ends);
  };
}

// Works at each interval, but for those in which it still works; the answer stops it and waits for the work that is running.
function every(interval: number, work: () => Promise<void>, report: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch(report)
      .finally(() => (running = null));
  }, interval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function lookAtGrown({ database, isLeading }: ScheduleParts): Promise<void> {
  if (isLeading()) await analyzeGrown(database);
}

async function purge(parts: ScheduleParts): Promise<void> {
  await purgeExpiredOAuth(parts);
  await purgeIdempotencyKeys(parts);
  await forgetEditors(parts);
  await purgeAccessAudit(parts, parts.limits.accessAuditDays);
  await purgeDeleted(parts);
  // Before the files, which the values name.
  await purgeHistory(parts);
  await sweepFiles(parts);
}

/** Publishes what is due, if this process leads; resolves to the milliseconds until it is to look again. */
export async function lookForDue(parts: ScheduleParts): Promise<number> {
  if (!parts.isLeading()) return whileOthersLook;
  try {
    const next = await nextDueIn(parts.database);
    if (next !== null && next <= 0 && (await publishDueEntities(parts)) > 0) return 0;
    const wait = Math.ceil(next ?? longestWait);
    return Math.max(shortestWait, Math.min(longestWait, wait));
  } catch (error) {
    parts.report(error);
    return longestWait;
  }
}
