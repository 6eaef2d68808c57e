// What items need of the entity they live in, and entries of entity lists.
import type { Actor } from '../../domain/actor.ts';
import type { Transaction } from '../connection/database.ts';
import { actorSql } from '../engine/actorSql.ts';
import { firstOf, onlyRow, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** Notes an edit that writes neither a field of the entity nor a value of an item. The caller holds the entity's lock. */
export function noteEdit(transaction: Transaction, entityUrn: string, by: Actor, now: string): void {
  const p = new Parameters();
  const text =
    `UPDATE "entity" SET "last_edited_timestamp" = ${p.add(now, 'timestamptz')}, "last_edited_by" = ${actorSql(by, p)}` +
    ` WHERE "urn" = ${p.add(entityUrn, 'uuid')}`;
  transaction.send(prepared(text, p));
}

/** The company of an entity, living or not; null when there never was one. */
export async function ownerOfEntity(executor: Executor, entityUrn: string): Promise<string | null> {
  const p = new Parameters();
  const text = `SELECT "owner" FROM "entity" WHERE "urn" = ${p.add(entityUrn, 'uuid')}`;
  return (await firstOf<{ owner: string }>(executor, prepared(text, p)))?.owner ?? null;
}

/** The highest sortOrder among the living entries of a list; 0 when it is empty. */
export async function highestSortOrder(executor: Executor, list: string): Promise<number> {
  const p = new Parameters();
  const text =
    `SELECT coalesce(max("sort_order"), 0) AS highest FROM "entity_list_item"` +
    ` WHERE "entity_list" = ${p.add(list, 'uuid')} AND "deleted_timestamp" IS NULL`;
  return (await onlyRow<{ highest: number }>(executor, prepared(text, p))).highest;
}

/** What an entry of a list leads to. */
export interface ListEntry {
  readonly urn: string;
  readonly entity: string | null;
  readonly href: string | null;
  readonly list: string | null;
}

/** The living entries of a list, in their order. */
export async function entriesOf(executor: Executor, list: string): Promise<ListEntry[]> {
  const p = new Parameters();
  const text =
    `SELECT "urn", "entity", "href", "list" FROM "entity_list_item"` +
    ` WHERE "entity_list" = ${p.add(list, 'uuid')} AND "deleted_timestamp" IS NULL ORDER BY "sort_order", "urn"`;
  return rowsOf<ListEntry>(executor, prepared(text, p));
}
