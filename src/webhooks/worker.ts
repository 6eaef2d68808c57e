// The delivery loop of a process: claims what is due, sends it while claiming goes on, records what became of it. Any
// number of processes may run it; what one leaves behind another takes over. Resource reference 9.5.
import type { KeyObject } from 'node:crypto';
import type { Services } from '../actions/context.ts';
import {
  claim,
  complete,
  dueSubscriptions,
  fillSequences,
  lockAbandoned,
  lockPaces,
  type AttemptRecord,
  type ClaimLimits,
  type Claimed,
  type Completion,
} from '../database/claimStore.ts';
import { removeAged, type HealthLimits } from '../database/webhookHealthStore.ts';
import type { Observe } from '../domain/observation.ts';
import { createAuthSchemes } from './authSchemes.ts';
import { deliver, type DeliverParts, type Outcome } from './deliver.ts';
import { createConnections, type Resolve } from './destination.ts';
import type { DescribeResource } from './eventBody.ts';
import { createLedger, disableAll, expireAll, type Entry } from './ledger.ts';
import { prepareBatch, putBack, sendingOf } from './prepare.ts';
import { isOverloaded, nextAfter, type RetrySchedule } from './schedule.ts';

/** Everything about delivery that can be set. */
export interface WorkerOptions {
  readonly schedule: RetrySchedule;
  readonly claims: ClaimLimits;
  readonly health: HealthLimits;
  readonly resolve: Resolve;
  readonly connectMillis: number;
  readonly totalMillis: number;
  /** Requests in flight of this process. */
  readonly inFlight: number;
  readonly pollMillis: number;
  /** How long a stop waits for requests that are running; the rest is left to the leases. */
  readonly stopMillis: number;
}

/** What the loop works with. */
export interface WorkerParts {
  readonly services: Services;
  readonly signingKey: KeyObject;
  readonly describe: DescribeResource;
  readonly report: (error: unknown) => void;
  readonly observe: Observe;
  readonly options: WorkerOptions;
}

/** A running loop. */
export interface Worker {
  /** Looks for work at once. */
  wake(): void;
  stop(): Promise<void>;
}

/** Shortest time between two looks that find nothing. */
const calmMillis = 15;

/** Starts delivering. */
export function startWorker(parts: WorkerParts): Worker {
  const { services, options, report } = parts;
  const running = new Set<Promise<void>>();
  const bell = createBell();
  const state = { isStopped: false, isAbandoned: false, isNews: true, preparing: 0 };
  const connections = createConnections({
    connectMillis: options.connectMillis,
    perDestination: options.claims.perSubscription,
  });
  const ledger = createLedger({ services, health: options.health, report, onWritten: bell.ring });
  const { resolve, totalMillis } = options;
  const { allowedRanges } = services.webhooks;
  const sender = { connections, schemes: createAuthSchemes(), allowedRanges, resolve, totalMillis };
  const start = (claimed: Claimed, body: string, clock: () => number): void => {
    const attempt = attemptOnce(parts, sender, claimed, body, clock).then((entry) => {
      if (!state.isAbandoned) ledger.record([entry]);
    }, report);
    const task = attempt.finally(() => running.delete(task));
    running.add(task);
  };
  // Sent while the next batch is claimed.
  const send = (batch: Batch): void => {
    const { claimed } = batch;
    state.preparing += claimed.length;
    const task = prepareAndStart(parts, batch, start, (entries) => ledger.record(entries))
      .catch(report)
      .finally(() => {
        state.preparing -= claimed.length;
        running.delete(task);
      });
    running.add(task);
  };
  const loop = claimWhileRunning(parts, state, bell, () => options.inFlight - running.size - state.preparing, send);
  return {
    wake() {
      state.isNews = true;
      bell.ring();
    },
    async stop() {
      state.isStopped = true;
      bell.ring();
      await loop;
      await Promise.race([untilEmpty(running), pause(options.stopMillis)]);
      state.isAbandoned = true;
      await ledger.settled();
      await connections.close();
    },
  };
}

