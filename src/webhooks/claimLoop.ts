// The loop that keeps a queue moving: it looks what there is to do, gives new deliveries their place, claims what may be sent,
// and sleeps until there is more; and the chores beside it: subscriptions that expire, rows that are too old, and deliveries
// whose worker is gone. Any number of processes may run it.
import { claim, dueSubscriptions, type Claimed } from '../database/events/claimStore.ts';
import {
  abandoned,
  discardSome,
  nextLeaseEnd,
  nextWork,
  placeNew,
  ripen,
  type QueueWork,
} from '../database/events/laneStore.ts';
import { ServiceError } from '../domain/errors.ts';
import { pause, type Signal } from '../domain/signal.ts';
import type { WorkerParts, WorkerOptions } from './workerParts.ts';
import type { Services } from '../engine/context.ts';
import { complete, type AttemptRecord } from '../database/events/completionStore.ts';
import { removeAged } from '../database/events/webhookHealthStore.ts';
import { expireAll } from './ledger.ts';
import { nextAfter } from './schedule.ts';

/** Shortest time between two looks that find nothing. */
const idleMillis = 15;

/** What was claimed at once, of several subscriptions. */
export interface Batch {
  readonly claimed: readonly Claimed[];
  /** When the claim was sent, and when its answer came, by this process's own clock in milliseconds. */
  readonly requestedAt: number;
  readonly claimedAt: number;
}

/** Looks for what may be sent and claims it, until it is stopped. */
export async function claimWhileRunning(
  parts: WorkerParts,
  state: { readonly isStopped: boolean },
  {
    signal,
    free,
    send,
  }: { readonly signal: Signal; readonly free: () => number; readonly send: (batch: Batch) => void },
): Promise<void> {
  const chores = createChores(parts.services, parts.report);
  const leases = watchLeases(parts);
  while (!state.isStopped) {
    await chores();
    const next = await round(parts, leases, free, send).catch((error: unknown) => {
      parts.report(error);
      return parts.options.pollMillis;
    });
    if (next === 0) continue;
    await signal.wait(Math.min(next, parts.options.pollMillis));
    // Under a stream of writes the signal is raised all the time; looking is not free.
    await pause(idleMillis);
  }
}

/** Fewer than these are not worth a round. */
const leastClaimed = 10;

// One look at the queue and what follows from it; gives the milliseconds until there is more to do, 0 for at once.
async function round(
  parts: WorkerParts,
  leases: Leases,
  free: () => number,
  send: (batch: Batch) => void,
): Promise<number> {
  const { database } = parts.services;
  const work = await nextWork(database);
  const isTimed = work.timedIn !== null && work.timedIn <= 0;
  const placing = work.hasNew ? await placeNew(database) : nothingNew;
  const ripened = (isTimed ? await ripen(database) : 0) + (await leases.takeOver());
  const hasDropped = work.hasDiscards && (await discardSome(database));
  const isReady = placing.placed > 0 || ripened > 0 || (work.readyIn !== null && work.readyIn <= 0);
  const claimed = isReady ? await claimDue(parts, free, send) : 0;
  const isBusy = claimed > 0 || placing.hasMore || ripened > 0 || hasDropped;
  return isBusy ? 0 : Math.min(untilMore(work, isReady, placing.isHeld), leases.endsIn());
}

const nothingNew = { placed: 0, hasMore: false, isHeld: false };

// What is ready and was not taken waits for a place of this process or is in another's hands, as what is held is.
function untilMore({ timedIn, readyIn }: QueueWork, wasReady: boolean, isHeld: boolean): number {
  const times = [timedIn, wasReady ? null : readyIn].flatMap((time) => (time === null ? [] : [Math.max(1, time)]));
  return Math.min(wasReady || isHeld ? takenMillis : Infinity, ...times);
}

/** After so long it is looked again whether what others were busy with can be had. */
const takenMillis = 50;

/** So many times more subscriptions are looked at than are claimed for: others may be busy with the first ones. */
const lookedAt = 4;

// Claims what may be sent of several subscriptions at once.
async function claimDue(parts: WorkerParts, free: () => number, send: (batch: Batch) => void): Promise<number> {
  const { services, options } = parts;
  const { database } = services;
  if (free() < Math.min(leastClaimed, options.inFlight)) return 0;
  const due = await dueSubscriptions(database, lookedAt * options.claims.subscriptions);
  let total = 0;
  const claimSome = async (subscriptions: readonly string[]): Promise<void> => {
    const requestedAt = performance.now();
    const most = free();
    if (subscriptions.length === 0 || most <= 0) return;
    const claimed = await claim(database, subscriptions, options.claims, most);
    total += claimed.length;
    if (claimed.length > 0) send({ claimed, requestedAt, claimedAt: performance.now() });
  };
  try {
    await claimSome(due.sort((a, b) => preference(a) - preference(b)));
  } catch (error) {
    parts.report(error);
    // One that cannot be claimed keeps no other waiting.
    if (!(error instanceof ServiceError)) for (const one of due) await claimSome([one]).catch(parts.report);
  }
  return total;
}

const own = Math.trunc(Math.random() * 2 ** 32);

// Processes that look at the same subscriptions begin with others of them, so that they seldom want the same.
function preference(subscription: string): number {
  return (Number.parseInt(subscription.slice(-8), 16) ^ own) >>> 0;
}

/** How often it is looked for subscriptions whose time has come; what they wait for is not sent from the instant on. */
const soonMillis = 5_000;

/** The chores that are due, done when called. */
function createChores(services: Services, report: (error: unknown) => void): () => Promise<void> {
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

interface Leases {
  /** Takes over deliveries whose lease ran out, when one may have. Gives how many there were. */
  takeOver(): Promise<number>;
  /** Milliseconds until one may run out. */
  endsIn(): number;
}

// What is claimed later is held for longer than what was in flight: until the first lease ends there is nothing to look for. The
// leases of others may be of another length.
function watchLeases({ services, options }: WorkerParts): Leases {
  const next = { lookAt: 0 };
  return {
    async takeOver() {
      if (performance.now() < next.lookAt) return 0;
      const taken = await takeOver(services, options);
      const first = taken > 0 ? 0 : ((await nextLeaseEnd(services.database)) ?? Infinity);
      next.lookAt = performance.now() + Math.min(first, options.claims.leaseSeconds * 1000, options.pollMillis);
      return taken;
    },
    endsIn: () => Math.max(1, next.lookAt - performance.now()),
  };
}

/** A lease that ran out counts as a failed attempt. Gives how many there were. */
async function takeOver(services: Services, options: WorkerOptions): Promise<number> {
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
