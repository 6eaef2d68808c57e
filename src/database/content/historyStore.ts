// The values an item had: append one, page them newest first, and which one is live. Entries are never changed, and removed only
// where the operator does not keep them for good.
// Spec: Item history objects; resource reference 3.3, 10.2.
import type { Contract } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import { entryColumns, entryFrom, entryOf, type NewEntry } from '../engine/itemEntry.ts';
import { newUrn } from '../../domain/urn.ts';
import type { Transaction } from '../connection/database.ts';
import { hasLiveValue } from '../engine/liveRows.ts';
import { itemRow, type Page, type PageQuery } from '../engine/resourceStore.ts';
import type { ItemRow } from '../engine/row.ts';
import { mostCounted } from '../engine/listedRows.ts';
import { inScope } from '../engine/scope.ts';
import {
  firstOf,
  onlyRow,
  Parameters,
  prepared,
  rowsOf,
  type Executor,
  type RowExecutor,
} from '../connection/statement.ts';
import { keepSetting } from '../connection/settingStore.ts';

// What an entry is read from, under its own urn with `$itemUrn`, for who sees the drafts of its item.
function entrySelect(contract: Contract): string {
  const marks = `v."kind" AS "$kind", t."owner" AS "$owner", true AS "$seesDrafts", v."item_urn" AS "$itemUrn"`;
  return `${marks}, ${entryColumns(contract)}`;
}

function entryRow(contract: Contract, columns: Record<string, unknown>): ItemRow {
  return Object.assign(itemRow(contract, columns), { actor: columns['actor'] });
}

/** Entries of any kinds by their own urns. The caller of this has made sure that the viewer sees the drafts of their items. */
export async function entriesNamed(executor: Executor, urns: readonly string[]): Promise<Map<string, ItemRow>> {
  if (urns.length === 0) return new Map();
  const p = new Parameters();
  const text =
    `SELECT ${entrySelect(executor.contract)} FROM ${entryFrom} WHERE v."urn" = ANY(${p.add(urns, 'uuid[]')})` +
    ` AND NOT v."is_tombstone"`;
  const rows = await executor.query(prepared(text, p));
  return new Map(rows.map((row) => [String(row['urn']), entryRow(executor.contract, row)]));
}

/** A change of an item: the entry that was written, and the one before it. */
export interface WrittenEntry {
  readonly urn: string;
  readonly itemUrn: string;
  readonly kind: string;
  readonly timestamp: string;
  readonly actor: unknown;
  /** Whether the item was removed with it. */
  readonly isTombstone: boolean;
  /** The entry that it took the place of; null where there was none, or the item was removed then. */
  readonly before: string | null;
}

/** What was written of all items of an entity, newest first, behind a place. */
export async function entriesOfEntity(
  executor: Executor,
  entityUrn: string,
  {
    after,
    limit,
  }: { readonly after: { readonly timestamp: string; readonly urn: string } | null; readonly limit: number },
): Promise<WrittenEntry[]> {
  const p = new Parameters();
  const beyond = after
    ? ` AND (v."created_timestamp", v."urn") < (${p.add(after.timestamp, 'timestamptz')}, ${p.add(after.urn, 'uuid')})`
    : '';
  const text =
    `SELECT v."urn", v."item_urn" AS "itemUrn", v."kind", v."created_timestamp" AS "timestamp", v."actor", v."is_tombstone" AS "isTombstone",` +
    ` CASE WHEN NOT b."is_tombstone" THEN b."urn" END AS "before" FROM "item_value" v LEFT JOIN LATERAL (SELECT o."urn", o."is_tombstone"` +
    ` FROM "item_value" o WHERE o."item_urn" = v."item_urn" AND o."version" < v."version" ORDER BY o."version" DESC LIMIT 1) b ON true` +
    ` WHERE v."entity" = ${p.add(entityUrn, 'uuid')}${beyond} ORDER BY v."created_timestamp" DESC, v."urn" DESC LIMIT ${p.add(limit, 'int')}`;
  return rowsOf<WrittenEntry>(executor, prepared(text, p));
}

/** The urn of the newest entry of an item. */
export async function newestEntryOf(executor: Executor, item: string): Promise<string> {
  const p = new Parameters();
  const text = `SELECT "entry" FROM "item" WHERE "urn" = ${p.add(item, 'uuid')}`;
  return (await onlyRow<{ entry: string }>(executor, prepared(text, p))).entry;
}

