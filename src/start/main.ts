// Starts and stops the process: configuration, the embedded PostgreSQL when no other is given, the first tenant, signals.
import path from 'node:path';
import type { Logger } from 'pino';
import { bootstrap } from '../actions/access/bootstrap.ts';
import { startApp, type App } from './app.ts';
import { ConfigError, readConfig, type Config } from '../config/config.ts';
import { startEmbeddedPostgres } from '../database/embedded/embeddedPostgres.ts';
import { writeDemo } from '../demo/writeDemo.ts';
import { createLocalCode, isLoopback } from '../http/localLink.ts';
import { runCommand } from './commands.ts';
import { createLogger } from './logs.ts';
import { listenToSignals, type Signals } from './signals.ts';
import { createTerminal, type Terminal } from './terminal.ts';

async function main(): Promise<void> {
  const started = performance.now();
  const signals = listenToSignals(['SIGTERM', 'SIGINT'], () => process.exit(1));
  const config = readConfig();
  const terminal = createTerminal(process.stdout);
  const logger = createLogger({ level: config.logLevel, format: config.logFormat });
  const postgres = await findPostgres(config, terminal);
  // Only where a stranger tries the service: on an embedded database that this machine alone can reach.
  const isLocal = config.databaseUrl === null && config.baseUrl === null && isLoopback(config.host);
  const localCode = isLocal ? createLocalCode() : null;
  const tokens = keepTokens();
  let migrated = 0;
  const app = await startApp(
    {
      config,
      databaseUrl: postgres.url,
      logger,
      localCode,
      say: (line) => terminal.say(line),
      onMigration: () => (migrated += 1),
    },
    async (services) => {
      if (migrated > 0) terminal.step(`Made ${String(migrated)} changes to the tables`);
      const tenant = await bootstrap(services, { name: 'Commonplace', token: config.bootstrapToken });
      if (tenant && !config.bootstrapToken) tokens.keep('admin', tenant.token);
      if (tenant && config.writesDemo) {
        terminal.step('Writing the demo content');
        tokens.keep('reader', await writeDemo(services, tenant));
      }
    },
  );
  terminal.done();
  terminal.say(
    summary({
      url: app.url,
      metricsUrl: app.metricsUrl,
      seconds: (performance.now() - started) / 1000,
      offersSignIn: app.services.signIn.isOffered,
      openUrl: localCode && `${app.url}/desk#open=${localCode.code}`,
      hasDemo: config.writesDemo,
      adminToken: tokens.admin,
      readerToken: tokens.reader,
    }),
  );
  tokens.areShown();

  stopOnSignals(signals, { app, postgres, logger, seconds: config.shutdownSeconds });
}

interface Running {
  readonly app: App;
  readonly postgres: Postgres;
  readonly logger: Logger;
  /** How long requests under way may take to end. */
  readonly seconds: number;
}

function stopOnSignals(signals: Signals, { app, postgres, logger, seconds }: Running): void {
  let isStopping = false;
  signals.answerWith((signal) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    // Requests that do not end in time are cut; nothing acknowledged is lost by it.
    setTimeout(() => process.exit(1), seconds * 1000).unref();
    void app
      .close()
      .then(() => postgres.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'the stop failed');
          process.exit(1);
        },
      );
  });
}

interface Postgres {
  readonly url: string | Promise<string>;
  stop(): Promise<void>;
}

// The one that is given, or our own. Answers as soon as that one is under way: it comes up while the rest is built.
async function findPostgres({ databaseUrl, dataDir }: Config, terminal: Terminal): Promise<Postgres> {
  if (databaseUrl !== null) return { url: databaseUrl, stop: async () => undefined };
  let isUnderWay: () => void = () => undefined;
  const underWay = new Promise<void>((resolve) => (isUnderWay = resolve));
  const report = (progress: string): void => {
    terminal.step(progress);
    isUnderWay();
  };
  const starting = startEmbeddedPostgres({ dataDir: path.resolve(dataDir), report }).catch((error: unknown) => {
    // What it says of its directory and its server is for the operator; a bug keeps its stack.
    throw error instanceof Error && error.name === 'Error' ? new ConfigError(error.message) : error;
  });
  await Promise.race([underWay, starting]);
  return { url: starting.then(({ url }) => url), stop: async () => (await starting).stop() };
}

