// Everything that a step changes in the database: each row that it adds, changes or removes, in every table, and the events of it. A test
// says the whole, so that no second column, row or table goes unseen. Urns have names, and times stand by their distance from now.
import pg from 'pg';
import type { Community } from './community.ts';
import { withClient } from './database.ts';
import { logEnd } from './eventLog.ts';
import type { SharedService } from './service.ts';

type Row = Readonly<Record<string, unknown>>;

/** Runs work and answers what it changed, a line for each row: `+` for one that it added, `~` changed, `-` removed. */
export type Watch = (work: () => Promise<unknown>) => Promise<readonly string[]>;

/** Places in a line that other work moves on, too. */
const counters = /^(position|ordinal|sequence|epoch|edge_epoch|transaction|key|bytes)$/;

/** What requests note once a minute, what follows in the background at its own time, and what repeats what a line says already. */
const beside = /^(setting|search_\w+|event_log|resource|quota\w*|idempotency_key)$/;
const isBeside = (table: string, row: Row): boolean => table === 'access_record' && row['event'] === 'TOKEN_USE';

/** Nothing of a row that is as it has to be: the tenant of the test, and the first version made now. */
const usual: Row = {
  ...{ version: '1', created_timestamp: 'now', updated_timestamp: 'now' },
  ...{ first_timestamp: 'now', last_timestamp: 'now', count: '1' },
};

/**
 * Watches what a database has of a tenant, or all of it, beside what belongs to none. `names` has names for values that the test knows; what a step adds is called after its table, such as
 * `web_session 1`, from then on.
 */
export function watchEffects(
  { databaseUrl, services }: Pick<SharedService, 'databaseUrl' | 'services'>,
  tenant: string | null,
  names: Readonly<Record<string, string>>,
): Watch {
  const known = new Map(Object.entries(names).map(([name, value]) => [value, name]));
  if (tenant !== null) known.set(tenant, 'tenant');
  const since = Date.now();
  const added = new Map<string, number>();
  const name = (table: string, urn: unknown): void => {
    if (typeof urn !== 'string' || known.has(urn)) return;
    const count = (added.get(table) ?? 0) + 1;
    added.set(table, count);
    known.set(urn, `${table} ${String(count)}`);
  };
  return (work) =>
    withClient(databaseUrl, async (client) => {
      const tables = await tablesOf(client);
      const looked = { client, tables, services, tenant };
      const before = await look(looked);
      await work();
      const after = await look(looked);
      const both = tables.map((table) => ({
        ...table,
        was: rowsOf(before, table),
        is: rowsOf(after, table),
      }));
      for (const { table, was, is } of both)
        for (const [id, { urn }] of is) if (!was.has(id) && table !== 'webhook_trigger') name(table, urn);
      const say = (value: unknown, column = ''): string =>
        textOf(value, column, { known, from: before.at, to: after.at, since });
      return both.flatMap((pair) => linesOf(pair, say));
    });
}

/** Makes watches of what a community does, in which whoever runs it is called `runner`. */
export async function watchesOf(
  service: Pick<SharedService, 'databaseUrl' | 'services'>,
  { admin }: Pick<Community, 'admin'>,
): Promise<(names: Readonly<Record<string, string>>) => Watch> {
  const runner = String((await admin.rest('GET', '/n/v1/clientcontext')).body.identity.urn);
  return (names) => watchEffects(service, admin.company, { runner, ...names });
}

interface Table {
  readonly table: string;
  /** Whether its rows say whose they are. */
  readonly isOwned: boolean;
  /** The columns of its primary key. */
  readonly key: readonly string[];
}

async function tablesOf(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname::text AS table, ARRAY(SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid
      AND a.attnum = ANY(i.indkey) WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY a.attnum) AS key,
      EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant') AS "isOwned"
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  return rows.filter(({ table }) => !beside.test(table));
}

