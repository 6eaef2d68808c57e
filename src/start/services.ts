// Makes what actions work with, as the configuration says: keys, file storage, image queue, limits.
import path from 'node:path';
import type { LogMark, Services, SignInParts } from '../engine/context.ts';
import { changeListeners, kindOf } from '../actions/kinds.ts';
import { createCallers } from '../actions/access/callers.ts';
import { createPageOrigins } from '../actions/access/pageOrigins.ts';
import { createEventStates } from '../engine/eventStates.ts';
import { describeResource } from '../rest/response/describeResource.ts';
import { createReadPositions } from '../engine/readPositions.ts';
import { createRegisteredDocuments } from '../actions/access/registeredDocuments.ts';
import { createRequestLimiter } from '../actions/access/requestLimiter.ts';
import type { AppParts } from './parts.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/connection/database.ts';
import { knownPast } from '../database/events/epochStore.ts';
import { sharedKey } from '../database/connection/settingStore.ts';
import type { Observe } from '../domain/observation.ts';
import { createLocalStorage } from '../files/localStorage.ts';
import { createImageWork } from '../files/imageWork.ts';
import { createS3Storage } from '../files/s3Storage.ts';
import type { FileStorage } from '../files/storage.ts';
import { createRenderPool } from '../rendering/renderPool.ts';
import { createTemplateRenderer } from '../rendering/template.ts';
import type { WebhookKeys } from '../webhooks/keys.ts';

/** What a service is made with besides. */
interface ServiceSite {
  /** The address callers use. */
  readonly baseUrl: string;
  readonly observe: Observe;
}

/** Everything the actions need, on an open database. */
export async function makeServices(
  parts: AppParts,
  database: Database,
  keys: WebhookKeys,
  { baseUrl, observe }: ServiceSite,
): Promise<Services> {
  const { config } = parts;
  const report = (error: unknown): void => parts.logger.warn({ err: error }, 'request rates were not kept');
  const callers = createCallers(database);
  const eventLog = logMark((await knownPast(database)).epoch, callers.forget);
  const cursorKey = await sharedKey(database, 'cursor key');
  const services: Services = {
    contract: database.contract,
    kindOf,
    changeListeners,
    states: createEventStates(() => services, describeResource),
    database,
    eventLog,
    callers,
    readPositions: createReadPositions({ database, callers, eventLog, key: cursorKey }),
    documents: createRegisteredDocuments(database),
    origins: createPageOrigins(database),
    files: storageOf(config),
    images: createImageWork(config.imagesAtOnce, observe),
    templates: createTemplateRenderer(),
    rendering: createRenderPool(),
    cursorKey,
    baseUrl,
    webhooks: keys.parts,
    signIn: signInParts(config, baseUrl),
    limits: {
      itemsPerEntity: config.itemsPerEntity,
      imageBytes: config.imageBytes,
      imageCacheBytes: config.imageCacheBytes,
      viewCacheBytes: config.viewCacheBytes,
      deletedDays: config.deletedDays,
      historyRetentionDays: config.historyRetentionDays,
      accessAuditDays: config.accessAuditDays,
      unusedFileHours: config.unusedFileHours,
      searchWaitMillis: config.searchWaitMillis,
      accessTokenMinutes: config.accessTokenMinutes,
    },
    reportBug: (bug, requestId) => parts.logger.error({ err: bug, requestId }, 'a part of a request failed'),
    limiter: config.rates ? createRequestLimiter(database, { ...config.rates, ...parts.rateOptions }, report) : null,
  };
  return services;
}

function logMark(first: number, onOther: () => void): LogMark {
  let epoch = first;
  return {
    get epoch() {
      return epoch;
    },
    note(other) {
      if (other !== epoch) onOther();
      epoch = other;
    },
  };
}

function signInParts({ signIn }: Config, baseUrl: string): SignInParts {
  const { idleSeconds, longestSeconds, sameSite, oidc, printsLinks, hasPasskeys, companyUrn } = signIn;
  return {
    session: { idleSeconds, longestSeconds },
    cookie: { isSecure: baseUrl.startsWith('https:'), sameSite },
    isOffered: oidc !== null || printsLinks || hasPasskeys,
    hasPasskeys,
    companyUrn,
  };
}

/** Where the bytes of images are kept, as the configuration says. */
export function storageOf(config: Config): FileStorage {
  return config.s3 ? createS3Storage(config.s3) : createLocalStorage(path.resolve(config.dataDir, 'files'));
}
