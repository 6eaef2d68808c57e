// The delivery worker of a process: claimed deliveries are sent while claiming continues, and their outcome is
// recorded. Any number of processes may run it; what one leaves behind another takes over. The
// numbers are those of the resource reference 9.4 to 9.6.
import { giveBack, reserve, type Claimed, type Unbegun } from '../database/events/claimStore.ts';
import type { AttemptRecord, Completion } from '../database/events/completionStore.ts';
import { createAuthSchemes } from './authSchemes.ts';
import { claimWhileRunning, type Batch } from './claimLoop.ts';
import { deliver, type DeliverParts, type Outcome, type Sending } from './deliver.ts';
import { createConnections, resolveBySystem } from './destination.ts';
import { createLedger, disableAll, type Entry } from './ledger.ts';
import { prepareBatch, putBack, sendingOf } from './prepare.ts';
import { isOverloaded, nextAfter, defaultSchedule } from './schedule.ts';
import { groupBy } from '../domain/groupBy.ts';
import { createSignal } from '../domain/signal.ts';
import type { WorkerOptions, WorkerParts } from './workerParts.ts';
import type { KeyObject } from 'node:crypto';
import type { Services } from '../engine/context.ts';
import type { Observe } from '../domain/observation.ts';

/** A running loop. */
export interface Worker {
  /** Looks for work at once. */
  wake(): void;
  stop(): Promise<void>;
}

