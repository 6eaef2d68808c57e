// Addresses of entities over time, and moving an entity to another owner.
import { newUrn } from '../domain/urn.ts';
import type { Transaction } from './database.ts';
import type { Row } from './row.ts';
import { Parameters, prepared, type Executor } from './statement.ts';

/** Keeps the address an entity had for 90 days: the view answers it with a redirect. Resource reference 10.1. */
export async function keepRedirect(transaction: Transaction, entity: Row, now: string): Promise<void> {
  const p = new Parameters();
  const values = [
    p.add(newUrn(), 'uuid'),
    p.add(entity.$owner, 'uuid'),
    p.add(entity['path'], 'text'),
    p.add(entity['language'], 'text'),
    p.add(entity['variant'], 'text'),
    p.add(entity.urn, 'uuid'),
    `${p.add(now, 'timestamptz')} + interval '90 days'`,
  ];
  const text =
    `INSERT INTO "entity_redirect" ("urn", "owner", "path", "language", "variant", "entity", "expires_timestamp")` +
    ` VALUES (${values.join(', ')})`;
  await transaction.query(prepared(text, p));
}

/** Gives what follows the owner of an entity to another company: its items, their files, and its former addresses. */
export async function moveOwned(transaction: Transaction, entityUrn: string, owner: string): Promise<void> {
  const p = new Parameters();
  const [to, entity] = [p.add(owner, 'uuid'), p.add(entityUrn, 'uuid')];
  const text =
    `WITH items AS (UPDATE "item" SET "owner" = ${to} WHERE "entity" = ${entity} RETURNING "urn"),` +
    ` files AS (UPDATE "image_item_file" SET "owner" = ${to} WHERE "image_item" IN (SELECT "urn" FROM items))` +
    ` UPDATE "entity_redirect" SET "owner" = ${to} WHERE "entity" = ${entity}`;
  await transaction.query(prepared(text, p));
}

/** The company of an entity, living or not; null when there never was one. */
export async function ownerOfEntity(executor: Executor, entityUrn: string): Promise<string | null> {
  const p = new Parameters();
  const text = `SELECT "owner" FROM "entity" WHERE "urn" = ${p.add(entityUrn, 'uuid')}`;
  const [row] = await executor.query(prepared(text, p));
  return row ? String(row['owner']) : null;
}

/** How many living items an entity has. */
export async function countItems(transaction: Transaction, entityUrn: string): Promise<number> {
  const p = new Parameters();
  const text = `SELECT count(*)::int AS items FROM "item" WHERE "entity" = ${p.add(entityUrn, 'uuid')} AND "deleted_timestamp" IS NULL`;
  const [row] = await transaction.query(prepared(text, p));
  return Number(row?.['items'] ?? 0);
}
