// Mercurius with graphql-jit, and loaders written by hand over prepared statements: what a GraphQL server of Node can reach
// on the tables of the service, with the same documents. A pool of ten; nobody signs in.
import DataLoader from 'dataloader';
import Fastify from 'fastify';
import { GraphQLScalarType } from 'graphql';
import mercurius from 'mercurius';
import pg from 'pg';
import { serveChild } from '../scripts/bench/childServer.ts';
import { itemLists, pageMembers, sharedMembers, statements } from '../scripts/bench/questions.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options: '-c timezone=UTC' });

type Row = Record<string, unknown>;

async function rowsOf(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values: [...values] })).rows;
}

const live = 'deleted_timestamp IS NULL';
const itemColumns = new Set(Object.values(itemLists).flatMap(({ members }) => Object.values(members)));
const columns = (members: Readonly<Record<string, string>>): string =>
  Object.entries(members)
    .map(([member, column]) => `${column} AS "${member}"`)
    .join(', ');
const itemSql = `${columns(sharedMembers)}, entity, kind, ${[...itemColumns].join(', ')}`;

/** The loaders of one request. */
function makeLoaders() {
  const items = new DataLoader<{ entity: string; kind: string }, Row[], string>(
    async (keys) => {
      const rows = await rowsOf(
        'items',
        `SELECT ${itemSql} FROM item WHERE entity = ANY($1) AND kind = ANY($2) AND ${live} ORDER BY sort_order, urn`,
        [[...new Set(keys.map(({ entity }) => entity))], [...new Set(keys.map(({ kind }) => kind))]],
      );
      const of = new Map<string, Row[]>(keys.map((key) => [keyOf(key), []]));
      for (const row of rows) of.get(keyOf({ entity: String(row['entity']), kind: String(row['kind']) }))?.push(row);
      return keys.map((key) => of.get(keyOf(key)) ?? []);
    },
    { cacheKeyFn: keyOf },
  );
  const byUrn = (name: string, selection: string) =>
    new DataLoader<string, Row | null>(async (urns) => {
      const rows = await rowsOf(name, `SELECT ${selection} FROM ${name} WHERE urn = ANY($1) AND ${live}`, [urns]);
      const of = new Map(rows.map((row) => [String(row['urn']), row]));
      return urns.map((urn) => of.get(urn) ?? null);
    });
  const posts = new DataLoader<string, Row[]>(async (threads) => {
    const rows = await rowsOf(
      'posts',
      `SELECT p.* FROM unnest($1::uuid[]) t(urn), LATERAL (SELECT urn, content, created_timestamp AS "createdTimestamp", author_identity, message_thread
         FROM thread_post WHERE message_thread = t.urn AND ${live} ORDER BY created_timestamp, urn LIMIT 20) p`,
      [threads],
    );
    const of = new Map<string, Row[]>(threads.map((urn) => [urn, []]));
    for (const row of rows) of.get(String(row['message_thread']))?.push(row);
    return threads.map((urn) => of.get(urn) ?? []);
  });
  return { items, entities: byUrn('entity', columns(pageMembers)), identities: byUrn('identity', 'urn, name'), posts };
}

type Loaders = ReturnType<typeof makeLoaders>;

function keyOf({ entity, kind }: { entity: string; kind: string }): string {
  return `${entity} ${kind}`;
}

