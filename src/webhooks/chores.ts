// Work around deliveries that is none: subscriptions that expire, what age takes, and deliveries whose worker is gone.
import type { Services } from '../engine/context.ts';
import { complete, type AttemptRecord } from '../database/events/completionStore.ts';
import { abandoned } from '../database/events/laneStore.ts';
import { removeAged } from '../database/events/webhookHealthStore.ts';
import { expireAll } from './ledger.ts';
import { nextAfter } from './schedule.ts';
import type { WorkerOptions } from './workerParts.ts';

/** How often it is looked for subscriptions whose time has come; what they wait for is not sent from the instant on. */
const soonMillis = 5_000;

/** Does what is due of it when called. */
export function createChores(services: Services, report: (error: unknown) => void): () => Promise<void> {
  const due = { soon: 0, seldom: 0 };
  return async () => {
    const now = performance.now();
    try {
      if (now >= due.soon) {
        due.soon = now + soonMillis;
        await expireAll(services);
      }
      if (now >= due.seldom) due.seldom = (await removeAged(services.database)) ? 0 : now + 600_000;
    } catch (error) {
      report(error);
    }
  };
}

/** A lease that ran out counts as a failed attempt. Gives how many there were. */
export async function takeOver(services: Services, options: WorkerOptions): Promise<number> {
  const lost = await abandoned(services.database);
  if (lost.length === 0) return 0;
  const outcome = { error: 'TIMEOUT', status: null, retryAfter: null } as const;
  const taken = await complete(
    services.database,
    lost.map(({ urn, attempt, step, isTest, isManual, startedTimestamp }) => {
      const schedule = isTest ? { ...options.schedule, waits: [] } : options.schedule;
      const record: AttemptRecord = {
        number: attempt,
        startedTimestamp,
        durationMillis: options.claims.leaseSeconds * 1000,
        responseStatus: null,
        errorCode: 'TIMEOUT',
        responseExcerpt: null,
        isManual,
        ownHeaders: null,
      };
      const next = nextAfter(schedule, outcome, step, { random: Math.random(), now: Date.now() });
      return { urn, attempt, discardReason: null, ...next, record, bodyDigest: null };
    }),
  );
  return taken.size;
}
