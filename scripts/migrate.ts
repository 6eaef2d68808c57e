// `npm run migrate`: brings the database of DATABASE_URL (or the embedded one) to this version without starting the
// service. The service does the same at its start.
import path from 'node:path';
import { readConfig } from '../src/config/config.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embeddedPostgres.ts';
import { migrate } from '../src/database/connection/migrate.ts';
import { print } from './print.ts';

const config = readConfig();
const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: path.resolve(config.dataDir) });
try {
  await migrate(config.databaseUrl ?? embedded?.url ?? '', {
    onMigration: (name) => print(`migrated: ${name}`),
    onProgress: print,
  });
  print('the database is at this version');
} finally {
  await embedded?.stop();
}
