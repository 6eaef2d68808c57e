// Puts the parts together: database, files, both faces, schedule. Starts nothing by itself but what it is asked to.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Services, SignInParts } from './actions/context.ts';
import { startFillingSearchIndex } from './actions/fillSearchIndex.ts';
import { makeLoaders } from './actions/loaders.ts';
import { makeRemarks } from './actions/remarks.ts';
import { createRequestLimiter, type LimitSettings } from './actions/requestLimiter.ts';
import { recogniseCaller } from './actions/recogniseCaller.ts';
import type { Config } from './config.ts';
import { loadContract, readSchema } from './contract/load.ts';
import type { Contract } from './contract/resource.ts';
import { dataSourceFor, openDatabase, type Database, type DatabaseOptions } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { isKnownOrigin, isReachable, sharedKey } from './database/settingStore.ts';
import { startEvents } from './events/startEvents.ts';
import { ServiceError } from './domain/errors.ts';
import { anonymousViewer } from './domain/viewer.ts';
import type { Observe } from './domain/observation.ts';
import { createImageQueue } from './files/imageQueue.ts';
import { createLocalStorage } from './files/localStorage.ts';
import { createS3Storage } from './files/s3Storage.ts';
import type { FileStorage } from './files/storage.ts';
import { buildGraph } from './graphql/schema.ts';
import { registerGraph } from './graphql/server.ts';
import {
  registerSubscriptions,
  type SubscriptionParts,
  type Subscriptions,
} from './graphql/subscriptions/subscriptions.ts';
import { credentialsOf } from './http/credentials.ts';
import { challengeCallers } from './http/challenge.ts';
import { callerAddress } from './http/callerAddress.ts';
import { registerPages } from './http/pages.ts';
import { limitRequests } from './http/requestLimits.ts';
import { orderlyClose } from './http/orderlyClose.ts';
import { createServer } from './http/server.ts';
import { startMetrics } from './metrics/startMetrics.ts';
import { registerOAuth } from './oauth/oauthRoutes.ts';
import { createTemplateRenderer } from './rendering/template.ts';
import { describeResource } from './rest/describeResource.ts';
import { errorBody } from './rest/errors.ts';
import { registerRest } from './rest/router.ts';
import { startSchedule } from './schedule.ts';
import { registerSignIn } from './signIn/signInRoutes.ts';
import { loadWebhookKeys, type WebhookKeys } from './webhooks/keys.ts';
import { startWebhooks, type WebhooksStart } from './webhooks/startWebhooks.ts';

/** How many images may wait for their turn, and how long. */
const waitingImages = { mostWaiting: 32, longestWait: 10_000 };

/** What an app is made of besides its configuration. */
export interface AppParts {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly logger: FastifyBaseLogger;
  /** Hears every statement before it is sent. */
  readonly onStatement?: DatabaseOptions['onStatement'];
  /** Numbers of webhook delivery other than the usual ones. */
  readonly webhookOptions?: WebhooksStart['options'];
  /** Numbers of subscriptions other than the usual ones. */
  readonly streamLimits?: SubscriptionParts['limits'];
  /** Numbers of request limits other than the configured ones. */
  readonly rateOptions?: Partial<LimitSettings>;
  /** Hears what the operator is to read, such as sign-in links. */
  readonly say?: (line: string) => void;
  /** Hears of each migration that was run. */
  readonly onMigration?: (name: string) => void;
}

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

/** Connects to the database, migrated, with the options every process uses. */
async function connect(parts: AppParts, contract: Contract): Promise<Database> {
  const options: DatabaseOptions = {
    url: parts.databaseUrl,
    contract,
    poolSize: parts.config.databasePool,
    onConnectionLost: (error) => parts.logger.warn({ err: error }, 'a connection to PostgreSQL was lost'),
    ...(parts.onStatement ? { onStatement: parts.onStatement } : {}),
  };
  const source = await dataSourceFor({ ...options, poolSize: 2 }).initialize();
  try {
    await migrate(source, parts.onMigration);
  } finally {
    await source.destroy();
  }
  return openDatabase(options);
}