const types: Readonly<Record<string, string>> = {
  value_boolean: 'Boolean',
  value_float: 'Float',
  latitude: 'Float',
  longitude: 'Float',
  value_json: 'JSON',
  value_date_time: 'DateTime',
  entity_reference: 'Entity',
};
const itemTypes = Object.values(itemLists).map(({ kind, members }) => {
  const own = Object.entries(members).map(([member, column]) => `${member}: ${types[column] ?? 'String'}`);
  return `type ${kind} { urn: ID! isPublished: Boolean! sortOrder: Int! createdTimestamp: DateTime! name: String! ${own.join(' ')} }`;
});
const schema = `
  scalar DateTime scalar JSON
  ${itemTypes.join('\n')}
  type Entity { urn: ID! name: String language: String variant: String status: String publishTimestamp: DateTime updatedTimestamp: DateTime
    ${Object.entries(itemLists)
      .map(([name, { kind }]) => `${name}: [${kind}!]!`)
      .join(' ')} }
  type EntityListItem { urn: ID! sortOrder: Int! entity: Entity }
  type EntityList { urn: ID! name: String entities: [EntityListItem!]! }
  type Identity { urn: ID! name: String }
  type ThreadPost { urn: ID! content: String createdTimestamp: DateTime! authorIdentity: Identity }
  type ThreadPosts { nodes: [ThreadPost!]! }
  type MessageThread { urn: ID! name: String purpose: String posts(first: Int!): ThreadPosts! }
  type MessageThreads { nodes: [MessageThread!]! }
  type UserError { code: String! }
  type Changed { textItem: TextItem userErrors: [UserError!]! }
  input Change { value: String! }
  type Query { entity(urn: ID!): Entity entityList(urn: ID!): EntityList textItem(urn: ID!): TextItem
    messageThreads(first: Int!, after: String!): MessageThreads! }
  type Mutation { updateTextItem(urn: ID!, input: Change!): Changed! }`;

type Resolver = (from: Row, variables: Record<string, string>, loaders: Loaders) => unknown;

const itemResolvers = Object.values(itemLists).map(({ kind, members }): [string, Record<string, Resolver>] => [
  kind,
  Object.fromEntries(
    Object.entries(members).map(([member, column]) => [
      member,
      column === 'entity_reference'
        ? (from, _, { entities }) => entities.load(String(from[column]))
        : (from) => from[column],
    ]),
  ),
]);
const listResolvers = Object.entries(itemLists).map(([name, { kind }]): [string, Resolver] => [
  name,
  (from, _, { items }) => items.load({ entity: String(from['urn']), kind }),
]);
const resolvers: Record<string, Record<string, Resolver> | GraphQLScalarType> = {
  ...Object.fromEntries(itemResolvers),
  DateTime: new GraphQLScalarType({
    name: 'DateTime',
    serialize: (at) => (at instanceof Date ? at.toISOString() : at),
  }),
  JSON: new GraphQLScalarType({ name: 'JSON' }),
  Entity: Object.fromEntries(listResolvers),
  EntityListItem: { entity: (from, _, { entities }) => entities.load(String(from['entity'])) },
  EntityList: {
    entities: ({ urn }) =>
      rowsOf(
        'entries',
        `SELECT urn, sort_order AS "sortOrder", entity FROM entity_list_item WHERE entity_list = $1 AND ${live} ORDER BY sort_order, urn`,
        [urn],
      ),
  },
  MessageThread: { posts: async ({ urn }, _, { posts }) => ({ nodes: await posts.load(String(urn)) }) },
  ThreadPost: { authorIdentity: (from, _, { identities }) => identities.load(String(from['author_identity'])) },
  Query: {
    entity: (_, { urn = '' }, { entities }) => entities.load(urn),
    entityList: async (_, { urn }) =>
      (await rowsOf('list', `SELECT urn, name FROM entity_list WHERE urn = $1 AND ${live}`, [urn]))[0],
    textItem: async (_, { urn }) =>
      (await rowsOf('item', `SELECT ${itemSql} FROM item WHERE urn = $1 AND kind = 'TextItem' AND ${live}`, [urn]))[0],
    // Where the page begins is sent as an instant and an urn.
    messageThreads: async (_, { first, after = '' }) => ({
      nodes: await rowsOf(
        'threads',
        `SELECT urn, name, purpose FROM message_thread WHERE ${live} AND (created_timestamp, urn) > ($1::timestamptz, $2::uuid)
          ORDER BY created_timestamp, urn LIMIT $3`,
        [...after.split(' '), first],
      ),
    }),
  },
  Mutation: {
    updateTextItem: async (_, { urn, input }) => {
      // As the schema has it.
      const { value } = input as unknown as { value: string };
      const [row] = await rowsOf('write', statements['write'] ?? '', [urn, value]);
      const changed = JSON.parse(String(row?.['text'])) as { urn: string; value: string };
      return { textItem: { urn: changed.urn, value_string: changed.value }, userErrors: [] };
    },
  },
};

const app = Fastify();
await app.register(mercurius, { schema, resolvers: resolvers as never, jit: 1, context: makeLoaders as never });
await app.ready();
serveChild(app.server);
