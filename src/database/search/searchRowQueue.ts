// Resources beside pages whose documents are yet to be written: what a write changed is indexed after its commit, some at a time, so that
// it ends in its time. Memberships are named by an identity and a group: where one of these with many of them was
// renamed, it stands in the queue for all of them.
import type { Database, Transaction } from '../connection/database.ts';
import { isTrue, onlyRow, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import type { Resource } from '../../contract/resource.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { isSearched, queuedSql, searchedFields } from '../engine/searchedItems.ts';
import { quote } from '../mapping/columns.ts';
import { membershipsNaming, reindex } from './searchIndexStore.ts';
import { inBackground, mayFill, mostCounted, mostIndexed, oldestOf } from './searchQueueStore.ts';
import { searchSourceOf } from './searchSource.ts';

/** Has the documents of these rows written after the commit. Waits neither for locks nor for an answer. */
export function queueRows(transaction: Transaction, kind: string, urns: readonly string[]): void {
  const source = searchSourceOf(kind);
  if (!source) return;
  const p = new Parameters();
  const text = queuedRowsSql(kind, `${quote(source.table)} WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})`);
  transaction.send(prepared(text, p));
}

/** The same for the identities that these persons stand behind. */
export function queuePersons(transaction: Transaction, urns: readonly string[]): void {
  const p = new Parameters();
  const text =
    `INSERT INTO "search_row_queue" ("tenant", "kind", "urn") SELECT DISTINCT "tenant", 'Identity', "identity"` +
    ` FROM "person" WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})`;
  transaction.send(prepared(text, p));
}

/** The same for the memberships that are named by these identities and groups. */
export function queueNamedBy(transaction: Transaction, urns: readonly string[]): void {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const those = (table: string): string => `SELECT "tenant", "urn" FROM ${quote(table)} WHERE "urn" = ANY(${wanted})`;
  const text = queuedNamesSql(`(${those('identity')} UNION ALL ${those('group')}) n`);
  transaction.send(prepared(text, p));
}

// The two as SQL; `rows` is what follows FROM.
const queuedRowsSql = (kind: string, rows: string): string =>
  `INSERT INTO "search_row_queue" ("tenant", "kind", "urn") SELECT "tenant", '${kind}', "urn" FROM ${rows}`;
const queuedNamesSql = (rows: string): string =>
  `INSERT INTO "search_row_queue" ("tenant", "kind", "urn", "is_naming") SELECT "tenant", 'GroupMembership', "urn", true FROM ${rows}`;

/** The kinds by whose names memberships are found. */
export const namingKinds: ReadonlySet<string> = new Set(['Identity', 'Group']);

/**
 * The statements that have the documents of the rows `changed` of a kind written, of which these fields were sent, where one statement is
 * the whole change. Null for kinds whose changes are of the documents of other rows.
 */
export function queuedWithChange(resource: Resource, names: readonly string[]): string[] | null {
  const { name: kind } = resource;
  if (['Entity', 'Person', 'PersonName'].includes(kind)) return null;
  const changes = (some: readonly string[]): string =>
    `changed_fields && ARRAY[${some.map((one) => `'${one}'`).join(', ')}]`;
  if (isSearched(resource)) {
    const words = searchedFields(resource).filter((name) => names.includes(name));
    return words.length === 0
      ? []
      : [queuedSql(`SELECT "tenant", "entity", true FROM changed WHERE ${changes(words)}`)];
  }
  const isNaming = namingKinds.has(kind) && names.includes('name');
  return [
    ...(searchSourceOf(kind) ? [queuedRowsSql(kind, 'changed')] : []),
    ...(isNaming ? [queuedNamesSql(`changed WHERE ${changes(['name'])}`)] : []),
  ];
}

// The rows `q` of the queue, the oldest first: of one tenant, or of all.
const soughtSql = (tenant: string | null, p: Parameters): string => `"search_row_queue" q WHERE ${oldestOf(tenant, p)}`;

/** Whether rows of the tenant are committed and not indexed yet; of any where it is null. */
export async function areRowsQueued(executor: Executor, tenant: string | null): Promise<boolean> {
  const p = new Parameters();
  const text = `${inBackground}SELECT (SELECT true FROM ${soughtSql(tenant, p)} LIMIT 1) IS NOT NULL AS "is"`;
  return isTrue(executor, prepared(text, p));
}

/** How many rows of the tenant wait to be indexed, up to 10,000; what was renamed counts as one. */
export async function countQueuedRows(executor: Executor, tenant: string | null): Promise<number> {
  // Who is of no tenant is told of none: the queue of all is nobody's.
  if (tenant === null) return 0;
  const p = new Parameters();
  const waiting = `SELECT 1 FROM ${soughtSql(tenant, p)} LIMIT ${p.add(mostCounted, 'int')}`;
  const text = `SELECT count(*)::int AS "count" FROM (${waiting}) w`;
  return (await onlyRow<{ count: number }>(executor, prepared(text, p))).count;
}

interface QueuedRow {
  readonly id: string;
  readonly kind: string;
  readonly urn: string;
  readonly isNaming: boolean;
  /** The membership that was indexed last of those that it names. */
  readonly after: string | null;
}

/** What a step has done. */
export interface RowStep {
  readonly indexed: number;
  /** Whether another process indexes now. */
  readonly isElsewhere: boolean;
}

/**
 * Writes the documents of some queued rows, those first that have waited longest. What somebody is writing is left for a later step.
 * In one process at once, so that no older words replace newer ones.
 */
export function indexQueuedRows(database: Database, tenant: string | null): Promise<RowStep> {
  return database.transaction(async (transaction) => {
    if (!(await mayFill(transaction))) return { indexed: 0, isElsewhere: true };
    const p = new Parameters();
    const text =
      `${inBackground}SELECT q."id", q."kind", q."urn", q."is_naming" AS "isNaming", q."after" FROM ${soughtSql(tenant, p)}` +
      ` LIMIT ${p.add(mostIndexed, 'int')}`;
    const taken = await rowsOf<QueuedRow>(transaction, prepared(text, p));
    const naming = taken.find((row) => row.isNaming);
    const rows = taken.filter((row) => !row.isNaming);
    let indexed = naming ? await indexNamedBy(transaction, naming) : 0;
    for (const [kind, some] of groupBy(rows, (row) => row.kind)) {
      const busy = new Set(await indexUnlocked(transaction, kind, [...new Set(some.map(({ urn }) => urn))].sort()));
      const done = some.filter(({ urn }) => !busy.has(urn));
      forget(transaction, done);
      indexed += done.length;
    }
    return { indexed, isElsewhere: false };
  });
}

// Indexes some of the memberships that it names, in the order of their urns.
async function indexNamedBy(transaction: Transaction, row: QueuedRow): Promise<number> {
  const urns = await membershipsNaming(transaction, [row.urn], { after: row.after, limit: mostIndexed });
  const busy = await indexUnlocked(transaction, row.kind, urns);
  if (busy.length > 0) queueRows(transaction, row.kind, busy);
  const last = urns.at(-1);
  if (urns.length < mostIndexed || last === undefined) forget(transaction, [row]);
  else {
    const p = new Parameters();
    const text = `${inBackground}UPDATE "search_row_queue" SET "after" = ${p.add(last, 'uuid')} WHERE "id" = ${p.add(row.id, 'bigint')}`;
    transaction.send(prepared(text, p));
  }
  return Math.max(1, urns.length);
}

// Indexes those of the rows that nobody is writing, and gives the others. Locked first, and read after that: what is written later is
// indexed by who writes it.
async function indexUnlocked(transaction: Transaction, kind: string, urns: readonly string[]): Promise<string[]> {
  const source = searchSourceOf(kind);
  if (!source || urns.length === 0) return [];
  const p = new Parameters();
  const those = `${quote(source.table)} WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})`;
  const text =
    `${inBackground}WITH locked AS (SELECT "urn" FROM ${those} ORDER BY "urn" FOR NO KEY UPDATE SKIP LOCKED)` +
    ` SELECT "urn" FROM ${those} AND "urn" NOT IN (SELECT "urn" FROM locked)`;
  const busy = new Set(await urnsOf(transaction, prepared(text, p)));
  await reindex(
    transaction,
    kind,
    urns.filter((urn) => !busy.has(urn)),
    inBackground,
  );
  return [...busy];
}

function forget(transaction: Transaction, rows: readonly QueuedRow[]): void {
  const p = new Parameters();
  const ids = p.add(
    rows.map(({ id }) => id),
    'bigint[]',
  );
  transaction.send(prepared(`${inBackground}DELETE FROM "search_row_queue" WHERE "id" = ANY(${ids})`, p));
}
