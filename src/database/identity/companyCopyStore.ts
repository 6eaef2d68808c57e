// All rows of a tenant as lines of JSON, and back: which tables belong to a copy is derived from the list of all tables. Rows
// travel as PostgreSQL writes them, so that no number and no text is read on the way.
import type { Contract } from '../../contract/resource.ts';
import { firstOf, onlyRow, Parameters, rowsOf, unprepared, type Executor } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { tablesOf } from '../mapping/tables.ts';
import type { Table } from '../mapping/table.ts';

/** A table that is copied. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  /** The kind whose urns the registry holds, as SQL over a row `x`; null for tables of no kind. */
  readonly kind: string | null;
}

/** What a copy leaves out, and why. */
const leftOut: Readonly<Record<string, string>> = {
  api_client_bearer_token: 'lets somebody in',
  o_auth_token: 'lets somebody in',
  o_auth_code: 'lets somebody in',
  preview_link: 'lets somebody in',
  web_session: 'lets somebody in',
  sign_in_link: 'lets somebody in',
  invitation: 'lets somebody in',
  passkey: 'belongs to the address of a service',
  webhook_subscription: 'a copy must not send what the original sends; its secret is sealed with a key of the database',
  webhook_pace: 'belongs to subscriptions',
  webhook_delivery: 'belongs to subscriptions',
  webhook_queue: 'belongs to subscriptions',
  webhook_body: 'belongs to subscriptions',
  webhook_attempt: 'belongs to subscriptions',
  webhook_trigger: 'the numbers of events are those of one database',
  event_state: 'belongs to events',
  event_log: 'the numbers of events are those of one database',
  permission_audit: 'its positions are those of one database',
  access_record: 'its positions are those of one database',
  access_epoch: 'is counted by each database',
  disabled_tenant: 'is decided for each database',
  search: 'lasts 15 minutes',
  entity_editor: 'lasts 30 seconds',
  search_queue: 'is work to do',
  search_row_queue: 'is work to do',
  unread_change: 'is work to do',
};

// What lets somebody in stays where it is.
const secretColumns: readonly string[] = ['client_secret_hash'];

/** The tables of a copy: those of kinds first, which the others refer to. */
export function copiedTables(contract: Contract): CopiedTable[] {
  const kinds = new Map(contract.resources.filter((r) => !r.isItem).map((r) => [r.table, `'${r.name}'`]));
  kinds.set('item', 'x."kind"');
  return tablesOf(contract)
    .filter((table) => table.columns.some(({ name }) => name === 'tenant') && !(table.name in leftOut))
    .map((table) => ({
      name: table.name,
      columns: columnsOf(table),
      primaryKey: table.primaryKey,
      kind: kinds.get(table.name) ?? null,
    }))
    .sort((a, b) => Number(b.kind !== null) - Number(a.kind !== null));
}

function columnsOf({ columns }: Table): string[] {
  return columns.filter(({ name, isIdentity }) => !isIdentity && !secretColumns.includes(name)).map(({ name }) => name);
}

/** The root company with that urn, or the oldest one; null without one. */
export async function rootCompany(
  executor: Executor,
  urn: string | null,
): Promise<{ readonly urn: string; readonly name: string } | null> {
  const p = new Parameters();
  const wanted = urn === null ? 'true' : `"urn" = ${p.add(urn, 'uuid')}`;
  const text =
    `SELECT "urn", "name" FROM "company" WHERE "urn" = "tenant" AND "deleted_timestamp" IS NULL AND ${wanted}` +
    ' ORDER BY "created_timestamp", "urn" LIMIT 1';
  return firstOf<{ urn: string; name: string }>(executor, unprepared(text, p));
}

/** How many rows of the tenant a table holds. */
export async function countRows(executor: Executor, table: CopiedTable, tenant: string): Promise<number> {
  const p = new Parameters();
  const text = `SELECT count(*)::int AS count FROM ${quote(table.name)} WHERE "tenant" = ${p.add(tenant, 'uuid')}`;
  return (await onlyRow<{ count: number }>(executor, unprepared(text, p))).count;
}

