// The data that the service is measured on, written straight into its tables: 5,000 pages with 105,000 items of all
// thirteen kinds, 50 lists of 50 pages, 500 threads with 35,000 posts, people with their names, tasks and events, all of
// it many times over at a larger scale. Every urn is md5(kind, number), so that nobody has to look one up.
import { createHash } from 'node:crypto';
import pg from 'pg';

/** How much of everything there is. */
export interface Sizes {
  readonly companies: number;
  readonly identities: number;
  readonly groups: number;
  readonly entities: number;
  readonly lists: number;
  readonly threads: number;
  readonly tasks: number;
  readonly events: number;
}

/** The sizes at a scale, which is a whole number from 1. */
export function sizesAt(scale: number): Sizes {
  return {
    companies: 20,
    identities: 1_000 * scale,
    groups: 50 * scale,
    entities: 5_000 * scale,
    lists: 50 * scale,
    threads: 500 * scale,
    tasks: 5_000 * scale,
    events: 20_000 * scale,
  };
}

/** One of `count` numbers from 1, for each number from 0: in steps, not in the order in which the rows were written. */
export const nth = (count: number, number: number): number => 1 + ((number * 7_919) % count);

/** The urn of a row: of an item, `urnOf('TextItem2:', 7)` is the second text of the seventh entity. */
export function urnOf(kind: string, number: number): string {
  const digest = createHash('md5')
    .update(`${kind}${String(number)}`)
    .digest('hex');
  return [0, 8, 12, 16, 20].map((from, at, all) => digest.slice(from, all[at + 1])).join('-');
}

/** Rows that come from the numbers 1 to `count`: `sql` writes those of `$1` to `$2`, with the tenant as `$3`. */
interface Step {
  readonly what: string;
  readonly count: number;
  readonly sql: string;
}

const firstDay = `timestamptz '2026-01-01Z'`;
const system = `'{"urn":null,"type":"SYSTEM"}'::json`;
const series = 'generate_series($1::bigint, $2::bigint)';
const postsPerThread = 50;
const postsOfFirstThread = 10_000;

// Not a function: the call would cost several times what it does.
function words(count: number, seed: string): string {
  return (
    `(SELECT string_agg(substr(md5(((${seed}) * 7919 + w)::text), 1, 3 + ((${seed} + w) % 6)::int), ' ')` +
    ` FROM generate_series(1, ${String(count)}) w)`
  );
}

/** The columns of a kind's value with their expressions, `e` being the entity's number and `k` the item's; how many of it an entity has. */
const itemKinds: Readonly<Record<string, readonly [count: number, columns: string, expressions: string]>> = {
  BooleanItem: [2, 'value_boolean', '(e + k) % 2 = 0'],
  DateTimeItem: [1, 'value_date_time', `timestamptz '2026-03-01Z' + e * interval '1.5 second'`],
  DoubleItem: [1, 'value_float', 'e / 7.0'],
  ImageItem: [
    3,
    'alt_text, src, medium_src, large_src',
    `${words(6, 'e + k')}, 'https://img.example/' || e || '/' || k || '.webp', 'https://img.example/' || e || '/' || k || '-m.webp', 'https://img.example/' || e || '/' || k || '-l.webp'`,
  ],
  JsonItem: [
    1,
    'value_json',
    `json_build_object('id', e, 'tags', json_build_array('a', ${words(1, 'e')}, e % 9), 'deep', json_build_object('on', e % 2 = 0, 'note', ${words(8, 'e')}))`,
  ],
  LatLongItem: [1, 'latitude, longitude', '(e % 180) - 90 + 0.5, (e % 360) - 180 + 0.25'],
  LinkItem: [
    3,
    'rel, href, text, lang',
    `'nofollow', 'https://example.org/' || ${words(1, 'e')} || '/' || k, ${words(3, 'e + k')}, 'en'`,
  ],
  LongItem: [1, 'value_long', 'e * 1000003'],
  MarkdownItem: [
    2,
    'value_string',
    `'# ' || ${words(4, 'e')} || E'\\n\\n' || ${words(120, 'e + k')} || E'\\n\\n* "quoted" \\\\ item\\n'`,
  ],
  MoneyItem: [1, 'unit_value, currency_code', `e * 100, 'CAD'`],
  ReferenceItem: [1, 'entity_reference', `pg_temp.u('entity', 1 + e % ENTITIES)`],
  TemplateItem: [1, 'value_string, media_type', `'Hello {{name}} ' || ${words(10, 'e')}, 'text/html'`],
  TextItem: [3, 'value_string', words(12, 'e + k')],
};

