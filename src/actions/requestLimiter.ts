// How much a caller may send: requests of an API client, of all clients of a tenant, and of an address without a valid
// token; and what its operations of the graph may cost. Every process of one database counts together. Resource
// reference 1.10; docs/decisions/0012-limits-are-leased.md.
import DataLoader from 'dataloader';
import type { Database } from '../database/database.ts';
import { forgetOldRates, takeSlices, type Slice, type SliceRequest } from '../database/requestRateStore.ts';
import { ServiceError } from '../domain/errors.ts';
import { largestOperationCost } from '../domain/operationCost.ts';
import type { Viewer } from '../domain/viewer.ts';
import { Allowance, type AllowanceSize, type Standing } from './allowance.ts';

/** The numbers of the limits. */
export interface LimitSettings {
  /** Requests at once, where a tenth of the limit is not more. */
  readonly burst: number;
  /** Requests a minute of all API clients of one tenant, and of one address without a valid token. */
  readonly perOwner: number;
  readonly perAddress: number;
  /** Cost of operations a minute, for each request of the same minute. */
  readonly costPerRequest: number;
  /** Length of the window, a minute unless told otherwise. */
  readonly windowSeconds?: number;
}

/** What a caller may still send. Resource reference 7.6. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** When the oldest request leaves the window. */
  readonly resetTimestamp: string;
  readonly costLimit: number;
  readonly costRemaining: number;
}

