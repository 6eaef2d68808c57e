// Settings that every process of one database shares, and whether the database is new.
import { randomBytes } from 'node:crypto';
import type { Transaction } from './database.ts';
import { Parameters, prepared, type Executor } from './statement.ts';

/** Whether no company was ever made. Holds a lock until the transaction ends: of many first starts, one goes first. */
export async function isEmpty(transaction: Transaction): Promise<boolean> {
  await transaction.query(prepared(`SELECT pg_advisory_xact_lock(727275)`, new Parameters()));
  const [row] = await transaction.query(
    prepared(`SELECT NOT EXISTS (SELECT 1 FROM "company") AS empty`, new Parameters()),
  );
  return row?.['empty'] === true;
}

/** The key of that name, created when it is first requested; the same for every process. */
export async function sharedKey(executor: Executor, name: string): Promise<Buffer> {
  const p = new Parameters();
  const key = p.add(name, 'text');
  const value = p.add(JSON.stringify(randomBytes(32).toString('base64')), 'json');
  await executor.query(
    prepared(`INSERT INTO "setting" ("name", "value") VALUES (${key}, ${value}) ON CONFLICT DO NOTHING`, p),
  );
  const q = new Parameters();
  const [row] = await executor.query(
    prepared(`SELECT "value" FROM "setting" WHERE "name" = ${q.add(name, 'text')}`, q),
  );
  return Buffer.from(String(row?.['value']), 'base64');
}

/** What every process of the database agrees on under that name: the first to come keeps what it offers. */
export async function agreedValue(executor: Executor, name: string, offered: string): Promise<string> {
  const known = await storedValue(executor, name);
  if (known !== null) return known;
  const p = new Parameters();
  const values = [p.add(name, 'text'), p.add(JSON.stringify(offered), 'json')];
  await executor.query(
    prepared(`INSERT INTO "setting" ("name", "value") VALUES (${values.join(', ')}) ON CONFLICT DO NOTHING`, p),
  );
  return (await storedValue(executor, name)) ?? offered;
}

async function storedValue(executor: Executor, name: string): Promise<string | null> {
  const p = new Parameters();
  const text = `SELECT "value" FROM "setting" WHERE "name" = ${p.add(name, 'text')}`;
  const [row] = await executor.query(prepared(text, p));
  return row ? String(row['value']) : null;
}

/** Whether a browser page of that origin may call: some active API client names it; with a tenant, one of its own. */
export async function isKnownOrigin(
  executor: Executor,
  origin: string,
  tenantUrn: string | null = null,
): Promise<boolean> {
  const p = new Parameters();
  const tenant = p.add(tenantUrn, 'uuid');
  const text =
    `SELECT EXISTS (SELECT 1 FROM "api_client" WHERE ${p.add(origin, 'text')} = ANY("allowed_origins")` +
    ` AND "status" = 'ACTIVE' AND "deleted_timestamp" IS NULL AND (${tenant} IS NULL OR EXISTS (SELECT 1` +
    ` FROM "company" c WHERE c."urn" = "api_client"."owner" AND c."owner" = ${tenant}))) AS known`;
  const [row] = await executor.query(prepared(text, p));
  return row?.['known'] === true;
}

/** Whether the database answers, twice under one name: a connection pool that keeps no named statements is of no use. */
export async function isReachable(executor: Executor): Promise<boolean> {
  try {
    for (let time = 0; time < 2; time += 1) await executor.query(prepared('SELECT 1', new Parameters()));
    return true;
  } catch {
    return false;
  }
}

/** Whether the company of that urn is there. */
export async function isCompany(executor: Executor, urn: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `SELECT EXISTS (SELECT 1 FROM "company" WHERE "urn" = ${p.add(urn, 'uuid')}` +
    ` AND "deleted_timestamp" IS NULL) AS known`;
  const [row] = await executor.query(prepared(text, p));
  return row?.['known'] === true;
}