/** Everything the actions need, on an open database. */
async function makeServices(
  parts: AppParts,
  contract: Contract,
  database: Database,
  baseUrl: string,
): Promise<Services> {
  const { config } = parts;
  const report = (error: unknown): void => parts.logger.warn({ err: error }, 'request rates were not kept');
  return {
    contract,
    database,
    files: storageOf(config),
    images: createImageQueue({ ...waitingImages, atOnce: config.imagesAtOnce }),
    templates: createTemplateRenderer(),
    cursorKey: await sharedKey(database, 'cursor key'),
    baseUrl,
    webhooks: webhookKeysOf(config).parts,
    signIn: signInParts(config, baseUrl),
    limits: {
      itemsPerEntity: config.itemsPerEntity,
      imageBytes: config.imageBytes,
      accessTokenMinutes: config.accessTokenMinutes,
    },
    limiter: config.rates ? createRequestLimiter(database, { ...config.rates, ...parts.rateOptions }, report) : null,
  };
}

function signInParts({ signIn }: Config, baseUrl: string): SignInParts {
  const { idleSeconds, longestSeconds, sameSite, oidc, printsLinks, companyUrn } = signIn;
  return {
    session: { idleSeconds, longestSeconds },
    cookie: { isSecure: baseUrl.startsWith('https:'), sameSite },
    isOffered: oidc !== null || printsLinks,
    companyUrn,
  };
}

function webhookKeysOf(config: Config): WebhookKeys {
  const { secretKey, signingKey, allowedRanges } = config.webhooks;
  return loadWebhookKeys({ dataDir: config.dataDir, secretKey, signingKey }, allowedRanges);
}

function storageOf(config: Config): FileStorage {
  return config.s3 ? createS3Storage(config.s3) : createLocalStorage(path.resolve(config.dataDir, 'files'));
}

