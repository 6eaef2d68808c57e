// Directus on a copy of the tables of the service, into which it writes its own: relations that the tables do not say are
// said, and one administrator has a token of fixed text. Its caches are off, as they are unless one is configured.
import { createRequire } from 'node:module';
import pg from 'pg';
import { serveChild } from '../../scripts/bench/childServer.ts';

const [databaseUrl = '', token = ''] = process.argv.slice(2);
// Its driver knows no address without a host; that of the socket stands in the query.
const address = new URL(databaseUrl.replace('@/', '@socket/'));
const connection = {
  host: address.searchParams.get('host') ?? address.hostname,
  port: Number(address.searchParams.get('port') ?? address.port),
  user: address.username,
  database: address.pathname.slice(1),
};
const settings = {
  PGAPPNAME: address.searchParams.get('application_name') ?? '',
  DB_CLIENT: 'pg',
  DB_HOST: connection.host,
  DB_PORT: String(connection.port),
  DB_USER: connection.user,
  DB_PASSWORD: address.password || 'none',
  DB_DATABASE: connection.database,
  DB_POOL__MIN: '0',
  DB_POOL__MAX: '10',
  SECRET: 'bench',
  TELEMETRY: 'false',
  SERVE_APP: 'false',
  LOG_LEVEL: 'error',
  RATE_LIMITER_ENABLED: 'false',
  PRESSURE_LIMITER_ENABLED: 'false',
  GRAPHQL_QUERY_TOKEN_LIMIT: '20000',
};
Object.assign(process.env, settings);
// Runs scripts of flows and of extensions, and of these there are none. Its binary is built by a script of its install,
// which is not run.
const require = createRequire(createRequire(import.meta.url).resolve('@directus/api'));
const isolated = require.resolve('isolated-vm');
require.cache[isolated] = Object.assign(new (require('node:module') as new (id: string) => NodeModule)(isolated), {
  loaded: true,
  exports: {},
});

const { default: getDatabase } = await import('@directus/api/database/index');
const { default: install } = await import('@directus/api/database/seeds/run');
const { default: migrate } = await import('@directus/api/database/migrations/run');
await install(getDatabase());
await migrate(getDatabase(), 'latest');
const relations = [
  ['item', 'entity', 'entity', 'items'],
  ['item', 'entity_reference', 'entity', 'referrers'],
  ['entity_list_item', 'entity_list', 'entity_list', 'entries'],
  ['entity_list_item', 'entity', 'entity', 'listings'],
  ['thread_post', 'message_thread', 'message_thread', 'posts'],
  ['thread_post', 'author_identity', 'identity', 'written'],
];
const database = new pg.Client({ ...connection, password: address.password });
await database.connect();
// Every urn refers to the registry of urns, and would be a relation in its graph.
await database.query(
  `DO $$ DECLARE one record; BEGIN FOR one IN SELECT conrelid::regclass AS own, conname FROM pg_constraint
    WHERE confrelid = 'resource'::regclass AND conparentid = 0 LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.own, one.conname); END LOOP; END $$`,
);
for (const [many, field, one, reverse] of relations) {
  await database.query(
    `INSERT INTO directus_collections (collection, accountability) VALUES ('${many}', 'all'), ('${one}', 'all') ON CONFLICT DO NOTHING;
     INSERT INTO directus_fields (collection, field, special) VALUES ('${one}', '${reverse}', 'o2m'), ('${many}', '${field}', 'm2o');
     INSERT INTO directus_relations (many_collection, many_field, one_collection, one_field) VALUES ('${many}', '${field}', '${one}', '${reverse}')`,
  );
}
await database.query(
  `INSERT INTO directus_fields (collection, field, special) VALUES ('item', 'value_json', 'cast-json')`,
);
await database.query(
  `WITH policy AS (INSERT INTO directus_policies (id, name, admin_access, app_access) VALUES (gen_random_uuid(), 'Bench', true, true) RETURNING id),
    role AS (INSERT INTO directus_roles (id, name) VALUES (gen_random_uuid(), 'Bench') RETURNING id),
    access AS (INSERT INTO directus_access (id, role, policy) SELECT gen_random_uuid(), role.id, policy.id FROM role, policy)
   INSERT INTO directus_users (id, email, token, role, status) SELECT gen_random_uuid(), 'admin@example.com', $1, id, 'active' FROM role`,
  [token],
);
await database.end();
const { createServer } = await import('@directus/api/server');
serveChild(await createServer());
