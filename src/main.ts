// Starts and stops the process: configuration, the embedded PostgreSQL when no other is given, the first tenant, signals.
import path from 'node:path';
import { pino } from 'pino';
import { bootstrap } from './actions/bootstrap.ts';
import { startApp, type App } from './app.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { startEmbeddedPostgres } from './database/embedded/embeddedPostgres.ts';
import { writeDemo } from './demo/writeDemo.ts';
import { say } from './say.ts';

async function main(): Promise<void> {
  const started = performance.now();
  const config = readConfig();
  const logger = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: false }));
  const postgres = await findPostgres(config);
  const app = await startApp(
    { config, databaseUrl: postgres.url, logger, say, onMigration: (name) => say(`migrated: ${name}`) },
    async (services) => {
      const tenant = await bootstrap(services, { name: 'Commonplace', token: config.bootstrapToken });
      // Said as soon as it is kept: whoever stops the process while the demo is written still has it.
      if (tenant && !config.bootstrapToken) say(`admin token, shown only now: ${tenant.token}`);
      if (tenant && config.writesDemo) {
        say('writing demo content');
        const restrictedToken = await writeDemo(services, tenant);
        say(`token of a restricted content client, shown only now: ${restrictedToken}`);
      }
    },
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  tell(app, seconds);

  let isStopping = false;
  const stop = (signal: string): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    // Requests that do not end in time are cut; nothing acknowledged is lost by it.
    setTimeout(() => process.exit(1), config.shutdownSeconds * 1000).unref();
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
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

interface Postgres {
  readonly url: string | Promise<string>;
  stop(): Promise<void>;
}

// The one that is given, or our own. Answers as soon as that one is under way: it comes up while the rest is built.
async function findPostgres({ databaseUrl, dataDir }: Config): Promise<Postgres> {
  if (databaseUrl !== null) return { url: databaseUrl, stop: async () => undefined };
  let isUnderWay: () => void = () => undefined;
  const underWay = new Promise<void>((resolve) => (isUnderWay = resolve));
  const report = (progress: string): void => {
    say(progress);
    isUnderWay();
  };
  const starting = startEmbeddedPostgres({ dataDir: path.resolve(dataDir), report });
  await Promise.race([underWay, starting]);
  return { url: starting.then(({ url }) => url), stop: async () => (await starting).stop() };
}

function tell({ url, metricsUrl, services }: App, seconds: string): void {
  say(`ready in ${seconds} s`);
  say(`  graph   ${url}/graphql`);
  say(`  IDE     ${url}/graphql/ide`);
  say(`  REST    ${url}/n/v1, described in ${url}/openapi.json`);
  if (services.signIn.isOffered) say(`  sign in ${url}/signin`);
  if (metricsUrl) say(`  metrics ${metricsUrl}`);
}

/** Resolves when the service is ready. */
export const started = main().catch((error: unknown) => {
  const message =
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