/** A page of each item's history, newest first, in one statement. The scope must be for READ_DRAFT. */
export async function historyPages(
  executor: Executor,
  scope: AccessScope,
  items: readonly string[],
  { page, asOf }: { readonly page: PageQuery; readonly asOf: string | null },
): Promise<Map<string, Page>> {
  const p = new Parameters();
  const wanted = p.add(items, 'uuid[]');
  const from = page.after ? ` AND v."version" < ${p.add(page.after[0], 'bigint')}` : '';
  const to = page.before ? ` AND v."version" > ${p.add(page.before[0], 'bigint')}` : '';
  const text =
    `SELECT page.* FROM unnest(${wanted}) AS item(urn), LATERAL (SELECT ${entrySelect(executor.contract)} FROM ${entryFrom}` +
    `${inHistory(executor, scope, asOf, p)}${from}${to}` +
    ` ORDER BY v."version" ${page.isBackward ? 'ASC' : 'DESC'} LIMIT ${p.add(page.limit + 1, 'int')}) page`;
  const rows = await executor.query(prepared(text, p));
  const byItem = new Map<string, ItemRow[]>(items.map((urn) => [urn, []]));
  for (const row of rows) byItem.get(String(row['$itemUrn']))?.push(entryRow(executor.contract, row));
  return new Map(
    [...byItem].map(([urn, entries]) => {
      const kept = entries.slice(0, page.limit);
      const ordered = page.isBackward ? kept.reverse() : kept;
      return [urn, { rows: ordered, hasMore: entries.length > page.limit, totalCount: null }];
    }),
  );
}

/** How many values each item has had, exact up to `mostCounted`, null beyond. The scope must be for READ_DRAFT. */
export async function historyCounts(
  executor: Executor,
  scope: AccessScope,
  items: readonly string[],
  asOf: string | null,
): Promise<Map<string, number | null>> {
  const p = new Parameters();
  const wanted = p.add(items, 'uuid[]');
  const text =
    `SELECT item.urn, (SELECT count(*)::int FROM (SELECT 1 FROM ${entryFrom}${inHistory(executor, scope, asOf, p)}` +
    ` LIMIT ${String(mostCounted + 1)}) c) AS total FROM unnest(${wanted}) AS item(urn)`;
  const rows = await rowsOf<{ urn: string; total: number }>(executor, prepared(text, p));
  return new Map(rows.map(({ urn, total }) => [urn, total > mostCounted ? null : total]));
}

// The values of `item.urn` that the scope shows.
function inHistory(executor: Executor, scope: AccessScope, asOf: string | null, p: Parameters): string {
  const until = asOf ? ` AND v."created_timestamp" <= ${p.add(asOf, 'timestamptz')}` : '';
  const visible = inScope(executor.contract.kinds.TextItem, 't', scope, p);
  return ` WHERE v."item_urn" = item.urn AND NOT v."is_tombstone" AND ${visible}${until}`;
}

/**
 * Gives the items a new entry urn each, for `appendEntry` to write under. Without `isPublished` it says from now on whether some
 * value of the item is live, as it does of items that were removed.
 */
export async function startEntries(
  transaction: Transaction,
  items: readonly string[],
  { isPublished }: { readonly isPublished: boolean | null },
): Promise<void> {
  const p = new Parameters();
  const entries = items.map(() => newUrn());
  const text =
    `UPDATE "item" t SET "entry" = e.entry, "is_published" = COALESCE(${p.add(isPublished, 'boolean')}, ${hasLiveValue('t."urn"')})` +
    ` FROM unnest(${p.add(items, 'uuid[]')}, ${p.add(entries, 'uuid[]')}) AS e(item, entry) WHERE t."urn" = e.item`;
  await transaction.query(prepared(text, p));
}

/** Appends the item's present values as the newest entry of its history, under the entry urn the item row names. */
export async function appendEntry(transaction: Transaction, items: readonly string[], how: NewEntry): Promise<void> {
  const p = new Parameters();
  const some = `SELECT * FROM "item" WHERE "urn" = ANY(${p.add(items, 'uuid[]')})`;
  const entry = entryOf(transaction.contract, 'written', how, p);
  await transaction.query(prepared(`WITH written AS (${some}), ${entry} SELECT 1`, p));
}

