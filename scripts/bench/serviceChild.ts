// A process of the service for the benches: as `npm start` creates it, except for the limit on streams of one token; it
// reports to its parent when each commit has ended.
import { pino } from 'pino';
import { bootstrap } from '../../src/actions/access/bootstrap.ts';
import { startApp } from '../../src/start/app.ts';
import { readConfig } from '../../src/config/config.ts';

const [databaseUrl = '', dataDir = '', token = ''] = process.argv.slice(2);
const config = readConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  METRICS_PORT: '0',
  WEBHOOK_ALLOWED_RANGES: '127.0.0.1/32',
  RATE_LIMITS: '0',
  // All callers of a bench come from one address.
  MAX_CONNECTIONS: '20000',
  MAX_CONNECTIONS_PER_ADDRESS: '20000',
  LOG_LEVEL: process.env['BENCH_LOG'] ?? 'error',
});
const logger = pino({ level: config.logLevel ?? 'info' }, pino.destination({ fd: 2, sync: false }));
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
