// Settings that every process of one database shares, and what is known of companies and origins before anything else.
import { randomBytes } from 'node:crypto';
import { firstOf, type RowExecutor } from './statement.ts';
import { deleteFrom, insertInto, selectFrom, written } from './written.ts';

const offer = written<{ name: string; value: string }>((manager) =>
  insertInto(manager, 'setting', { name: ':name', value: ':value' }).orIgnore(),
);

const setting = written<{ name: string }>((manager) =>
  selectFrom(manager, 'setting', 's').select('s.value', 'value').where('s.name = :name'),
);

/** The key of that name, created when it is first requested; the same for every process. */
export async function sharedKey(executor: RowExecutor, name: string): Promise<Buffer> {
  const value = JSON.stringify(randomBytes(32).toString('base64'));
  await executor.query(offer(executor, { name, value }));
  return Buffer.from(String(await storedValue(executor, name)), 'base64');
}

/** What every process of the database agrees on under that name: the first to come keeps what it offers. */
export async function agreedValue(executor: RowExecutor, name: string, offered: string): Promise<string> {
  const known = await storedValue(executor, name);
  if (known !== null) return known;
  await executor.query(offer(executor, { name, value: JSON.stringify(offered) }));
  return (await storedValue(executor, name)) ?? offered;
}

async function storedValue(executor: RowExecutor, name: string): Promise<string | null> {
  const row = await firstOf<{ value: unknown }>(executor, setting(executor, { name }));
  return row && String(row.value);
}

const kept = written<{ name: string; value: string }>((manager) =>
  insertInto(manager, 'setting', { name: ':name', value: ':value' }).orUpdate(['value'], ['name']),
);

const gone = written<{ name: string }>((manager) => deleteFrom(manager, 'setting').where('name = :name'));

/** Keeps a value under that name for every process, in place of what was there; null removes it. */
export async function keepSetting(executor: RowExecutor, name: string, value: object | null): Promise<void> {
  await executor.query(
    value === null ? gone(executor, { name }) : kept(executor, { name, value: JSON.stringify(value) }),
  );
}

const clientOfOrigin = written<{ origin: string; tenant: string | null }>((manager) => {
  const company = selectFrom(manager, 'company', 'w')
    .select('1')
    .where('w.urn = c.owner')
    .andWhere('w.owner = :tenant::uuid');
  return selectFrom(manager, 'api_client', 'c')
    .select('c.urn', 'urn')
    .where(':origin = ANY(c.allowed_origins)')
    .andWhere(`c.status = 'ACTIVE'`)
    .andWhere('c.deleted_timestamp IS NULL')
    .andWhere(`(:tenant::uuid IS NULL OR EXISTS (${company.getQuery()}))`)
    .limit(1);
});

/** Whether a browser page of that origin may call: some active API client names it; with a tenant, one of its own. */
export async function isKnownOrigin(
  executor: RowExecutor,
  origin: string,
  tenantUrn: string | null = null,
): Promise<boolean> {
  return (await executor.query(clientOfOrigin(executor, { origin, tenant: tenantUrn }))).length > 0;
}

const company = written<{ urn: string }>((manager) =>
  selectFrom(manager, 'company', 'c')
    .select('c.urn', 'urn')
    .where('c.urn = :urn')
    .andWhere('c.deleted_timestamp IS NULL'),
);

/** Whether the company of that urn is there. */
export async function isCompany(executor: RowExecutor, urn: string): Promise<boolean> {
  return (await executor.query(company(executor, { urn }))).length > 0;
}
