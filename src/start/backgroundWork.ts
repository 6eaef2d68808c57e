// Starts the work that runs without a request: events, subscriptions, webhooks, schedule, filling the search index.
import type { KeyObject } from 'node:crypto';
import type { Services } from '../engine/context.ts';
import { startFillingSearchIndex } from '../actions/search/fillSearchIndex.ts';
import { startIndexingQueue } from '../actions/search/indexQueue.ts';
import type { AppParts } from './parts.ts';
import type { Observe } from '../domain/observation.ts';
import { startEvents } from '../events/startEvents.ts';
import type { Faces } from './faces.ts';
import { describeResource } from '../rest/response/describeResource.ts';
import { startSchedule } from './schedule.ts';
import { startWebhooks } from '../webhooks/startWebhooks.ts';

/** What the work needs. */
export interface WorkParts {
  readonly parts: AppParts;
  readonly services: Services;
  readonly faces: Faces;
  /** The key deliveries are signed with. */
  readonly signingKey: KeyObject;
  readonly report: (error: unknown) => void;
  readonly observe: Observe;
}

/** Work that runs until it is stopped. */
export interface Work {
  stop(): Promise<void>;
  /** Comes last: requests that still run may wait for an event. */
  stopEvents(): Promise<void>;
}

/** Starts all of it. Rejects when the database is lost meanwhile. */
export async function startWork({ parts, services, faces, signingKey, report, observe }: WorkParts): Promise<Work> {
  const { config, logger, streamLimits: limits, webhookOptions: options } = parts;
  const { database } = services;
  const { eventRetentionDays: retentionDays, nats, trustedProxies } = config;
  const { schema, isAllowedOrigin } = faces;
  const events = await startEvents({ database, retentionDays, nats, onEpoch: services.eventLog.note, report });
  const callers = { isAllowedOrigin, trustedProxies };
  faces.subscriptions.start({ schema, services, events: events.source, ...callers, report, observe, limits });
  const webhooks = startWebhooks({
    services,
    signingKey,
    describe: (...what) => describeResource(services, ...what),
    report: (error) => logger.error({ err: error }, 'delivering webhooks failed'),
    observe,
    ...(options ? { options } : {}),
  });
  const wakes = [events.source.onEvents(() => webhooks.wake()), database.onAnnounced(() => webhooks.wake())];
  const stopSchedule = startSchedule({ ...services, isLeading: () => events.isLeading(), report, observe });
  const stopFilling = startFillingSearchIndex({ database, report });
  const stopIndexing = startIndexingQueue({ database, report });
  return {
    async stop() {
      for (const stopWaking of wakes) stopWaking();
      await webhooks.stop();
      await stopSchedule();
      await stopFilling();
      await stopIndexing();
    },
    stopEvents: () => events.stop(),
  };
}
