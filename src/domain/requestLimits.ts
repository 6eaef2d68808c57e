// The result of counting a request: whether it is admitted, and what is left of each limit. Resource reference 1.10, 7.6.
import type { ServiceError } from './errors.ts';
import type { Viewer } from './viewer.ts';

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
export interface QuotaState {
  readonly name: 'requests' | 'burst' | 'owner' | 'cost';
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Of the limit of cost: what the request was charged. */
  readonly price?: number;
}

/** What the quotas of API clients are computed from. Resource reference 1.10. */
export interface QuotaRules {
  readonly windowSeconds: number;
  /** What operations may cost in a window: for each request of the client's limit, and at least. */
  readonly costPerRequest: number;
  readonly leastCost: number;
}

/** A request that was counted. */
export interface Admission {
  readonly rules: QuotaRules;
  /** RATE_LIMITED, when the request is not to be served; else null. */
  readonly refusal: ServiceError | null;
  /** Counts what an operation costs. Throws RATE_LIMITED when that is more than is left. */
  chargeCost(cost: number): Promise<void>;
  /** Counts neither the request nor its cost: it is not answered under this admission. */
  takeBack(): void;
  /** Counts what an answered request has cost beyond that: as much of it as is left. */
  chargeSpent(cost: number): Promise<void>;
  /** Takes a statement when no operation of the caller has been counted here yet. */
  state(): Promise<RateState>;
  /** The limits as they stand; that of cost once something was charged. */
  policies(): readonly QuotaState[];
}

/** Counts requests. */
export interface RequestLimiter {
  /** Counts one request. An address counts for callers who are neither client nor person. Throws UNAVAILABLE when nothing can count. */
  admit(viewer: Viewer, address: string): Promise<Admission>;
  /** Counts what an answer to a client or a person has cost that is no answer to a request: as much of it as is left. */
  chargeSpent(viewer: Viewer, cost: number): Promise<void>;
  stop(): Promise<void>;
}

/** Most objects that one operation may touch, as estimated before it runs. Resource reference 1.10. */
export const largestOperationCost = 10_000;

/** What each operation of a bulk costs beside what it spends: as many as there may be cost one operation of the largest size. */
export const bulkOperationCost = 100;

/** What each item costs that the return of a page changes: as many as there may be cost one operation of the largest size. */
export const returnedItemCost = 10;

/** Longest document of the graph, in characters. Resource reference 1.10. */
export const longestDocument = 65_536;