/** How one of the limits stands that a request is counted in. */
export interface PolicyStanding {
  readonly name: 'requests' | 'burst' | 'owner' | 'cost';
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** A request that was counted. */
export interface Admission {
  /** RATE_LIMITED, when the request is not to be served; else null. */
  readonly refusal: ServiceError | null;
  /** Counts what an operation costs. Throws RATE_LIMITED when that is more than is left. */
  chargeCost(cost: number): Promise<void>;
  /** Takes a statement when no operation of the caller has been counted here yet. */
  state(): Promise<RateState>;
  /** The limits as they stand; that of cost once something was charged. */
  policies(): readonly PolicyStanding[];
}

/** Counts requests. */
export interface RequestLimiter {
  /** Counts one request. An address counts for callers who are neither client nor person. Throws UNAVAILABLE when nothing can count. */
  admit(viewer: Viewer, address: string): Promise<Admission>;
  stop(): Promise<void>;
}

const minute = 60;
const tickMillis = 1_000;
const ticksBetweenCleanings = 60;

/** A limiter on the database that the service shares with its other processes. */
export function createRequestLimiter(
  database: Database,
  settings: LimitSettings,
  report: (error: unknown) => void,
): RequestLimiter {
  const windowSeconds = settings.windowSeconds ?? minute;
  const allowances = allowancesOf(database, windowSeconds, report);
  const sized = (limit: number): AllowanceSize => ({
    limit,
    burst: Math.min(limit, Math.max(settings.burst, Math.ceil(limit / 10))),
  });
  return {
    admit: async (viewer, address) => {
      const client = viewer.oauth?.clientUrn ?? viewer.clientUrn;
      const own = ownOf(viewer) ?? address;
      const limit = client === null ? settings.perAddress : (viewer.requestsPerMinute ?? settings.perOwner);
      const requests: Counted = { allowance: allowances.get(`requests ${own}`), size: sized(limit) };
      const owner: Counted[] =
        client === null || viewer.tenantUrn === null
          ? []
          : [{ allowance: allowances.get(`owner ${viewer.tenantUrn}`), size: sized(settings.perOwner) }];
      // Never below one operation of the largest size, or that one could never run.
      const costLimit = Math.max(largestOperationCost, limit * settings.costPerRequest);
      const cost: Counted = {
        allowance: allowances.get(`cost ${own}`),
        size: { limit: costLimit, burst: costLimit },
      };
      const refusal = await spendAll([requests, ...owner]);
      return admissionOf({ requests, owner: owner[0] ?? null, cost, refusal, windowSeconds });
    },
    stop: () => allowances.stop(),
  };
}

// A person counts for itself, and by an OAuth token apart in each client that has one.
function ownOf({ clientUrn, identityUrn, oauth }: Viewer): string | null {
  if (clientUrn !== null || oauth === null) return clientUrn ?? identityUrn;
  return `${oauth.clientUrn} ${String(identityUrn)}`;
}

interface Counted {
  readonly allowance: Allowance;
  readonly size: AllowanceSize;
}

// One request counts in all of them or in none.
async function spendAll(counted: readonly Counted[]): Promise<ServiceError | null> {
  const cells = await Promise.all(counted.map(({ allowance, size }) => allowance.spend(1, size)));
  const refusing = counted.filter((_, at) => cells[at] === null);
  if (refusing.length === 0) return null;
  counted.forEach(({ allowance }, at) => {
    const cell = cells[at] ?? null;
    if (cell !== null) allowance.giveBack(1, cell);
  });
  return limited('Too many requests.', Math.max(...refusing.map(({ allowance }) => allowance.secondsUntil(1))));
}

function limited(message: string, seconds: number): ServiceError {
  return new ServiceError('RATE_LIMITED', message, [], { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
}

interface AdmissionParts {
  readonly requests: Counted;
  readonly owner: Counted | null;
  readonly cost: Counted;
  readonly refusal: ServiceError | null;
  readonly windowSeconds: number;
}

function admissionOf({ requests, owner, cost, refusal, windowSeconds }: AdmissionParts): Admission {
  let isCharged = false;
  const policy = (name: PolicyStanding['name'], counted: Counted): PolicyStanding => {
    const { remaining, resetSeconds } = counted.allowance.standing();
    return { name, limit: counted.size.limit, windowSeconds, remaining, resetSeconds };
  };
  return {
    refusal,
    async chargeCost(units) {
      isCharged = true;
      const { allowance, size } = cost;
      if ((await allowance.spend(units, size)) !== null) return;
      throw limited('The operations of the last minute cost too much.', allowance.secondsUntil(units));
    },
    async state() {
      // Spending nothing tells how it stands.
      if (!isCharged) await cost.allowance.spend(0, cost.size);
      const { limit, remaining, resetSeconds } = requests.allowance.standing();
      const { limit: costLimit, remaining: costRemaining } = cost.allowance.standing();
      const resetTimestamp = new Date(Date.now() + resetSeconds * 1000).toISOString();
      return { limit, remaining, resetTimestamp, costLimit, costRemaining };
    },
    policies() {
      const all = [policy('requests', requests), burstOf(requests.allowance.standing(), windowSeconds)];
      if (owner) all.push(policy('owner', owner));
      if (isCharged) all.push(policy('cost', cost));
      return all;
    },
  };
}

// A burst is whole again after the time that so many evenly spaced requests take.
function burstOf({ limit, burst, burstRemaining }: Standing, windowSeconds: number): PolicyStanding {
  const gap = windowSeconds / limit;
  return {
    name: 'burst',
    limit: burst,
    windowSeconds: Math.ceil(burst * gap),
    remaining: burstRemaining,
    resetSeconds: (burst - burstRemaining) * gap,
  };
}

// Whatever keeps the database from counting, the request can be sent again.
function cannotCount(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  throw new ServiceError('UNAVAILABLE', undefined, [], { retryAfterSeconds: 1 });
}

interface Allowances {
  get(key: string): Allowance;
  stop(): Promise<void>;
}

// Questions of one turn of the event loop are one statement.
function allowancesOf(database: Database, windowSeconds: number, report: (error: unknown) => void): Allowances {
  const slices = new DataLoader<SliceRequest, Slice>(
    async (requests) => {
      const taken = await takeSlices(database, requests, windowSeconds).catch(cannotCount);
      const found = new Map(taken.map((slice) => [slice.key, slice]));
      return requests.map(({ key }) => found.get(key) ?? new ServiceError('UNAVAILABLE'));
    },
    { cache: false, maxBatchSize: 500 },
  );
  const known = new Map<string, Allowance>();
  let ticks = 0;
  const tick = async (): Promise<void> => {
    const idleSince = performance.now() - 2 * windowSeconds * 1000;
    await Promise.all([...known.values()].map((allowance) => allowance.settle()));
    for (const [key, allowance] of known) if (allowance.touched < idleSince) known.delete(key);
    ticks += 1;
    if (ticks % ticksBetweenCleanings === 0) await forgetOldRates(database, windowSeconds);
  };
  let ticking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    ticking = tick().catch(report);
  }, tickMillis);
  timer.unref();
  return {
    get(key) {
      const allowance = known.get(key) ?? new Allowance(key, windowSeconds, (request) => slices.load(request));
      known.set(key, allowance);
      return allowance;
    },
    stop() {
      clearInterval(timer);
      return ticking;
    },
  };
}