interface Seen {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** By the clock of the database. */
  readonly at: number;
}

interface Looked {
  readonly client: pg.Client;
  readonly tables: readonly Table[];
  readonly services: SharedService['services'];
  readonly tenant: string | null;
}

async function look({ client, tables, services, tenant }: Looked): Promise<Seen> {
  await logEnd(services);
  const all = tables.map(({ table, isOwned }) => {
    const whose = isOwned && tenant !== null ? ` WHERE t."tenant" = ${pg.escapeLiteral(tenant)}` : '';
    return `SELECT ${pg.escapeLiteral(table)} AS table, (SELECT json_agg(t) FROM ${pg.escapeIdentifier(table)} t${whose}) AS rows`;
  });
  const { rows } = await client.query<{ table: string; rows: Row[] | null }>(all.join(' UNION ALL '));
  const { rows: clock } = await client.query<{ at: string }>(
    'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at',
  );
  return { rows: new Map(rows.map((one) => [one.table, one.rows ?? []])), at: Number(clock[0]?.at) };
}

// Events in the order of the log, others in that of their keys: urns are made in the order of time.
function rowsOf({ rows }: Seen, { table, key }: Table): ReadonlyMap<string, Row> {
  const idOf = (row: Row): string => JSON.stringify(key.length > 0 ? key.map((column) => row[column]) : row);
  const kept = (rows.get(table) ?? []).filter((row) => !isBeside(table, row));
  const all = kept.map((row) => [idOf(row), row] as const);
  const isLog = table === 'webhook_trigger';
  return new Map(
    all.sort(([a, one], [b, other]) => (isLog ? Number(one['position']) - Number(other['position']) : a < b ? -1 : 1)),
  );
}

type Say = (value: unknown, column?: string) => string;

interface Pair extends Table {
  readonly was: ReadonlyMap<string, Row>;
  readonly is: ReadonlyMap<string, Row>;
}

function linesOf({ table, key, was, is }: Pair, say: Say): string[] {
  const nameOf = (row: Row): string => {
    const parts =
      'urn' in row
        ? [say(row['urn'])]
        : key.filter((column) => !counters.test(column)).map((column) => say(row[column]));
    return parts[0]?.startsWith(`${table} `) ? parts.join(' ') : [table, ...parts].join(' ');
  };
  const lines: string[] = [];
  for (const [id, row] of is) {
    const old = was.get(id);
    if (table === 'webhook_trigger' && !old) lines.push(eventOf(row, say));
    else if (old) lines.push(...changeOf(nameOf(row), old, row, say));
    else lines.push(`+ ${[nameOf(row), ...valuesOf(row, key, say)].join(' ')}`);
  }
  for (const [id, row] of was) if (!is.has(id)) lines.push(`- ${nameOf(row)}`);
  return table === 'webhook_trigger' ? lines : lines.sort();
}

function eventOf(row: Row, say: Say): string {
  // The column holds what `actorOf` gives.
  const { urn, type } = row['actor'] as { urn: string | null; type: string };
  const fields = (row['changed_fields'] as string[]).filter((field) => field !== 'updatedTimestamp');
  const target = `${say(row['target_urn'])} v${say(row['target_version'])}`;
  const by = urn === null ? type : `${type} ${say(urn)}`;
  const owner = row['owner'] === row['tenant'] ? '' : ` of ${say(row['owner'])}`;
  return `event ${say(row['event'])} ${say(row['subject'])} ${target}${owner} (${fields.join(' ')}) by ${by}`;
}

function valuesOf(row: Row, key: readonly string[], say: Say): string[] {
  return Object.entries(row).flatMap(([column, value]) => {
    if (value === null || column === 'urn' || key.includes(column) || counters.test(column)) return [];
    const said = say(value, column);
    const isUsual = said === usual[column] || (column === 'tenant' && said === 'tenant');
    return isUsual ? [] : [`${column}=${said}`];
  });
}

