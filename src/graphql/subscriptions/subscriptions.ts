// Subscriptions over both transports, put together: sessions, groups, sockets and event streams.
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { EventSource } from '../../actions/events/eventSource.ts';
import type { Services } from '../../engine/context.ts';
import type { BudgetLimits } from '../../engine/requestBudget.ts';
import { eventCursor } from '../../domain/eventCursor.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Observe } from '../../domain/observation.ts';
import type { AddressRange } from '../../domain/networkAddress.ts';
import { registerEventStream } from './eventStream.ts';
import { createSubscriberGroups } from './subscriberGroups.ts';
import { createSessions } from './session.ts';
import { socketRequests } from './socketRequests.ts';
import { subscriptionSources } from './sources.ts';
import type { Pressure } from '../../http/pressure.ts';
import type { AnswerError } from '../../http/rawAnswer.ts';
import { acceptSockets } from './upgrade.ts';
import type { StreamLimits, StreamParts } from './webSocket.ts';

/** What subscriptions are served with. */
export interface SubscriptionParts {
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly events: EventSource;
  /** Has a listener called with each entity that others edit now, and with null where that may be so of any. */
  readonly onEditors: (listener: (entity: string | null) => void) => () => void;
  /** Whether a page of that origin may connect. */
  readonly isAllowedOrigin: (origin: string) => Promise<boolean>;
  /** Proxies that are believed where a socket comes from. */
  readonly trustedProxies: readonly AddressRange[];
  readonly report: (bug: unknown) => void;
  readonly observe: Observe;
  /** What one answer may spend, if not what any request may. */
  readonly budget: BudgetLimits | undefined;
  /** What differs from the usual limits. */
  readonly limits?: Partial<SubscriptionLimits> | undefined;
}

/** Times and numbers of all streams. */
export interface SubscriptionLimits extends StreamLimits {
  readonly streamsPerToken: number;
  /** How often tokens and web sessions are looked at when nothing happens. */
  readonly checkMillis: number;
}

const usualLimits: SubscriptionLimits = {
  initMillis: 3_000,
  subscriptionsPerSocket: 100,
  pingMillis: 12_000,
  heartbeatMillis: 15_000,
  reservationMillis: 10_000,
  streamsPerToken: 1_000,
  checkMillis: 500,
};

/** Subscriptions of a server; served from `start` until `stop`. */
export interface Subscriptions {
  start(parts: SubscriptionParts): void;
  /** Has every peer reconnect later, and closes its connection. */
  stop(): Promise<void>;
}

/** Registers the paths; must come before the server listens. */
export function registerSubscriptions(
  app: FastifyInstance,
  pressure: Pick<Pressure, 'isHigh'>,
  errorAnswer: AnswerError,
): Subscriptions {
  const state: { parts: StreamParts | null; stops: (() => Promise<void>)[] } = { parts: null, stops: [] };
  const endStreams = registerEventStream(app, () => {
    if (!state.parts) throw new ServiceError('UNAVAILABLE', undefined, [], { retryAfterSeconds: 1 });
    return state.parts;
  });
  return {
    start({ schema, services, events, onEditors, isAllowedOrigin, trustedProxies, report, observe, budget, ...given }) {
      const limits = { ...usualLimits, ...given.limits };
      const { streamsPerToken, checkMillis } = limits;
      const sessions = createSessions({ services, report, streamsPerToken, checkMillis });
      const groups = createSubscriberGroups({
        schema,
        services,
        events,
        sources: subscriptionSources,
        report,
        observe,
        budget,
      });
      const { isSecure } = services.signIn.cookie;
      const answerRequest = socketRequests(app);
      const end = (tenant: string | null): string =>
        eventCursor({ epoch: events.epoch(), sequence: events.end(tenant).sequence });
      const parts = { schema, groups, sessions, limits, report, isSecure, end, answerRequest };
      const ownOrigin = new URL(services.baseUrl).origin;
      const isAllowed = async (origin: string): Promise<boolean> => origin === ownOrigin || isAllowedOrigin(origin);
      state.parts = parts;
      const stopAccepting = acceptSockets(app.server, {
        ...parts,
        isAllowedOrigin: isAllowed,
        isShedding: () => pressure.isHigh(),
        trustedProxies,
        errorAnswer,
      });
      const watch = setInterval(() => void groups.checkWindows().catch(report), checkMillis);
      watch.unref();
      const stopHearing = onEditors((entity) => groups.noteEditors(entity));
      state.stops = [
        stopAccepting,
        async () => sessions.stop(),
        async () => clearInterval(watch),
        async () => stopHearing(),
      ];
    },
    async stop() {
      state.parts = null;
      endStreams();
      await Promise.all(state.stops.map((stop) => stop()));
    },
  };
}
