// One HTTP server with everything callers can reach: the graph, REST, OAuth, sign-in, pages. Needs no database to stand.
import { demoCompany } from '../domain/demo.ts';
import { ServiceError } from '../domain/errors.ts';
import type { FastifyInstance } from 'fastify';
import { listening } from './listening.ts';
import type { Services } from '../engine/context.ts';
import type { AppParts } from './parts.ts';
import { readSchema } from '../contract/load.ts';
import { openapiInThread } from '../contract/print/openapiThread.ts';
import type { Contract } from '../contract/resource.ts';
import { isCompany } from '../database/connection/settingStore.ts';
import { isReachable } from '../database/connection/reachable.ts';
import type { Observe } from '../domain/observation.ts';
import { buildGraph } from '../graphql/schema.ts';
import { registerGraph } from '../graphql/server.ts';
import {
  registerSubscriptions,
  type SubscriptionParts,
  type Subscriptions,
} from '../graphql/subscriptions/subscriptions.ts';
import { challengeCallers } from '../http/credentials.ts';
import { callerAddress, isTrustedProxy } from '../http/callerAddress.ts';
import { createConnections, usualConnections, type Connections } from '../http/connections.ts';
import { registerLocalLink } from '../http/localLink.ts';
import { createIdempotencyKeys, type IdempotencyKeys } from '../http/idempotency.ts';
import { orderlyClose } from '../http/orderlyClose.ts';
import { renderGuide } from '../rendering/guide.ts';
import { sectionsOf } from '../rendering/guideSections.ts';
import { registerPages, type PublicPages } from '../http/pages.ts';
import { readerOf } from '../http/reader.ts';
import { shedUnderPressure, usualPressure, watchPressure, type Pressure } from '../http/pressure.ts';
import { createReadiness } from '../http/readiness.ts';
import type { AnswerError } from '../http/rawAnswer.ts';
import { createServer } from '../http/server.ts';
import { registerOAuth } from '../oauth/oauthRoutes.ts';
import { requestContexts, type RequestContexts } from './requestContexts.ts';
import { errorBody } from '../rest/response/errors.ts';
import { registerRest } from '../rest/router.ts';
import { registerPreviewPage } from '../rest/routes/previewPage.ts';
import { registerSignIn, type SignInRouteParts } from '../signIn/signInRoutes.ts';
import type { Traces } from '../tracing/exportTraces.ts';

/** A server that does not listen yet. */
export interface Faces {
  readonly schema: SubscriptionParts['schema'];
  readonly subscriptions: Subscriptions;
  readonly isAllowedOrigin: (origin: string) => Promise<boolean>;
  /** Takes the port of the configuration; answers the one it got. Rejects when it is taken. */
  listen(): Promise<number>;
  /** Whether this process can answer requests: its database is there, and memory is left. */
  readonly isReady: () => Promise<boolean>;
  /** Says that requests are answered from now on. */
  begin(): void;
  /** Answers the requests that run, and closes. */
  close(): Promise<void>;
}

/** What they stand on. */
export interface FacesParts {
  readonly parts: AppParts;
  readonly contract: Contract;
  /** Throws UNAVAILABLE, which is then the answer, as long as there are none. */
  readonly services: () => Services;
  readonly observe: Observe;
  readonly traces: Traces | null;
}

