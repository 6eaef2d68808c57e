// Puts the parts together: database, files, both faces, schedule. Starts nothing by itself but what it is asked to.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate } from './actions/authenticate.ts';
import type { Context, Services } from './actions/context.ts';
import { makeLoaders } from './actions/loaders.ts';
import type { Config } from './config.ts';
import { loadContract, readSchema } from './contract/load.ts';
import type { Contract } from './contract/resource.ts';
import { dataSourceFor, openDatabase, type Database, type DatabaseOptions } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { isKnownOrigin, isReachable, sharedKey } from './database/settingStore.ts';
import { startEvents } from './events/startEvents.ts';
import { ServiceError } from './domain/errors.ts';
import { createLocalStorage } from './files/localStorage.ts';
import { createS3Storage } from './files/s3Storage.ts';
import type { FileStorage } from './files/storage.ts';
import { buildGraph } from './graphql/schema.ts';
import { registerGraph } from './graphql/server.ts';
import { registerSubscriptions, type SubscriptionParts } from './graphql/subscriptions/subscriptions.ts';
import { bearerToken } from './http/bearer.ts';
import { registerPages } from './http/pages.ts';
import { orderlyClose } from './http/orderlyClose.ts';
import { createServer } from './http/server.ts';
import { createTemplateRenderer } from './rendering/template.ts';
import { describeResource } from './rest/describeResource.ts';
import { errorBody } from './rest/errors.ts';
import { registerRest } from './rest/router.ts';
import { startSchedule } from './schedule.ts';
import { loadWebhookKeys, type WebhookKeys } from './webhooks/keys.ts';
import { startWebhooks, type WebhooksStart } from './webhooks/startWebhooks.ts';

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
  /** Hears of each migration that was run. */
  readonly onMigration?: (name: string) => void;
}

/** A service that listens. */
export interface App {
  readonly services: Services;
  /** The address callers use. */
  readonly url: string;
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
  return {
    contract,
    database,
    files: storageOf(config),
    templates: createTemplateRenderer(),
    cursorKey: await sharedKey(database, 'cursor key'),
    baseUrl,
    webhooks: webhookKeysOf(config).parts,
    limits: { itemsPerEntity: config.itemsPerEntity, imageBytes: config.imageBytes },
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
  const { config, logger, streamLimits: limits } = parts;
  const contract = loadContract();
  const database = await connect(parts, contract);
  const holder: { services?: Services } = {};
  const servicesNow = (): Services => {
    if (!holder.services) throw new ServiceError('UNAVAILABLE', 'The service is starting.');
    return holder.services;
  };
  const contextFor = requestContexts(servicesNow);
  const isAllowedOrigin = (origin: string): Promise<boolean> => isKnownOrigin(database, origin);
  const app = await createServer({
    logger,
    bodyLimit: config.bodyBytes,
    isAllowedOrigin,
    errorAnswer: (error, request) => inFaceOf(request.url, errorBody(error, request)),
  });
  const schema = buildGraph(contract);
  const apollo = await registerGraph(app, {
    schema,
    contextFor,
    report: (bug, requestId) => logger.error({ err: bug, requestId }, 'a resolver failed'),
  });
  const subscriptions = registerSubscriptions(app);
  registerRest(app, { contract, contextFor });
  offerPages(app, database, servicesNow);
  const closeServer = orderlyClose(app);
  await app.ready();
  // The address is part of every answer, so the services are made once it is known; listening comes last.
  const port = await reservePort(app, config);
  const baseUrl = config.baseUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${String(port)}`;
  const services = await makeServices(parts, contract, database, baseUrl);
  await prepare(services);
  holder.services = services;
  const report = (error: unknown): void => logger.error({ err: error }, 'work in the background failed');
  const events = await startEvents({ database, retentionDays: config.eventRetentionDays, report });
  subscriptions.start({ schema, services, events: events.source, isAllowedOrigin, report, limits });
  const webhooks = startWebhooks({
    services,
    signingKey: webhookKeysOf(config).signingKey,
    describe: (...what) => describeResource(services, ...what),
    report: (error) => logger.error({ err: error }, 'delivering webhooks failed'),
    ...(parts.webhookOptions ? { options: parts.webhookOptions } : {}),
  });
  const stopWaking = events.source.onEvents(() => webhooks.wake());
  const stopSchedule = startSchedule({ contract, database, report });
  return {
    services,
    url: baseUrl,
    async close() {
      await subscriptions.stop();
      stopWaking();
      await webhooks.stop();
      await stopSchedule();
      await closeServer();
      await apollo.stop();
      await events.stop();
      await database.close();
    },
  };
}

function offerPages(app: FastifyInstance, database: Database, services: () => Services): void {
  // Printed by `npm run generate` as an object.
  const openapi = JSON.parse(
    readFileSync(new URL('../schema/generated/openapi.json', import.meta.url), 'utf8'),
  ) as Record<string, unknown>;
  registerPages(app, {
    schemaText: readSchema(true),
    openapi: () => ({ ...openapi, servers: [{ url: services().baseUrl }] }),
    isReady: () => isReachable(database),
  });
}

// What goes wrong before a face has the request is told in the words of the face it was meant for.
function inFaceOf(url: string, answer: ReturnType<typeof errorBody>): ReturnType<typeof errorBody> {
  if (!/^\/graphql(\?|$)/.test(url)) return answer;
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

function requestContexts(services: () => Services): (request: FastifyRequest) => Promise<Context> {
  return async (request) => {
    const now = services();
    const viewer = await authenticate(now, bearerToken(request.headers.authorization));
    const acceptLanguage = request.headers['accept-language'] ?? null;
    return { ...now, viewer, requestId: request.id, loaders: makeLoaders(now, viewer), acceptLanguage };
  };
}
