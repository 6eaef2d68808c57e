// How much a caller may send: requests of an API client, of all clients of a tenant, and of an address without a valid
// token; and what its operations of the graph may cost; and which API clients are near a limit. Every process of one database counts together. Resource
// reference 1.10; docs/decisions/0012-limits-are-leased.md.
import DataLoader from 'dataloader';
import type { Database } from '../../database/connection/database.ts';
import { ReadOnlyDatabaseError } from '../../database/connection/databaseErrors.ts';
import {
  purgeOldRates,
  quotaKeys,
  takeLeases,
  type Lease,
  type LeaseRequest,
  quotaUse,
  type QuotaUse,
} from '../../database/access/quotaStore.ts';
import { ServiceError, type ErrorExtras } from '../../domain/errors.ts';
import {
  largestOperationCost,
  type Admission,
  type QuotaRules,
  type QuotaState,
  type RequestLimiter,
} from '../../domain/requestLimits.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { createLocalQuotas } from './localQuota.ts';
import { QuotaLease, type QuotaSize, type LeaseState } from './quotaLease.ts';
import { checkLimit } from '../../contract/listQuery.ts';
import { resourceOf } from '../../contract/resource.ts';
import { readScope, requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';

/** The numbers of the limits. */
export interface LimitSettings {
  /** Requests at once, where a tenth of the limit is not more. */
  readonly burst: number;
  /** Requests a minute of all API clients of one tenant, and of one address without a valid token. */
  readonly perOwner: number;
  readonly perAddress: number;
  /** Cost of operations a minute, for each request of the same minute. */
  readonly costPerRequest: number;
  /** Length of the window; defaults to one minute. */
  readonly windowSeconds?: number;
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
  // Never below one operation of the largest size, or that one could never run.
  const rules = { windowSeconds, costPerRequest: settings.costPerRequest, leastCost: largestOperationCost };
  const quotas = quotasOf(database, windowSeconds, report);
  const sized = (limit: number): QuotaSize => ({
    limit,
    burst: Math.min(limit, Math.max(settings.burst, Math.ceil(limit / 10))),
  });
  const limitOf = (viewer: Viewer): number =>
    clientOf(viewer) === null ? settings.perAddress : (viewer.requestsPerMinute ?? settings.perOwner);
  const costOf = (viewer: Viewer, own: string): Counted => {
    const limit = Math.max(rules.leastCost, limitOf(viewer) * rules.costPerRequest);
    return { quota: quotas.get(quotaKeys.cost + own), size: { limit, burst: limit }, whose: 'this caller' };
  };
  return {
    admit: async (viewer, address) => {
      const client = clientOf(viewer);
      const own = ownOf(viewer) ?? address;
      const limit = limitOf(viewer);
      const whose = ownOf(viewer) === null ? 'this address' : 'this caller';
      const requests: Counted = { quota: quotas.get(quotaKeys.requests + own), size: sized(limit), whose };
      const owner: Counted[] =
        client === null || viewer.tenantUrn === null
          ? []
          : [
              {
                quota: quotas.get(`owner ${viewer.tenantUrn}`),
                size: sized(settings.perOwner),
                whose: 'all clients of this tenant together',
              },
            ];
      const cost = costOf(viewer, own);
      const counted = [requests, ...owner];
      const spent = await spendAll(counted);
      return admissionOf({ requests, owner: owner[0] ?? null, cost, spent, rules });
    },
    chargeSpent: async (viewer, units) => {
      const own = ownOf(viewer);
      if (own !== null) await spendWhatIsLeft(costOf(viewer, own), units);
    },
    stop: () => quotas.stop(),
  };
}

const clientOf = ({ clientUrn, oauth }: Viewer): string | null => oauth?.clientUrn ?? clientUrn;

async function spendWhatIsLeft({ quota, size }: Counted, units: number): Promise<void> {
  if ((await quota.spend(units, size)) !== null) return;
  await quota.spend(Math.min(units, quota.standing().burstRemaining), size);
}

// A person counts for itself, and by an OAuth token apart in each client that has one.
function ownOf({ clientUrn, identityUrn, oauth }: Viewer): string | null {
  if (clientUrn !== null || oauth === null) return clientUrn ?? identityUrn;
  return `${oauth.clientUrn} ${String(identityUrn)}`;
}

interface Counted {
  readonly quota: QuotaLease;
  readonly size: QuotaSize;
  /** Who is told that they sent too much. */
  readonly whose: string;
}

/** Units that were counted in a second. */
interface Spent {
  readonly quota: QuotaLease;
  readonly units: number;
  readonly cell: number;
}

const giveBack = (spent: readonly Spent[]): void => {
  for (const { quota, units, cell } of spent) quota.giveBack(units, cell);
};

// One request counts in all of them or in none.
async function spendAll(counted: readonly Counted[]): Promise<readonly Spent[] | ServiceError> {
  const cells = await Promise.all(counted.map(({ quota, size }) => quota.spend(1, size)));
  const refusing = counted.filter((_, at) => cells[at] === null);
  const spent = counted.flatMap(({ quota }, at) => {
    const cell = cells[at] ?? null;
    return cell === null ? [] : [{ quota, units: 1, cell }];
  });
  if (refusing.length === 0) return spent;
  giveBack(spent);
  const waits = refusing.map((one) => ({ ...one, seconds: one.quota.secondsUntil(1) }));
  const [longest] = waits.sort((a, b) => b.seconds - a.seconds);
  return longest ? tooMany(longest, longest.seconds) : spent;
}

function tooMany({ size: { limit, burst }, whose }: Counted, seconds: number): ServiceError {
  const message = `Too many requests of ${whose}: ${String(limit)} a minute are allowed, ${String(burst)} of them at once.`;
  return limited(message, seconds, { limit });
}

function limited(message: string, seconds: number, extras: ErrorExtras): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new ServiceError('RATE_LIMITED', message, [], { ...extras, retryAfterSeconds });
}

