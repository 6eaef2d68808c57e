// Addresses of entities over time, and moving an entity to another owner.
import { newUrn } from '../domain/urn.ts';
import type { Transaction } from './database.ts';
import type { Row } from './row.ts';
import { Parameters, prepared } from './statement.ts';

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

/** Gives the items of an entity, which follow its owner, to another company. */
export async function moveOwned(transaction: Transaction, entityUrn: string, owner: string): Promise<void> {
  const p = new Parameters();
  const text = `UPDATE "item" SET "owner" = ${p.add(owner, 'uuid')} WHERE "entity" = ${p.add(entityUrn, 'uuid')}`;
  await transaction.query(prepared(text, p));
}

/** How many living items an entity has. */
export async function countItems(transaction: Transaction, entityUrn: string): Promise<number> {
  const p = new Parameters();
  const text = `SELECT count(*)::int AS items FROM "item" WHERE "entity" = ${p.add(entityUrn, 'uuid')} AND "deleted_timestamp" IS NULL`;
  const [row] = await transaction.query(prepared(text, p));
  return Number(row?.['items'] ?? 0);
}
