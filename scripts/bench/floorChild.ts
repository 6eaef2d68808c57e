// The floor of reading: one prepared statement per request on a pool of ten, its JSON passed on as text. No caller, no
// permission, no limits.
import { createServer } from 'node:http';
import pg from 'pg';
import { itemLists } from './pageShape.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

const lists = itemLists.map(({ list, kind, columns }) => {
  const selected = ['i."urn"', 'i."name"', 'i."sort_order" AS "sortOrder"', ...columns].join(', ');
  return (
    `(SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${selected} FROM "item" i WHERE i."entity" = e."urn"` +
    ` AND i."kind" = '${kind}' AND i."deleted_timestamp" IS NULL ORDER BY i."sort_order") t) AS "${list}"`
  );
});
const statements: Readonly<Record<string, string>> = {
  page: `SELECT row_to_json(r)::text AS text FROM (SELECT e."urn", e."name", e."language", ${lists.join(', ')} FROM "entity" e WHERE e."urn" = $1) r`,
  item: `SELECT row_to_json(r)::text AS text FROM (SELECT i."urn", i."name", i."sort_order" AS "sortOrder", i."value_string" AS "value" FROM "item" i WHERE i."urn" = $1) r`,
};

const server = createServer((request, response) => {
  const [, name = '', urn = ''] = (request.url ?? '').split('/');
  pool.query<{ text: string }>({ name, text: statements[name] ?? '', values: [urn] }).then(
    ({ rows }) => response.writeHead(200, { 'content-type': 'application/json' }).end(rows[0]?.text),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
// Nothing outlives the run, however it ends.
process.on('disconnect', () => process.exit(0));
process.on('message', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.send?.({ url: `http://127.0.0.1:${String(port)}` });
});
