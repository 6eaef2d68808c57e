// What happens without a request: scheduled publications, and forgetting what has ended. Looks for publications at least
// once a second, and sooner when the next one is due sooner.
import { forgetEndedOAuth } from './actions/forgetEndedOAuth.ts';
import { publishDueEntities } from './actions/publishDueEntities.ts';
import type { Contract } from './contract/resource.ts';
import type { Database } from './database/database.ts';
import { nextDueIn } from './database/publicationStore.ts';

/** What the schedule works with. */
export interface ScheduleParts {
  readonly contract: Contract;
  readonly database: Database;
  /** Hears of rounds that failed; the next round tries again. */
  readonly report: (error: unknown) => void;
}

const longestWait = 1_000;
const forgetMillis = 10 * 60_000;

// What is due and stays due is in another process's hands.
const shortestWait = 50;

/** Starts the schedule; the answer stops it and waits for the round that is running. */
export function startSchedule(parts: ScheduleParts): () => Promise<void> {
  let isStopped = false;
  let wake: () => void = () => undefined;
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const rounds = (async () => {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the stop sets it
    while (!isStopped) await pause(await round(parts));
  })();
  let forgetting: Promise<void> = Promise.resolve();
  const forget = setInterval(() => {
    forgetting = forgetEndedOAuth(parts).catch(parts.report);
  }, forgetMillis);
  forget.unref();
  return async () => {
    isStopped = true;
    clearInterval(forget);
    wake();
    await rounds;
    await forgetting;
  };
}

async function round(parts: ScheduleParts): Promise<number> {
  try {
    if ((await publishDueEntities(parts)) > 0) return 0;
    const wait = Math.ceil((await nextDueIn(parts.database)) ?? longestWait);
    return Math.max(shortestWait, Math.min(longestWait, wait));
  } catch (error) {
    parts.report(error);
    return longestWait;
  }
}