/** Builds the faces. Throws when SDL and code do not fit. */
export async function buildFaces(all: FacesParts): Promise<Faces> {
  const { parts, traces, contract, services, observe } = all;
  const { config, logger } = parts;
  const isAllowedOrigin = async (origin: string): Promise<boolean> => services().origins.maySend(origin);
  const connections = connectionsFor(parts);
  const keys = createIdempotencyKeys();
  const pressure = pressureOf(parts, observe);
  const schema = buildGraph(contract);
  const errorAnswer: AnswerError = (error, request) => inFaceOf(request.url, errorBody(error, request));
  const app = await createServer({
    beforeCoding: (server) => keys.keepAnswers(server),
    connections,
    logger,
    observe,
    bodyLimit: config.bodyBytes,
    origins: () => services().origins,
    errorAnswer,
  });
  traces?.watch(app);
  shedUnderPressure(app, pressure);
  if (config.role === 'worker') refuseRequests(app);
  // Before idempotency keys: an answer that is repeated goes where the request wants it, too.
  const subscriptions = registerSubscriptions(app, pressure, errorAnswer);
  const contexts = contextsFor(app, all, keys);
  const apollo = await registerGraph(app, {
    schema,
    contract,
    hasTextPlan: parts.hasTextPlan ?? true,
    isSchemaOpen: config.isSchemaOpen,
    contexts,
    report: (bug, requestId) => logger.error({ err: bug, requestId }, 'a resolver failed'),
  });
  const rest = { contract, contexts };
  registerRest(app, rest);
  registerPreviewPage(app, rest);
  registerOAuth(app, services);
  challengeCallers(app, () => services().baseUrl);
  registerSignIn(app, {
    services,
    contextFor: (request) => contexts.of(request),
    settings: config.signIn,
    ...signInReports(parts),
  });
  const isReady = readiness(services, pressure);
  registerPages(app, { ...documents(services), isReady, renderGuide, sectionsOf });
  if (parts.localCode) registerLocalLink(app, parts.localCode, services);
  const closeServer = orderlyClose(app);
  await app.ready();
  return {
    schema,
    subscriptions,
    isAllowedOrigin,
    listen: () => listenOn(app, config),
    isReady,
    begin: () => pressure.begin(),
    async close() {
      await closeServer();
      await apollo.stop();
    },
  };
}

function pressureOf({ logger, pressure }: AppParts, observe: Observe): Pressure {
  const log = (facts: object, message: string): void => logger.warn(facts, message);
  return watchPressure({ ...usualPressure, ...pressure }, { observe, log });
}

function contextsFor(
  app: FastifyInstance,
  { parts: { config, logger, budget }, services }: FacesParts,
  keys: IdempotencyKeys,
): RequestContexts {
  const report = (error: unknown): void =>
    logger.warn({ err: error }, 'an answer was not kept for its idempotency key');
  return requestContexts(app, services, config.trustedProxies, { keys, budget, report });
}

// Those of a trusted proxy are many callers'.
function connectionsFor({ config, connections }: AppParts): Connections {
  return createConnections({ ...usualConnections, ...config.connections, ...connections }, (peer) =>
    isTrustedProxy(peer, config.trustedProxies) ? null : callerAddress({ peer, forwardedFor: undefined }, []),
  );
}

// A worker says how it is, and nothing else: a request that comes to it is better sent to another process.
function refuseRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (/^\/(healthz|readyz)(\?|$)/.test(request.url)) return;
    throw new ServiceError('UNAVAILABLE', 'This process does not serve requests.', [], { retryAfterSeconds: 1 });
  });
}

async function listenOn(app: FastifyInstance, { port, host }: AppParts['config']): Promise<number> {
  await listening(app.listen({ port, host }), { port, host, settings: { port: 'PORT', host: 'HOST' } });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : port;
}

const signInReports = ({ logger, say = () => undefined }: AppParts): Pick<SignInRouteParts, 'report' | 'say'> => ({
  report: (problem) => logger.warn({ err: problem }, 'a sign-in failed'),
  say,
});

function readiness(services: () => Services, pressure: Pressure): () => Promise<boolean> {
  // There may be no database yet.
  const isReady = createReadiness(async () => isReachable(services().database));
  return async () => {
    try {
      return !pressure.isHigh() && (await isReady());
    } catch {
      return false;
    }
  };
}

function documents(services: () => Services): Omit<PublicPages, 'isReady' | 'renderGuide' | 'sectionsOf'> {
  let known: boolean | null = null;
  return {
    schemaText: readSchema,
    baseUrl: () => services().baseUrl,
    openapi: (part) => openapiInThread(services().baseUrl, part),
    readerOf: (request) => readerOf(services(), request),
    async hasDemo() {
      try {
        return (known = await isCompany(services().database, demoCompany));
      } catch (error) {
        // The pages are there while the database is not, and say what they said before.
        if (known === null) throw error;
        return known;
      }
    },
  };
}

// An error before a face has the request is reported in the format of the face it was meant for.
function inFaceOf(url: string, answer: ReturnType<typeof errorBody>): ReturnType<typeof errorBody> {
  if (!/^\/graphql(\/stream)?(\?|$)/.test(url)) return answer;
  const { detail, code, httpCode, requestId } = answer.body;
  const headers = { ...answer.headers, 'Content-Type': 'application/json; charset=utf-8' };
  return { ...answer, headers, body: { errors: [{ message: detail, extensions: { code, httpCode, requestId } }] } };
}