// A version that is raised now is no news; one that is not, or not by one, is.
function changeOf(name: string, old: Row, row: Row, say: Say): string[] {
  const changed = Object.keys(row).filter(
    (column) => column !== 'last_used_timestamp' && JSON.stringify(old[column]) !== JSON.stringify(row[column]),
  );
  const isRaised =
    Number(row['version']) === Number(old['version']) + 1 &&
    say(row['updated_timestamp']) === 'now' &&
    changed.length > 2;
  const news = isRaised ? changed.filter((column) => column !== 'version' && column !== 'updated_timestamp') : changed;
  if (news.length === 0) return [];
  const kept = 'version' in row && !isRaised && !changed.includes('version') ? ['at the same version'] : [];
  const said = news.map((column) =>
    counters.test(column) ? column : `${column}=${say(old[column])}→${say(row[column])}`,
  );
  return [`~ ${[name, ...kept, ...said].join(' ')}`];
}

interface Words {
  /** Names by value. */
  readonly known: Map<string, string>;
  readonly from: number;
  readonly to: number;
  /** When the test began to watch. */
  readonly since: number;
}

function textOf(value: unknown, column: string, words: Words): string {
  if (value === null) return 'null';
  if (counters.test(column)) return '#';
  if (Array.isArray(value)) return `[${value.map((one: unknown) => textOf(one, column, words)).join(' ')}]`;
  if (typeof value === 'object') {
    if ('iv' in value) return secretName(words.known, String(value.iv));
    const members = Object.entries(value).map(([name, one]) => `${name}:${textOf(one, name, words)}`);
    return `{${members.join(' ')}}`;
  }
  const text = String(value);
  const name = words.known.get(text);
  if (name !== undefined) return name;
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(text)) return 'another';
  if (/^\d{4}-\d\d-\d\dT\d\d:/.test(text)) return timeOf(Date.parse(text), words);
  return secretOf(text) ?? text.replaceAll('\n', '\\n');
}

// Sealed anew each time: what was sealed is told apart by its vector.
function secretName(known: Map<string, string>, iv: string): string {
  const count = [...known.values()].filter((name) => name.startsWith('secret ')).length;
  const name = known.get(iv) ?? `secret ${String(count + 1)}`;
  known.set(iv, name);
  return name;
}

function secretOf(text: string): string | null {
  if (/^\\x/.test(text)) return 'bytes';
  if (/^([0-9a-f]{64}|[\w+/-]{43}=?|[\w+/-]{21,22} [\w+/-]{21,22})$/.test(text)) return 'digest';
  return /^ccs_/.test(text) ? `${String(text.length)} of a token` : null;
}

/** Seconds, what they are called, and up to how many of them a distance is said in them. */
const units = [
  [86_400, 'd', 10_000],
  [3_600, 'h', 240],
  [60, 'min', 1_440],
  [1, 's', 3_600],
] as const;

/** How long before a test began to watch it may have made what it watches. */
const arranging = 30_000;

// The roundest distance from a moment within the work, or else in whole minutes from one when what it works on was made.
function timeOf(at: number, { from, to, since }: Words): string {
  if (at < from - 2) return 'before';
  if (at <= to + 2) return 'now';
  const [long, short] = [units.slice(0, -1), units.slice(-1)];
  const early = { from: since - arranging, to };
  return (
    distance(at, { from, to }, long) ??
    distance(at, early, long) ??
    distance(at, { from, to }, short) ??
    new Date(at).toISOString()
  );
}

function distance(
  at: number,
  { from, to }: Pick<Words, 'from' | 'to'>,
  of: readonly (typeof units)[number][],
): string | null {
  for (const [size, unit, most] of of) {
    const count = Math.ceil((at - to - 2) / 1_000 / size);
    if (count > 0 && count <= most && count * size * 1_000 <= at - from + 2) return `now+${String(count)}${unit}`;
  }
  return null;
}