const values =
  'sort_order, name, value_boolean, value_date_time, value_float, alt_text, src, medium_src, large_src, value_json,' +
  ' latitude, longitude, rel, href, text, lang, value_long, value_string, currency_code, unit_value, entity_reference,' +
  ' relation, media_type';

/** One kind's rows, registered under their urns. */
function made(kind: string, table: string, columns: string, select: string, more = ''): string {
  return (
    `WITH made AS (INSERT INTO "${table}" (urn, version, tenant, created_timestamp, updated_timestamp, ${columns})` +
    ` SELECT ${select} RETURNING urn)${more} INSERT INTO resource (urn, kind) SELECT urn, '${kind}' FROM made`
  );
}

// Every item has a live value; of each seventh the newest value (version 2) is a draft with the same content.
function itemSteps(sizes: Sizes): Step[] {
  return Object.entries(itemKinds).map(([kind, [count, columns, expressions]]) => ({
    what: `${kind}s`,
    count: sizes.entities,
    sql:
      `WITH made AS (INSERT INTO item (urn, version, tenant, is_published, sort_order, created_timestamp, updated_timestamp, name, entity, kind, owner, entry, ${columns})` +
      ` SELECT pg_temp.u('${kind}' || k || ':', e), CASE WHEN d THEN 2 ELSE 1 END, $3::uuid, NOT d, k, ts, ts, '${kind} ' || k, pg_temp.u('entity', e), '${kind}',` +
      ` ${companyOf(sizes, 'e')}, pg_temp.u('${kind}' || k || CASE WHEN d THEN 'v2:' ELSE 'v1:' END, e), ${expressions.replace('ENTITIES', String(sizes.entities))}` +
      ` FROM ${series} e, generate_series(1, ${String(count)}) k, LATERAL (SELECT (e + k) % 7 = 0 AS d, ${firstDay} + (e * 61 + k) * interval '1.001 second' AS ts) x RETURNING *),` +
      ` kept AS (INSERT INTO item_value (urn, item_urn, tenant, kind, version, entity, created_timestamp, is_tombstone, actor, ${values})` +
      ` SELECT entry, urn, tenant, kind, version, entity, created_timestamp, false, ${system}, ${values} FROM made` +
      ` UNION ALL SELECT md5('v1' || urn)::uuid, urn, tenant, kind, 1, entity, created_timestamp - interval '1 hour', false, ${system}, ${values} FROM made WHERE NOT is_published RETURNING urn, kind),` +
      ` live AS (INSERT INTO item_live (item_urn, tenant, from_timestamp, entry, entity)` +
      ` SELECT urn, tenant, created_timestamp, CASE WHEN is_published THEN entry ELSE md5('v1' || urn)::uuid END, entity FROM made)` +
      ` INSERT INTO resource (urn, kind) SELECT urn, kind FROM made UNION ALL SELECT urn, kind FROM kept`,
  }));
}

function companyOf(sizes: Sizes, number: string): string {
  return `pg_temp.u('company', 1 + ${number} % ${String(sizes.companies)})`;
}

