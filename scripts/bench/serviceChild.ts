// A process of the service for the benches: as `npm start` makes it, but for the limit on streams of one token, and it
// tells its parent when each commit had ended.
import { pino } from 'pino';
import { bootstrap } from '../../src/actions/bootstrap.ts';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';

const [databaseUrl = '', dataDir = '', token = ''] = process.argv.slice(2);
const config = readConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  METRICS_PORT: '0',
  WEBHOOK_ALLOWED_RANGES: '127.0.0.1/32',
  RATE_LIMITS: '0',
  LOG_LEVEL: process.env['BENCH_LOG'] ?? 'error',
});
const logger = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: false }));
const made: { company: string | null } = { company: null };
const app = await startApp(
  { config, databaseUrl, logger, streamLimits: { streamsPerToken: 100_000 } },
  async (services) => {
    const tenant = await bootstrap(services, { name: 'Bench', token });
    made.company = tenant?.companyUrn ?? null;
    services.database.onAnnounced(() => process.send?.(performance.timeOrigin + performance.now()));
  },
);
// Nothing outlives the run, however it ends.
process.on('disconnect', () => process.exit(0));
process.on('message', () => {
  void app.close().then(() => process.exit(0));
});
process.send?.({ url: app.url, metricsUrl: app.metricsUrl, company: made.company });
