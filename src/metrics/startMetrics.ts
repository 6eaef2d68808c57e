// Starts monitoring for the operator: the metrics and the port that serves them, or nothing when it is off.
import type { Database } from '../database/connection/database.ts';
import type { Observe } from '../domain/observation.ts';
import { createMetrics } from './metrics.ts';
import { startMetricsServer } from './metricsServer.ts';
import { readOperatorState } from './operatorState.ts';

/** What the metrics are made of. */
export interface MetricsStart {
  readonly database: Database;
  /** Where they are read; null for nowhere, and then nothing is counted. */
  readonly address: { readonly port: number; readonly host: string } | null;
  readonly report: (error: unknown) => void;
}

/** Metrics at work. */
export interface RunningMetrics {
  readonly observe: Observe;
  /** The address they are read at; null for none. */
  readonly url: string | null;
  stop(): Promise<void>;
}

/** Starts the metrics of this process. Rejects when their port is taken. */
export async function startMetrics({ database, address, report }: MetricsStart): Promise<RunningMetrics> {
  if (!address) return { observe: () => undefined, url: null, stop: async () => undefined };
  const metrics = createMetrics(() => readOperatorState(database, report));
  const server = await startMetricsServer({ ...address, metrics, report });
  return { observe: metrics.observe, url: server.url, stop: () => server.close() };
}
