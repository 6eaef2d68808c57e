// What the delivery of webhooks works with, and all that can be set about it.
import type { KeyObject } from 'node:crypto';
import type { Services } from '../engine/context.ts';
import type { ClaimLimits } from '../database/events/claimStore.ts';
import type { HealthLimits } from '../database/events/webhookHealthStore.ts';
import type { Observe } from '../domain/observation.ts';
import type { Resolve } from './destination.ts';
import type { RetrySchedule } from './schedule.ts';

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
  readonly report: (error: unknown) => void;
  readonly observe: Observe;
  readonly options: WorkerOptions;
}
