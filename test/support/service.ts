// The service as its users see it: listening on a free port, with its own database and a client for both faces.
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import { createTenant } from '../../src/actions/access/bootstrap.ts';
import type { Services } from '../../src/engine/context.ts';
import { startApp, type App } from '../../src/start/app.ts';
import type { AppParts } from '../../src/start/parts.ts';
import { readConfig } from '../../src/config/config.ts';
import { createClient, type Client } from './client.ts';
import { createDatabase } from './database.ts';

/** How another process differs. */
export type OtherProcess = Pick<AppParts, 'hasTextPlan' | 'rateOptions'> & {
  readonly environment?: Readonly<Record<string, string>>;
};

/** A running service that its users do not close. */
export interface SharedService {
  readonly url: string;
  /** The address of the operator's metrics; null without METRICS_PORT. */
  readonly metricsUrl: string | null;
  readonly databaseUrl: string;
  readonly services: Services;
  /** Texts of the statements sent so far; a test slices it to count. */
  readonly statements: readonly string[];
  /** A new tenant of its own, with a company-level client: tests never see one another. */
  tenant(): Promise<Tenant>;
  /** A client without a token, or with any token. */
  client(token: string | null): Client;
  /** A second process of the same database, simulated in this one; closed before the first. */
  another(others?: OtherProcess): Promise<App>;
}

/** A running service of a test file of its own. */
export interface TestService extends SharedService {
  close(): Promise<void>;
}

/** A tenant and its administrator. */
export interface Tenant extends Client {
  readonly company: string;
  readonly token: string;
}

let shared: Promise<SharedService> | undefined;

/** Webhooks are delivered to receivers on this machine. */
export const receiverHere = { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' };

/**
 * The service of the files that need no settings of their own and read and change nothing but their tenants. Those that one worker runs
 * one after the other share it: what it has planned and compiled for one, the next need not wait for. It ends with the worker.
 */
export function sharedService(): Promise<SharedService> {
  return (shared ??= startService(receiverHere));
}

/** The files that follow in this worker share another service. The one that they shared ends with the worker, too. */
export function leaveSharedService(): void {
  shared = undefined;
}

/** Starts a service. Settings are given as environment variables; `prepare` runs before it is ready; `way` leads to its database. */
export async function startService(
  environment: Readonly<Record<string, string>> = {},
  parts: Pick<
    AppParts,
    'localCode' | 'webhookOptions' | 'streamLimits' | 'rateOptions' | 'connections' | 'budget' | 'pressure' | 'say'
  > &
    Partial<Pick<AppParts, 'logger' | 'onStatement'>> & {
      readonly way?: (databaseUrl: string) => Promise<string>;
    } = {},
  prepare: (services: Services) => Promise<void> = async () => undefined,
): Promise<TestService> {
  const database = await createDatabase();
  const dataDir = mkdtempSync(path.join(inject('dataFolder'), 'service-'));
  const statements: string[] = [];
  const given = {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_POOL: '4',
    DEMO: '0',
    RATE_LIMITS: '0',
    // What was just written is found, on a busy machine too; the tests of partial results say how long they wait.
    SEARCH_WAIT_MS: '20000',
    ...environment,
  };
  const logger = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  // Background work of every process is not part of a request.
  const hear = (text: string): void => {
    if (!/^\/\* (webhooks|search|schedule|unread) \*\//.test(text)) statements.push(text);
  };
  const { way, ...own } = parts;
  const databaseUrl = way ? await way(database.url) : database.url;
  const start = ({ environment: more, ...others }: OtherProcess = {}): Promise<App> =>
    startApp(
      {
        config: readConfig({ ...given, ...more }),
        databaseUrl,
        logger,
        onStatement: ({ text }) => hear(text),
        ...own,
        ...others,
      },
      prepare,
    );
  const app = await start();
  return {
    url: app.url,
    metricsUrl: app.metricsUrl,
    databaseUrl: database.url,
    services: app.services,
    statements,
    async tenant() {
      const made = await createTenant(app.services, { name: 'Tenant', token: null });
      return { ...createClient(app.url, made.token), company: made.companyUrn, token: made.token };
    },
    client: (token) => createClient(app.url, token),
    another: start,
    async close() {
      await app.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