function peopleSteps(sizes: Sizes): Step[] {
  const standard = (kind: string, number: string): string => {
    const at = `${firstDay} + ${number} * interval '1 second'`;
    return `pg_temp.u('${kind}', ${number}), 1, $3::uuid, ${at}, ${at}`;
  };
  return [
    {
      what: 'companies',
      count: sizes.companies,
      sql: made(
        'Company',
        'company',
        'owner, name, parent_company',
        `${standard('company', 'i')}, $3::uuid, 'Company ' || i, $3::uuid FROM ${series} i`,
      ),
    },
    {
      what: 'identities',
      count: sizes.identities,
      sql: made(
        'Identity',
        'identity',
        'owner, name, type',
        `${standard('identity', 'i')}, $3::uuid, 'user' || i, 'PERSON' FROM ${series} i`,
      ),
    },
    {
      what: 'persons',
      count: sizes.identities,
      sql: made(
        'Person',
        'person',
        'identity, owner',
        `${standard('person', 'i')}, pg_temp.u('identity', i), $3::uuid FROM ${series} i`,
      ),
    },
    {
      what: 'names',
      count: sizes.identities,
      sql: made(
        'PersonName',
        'person_name',
        'person, given_name, family_name, honorific_prefix, is_preferred, owner',
        `${standard('name', '(i * 2 + k)')}, pg_temp.u('person', i), initcap(${words(1, 'i + k')}), initcap(${words(1, 'i + 77')}),` +
          ` CASE WHEN i % 5 = 0 THEN 'Dr' END, k = 0, $3::uuid FROM ${series} i, generate_series(0, 1) k WHERE k = 0 OR i % 2 = 0`,
      ),
    },
    {
      what: 'groups',
      count: sizes.groups,
      sql: made(
        'Group',
        'group',
        'owner, name, join_policy, visibility, is_chat',
        `${standard('group', 'i')}, $3::uuid, 'Group ' || i, 'BY_INVITATION', 'MEMBERS', false FROM ${series} i`,
      ),
    },
  ];
}

function contentSteps(sizes: Sizes): Step[] {
  return [
    {
      what: 'entities',
      count: sizes.entities,
      sql: made(
        'Entity',
        'entity',
        'owner, name, path, language, variant, status, publish_timestamp, live_publish_timestamp, live_timestamp',
        `pg_temp.u('entity', i), 2, $3::uuid, ${firstDay} + i * interval '1 minute', ${firstDay} + i * interval '1 minute 1 millisecond',` +
          ` ${companyOf(sizes, 'i')}, 'entity ' || ${words(4, 'i')}, '/page/' || i, (ARRAY['en','de','fr-CA','zh-Hans-CN'])[1 + i % 4],` +
          ` CASE WHEN i % 10 = 0 THEN 'b' ELSE '' END, 'PUBLISHED_WITH_DRAFTS', ${firstDay} + i * interval '1 minute', ${firstDay} + i * interval '1 minute', ${firstDay} + i * interval '1 minute' FROM ${series} i`,
      ),
    },
    ...itemSteps(sizes),
    {
      what: 'lists',
      count: sizes.lists,
      sql: made(
        'EntityList',
        'entity_list',
        'owner, name',
        `pg_temp.u('list', i), 1, $3::uuid, ${firstDay}, ${firstDay}, ${companyOf(sizes, 'i')}, 'List ' || i FROM ${series} i`,
      ),
    },
    {
      what: 'entries of lists',
      count: sizes.lists,
      sql: made(
        'EntityListItem',
        'entity_list_item',
        'sort_order, entity, entity_list, owner',
        `pg_temp.u('listitem', i * 1000 + k), 1, $3::uuid, ${firstDay}, ${firstDay}, k, pg_temp.u('entity', 1 + (i * 50 + k * 37) % ${String(sizes.entities)}),` +
          ` pg_temp.u('list', i), ${companyOf(sizes, 'i')} FROM ${series} i, generate_series(1, 50) k`,
      ),
    },
  ];
}