/** Starts delivering. */
function startWorker(parts: WorkerParts): Worker {
  const { services, options, report } = parts;
  const running = new Set<Promise<void>>();
  const signal = createSignal();
  const state = { isStopped: false, isAbandoned: false, preparing: 0 };
  const connections = createConnections({
    connectMillis: options.connectMillis,
    perSubscription: options.claims.perSubscription,
  });
  const ledger = createLedger({
    services,
    health: options.health,
    observe: parts.observe,
    report,
    onWritten: signal.ring,
  });
  const { resolve, totalMillis } = options;
  const { allowedRanges } = services.webhooks;
  const sender = { connections, schemes: createAuthSchemes(), allowedRanges, resolve, totalMillis };
  const start = (claimed: Claimed, body: string, clock: () => number): void => {
    const attempt = attemptOnce(parts, sender, { claimed, body }, clock).then((entry) => {
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
  const loop = claimWhileRunning(parts, state, {
    signal,
    free: () => options.inFlight - running.size - state.preparing,
    send,
  });
  return {
    wake: signal.ring,
    async stop() {
      state.isStopped = true;
      signal.ring();
      await loop;
      const ended = createSignal();
      void untilEmpty(running).then(ended.ring);
      await ended.wait(options.stopMillis);
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

// Starts what may be sent, and records what may not.
async function prepareAndStart(
  parts: WorkerParts,
  { claimed, requestedAt, claimedAt }: Batch,
  start: (claimed: Claimed, body: string, clock: () => number) => void,
  record: (entries: readonly Entry[]) => void,
): Promise<void> {
  const { services } = parts;
  const { ready, completions, clientless } = await prepareBatch(services, claimed);
  const tooLate: Completion[] = [];
  for (const [subscription, taken] of groupBy(claimed, (one) => one.subscription.urn)) {
    const own = ready.filter((one) => one.claimed.subscription.urn === subscription);
    // What is not to be sent holds a slot all the same.
    let unused = taken.length - own.length;
    const areTests = own.every((one) => one.claimed.isTest);
    const inTime = await howManyInTime(parts, { subscription, count: own.length, areTests }, requestedAt);
    for (const [at, { claimed: one, body }] of own.entries()) {
      const clock = (): number => Date.parse(one.now) + performance.now() - claimedAt;
      const { expiration } = one.subscription;
      const hasEnded = !one.isTest && expiration !== null && clock() >= Date.parse(expiration);
      if (at < inTime && !hasEnded) start(one, body, clock);
      else {
        tooLate.push(putBack(one));
        if (at < inTime) unused += 1;
      }
    }
    if (unused > 0) await giveBack(services.database, { subscription, count: unused }, parts.options.claims);
  }
  if (tooLate.length > 0) parts.observe({ kind: 'DELIVERIES_PUT_BACK', count: tooLate.length });
  try {
    await disableAll(services, clientless, 'CLIENT_DISABLED');
  } finally {
    // What was put back is not claimed again while its subscription still seems to be on.
    const unsent = [...completions, ...tooLate];
    if (unsent.length > 0) record(unsent.map((completion) => ({ completion, health: null, disable: null })));
  }
}

/** How often the worker tries again when the pace is used up. */
const mostReserved = 3;

// An attempt that begins later than its claim assumed could exceed a receiver's limit per minute: it gives its slot back and needs room in
// the pace as it is now. Those that do not begin hold no slot.
async function howManyInTime(
  { services, options: { claims } }: WorkerParts,
  { subscription, count, areTests }: Unbegun,
  requestedAt: number,
): Promise<number> {
  let since = requestedAt;
  let allowed = count;
  const isLate = (): boolean => performance.now() - since > claims.lateSeconds * 1_000;
  for (let tries = 0; isLate() && allowed > 0; tries += 1) {
    if (tries === mostReserved) {
      await giveBack(services.database, { subscription, count: allowed }, claims);
      return 0;
    }
    since = performance.now();
    allowed = await reserve(services.database, { subscription, count: allowed, areTests }, claims);
  }
  return allowed;
}

async function attemptOnce(
  parts: WorkerParts,
  sender: DeliverParts,
  { claimed, body }: { readonly claimed: Claimed; readonly body: string },
  clock: () => number,
): Promise<Entry> {
  const { options, observe } = parts;
  const began = clock();
  const sending = signed(parts, claimed, body, began);
  const outcome = sending ? await deliver(sender, sending) : unsent;
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
    ownHeaders: sending && shownHeaders(sending),
  };
  return entryOf(options, { claimed, outcome, record, digest: sending?.digest ?? null }, ended);
}

const unsent: Outcome = { status: null, error: 'SECRET', excerpt: null, retryAfter: null };

// What cannot be signed is an attempt that failed: it is recorded like any other, and tried again when the key is back.
function signed(
  { services, signingKey, report }: WorkerParts,
  claimed: Claimed,
  body: string,
  now: number,
): Sending | null {
  try {
    return sendingOf(services, signingKey, { claimed, body, now });
  } catch (error) {
    report(error);
    return null;
  }
}

// The scheme says how the receiver was to know the sender; what follows it is secret.
function shownHeaders({ ownHeaders, credentials }: Sending): Readonly<Record<string, string>> {
  const schemes: Readonly<Record<string, string>> = { BASIC: 'Basic ***', BEARER: 'Bearer ***', DIGEST: 'Digest ***' };
  const authorization = schemes[credentials.auth];
  return authorization === undefined ? ownHeaders : { ...ownHeaders, authorization };
}

function entryOf(
  options: WorkerOptions,
  {
    claimed,
    outcome,
    record,
    digest,
  }: {
    readonly claimed: Claimed;
    readonly outcome: Outcome;
    readonly record: AttemptRecord;
    readonly digest: string | null;
  },
  now: number,
): Entry {
  const { urn, attempt, isTest, subscription } = claimed;
  // A test is tried once: its caller is waiting for the result.
  const schedule = isTest ? { ...options.schedule, waits: [] } : options.schedule;
  const next = nextAfter(schedule, outcome, claimed.step, { random: Math.random(), now });
  const isSuccess = outcome.error === null;
  const reason = outcome.status === 410 ? 'GONE_410' : outcome.error === 'TARGET_REFUSED' ? 'TARGET_REFUSED' : null;
  return {
    completion: {
      urn,
      attempt,
      discardReason: null,
      record,
      bodyDigest: digest,
      ...next,
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

/** The numbers that hold unless others are given. */
const defaultOptions: WorkerOptions = {
  schedule: defaultSchedule,
  claims: { subscriptions: 50, perSubscription: 10, leaseSeconds: 60, minuteSeconds: 60, lateSeconds: 1 },
  health: { slowSeconds: 300, failingSeconds: 5 * 24 * 3600, failingAttempts: 20 },
  resolve: resolveBySystem,
  connectMillis: 10_000,
  totalMillis: 15_000,
  inFlight: 200,
  pollMillis: 5_000,
  stopMillis: 5_000,
};

/** What starting needs; `options` replace the numbers above. */
export interface WebhooksStart {
  readonly services: Services;
  readonly signingKey: KeyObject;
  /** Called for what went wrong here; receivers that fail are no news. */
  readonly report: (error: unknown) => void;
  readonly observe: Observe;
  readonly options?: Partial<WorkerOptions>;
}

/** Starts delivering; `stop` ends it, leaving what it cannot finish to other processes. */
export function startWebhooks({ options, ...parts }: WebhooksStart): Worker {
  return startWorker({ ...parts, options: { ...defaultOptions, ...options } });
}
