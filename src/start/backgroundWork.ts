// Starts the work that runs without a request: events, subscriptions, webhooks, unread counts of large groups, schedule, filling the
// search index.
import type { KeyObject } from 'node:crypto';
import type { Services } from '../engine/context.ts';
import { startCountingUnread } from '../actions/community/countUnread.ts';
import { startFillingSearchIndex } from '../actions/search/fillSearchIndex.ts';
import { startIndexingQueue } from '../actions/search/indexQueue.ts';
import type { AppParts } from './parts.ts';
import type { Observe } from '../domain/observation.ts';
import { startEvents } from '../events/startEvents.ts';
import type { Faces } from './faces.ts';
import { startSchedule } from './schedule.ts';
import { startWebhooks } from '../webhooks/worker.ts';

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

const endOf =
  (stopListening: () => void): (() => Promise<void>) =>
  async () =>
    stopListening();

/** Starts what is this process's by its ROLE. Rejects when the database is lost meanwhile. */
export async function startWork({ parts, services, faces, signingKey, report, observe }: WorkParts): Promise<Work> {
  const { config, logger, budget, streamLimits: limits, webhookOptions: options } = parts;
  const { database } = services;
  const { eventRetentionDays: retentionDays, nats, trustedProxies, role } = config;
  const [answers, works] = [role !== 'worker', role !== 'web'];
  const { schema, isAllowedOrigin } = faces;
  const onEpoch = services.eventLog.note;
  const events = await startEvents({ database, mayLead: works, retentionDays, nats, onEpoch, report, observe });
  const callers = { isAllowedOrigin, trustedProxies, budget };
  if (answers)
    faces.subscriptions.start({
      ...{ schema, services, events: events.source, ...callers, report, observe, limits },
      onEditors: (listener) => events.onEditors(listener),
    });
  // What was written here is indexed here, soon, whatever else this process does.
  const stops = [startIndexingQueue({ database, report })];
  // A subscriber that learns of a change can read it.
  if (services.readPositions) stops.unshift(endOf(events.source.onEvents(services.readPositions.seen)));
  if (works) {
    const webhooks = startWebhooks({
      services,
      signingKey,
      report: (error) => logger.error({ err: error }, 'delivering webhooks failed'),
      observe,
      ...(options ? { options } : {}),
    });
    const isLeading = (): boolean => events.isLeading();
    const unread = startCountingUnread({ ...services, isLeading, report });
    const wakes = [
      events.onDeliverable(() => webhooks.wake()),
      events.source.onEvents((tenants) => {
        // Another epoch is announced to every subscription.
        if (tenants.size === 0) webhooks.wake();
        unread.wake();
      }),
      database.onAnnounced(() => unread.wake()),
    ];
    stops.unshift(
      async () => {
        for (const stopWaking of wakes) stopWaking();
        await Promise.all([webhooks.stop(), unread.stop()]);
      },
      startSchedule({ ...services, isLeading, report, observe }),
      startFillingSearchIndex({ database, report }),
    );
  }
  return {
    async stop() {
      for (const stop of stops) await stop();
    },
    stopEvents: () => events.stop(),
  };
}