function workSteps(sizes: Sizes, scale: number): Step[] {
  const identities = String(sizes.identities);
  return [
    {
      what: 'threads',
      count: sizes.threads,
      sql: made(
        'MessageThread',
        'message_thread',
        'name, purpose, "group", is_closed, owner, last_position, post_count',
        `pg_temp.u('thread', i), 1, $3::uuid, ${firstDay} + i * interval '1 minute', ${firstDay} + i * interval '1 minute', 'Thread ' || i, 'GENERAL',` +
          ` pg_temp.u('group', 1 + i % ${String(sizes.groups)}), false, $3::uuid, x.posts, x.posts FROM ${series} i,` +
          ` LATERAL (SELECT CASE WHEN i = 1 THEN ${String(postsOfFirstThread * scale)} ELSE ${String(postsPerThread)} END AS posts) x`,
      ),
    },
    {
      what: 'posts',
      count: sizes.threads,
      sql: made(
        'ThreadPost',
        'thread_post',
        'message_thread, author_identity, content, reply_to, is_deleted, owner, position',
        `pg_temp.u('post', i * 10000000 + k), 1, $3::uuid, x.at, x.at, pg_temp.u('thread', i), pg_temp.u('identity', 1 + (i * 31 + k * 17) % ${identities}),` +
          ` ${words(15, 'i * 50 + k')}, CASE WHEN k % 4 = 0 THEN pg_temp.u('post', i * 10000000 + k - 1) END, false, $3::uuid, k` +
          ` FROM ${series} i, LATERAL generate_series(1, CASE WHEN i = 1 THEN ${String(postsOfFirstThread * scale)} ELSE ${String(postsPerThread)} END) k,` +
          ` LATERAL (SELECT ${firstDay} + (i * 50 + k) * interval '1.25 minute' AS at) x`,
      ),
    },
    {
      what: 'tasks',
      count: sizes.tasks,
      sql: made(
        'Task',
        'task',
        'owner, title, description, priority, status, due_timestamp, assignee, rank',
        `pg_temp.u('task', i), 1, $3::uuid, ${firstDay} + i * interval '1 minute', ${firstDay} + i * interval '1 minute', ${companyOf(sizes, 'i')},` +
          ` 'Task ' || i, ${words(60, 'i')}, 'NORMAL', 'PENDING', timestamptz '2026-12-01Z' + i * interval '1 hour', pg_temp.u('identity', 1 + i % ${identities}), '' FROM ${series} i`,
        `, links AS (INSERT INTO link (from_urn, field, to_urn, position, tenant) SELECT pg_temp.u('task', i), 'Task.associatedEntities',` +
          ` pg_temp.u('entity', 1 + (i * 13 + k) % ${String(sizes.entities)}), k, $3::uuid FROM ${series} i, generate_series(1, 3) k)`,
      ),
    },
    {
      // Not numbered: the service does that when it next runs.
      what: 'events',
      count: sizes.events,
      sql:
        `INSERT INTO webhook_trigger (urn, version, tenant, owner, subject, event, target_urn, target_version, changed_fields, actor, created_timestamp, updated_timestamp)` +
        ` SELECT pg_temp.u('event', i), 1, $3::uuid, ${companyOf(sizes, 'i')}, 'ENTITY', 'UPDATE', pg_temp.u('entity', 1 + i % ${String(sizes.entities)}), 2,` +
        ` ARRAY['name'], ${system}, now() - interval '1 hour', now() - interval '1 hour' FROM ${series} i`,
    },
  ];
}

const functions = `
CREATE FUNCTION pg_temp.u(kind text, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT md5(kind || n)::uuid $$`;

/** A session that writes without triggers and foreign keys, which only a superuser may. */
async function openLoader(databaseUrl: string): Promise<pg.Client> {
  const database = new pg.Client(databaseUrl);
  await database.connect();
  await database.query(
    `SET session_replication_role = replica; SET synchronous_commit = off; SET timezone = 'UTC'; SET maintenance_work_mem = '512MB'`,
  );
  await database.query(functions);
  return database;
}

