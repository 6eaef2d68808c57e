// Puts the parts together, in their order: faces that answer, a database, services, work; and closes them in theirs.
import type { Services } from '../engine/context.ts';
import type { AppParts } from './parts.ts';
import { connect } from './connect.ts';
import { loadContract } from '../contract/load.ts';
import type { Database } from '../database/connection/database.ts';
import { ServiceError } from '../domain/errors.ts';
import { buildFaces, type Faces } from './faces.ts';
import { makeServices } from './services.ts';
import { startMetrics, type RunningMetrics } from '../metrics/metricsServer.ts';
import { startWork } from './backgroundWork.ts';
import { ConfigError, type Config } from '../config/config.ts';
import { listening } from './listening.ts';
import { agreedValue } from '../database/connection/settingStore.ts';
import { loadWebhookKeys } from '../webhooks/keys.ts';
import { exportTraces, type Traces } from '../tracing/exportTraces.ts';

/** A service that listens. */
export interface App {
  readonly services: Services;
  /** The address callers use. */
  readonly url: string;
  /** The address the operator's metrics are read at; null for none. */
  readonly metricsUrl: string | null;
  /** Stops taking requests, lets those that run finish, and closes everything. */
  close(): Promise<void>;
}

/**
 * Starts the service. It listens early, to claim the port: until it is ready, requests fail with UNAVAILABLE and it
 * waits for a PostgreSQL that is not reachable. `prepare` runs before the first request, with the services ready.
 * Rejects, and has closed what it opened, when the start fails.
 */
export async function startApp(parts: AppParts, prepare: (services: Services) => Promise<void>): Promise<App> {
  const contract = loadContract();
  // PostgreSQL does its part while the faces are built.
  const connecting = connect(parts, contract);
  connecting.catch(() => undefined);
  const traces = parts.config.tracesEndpoint === null ? null : await exportTraces(parts.config.tracesEndpoint);
  const now: { services?: Services; metrics?: RunningMetrics } = {};
  const faces = await buildFaces({
    parts,
    traces,
    contract,
    services: () => {
      if (!now.services)
        throw new ServiceError('UNAVAILABLE', 'The service is starting.', [], { retryAfterSeconds: 1 });
      return now.services;
    },
    observe: (observation) => now.metrics?.observe(observation),
  });
  const opened: Opened[] = [faces, ...(traces ? [traces] : [])];
  try {
    const baseUrl = addressOf(parts, await faces.listen());
    const database = await connecting;
    opened.push(database);
    return await startOn(database, { parts, faces, traces, baseUrl, now, prepare, opened });
  } catch (error) {
    for (const part of opened) await part.close();
    throw error;
  }
}

function keysOf({ dataDir, webhooks }: Config): ReturnType<typeof loadWebhookKeys> {
  const { secretKey, signingKey, allowedRanges } = webhooks;
  try {
    return loadWebhookKeys({ dataDir, secretKey, signingKey }, allowedRanges);
  } catch (error) {
    throw new ConfigError(
      `The webhook keys in DATA_DIR cannot be used (${error instanceof Error ? error.message : String(error)}): set DATA_DIR to another directory, or WEBHOOK_SECRET_KEY and WEBHOOK_SIGNING_KEY.`,
    );
  }
}

// Secrets that another process sealed could not be opened here, and deliveries would stand still without a word.
async function requireSameKeys(database: Database, fingerprint: string): Promise<void> {
  if ((await agreedValue(database, 'webhook keys', fingerprint)) === fingerprint) return;
  throw new ConfigError(
    'This process has other webhook keys than those the database was used with: give every process the same' +
      ' WEBHOOK_SECRET_KEY and WEBHOOK_SIGNING_KEY, or the same DATA_DIR.',
  );
}

/** What a start that fails closes, first to last. */
interface Opened {
  close(): Promise<void>;
}

interface Start {
  readonly parts: AppParts;
  readonly faces: Faces;
  readonly traces: Traces | null;
  readonly baseUrl: string;
  readonly now: { services?: Services; metrics?: RunningMetrics };
  readonly prepare: (services: Services) => Promise<void>;
  readonly opened: Opened[];
}

async function startOn(database: Database, start: Start): Promise<App> {
  const { parts, faces, traces, baseUrl, now, prepare, opened } = start;
  const { config, logger } = parts;
  const report = (error: unknown): void => logger.error({ err: error }, 'work in the background failed');
  const metrics = await listening(startMetrics({ database, address: config.metrics, isReady: faces.isReady, report }), {
    ...(config.metrics ?? config),
    settings: { port: 'METRICS_PORT', host: 'METRICS_HOST' },
  });
  opened.unshift({ close: () => metrics.stop() });
  const keys = keysOf(config);
  await requireSameKeys(database, keys.fingerprint);
  const services = await makeServices(parts, database, keys, { baseUrl, observe: metrics.observe });
  const stopServices = async (): Promise<void> => {
    await services.limiter?.stop();
    await services.rendering.stop();
    services.images.stop();
  };
  opened.unshift({ close: stopServices });
  await prepare(services);
  now.services = services;
  now.metrics = metrics;
  const { observe } = metrics;
  const work = await startWork({ parts, services, faces, signingKey: keys.signingKey, report, observe });
  faces.begin();
  return {
    services,
    url: baseUrl,
    metricsUrl: metrics.url,
    async close() {
      await faces.subscriptions.stop();
      await work.stop();
      await faces.close();
      await work.stopEvents();
      await stopServices();
      await metrics.stop();
      await database.close();
      await traces?.close();
    },
  };
}

function addressOf({ config: { baseUrl, host } }: AppParts, port: number): string {
  return baseUrl ?? `http://${host === '0.0.0.0' ? 'localhost' : host}:${String(port)}`;
}
