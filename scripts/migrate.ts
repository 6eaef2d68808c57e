// `npm run migrate`: brings the database of DATABASE_URL (or the embedded one) to this version without starting the
// service. The service does the same at its start.
import path from 'node:path';
import { readConfig } from '../src/config.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embeddedPostgres.ts';
import { migrate } from '../src/database/migrate.ts';
import { say } from '../src/say.ts';

const config = readConfig();
const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: path.resolve(config.dataDir) });
try {
  await migrate(config.databaseUrl ?? embedded?.url ?? '', (name) => say(`migrated: ${name}`));
  say('the database is at this version');
} finally {
  await embedded?.stop();
}
