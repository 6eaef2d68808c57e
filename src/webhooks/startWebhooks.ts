// Starts the delivery of webhooks in this process, with the numbers of the resource reference 9.4 to 9.6.
import type { KeyObject } from 'node:crypto';
import type { Services } from '../engine/context.ts';
import type { Observe } from '../domain/observation.ts';
import { resolveBySystem } from './destination.ts';
import type { DescribeResource } from './eventBody.ts';
import { defaultSchedule } from './schedule.ts';
import { startWorker, type Worker } from './worker.ts';
import type { WorkerOptions } from './workerParts.ts';

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
  readonly describe: DescribeResource;
  /** Hears of what went wrong here; receivers that fail are no news. */
  readonly report: (error: unknown) => void;
  readonly observe: Observe;
  readonly options?: Partial<WorkerOptions>;
}

/** Starts delivering; `stop` ends it, leaving what it cannot finish to other processes. */
export function startWebhooks({ options, ...parts }: WebhooksStart): Worker {
  return startWorker({ ...parts, options: { ...defaultOptions, ...options } });
}