/** Starts listening. `prepare` runs before the first request, with the services ready. */
export async function startApp(parts: AppParts, prepare: (services: Services) => Promise<void>): Promise<App> {
  const { config, logger } = parts;
  const contract = loadContract();
  const database = await connect(parts, contract);
  const report = (error: unknown): void => logger.error({ err: error }, 'work in the background failed');
  const metrics = await startMetrics({ database, address: config.metrics, report });
  const { observe } = metrics;
  const holder: { services?: Services } = {};
  const servicesNow = (): Services => {
    if (!holder.services) throw new ServiceError('UNAVAILABLE', 'The service is starting.');
    return holder.services;
  };
  const isAllowedOrigin = (origin: string): Promise<boolean> => isKnownOrigin(database, origin);
  const app = await createServer({
    logger,
    observe,
    bodyLimit: config.bodyBytes,
    isAllowedOrigin,
    errorAnswer: (error, request) => inFaceOf(request.url, errorBody(error, request)),
  });
  const contextFor = requestContexts(app, servicesNow, config.trustedProxies);
  const schema = buildGraph(contract);
  const apollo = await registerGraph(app, {
    schema,
    contextFor,
    report: (bug, requestId) => logger.error({ err: bug, requestId }, 'a resolver failed'),
  });
  const subscriptions = registerSubscriptions(app);
  registerRest(app, { contract, contextFor });
  registerOAuth(app, servicesNow);
  challengeCallers(app, () => servicesNow().baseUrl);
  const signInReport = (problem: unknown): void => logger.warn({ err: problem }, 'a sign-in failed');
  const { say = () => undefined } = parts;
  registerSignIn(app, { services: servicesNow, contextFor, settings: config.signIn, report: signInReport, say });
  offerPages(app, servicesNow, async () => holder.services !== undefined && isReachable(database));
  const closeServer = orderlyClose(app);
  await app.ready();
  // The address is part of every answer, so the services are made once it is known; listening comes last.
  const port = await reservePort(app, config);
  const baseUrl = config.baseUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${String(port)}`;
  const services = await makeServices(parts, contract, database, baseUrl);
  await prepare(services);
  holder.services = services;
  const work = await startWork({ parts, services, subscriptions, schema, isAllowedOrigin, report, observe });
  return {
    services,
    url: baseUrl,
    metricsUrl: metrics.url,
    async close() {
      await subscriptions.stop();
      await work.stop();
      await closeServer();
      await apollo.stop();
      await work.stopEvents();
      await services.limiter?.stop();
      await metrics.stop();
      await database.close();
    },
  };
}

interface WorkParts {
  readonly parts: AppParts;
  readonly services: Services;
  readonly subscriptions: Subscriptions;
  readonly schema: SubscriptionParts['schema'];
  readonly isAllowedOrigin: SubscriptionParts['isAllowedOrigin'];
  readonly report: (error: unknown) => void;
  readonly observe: Observe;
}

interface Work {
  stop(): Promise<void>;
  /** Comes last: requests that still run may wait for an event. */
  stopEvents(): Promise<void>;
}

// What goes on without a request: events, subscriptions, webhooks, schedule.
async function startWork(work: WorkParts): Promise<Work> {
  const { services, schema, isAllowedOrigin, report, observe } = work;
  const { config, logger, streamLimits: limits, webhookOptions: options } = work.parts;
  const { contract, database } = services;
  const { eventRetentionDays: retentionDays, nats } = config;
  const events = await startEvents({ database, retentionDays, nats, report });
  const { trustedProxies } = config;
  const callers = { isAllowedOrigin, trustedProxies };
  work.subscriptions.start({ schema, services, events: events.source, ...callers, report, observe, limits });
  const webhooks = startWebhooks({
    services,
    signingKey: webhookKeysOf(config).signingKey,
    describe: (...what) => describeResource(services, ...what),
    report: (error) => logger.error({ err: error }, 'delivering webhooks failed'),
    observe,
    ...(options ? { options } : {}),
  });
  const stopWaking = events.source.onEvents(() => webhooks.wake());
  const stopSchedule = startSchedule({ contract, database, report });
  const stopFilling = startFillingSearchIndex({ database, report });
  return {
    async stop() {
      stopWaking();
      await webhooks.stop();
      await stopSchedule();
      await stopFilling();
    },
    stopEvents: () => events.stop(),
  };
}

function offerPages(app: FastifyInstance, services: () => Services, isReady: () => Promise<boolean>): void {
  // Printed by `npm run generate` as an object.
  const openapi = JSON.parse(
    readFileSync(new URL('../schema/generated/openapi.json', import.meta.url), 'utf8'),
  ) as Record<string, unknown>;
  registerPages(app, {
    schemaText: readSchema(true),
    openapi: () => ({ ...openapi, servers: [{ url: services().baseUrl }] }),
    isReady,
  });
}

// What goes wrong before a face has the request is told in the words of the face it was meant for.
function inFaceOf(url: string, answer: ReturnType<typeof errorBody>): ReturnType<typeof errorBody> {
  if (!/^\/graphql(\/stream)?(\?|$)/.test(url)) return answer;
  const { detail, code, httpCode, requestId } = answer.body;
  const headers = { ...answer.headers, 'Content-Type': 'application/json; charset=utf-8' };
  return { ...answer, headers, body: { errors: [{ message: detail, extensions: { code, httpCode, requestId } }] } };
}

// Listens right away, so that the port is ours; requests that come before the services are ready are
// told UNAVAILABLE.
async function reservePort(app: FastifyInstance, config: Config): Promise<number> {
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : config.port;
}

/** Who sends a request: counts it under that caller, and makes the context that actions are given. */
function requestContexts(
  app: FastifyInstance,
  services: () => Services,
  trustedProxies: Config['trustedProxies'],
): (request: FastifyRequest) => Promise<Context> {
  const callerOf = limitRequests(app, {
    identify: async ({ headers, method }) => {
      const now = services();
      return recogniseCaller(now, credentialsOf(headers, method, now.signIn.cookie.isSecure));
    },
    admit: async ({ ip: peer, headers }, viewer) => {
      const address = callerAddress({ peer, forwardedFor: headers['x-forwarded-for'] }, trustedProxies);
      return (await services().limiter?.admit(viewer ?? anonymousViewer, address)) ?? null;
    },
  });
  return async (request) => {
    const now = services();
    const { caller, admission } = await callerOf(request);
    const { viewer, session } = caller;
    const csrfToken = session?.csrfToken ?? null;
    const acceptLanguage = request.headers['accept-language'] ?? null;
    const loaders = makeLoaders(now, viewer);
    return {
      ...now,
      viewer,
      requestId: request.id,
      loaders,
      csrfToken,
      admission,
      remarks: makeRemarks(),
      acceptLanguage,
    };
  };
}
