// A separate process that runs the service with other webhook delivery settings than the defaults, so that tests need
// not wait a minute for a lease. Its one argument holds the settings as JSON; it prints its address when ready.
import { pino } from 'pino';
import { bootstrap } from '../../src/actions/access/bootstrap.ts';
import { startApp } from '../../src/start/app.ts';
import type { AppParts } from '../../src/start/parts.ts';
import { readConfig } from '../../src/config/config.ts';

interface Options {
  readonly settings: Readonly<Record<string, string>>;
  readonly webhookOptions: AppParts['webhookOptions'];
}

// Our own tests pass it.
const { settings, webhookOptions } = JSON.parse(process.argv[2] ?? '') as Options;
const config = readConfig(settings);
const logger = pino({ level: 'silent' });
const app = await startApp(
  { config, databaseUrl: config.databaseUrl ?? '', logger, ...(webhookOptions ? { webhookOptions } : {}) },
  async (services) => {
    await bootstrap(services, { name: 'Commonplace', token: config.bootstrapToken });
  },
);
process.stdout.write(`${app.url}\n`);