/** A place in the histories of all items: behind this entry, or before all of them. */
export interface HistoryPlace {
  readonly item: string;
  readonly version: string;
}

/** Some entries that may be removed, of which items, and where to go on; `next` is null behind the last entry. */
export interface Superseded {
  readonly entries: readonly string[];
  readonly items: readonly string[];
  readonly next: HistoryPlace | null;
}

/** Where the look through all histories ended last; null when it begins anew. */
export async function keptPlace(executor: Executor): Promise<HistoryPlace | null> {
  const p = new Parameters();
  const text = `SELECT "value"->>'item' AS "item", "value"->>'version' AS "version" FROM "setting" WHERE "name" = ${p.add(placeName, 'text')}`;
  return (await firstOf<HistoryPlace>(executor, prepared(text, p))) ?? null;
}

/** Keeps where it ended, for the next round of any process. */
export const keepPlace = (executor: RowExecutor, place: HistoryPlace | null): Promise<void> =>
  keepSetting(executor, placeName, place);

const placeName = 'history purge';

// Replaced by a newer value, and live no more, both for so many days: what the item was at any moment since is still known.
function isSuperseded(days: string): string {
  const border = `now() - make_interval(days => ${days})`;
  return (
    `(SELECT n."created_timestamp" FROM "item_value" n WHERE n."item_urn" = v."item_urn" AND n."version" > v."version"` +
    ` ORDER BY n."version" LIMIT 1) <= ${border}` +
    ` AND NOT EXISTS (SELECT 1 FROM "item_live" l WHERE l."entry" = v."urn"` +
    ` AND (l."until_timestamp" IS NULL OR l."until_timestamp" > ${border}))`
  );
}

/**
 * Looks through the next `limit` entries in the order of their items for those that were replaced, and live for the last time,
 * at least `days` days ago. The cost follows `limit`, whatever is found.
 */
export async function supersededAfter(
  executor: Executor,
  after: HistoryPlace | null,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<Superseded> {
  const p = new Parameters();
  const from = after
    ? ` WHERE ("item_urn", "version") > (${p.add(after.item, 'uuid')}, ${p.add(after.version, 'bigint')})`
    : '';
  const text =
    `SELECT v."urn", v."item_urn" AS "item", v."version"::text, (${isSuperseded(p.add(days, 'int'))}) AS "isSuperseded"` +
    ` FROM (SELECT * FROM "item_value"${from} ORDER BY "item_urn", "version" LIMIT ${p.add(limit, 'int')}) v` +
    ` ORDER BY v."item_urn", v."version"`;
  const rows = await rowsOf<HistoryPlace & { urn: string; isSuperseded: boolean | null }>(executor, prepared(text, p));
  const old = rows.filter((row) => row.isSuperseded === true);
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    entries: old.map((row) => row.urn),
    items: [...new Set(old.map((row) => row.item))],
    next: last ? { item: last.item, version: last.version } : null,
  };
}

/**
 * Removes those of the entries that still may be, with the periods in which they were live; returns how many. Items that
 * somebody works on are left alone: one of their entries may be about to become live again.
 */
export async function removeSuperseded(
  transaction: Transaction,
  { entries, items }: Superseded,
  days: number,
): Promise<number> {
  const lock = new Parameters();
  const idle = await rowsOf<{ urn: string }>(
    transaction,
    prepared(
      `SELECT "urn" FROM "item" WHERE "urn" = ANY(${lock.add(items, 'uuid[]')}) ORDER BY "urn" FOR UPDATE SKIP LOCKED`,
      lock,
    ),
  );
  // A statement of its own: it sees what was committed before the locks were had.
  const p = new Parameters();
  const old =
    `SELECT v."urn" FROM "item_value" v WHERE v."urn" = ANY(${p.add(entries, 'uuid[]')})` +
    ` AND v."item_urn" = ANY(${p.add(
      idle.map(({ urn }) => urn),
      'uuid[]',
    )}) AND ${isSuperseded(p.add(days, 'int'))}`;
  const text =
    `WITH old AS MATERIALIZED (${old}), ended AS (DELETE FROM "item_live" l USING old WHERE l."entry" = old."urn")` +
    ` DELETE FROM "item_value" v USING old WHERE v."urn" = old."urn" RETURNING 1`;
  return (await transaction.query(prepared(text, p))).length;
}
