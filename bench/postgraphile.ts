// PostGraphile 5 on the tables of the service: its preset for those who come from version 4, relations said by tags because
// the tables have no foreign keys, and the write as one function. A pool of ten; nobody signs in.
import { createServer } from 'node:http';
import pg from 'pg';
import { serveChild } from '../scripts/bench/childServer.ts';
import { statements } from '../scripts/bench/questions.ts';

const [databaseUrl = ''] = process.argv.slice(2);
process.env['GRAPHILE_ENV'] = 'production';
// It is written for Node 22.
const promises = Promise as unknown as { withResolvers?: () => unknown };
promises.withResolvers ??= () => {
  const parts: Record<string, unknown> = {};
  parts['promise'] = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
};
const { postgraphile } = await import('postgraphile');
const { PostGraphileAmberPreset } = await import('postgraphile/presets/amber');
const { makePgService } = await import('postgraphile/adaptors/pg');
const { jsonPgSmartTags } = await import('postgraphile/utils');
const { grafserv } = await import('postgraphile/grafserv/node');

const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const write = (statements['write'] ?? '').replace('$2', 'new_value').replace('$1', 'changed_urn');
await pool.query(
  'CREATE SCHEMA IF NOT EXISTS peer; CREATE OR REPLACE FUNCTION peer.change_text_item(changed_urn uuid, new_value text)' +
    ` RETURNS item LANGUAGE sql VOLATILE AS $$ ${write.replace(/SELECT row_to_json.*$/s, 'SELECT * FROM changed')} $$`,
);

const related = (...relations: readonly string[]): object => ({ tags: { foreignKey: relations } });
const tags = jsonPgSmartTags({
  version: 1,
  config: {
    class: {
      item: related(
        '(entity) references entity (urn)|@fieldName page|@foreignFieldName items',
        '(entity_reference) references entity (urn)|@fieldName referred|@foreignFieldName referrers',
      ),
      entity_list_item: related(
        '(entity_list) references entity_list (urn)|@fieldName list|@foreignFieldName entries',
        '(entity) references entity (urn)|@fieldName page|@foreignFieldName listings',
      ),
      thread_post: related(
        '(message_thread) references message_thread (urn)|@fieldName thread|@foreignFieldName posts',
        '(author_identity) references identity (urn)|@fieldName author|@foreignFieldName written',
      ),
    },
  },
});
const service = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [tags],
  // It offers only what an index of its own has; deleted rows have none.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ pool, schemas: ['public', 'peer'], pubsub: false })],
  schema: { defaultBehavior: '+list +resource:list' },
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
}).createServ(grafserv);
const server = createServer();
await service.addTo(server);
serveChild(server);