interface Tokens {
  /** Keeps a token for the summary. */
  keep(name: 'admin' | 'reader', token: string): void;
  readonly admin: string | null;
  readonly reader: string | null;
  /** The summary was printed. */
  areShown(): void;
}

/** The tokens of a first start. An operator who stops it before its summary still sees the administrator's. */
function keepTokens(): Tokens {
  const kept: { admin: string | null; reader: string | null } = { admin: null, reader: null };
  const tokens: Tokens = {
    keep(name, token) {
      kept[name] = token;
    },
    get admin() {
      return kept.admin;
    },
    get reader() {
      return kept.reader;
    },
    areShown() {
      process.off('exit', show);
    },
  };
  const show = (): void => {
    if (kept.admin) process.stdout.write(`\nThe administrator's token: ${kept.admin}\n`);
  };
  process.on('exit', show);
  return tokens;
}

/** What a start has to say. */
interface SummaryParts {
  readonly url: string;
  readonly metricsUrl: string | null;
  readonly seconds: number;
  readonly offersSignIn: boolean;
  /** Shown once, when they are issued. */
  readonly adminToken: string | null;
  readonly readerToken: string | null;
  /** Opens the desk signed in; null where none is offered. */
  readonly openUrl: string | null;
  readonly hasDemo: boolean;
}

/** The lines of the block. */
function summary(parts: SummaryParts): string {
  const { url } = parts;
  const addresses: (readonly [string, string])[] = [
    ['Start page', `${url}/`],
    ['Desk', `${url}/desk`],
    ['GraphQL', `${url}/graphql`],
    ['IDE', `${url}/graphql/ide`],
    ['Operations', `${url}/desk/operations`],
    ['REST', `${url}/n/v1`],
    ['REST reference', `${url}/docs/rest`],
    ['Guides', `${url}/docs`],
  ];
  if (parts.offersSignIn) addresses.push(['Sign in', `${url}/signin`]);
  if (parts.metricsUrl) addresses.push(['Metrics', parts.metricsUrl]);
  return [
    '',
    `Commonplace is ready (${parts.seconds.toFixed(1)} s)`,
    '',
    ...addresses.map(([name, address]) => `  ${name.padEnd(16)}${address}`),
    ...tokenLines(parts),
    ...(parts.openUrl
      ? [
          '',
          'Open the desk signed in (works once, on this machine; the tab gets a token of its own, for 12 hours):',
          `  ${parts.openUrl}`,
        ]
      : []),
    ...(parts.hasDemo ? ['', 'Try:', `  curl '${url}/v/v1/entityview/home?variant=summer'`] : []),
    '',
    'Ctrl-C stops the service.',
    '',
  ].join('\n');
}

function tokenLines({ adminToken, readerToken }: SummaryParts): string[] {
  if (!adminToken && !readerToken) return [];
  return [
    '',
    'Tokens, shown only now:',
    ...(adminToken ? [`  ${'Administrator'.padEnd(16)}${adminToken}`] : []),
    ...(readerToken ? [`  ${'Read-only app'.padEnd(16)}${readerToken}`] : []),
  ];
}

const words = process.argv.slice(2);
const isStart = words.length === 0 || (words.length === 1 && words[0] === 'start');

/** Resolves when the service is ready, or the command that was given has run. */
export const started = (isStart ? main() : runCommand(words).then((code) => void (process.exitCode = code))).catch(
  (error: unknown) => {
    const message =
      error instanceof ConfigError
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
    process.stderr.write(`${message}\n`);
    process.exit(1);
  },
);
