// Which items of an entity differ from what is live, and writing values that they had as their newest ones.
import { quote, valueColumns } from '../mapping/columns.ts';
import type { Transaction } from '../connection/database.ts';
import { newUrn } from '../../domain/urn.ts';
import { isDraftItem, staysLive } from '../engine/liveRows.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** An item with something newer than its live value, or without one. */
export interface DraftItem {
  readonly urn: string;
  readonly kind: string;
  readonly isDeleted: boolean;
  /** Whether some value of it is live. */
  readonly isLive: boolean;
  /** The entries of its newest and its live value; of the live one null where none is. */
  readonly newest: string;
  readonly live: string | null;
}

/** Items whose newest value is not live, and deleted ones that still are; living ones without a live value included. */
export async function draftItems(executor: Executor, entityUrn: string): Promise<DraftItem[]> {
  const p = new Parameters();
  const text =
    `SELECT t."urn", t."kind", t."deleted_timestamp" IS NOT NULL AS "isDeleted", n."entry" IS NOT NULL AS "isLive", t."entry" AS "newest",` +
    ` n."entry" AS "live" FROM "item" t LEFT JOIN "item_live" n ON n."item_urn" = t."urn" AND n."until_timestamp" IS NULL` +
    ` WHERE t."entity" = ${p.add(entityUrn, 'uuid')} AND ${isDraftItem('t')} ORDER BY t."urn"`;
  return rowsOf<DraftItem>(executor, prepared(text, p));
}

/** An item, and the entry of its history whose values it is to have. */
export interface Rewrite {
  readonly urn: string;
  readonly entry: string;
}

/** Brings back what lives in items: what was deleted together with its item, and what the live value shows. */
export async function reviveParts(transaction: Transaction, items: readonly string[]): Promise<void> {
  for (const part of transaction.contract.resources) {
    const stays = staysLive(part, 't');
    if (part.isItem || stays === null || !part.container) continue;
    const p = new Parameters();
    const text =
      `UPDATE ${quote(part.table)} t SET "deleted_timestamp" = NULL FROM "item" i` +
      ` WHERE i."urn" = t.${quote(part.container.column)} AND i."urn" = ANY(${p.add(items, 'uuid[]')})` +
      ` AND t."deleted_timestamp" IS NOT NULL AND (t."deleted_timestamp" = i."deleted_timestamp" OR ${stays})`;
    await transaction.query(prepared(text, p));
  }
}

/**
 * Writes values that items had over their newest ones, and brings back those that were deleted; each is named an entry urn that the caller
 * then appends. All of them leave the unique keys first, so that items which exchanged names or places do not meet half-way.
 */
export async function rewriteItems(
  transaction: Transaction,
  rewrites: readonly Rewrite[],
  timestamp: string,
): Promise<void> {
  const items = rewrites.map(({ urn }) => urn);
  await setDeleted(transaction, items, timestamp);
  const p = new Parameters();
  const columns = valueColumns(transaction.contract).map((name) => `${quote(name)} = v.${quote(name)}`);
  const sources = rewrites.map(({ entry }) => entry);
  const wanted = [p.add(items, 'uuid[]'), p.add(sources, 'uuid[]'), p.add(items.map(newUrn), 'uuid[]')];
  const text =
    `UPDATE "item" t SET ${columns.join(', ')}, "version" = t."version" + 1, "entry" = w.entry,` +
    ` "updated_timestamp" = ${p.add(timestamp, 'timestamptz')}, "is_published" = false` +
    ` FROM unnest(${wanted.join(', ')}) AS w(urn, source, entry) JOIN "item_value" v ON v."urn" = w.source` +
    ` WHERE t."urn" = w.urn`;
  await transaction.query(prepared(text, p));
  await setDeleted(transaction, items, null);
}

/** Notes of the newest entries of items that they repeat the live ones, which stay live. The caller has appended them. */
export async function noteRepeats(transaction: Transaction, rewrites: readonly Rewrite[]): Promise<void> {
  const p = new Parameters();
  const wanted = [
    p.add(
      rewrites.map(({ urn }) => urn),
      'uuid[]',
    ),
    p.add(
      rewrites.map(({ entry }) => entry),
      'uuid[]',
    ),
  ];
  const text =
    `UPDATE "item_value" v SET "repeats" = l."entry" FROM unnest(${wanted.join(', ')}) AS w(urn, source)` +
    ` JOIN "item" t ON t."urn" = w.urn JOIN "item_live" l ON l."item_urn" = t."urn" AND l."until_timestamp" IS NULL` +
    ` JOIN "item_value" s ON s."urn" = w.source WHERE v."urn" = t."entry" AND l."entry" IN (s."urn", s."repeats")`;
  await transaction.query(prepared(text, p));
}

async function setDeleted(transaction: Transaction, items: readonly string[], at: string | null): Promise<void> {
  const p = new Parameters();
  const text = `UPDATE "item" SET "deleted_timestamp" = ${p.add(at, 'timestamptz')} WHERE "urn" = ANY(${p.add(items, 'uuid[]')})`;
  await transaction.query(prepared(text, p));
}