function tooDear(units: number, { quota, size: { limit } }: Counted): ServiceError {
  const { remaining } = quota.standing();
  const message = `This costs ${String(units)}; of the ${String(limit)} that operations may cost a minute, ${String(remaining)} are left.`;
  return limited(message, quota.secondsUntil(units), { price: units, limit, remaining });
}

interface AdmissionParts {
  readonly requests: Counted;
  readonly owner: Counted | null;
  readonly cost: Counted;
  readonly spent: readonly Spent[] | ServiceError;
  readonly rules: QuotaRules;
}

function admissionOf({ requests, owner, cost, spent, rules }: AdmissionParts): Admission {
  const { windowSeconds } = rules;
  // What was charged; null as long as nothing was.
  let price: number | null = null;
  const counted: Spent[] = spent instanceof ServiceError ? [] : [...spent];
  const policy = (name: QuotaState['name'], counted: Counted): QuotaState => {
    const { remaining, resetSeconds } = counted.quota.standing();
    return { name, limit: counted.size.limit, windowSeconds, remaining, resetSeconds };
  };
  return {
    rules,
    refusal: spent instanceof ServiceError ? spent : null,
    takeBack: () => giveBack(counted.splice(0)),
    async chargeCost(units) {
      price ??= 0;
      const { quota, size } = cost;
      const cell = await quota.spend(units, size);
      if (cell === null) throw tooDear(units, cost);
      counted.push({ quota, units, cell });
      price += units;
    },
    async chargeSpent(units) {
      price = (price ?? 0) + units;
      await spendWhatIsLeft(cost, units);
    },
    async state() {
      // Spending zero units reports the current state.
      if (price === null) await cost.quota.spend(0, cost.size);
      const { limit, remaining, resetSeconds } = requests.quota.standing();
      const { limit: costLimit, remaining: costRemaining } = cost.quota.standing();
      const resetTimestamp = new Date(Date.now() + resetSeconds * 1000).toISOString();
      return { limit, remaining, resetTimestamp, costLimit, costRemaining };
    },
    policies() {
      const all = [policy('requests', requests), burstOf(requests.quota.standing(), windowSeconds)];
      if (owner) all.push(policy('owner', owner));
      if (price !== null) all.push({ ...policy('cost', cost), price });
      return all;
    },
  };
}