const numbersPerStatement = 5_000;

/**
 * Writes the data into a database that the service has migrated and that has a tenant, which gets all of it. `report` hears
 * of what is written and how much of everything is done, from 0 to 1.
 */
export async function writeDataset(
  databaseUrl: string,
  scale: number,
  report: (what: string, done: number) => void,
): Promise<void> {
  const sizes = sizesAt(scale);
  const database = await openLoader(databaseUrl);
  try {
    const tenant = await tenantOf(database);
    // All or nothing: meanwhile the tables have no indexes.
    await database.query('BEGIN');
    const indexes = await dropIndexes(database);
    const steps = [...peopleSteps(sizes), ...contentSteps(sizes), ...workSteps(sizes, scale)];
    const perIndex = sizes.entities / 10;
    const all = steps.reduce((sum, { count }) => sum + count, 0) + indexes.length * perIndex;
    let done = 0;
    for (const { what, count, sql } of steps) {
      for (let from = 1; from <= count; from += numbersPerStatement) {
        report(what, done / all);
        const to = Math.min(count, from + numbersPerStatement - 1);
        await database.query(sql, [from, to, tenant].slice(0, sql.includes('$3') ? 3 : 2));
        done += to - from + 1;
      }
    }
    for (const index of indexes) {
      report('indexes', done / all);
      await database.query(index);
      done += perIndex;
    }
    await database.query('COMMIT');
    report('statistics', 1);
    await database.query('VACUUM ANALYZE');
  } finally {
    await database.end();
  }
}

// Those of them that are not partitioned.
const written = (
  'company identity person person_name group entity item item_value item_live resource entity_list entity_list_item' +
  ' message_thread thread_post task link'
).split(' ');

// An index made of rows that are there takes a part of the time that it takes to make it row by row. Those of constraints
// stay. Answers the statements that make the others again.
async function dropIndexes(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string; made: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS made FROM pg_index i
      JOIN pg_class c ON c.oid = i.indrelid AND c.relkind = 'r' AND c.relname = ANY($1)
      WHERE NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
    [written],
  );
  await database.query(`DROP INDEX ${rows.map(({ name }) => name).join(', ')}`);
  return rows.map(({ made }) => made);
}

async function tenantOf(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ urn: string }>(
    `SELECT urn FROM company WHERE urn = owner ORDER BY created_timestamp, urn LIMIT 1`,
  );
  const [row] = rows;
  if (!row) throw new Error('The database has no tenant: start the service on it once.');
  return row.urn;
}

/** Gives a client a permission of its own on every single page, list, thread and identity: the most it can cost to decide. */
export async function grantEverySingleOne(databaseUrl: string, client: string, scale: number): Promise<void> {
  const sizes = sizesAt(scale);
  const database = await openLoader(databaseUrl);
  try {
    const tenant = await tenantOf(database);
    const grants = [
      ['entity', 'ENTITY', 'UPDATE', sizes.entities],
      ['list', 'ENTITY_LIST', 'READ', sizes.lists],
      ['thread', 'MESSAGE_THREAD', 'READ', sizes.threads],
      ['identity', 'IDENTITY', 'READ', sizes.identities],
    ] as const;
    for (const [kind, scope, label, count] of grants) {
      await database.query(
        `WITH made AS (INSERT INTO permission (urn, version, owner, tenant, subject_urn, subject_scope, object_urn, object_scope, label, granted_by, created_timestamp, updated_timestamp)` +
          ` SELECT gen_random_uuid(), 1, $3::uuid, $3::uuid, $4::uuid, 'API_CLIENT', pg_temp.u('${kind}', i), '${scope}', '${label}', ${system}, now(), now() FROM ${series} i RETURNING urn)` +
          ` INSERT INTO resource (urn, kind) SELECT urn, 'Permission' FROM made`,
        [1, count, tenant, client],
      );
    }
    await database.query('ANALYZE permission');
  } finally {
    await database.end();
  }
}
