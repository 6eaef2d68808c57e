// The DataSource of the service (src/database/connection/dataSource.ts), for TypeORM's own commands, such as `npx tsx node_modules/typeorm/cli.js migration:show -d ormconfig.ts`.
// Needs DATABASE_URL; it has the connection settings and the migrations of the service.
import { readConfig } from './src/config/config.ts';
import { loadContract } from './src/contract/load.ts';
import { dataSourceFor } from './src/database/connection/dataSource.ts';

const url = readConfig().databaseUrl;
if (url === null) throw new Error('Set DATABASE_URL to the PostgreSQL server that the command is meant for.');

export default dataSourceFor(url, loadContract());