/** The rows of the tenant as texts of JSON, in the order of the key, some at a time. */
export async function* readRows(
  executor: Executor,
  table: CopiedTable,
  tenant: string,
  batch: number,
): AsyncGenerator<string[]> {
  const order = table.primaryKey.map(quote).join(', ');
  // A cursor takes no parameters of its own; the tenant comes from the database.
  const p = new Parameters();
  const rows = `SELECT ${table.columns.map(quote).join(', ')} FROM ${quote(table.name)} WHERE "tenant" = ${p.add(tenant, 'uuid')} ORDER BY ${order}`;
  await executor.query(
    unprepared(`DECLARE copied NO SCROLL CURSOR FOR SELECT row_to_json(x)::text AS line FROM (${rows}) x`, p),
  );
  for (;;) {
    const found = await rowsOf<{ line: string }>(
      executor,
      unprepared(`FETCH ${String(batch)} FROM copied`, new Parameters()),
    );
    if (found.length === 0) break;
    yield found.map((row) => row.line);
  }
  await executor.query(unprepared('CLOSE copied', new Parameters()));
}

/** Writes rows, and answers how many were not there; those that are there are left as they are. */
export async function writeRows(executor: Executor, table: CopiedTable, lines: readonly string[]): Promise<number> {
  const p = new Parameters();
  const given = p.add(`[${lines.join(',')}]`, 'json');
  const from = `json_populate_recordset(null::${quote(table.name)}, ${given}) x`;
  const listed = table.columns.map(quote).join(', ');
  const each = table.columns.map((name) => `x.${quote(name)}`).join(', ');
  if (table.kind !== null) {
    const registry = `INSERT INTO "resource" ("urn", "kind") SELECT x."urn", ${table.kind} FROM ${from} ON CONFLICT DO NOTHING`;
    await executor.query(unprepared(registry, p));
  }
  const written =
    `INSERT INTO ${quote(table.name)} (${listed}) SELECT ${each} FROM ${from}` +
    ` ON CONFLICT (${table.primaryKey.map(quote).join(', ')}) DO NOTHING RETURNING 1`;
  const { count } = await onlyRow<{ count: number }>(
    executor,
    unprepared(`WITH written AS (${written}) SELECT count(*)::int AS count FROM written`, p),
  );
  if (table.name === 'entity') await restoreLive(executor, from, p);
  return count;
}

// A trigger sets these when an entity is written; the row is still at the version that came with it unless it was there before.
async function restoreLive(executor: Executor, from: string, p: Parameters): Promise<void> {
  const text =
    `UPDATE "entity" e SET "live_version" = x."live_version", "live_updated_timestamp" = x."live_updated_timestamp"` +
    ` FROM ${from} WHERE e."urn" = x."urn" AND e."version" = x."version" AND e."updated_timestamp" = x."updated_timestamp"`;
  await executor.query(unprepared(text, p));
}

/** Has the next start look whether the search index lacks anything of what was written here. */
export async function lookForMissingWords(executor: Executor): Promise<void> {
  const text = `UPDATE "setting" SET "value" = '"FILLED"' WHERE "name" = 'search index'`;
  await executor.query(unprepared(text, new Parameters()));
}

/** The digests of the files that the tenant's images and assets name. */
export async function fileDigests(executor: Executor, tenant: string): Promise<string[]> {
  const p = new Parameters();
  const own = `WHERE "tenant" = ${p.add(tenant, 'uuid')}`;
  const text =
    `SELECT "sha256" FROM "image_item_file" ${own}` +
    ` UNION SELECT "sha256" FROM "asset" ${own} AND "sha256" IS NOT NULL ORDER BY 1`;
  return (await rowsOf<{ sha256: string }>(executor, unprepared(text, p))).map((row) => row.sha256);
}

/** The newest migration of the database: rows of one version of the tables do not fit another. */
export async function schemaVersion(executor: Executor): Promise<string> {
  const text = 'SELECT "name" FROM "migration" ORDER BY "timestamp" DESC LIMIT 1';
  return (await onlyRow<{ name: string }>(executor, unprepared(text, new Parameters()))).name;
}
