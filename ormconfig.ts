// The DataSource for TypeORM's own commands, such as `npx typeorm-ts-node-esm migration:show -d ormconfig.ts`. Needs
// DATABASE_URL; the service itself opens its database in src/database/database.ts with the same options.
import { readConfig } from './src/config.ts';
import { loadContract } from './src/contract/load.ts';
import { dataSourceFor } from './src/database/database.ts';

const url = readConfig().databaseUrl;
if (url === null) throw new Error('Set DATABASE_URL to the PostgreSQL server that the command is meant for.');

export default dataSourceFor({ url, contract: loadContract(), poolSize: 2 });