// A burst is whole again after the time that so many evenly spaced requests take.
function burstOf({ limit, burst, burstRemaining }: LeaseState, windowSeconds: number): QuotaState {
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
function refuseUncounted(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  throw new ServiceError('UNAVAILABLE', undefined, [], { retryAfterSeconds: 1 });
}

type Take = (requests: readonly LeaseRequest[]) => Promise<Lease[]>;

/**
 * Takes leases so that what breaks the count of one caller does not touch that of another: after a statement that fails,
 * its leases are taken one by one, and only the broken one is refused with UNAVAILABLE. `report` is called with the reason.
 */
async function takeEach(
  take: Take,
  requests: readonly LeaseRequest[],
  report: (error: unknown) => void,
): Promise<ReadonlyMap<string, Lease | ServiceError>> {
  try {
    return new Map((await take(requests)).map((lease) => [lease.key, lease]));
  } catch (error) {
    if (error instanceof ServiceError) return new Map(requests.map(({ key }) => [key, error]));
    if (requests.length > 1) {
      const each = await Promise.all(requests.map((one) => takeEach(take, [one], report)));
      return new Map(each.flatMap((one) => [...one]));
    }
    report(error);
    return new Map();
  }
}

interface Quotas {
  get(key: string): QuotaLease;
  stop(): Promise<void>;
}

// Questions of one turn of the event loop are one statement.
function quotasOf(database: Database, windowSeconds: number, report: (error: unknown) => void): Quotas {
  const local = createLocalQuotas();
  const leases = new DataLoader<LeaseRequest, Lease>(
    async (requests) => {
      const take: Take = (some) =>
        takeLeases(database, some, windowSeconds).catch((error: unknown) => {
          // Reads go on where nothing can be written.
          if (error instanceof ReadOnlyDatabaseError) return local.take(some, windowSeconds, Date.now() / 1000);
          return refuseUncounted(error);
        });
      const found = await takeEach(take, requests, report);
      return requests.map(({ key }) => found.get(key) ?? new ServiceError('UNAVAILABLE'));
    },
    { cache: false, maxBatchSize: 500 },
  );
  const known = new Map<string, QuotaLease>();
  let ticks = 0;
  const tick = async (): Promise<void> => {
    const idleSince = performance.now() - 2 * windowSeconds * 1000;
    await Promise.all([...known.values()].map((quota) => quota.settle()));
    for (const [key, quota] of known) if (quota.touched < idleSince) known.delete(key);
    ticks += 1;
    if (ticks % ticksBetweenCleanings === 0)
      await purgeOldRates(database, windowSeconds).catch((error: unknown) => {
        if (!(error instanceof ReadOnlyDatabaseError)) throw error;
      });
  };
  let ticking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    ticking = tick().catch(report);
  }, tickMillis);
  timer.unref();
  return {
    get(key) {
      const quota = known.get(key) ?? new QuotaLease(key, windowSeconds, (request) => leases.load(request));
      known.set(key, quota);
      return quota;
    },
    stop() {
      clearInterval(timer);
      return ticking;
    },
  };
}

/** At most `first`, those nearest to a limit first; empty where no limits apply. UNAUTHENTICATED without a token. */
export async function readQuotaUse(context: Context, first: number | null): Promise<readonly QuotaUse[]> {
  requireCaller(context.viewer);
  const limit = checkLimit(first, 'first');
  if (!context.admission) return [];
  const scope = readScope(context.viewer, resourceOf(context.contract, 'ApiClient'));
  return quotaUse(context.database, scope, context.admission.rules, limit);
}
