// `npm run migrate`: brings the database of DATABASE_URL (or the embedded one) to this version without starting the
// service. The service does the same at its start.
import path from 'node:path';
import { readConfig } from '../src/config.ts';
import { loadContract } from '../src/contract/load.ts';
import { dataSourceFor } from '../src/database/database.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embeddedPostgres.ts';
import { migrate } from '../src/database/migrate.ts';
import { say } from '../src/say.ts';

const config = readConfig();
const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: path.resolve(config.dataDir) });
const source = dataSourceFor({ url: config.databaseUrl ?? embedded?.url ?? '', contract: loadContract(), poolSize: 2 });
await source.initialize();
try {
  await migrate(source, (name) => say(`migrated: ${name}`));
  say('the database is at this version');
} finally {
  await source.destroy();
  await embedded?.stop();
}