// What is running may start more.
async function untilEmpty(running: ReadonlySet<Promise<void>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

/** What was claimed at once. */
interface Batch {
  readonly claimed: readonly Claimed[];
  /** When the claim was asked for, and when its answer came, by this process's own clock in milliseconds. */
  readonly askedAt: number;
  readonly claimedAt: number;
}

// What changes while it runs.
type LoopState = {
  readonly isStopped: boolean;
  /** Whether deliveries may have come that have no sequence yet. */
  isNews: boolean;
};

async function claimWhileRunning(
  parts: WorkerParts,
  state: LoopState,
  bell: Bell,
  free: () => number,
  send: (batch: Batch) => void,
): Promise<void> {
  const chores = createChores(parts.services, parts.options, parts.report);
  while (!state.isStopped) {
    await chores();
    const askedAt = performance.now();
    const claimed = await claimDue(parts, free(), state).catch((error: unknown) => {
      parts.report(error);
      return [];
    });
    if (claimed.length > 0) {
      send({ claimed, askedAt, claimedAt: performance.now() });
      continue;
    }
    await bell.wait(parts.options.pollMillis);
    state.isNews = true;
    // Under a stream of writes the bell rings all the time; looking is not free.
    await pause(calmMillis);
  }
}

/** Fewer than these are not worth a round. */
const leastClaimed = 10;

// Claims what is due, at most `free`. New deliveries get their sequence first, when there may be any.
async function claimDue(parts: WorkerParts, free: number, state: LoopState): Promise<readonly Claimed[]> {
  const { services, options } = parts;
  const { database } = services;
  if (free < Math.min(leastClaimed, options.inFlight)) return [];
  const perSubscription = Math.min(options.claims.perSubscription, free);
  const limits = { ...options.claims, subscriptions: Math.max(1, Math.floor(free / perSubscription)) };
  if (state.isNews) {
    state.isNews = false;
    state.isNews = await fillSequences(database);
  }
  const due = await dueSubscriptions(database, limits);
  if (due.length === 0) return [];
  return database.transaction(async (transaction) => {
    const locked = await lockPaces(transaction, due);
    return locked.length > 0
      ? claim(transaction, locked, { ...limits, perSubscription: options.claims.perSubscription })
      : [];
  });
}

// Starts what may be sent, and records what may not.
async function prepareAndStart(
  { services, describe, options }: WorkerParts,
  { claimed, askedAt, claimedAt }: Batch,
  start: (claimed: Claimed, body: string, clock: () => number) => void,
  record: (entries: readonly Entry[]) => void,
): Promise<void> {
  const { ready, completions, clientless } = await prepareBatch({ services, describe }, claimed);
  const tooLate: Completion[] = [];
  for (const { claimed: one, body } of ready) {
    // An attempt that begins later than its claim reckons with could be one too many in somebody's minute.
    if (performance.now() - askedAt > options.claims.lateSeconds * 1_000) tooLate.push(putBack(one));
    else start(one, body, () => Date.parse(one.now) + performance.now() - claimedAt);
  }
  try {
    await disableAll(services, clientless, 'CLIENT_DISABLED');
  } finally {
    // What was put back is not claimed again while its subscription still seems to be on.
    const unsent = [...completions, ...tooLate];
    if (unsent.length > 0) record(unsent.map((completion) => ({ completion, health: null, disable: null })));
  }
}

async function attemptOnce(
  { services, signingKey, options, observe }: WorkerParts,
  sender: DeliverParts,
  claimed: Claimed,
  body: string,
  clock: () => number,
): Promise<Entry> {
  const began = clock();
  const outcome = await deliver(sender, sendingOf(services, signingKey, claimed, body, began));
  const ended = clock();
  const seconds = (ended - began) / 1000;
  observe({ kind: 'DELIVERY_ATTEMPTED', outcome: outcome.error ?? 'SUCCEEDED', seconds });
  const record: AttemptRecord = {
    number: claimed.attempt,
    startedTimestamp: new Date(began).toISOString(),
    durationMillis: Math.round(ended - began),
    responseStatus: outcome.status,
    errorCode: outcome.error,
    responseExcerpt: outcome.excerpt,
    isManual: claimed.isManual,
  };
  return entryOf(options, claimed, outcome, record, ended);
}

/** Attempts that are kept with a delivery. */
const keptAttempts = 20;

function entryOf(
  options: WorkerOptions,
  claimed: Claimed,
  outcome: Outcome,
  record: AttemptRecord,
  now: number,
): Entry {
  const { urn, attempt, isTest, subscription } = claimed;
  // A test is tried once: whoever asked for it is waiting to see.
  const schedule = isTest ? { ...options.schedule, waits: [] } : options.schedule;
  const next = nextAfter(schedule, outcome, claimed.step, Math.random(), now);
  const isSuccess = outcome.error === null;
  const reason = outcome.status === 410 ? 'GONE_410' : outcome.error === 'TARGET_REFUSED' ? 'TARGET_REFUSED' : null;
  return {
    completion: {
      urn,
      attempt,
      discardReason: null,
      ...next,
      attempts: [...claimed.attempts, record].slice(-keptAttempts),
    },
    health: {
      subscription: subscription.urn,
      failures: isSuccess || isTest ? 0 : 1,
      hasSucceeded: isSuccess && !isTest,
      isOverloaded: isOverloaded(outcome.status),
      testPassed: isSuccess && isTest,
    },
    disable: reason && !isTest ? { subscription: subscription.urn, reason } : null,
  };
}

/** Work that is not a delivery, each at its own pace. */
function createChores(
  services: Services,
  options: WorkerOptions,
  report: (error: unknown) => void,
): () => Promise<void> {
  const due = { soon: 0, seldom: 0 };
  return async () => {
    const now = performance.now();
    try {
      if (now >= due.soon) {
        due.soon = now + 1_000;
        await expireAll(services);
        await takeOver(services, options);
      }
      if (now >= due.seldom) due.seldom = (await removeAged(services.database)) ? 0 : now + 60_000;
    } catch (error) {
      report(error);
    }
  };
}

// A lease that ran out counts as a failed attempt.
async function takeOver(services: Services, options: WorkerOptions): Promise<void> {
  await services.database.transaction(async (transaction) => {
    const abandoned = await lockAbandoned(transaction);
    if (abandoned.length === 0) return;
    const lost = { error: 'TIMEOUT', status: null, retryAfter: null } as const;
    await complete(
      transaction,
      abandoned.map(({ urn, attempt, step, isTest, isManual, attempts, startedTimestamp }) => {
        const schedule = isTest ? { ...options.schedule, waits: [] } : options.schedule;
        const record: AttemptRecord = {
          number: attempt,
          startedTimestamp,
          durationMillis: options.claims.leaseSeconds * 1000,
          responseStatus: null,
          errorCode: 'TIMEOUT',
          responseExcerpt: null,
          isManual,
        };
        const next = nextAfter(schedule, lost, step, Math.random(), Date.now());
        return { urn, attempt, discardReason: null, ...next, attempts: [...attempts, record].slice(-keptAttempts) };
      }),
    );
  });
}

/** Something to wait for, for a while at most. */
interface Bell {
  readonly ring: () => void;
  wait(milliseconds: number): Promise<void>;
}

function createBell(): Bell {
  const state: { hasRung: boolean; wake: () => void } = { hasRung: false, wake: () => undefined };
  return {
    ring() {
      state.hasRung = true;
      state.wake();
    },
    async wait(milliseconds) {
      if (!state.hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          state.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      state.hasRung = false;
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
