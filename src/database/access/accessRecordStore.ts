// The record of access as it is kept: written beside what it reports, read by administrators, forgotten after some days.
// Uses and refusals of one day that are the same count up one row. Time is the database's. Resource reference 7.6.
import { quote } from '../mapping/columns.ts';
import { Parameters, prepared, unprepared, type Executor } from '../connection/statement.ts';

/** What is recorded. */
export type AccessEvent = 'SIGN_IN' | 'SIGN_OUT' | 'INVITATION' | 'REFUSED_SIGN_IN' | 'TOKEN_USE' | 'DENIED_WRITE';

/** Something to be recorded. */
export interface NewAccess {
  readonly event: AccessEvent;
  /**
   * Whose administrators read it: the owner of the row `urn` of that table (a company itself), else
   * the company.
   */
  readonly owner: { readonly table: string; readonly urn: string } | null;
  readonly company: string | null;
  readonly apiClient: string | null;
  readonly identity: string | null;
  readonly token: string | null;
  readonly operation: string | null;
  readonly target: string | null;
}

/** Records it: what happens at most once by itself as a row of its own, all else as one row a day. */
export async function recordAccess(executor: Executor, access: NewAccess): Promise<void> {
  const p = new Parameters();
  const { owner } = access;
  const company = p.add(access.company, 'uuid');
  const found = owner
    ? `coalesce((SELECT ${owner.table === 'company' ? '"urn"' : '"owner"'} FROM ${quote(owner.table)} WHERE "urn" = ${p.add(owner.urn, 'uuid')}), ${company})`
    : company;
  const isDaily = !['SIGN_IN', 'SIGN_OUT', 'INVITATION'].includes(access.event);
  const parts = [access.event, access.apiClient, access.identity, access.token, access.operation, access.target];
  const key = isDaily
    ? `${p.add(JSON.stringify(parts), 'text')} || ' ' || (now() AT TIME ZONE 'UTC')::date`
    : 'gen_random_uuid()::text';
  const values = [
    p.add(access.event, 'text'),
    p.add(access.apiClient, 'uuid'),
    p.add(access.identity, 'uuid'),
    p.add(access.token, 'uuid'),
    p.add(access.operation, 'text'),
    p.add(access.target, 'uuid'),
  ];
  const text =
    `INSERT INTO "access_record" AS r ("tenant", "key", "owner", "event", "api_client", "identity", "token", "operation", "target",` +
    ` "first_timestamp", "last_timestamp", "count") SELECT w."tenant", ${key}, w."urn", ${values.join(', ')}, now(), now(), 1` +
    ` FROM "company" w WHERE w."urn" = ${found} ON CONFLICT ("tenant", "key") DO UPDATE SET "count" = r."count" + 1, "last_timestamp" = now()`;
  await executor.query(prepared(text, p));
}

/** A row of the record. */
export interface AccessRecord {
  readonly position: string;
  readonly event: AccessEvent;
  readonly ownerUrn: string;
  readonly apiClientUrn: string | null;
  readonly identityUrn: string | null;
  readonly tokenUrn: string | null;
  readonly operation: string | null;
  readonly targetUrn: string | null;
  readonly firstTimestamp: string;
  readonly lastTimestamp: string;
  readonly count: string;
}

/** Which rows; null for all. */
export interface AccessFilter {
  readonly event: string | null;
  readonly identity: string | null;
  readonly apiClient: string | null;
  readonly operation: string | null;
  readonly target: string | null;
  /** Rows that end at this instant or later. */
  readonly fromTimestamp: string | null;
  /** Rows that begin before this instant. */
  readonly toTimestamp: string | null;
}

/** A place in the record: of the rows of a page, the one that the next begins behind. */
export interface RecordPlace {
  readonly firstTimestamp: string;
  readonly position: string;
}

/** The rows of companies of a tenant, newest first, older than `before` where it is given. */
export async function accessRecords(
  executor: Executor,
  { tenant, companies }: { readonly tenant: string; readonly companies: readonly string[] },
  filter: AccessFilter,
  page: { readonly before: RecordPlace | null; readonly limit: number },
): Promise<AccessRecord[]> {
  const p = new Parameters();
  const conditions = [`r."owner" = c.urn AND r."tenant" = ${p.add(tenant, 'uuid')}`];
  if (filter.event !== null) conditions.push(`r."event" = ${p.add(filter.event, 'text')}`);
  if (filter.identity !== null) conditions.push(`r."identity" = ${p.add(filter.identity, 'uuid')}`);
  if (filter.apiClient !== null) conditions.push(`r."api_client" = ${p.add(filter.apiClient, 'uuid')}`);
  if (filter.operation !== null) conditions.push(`r."operation" = ${p.add(filter.operation, 'text')}`);
  if (filter.target !== null) conditions.push(`r."target" = ${p.add(filter.target, 'uuid')}`);
  if (page.before)
    conditions.push(
      `(r."first_timestamp", r."position") < (${p.add(page.before.firstTimestamp, 'timestamptz')}, ${p.add(page.before.position, 'bigint')})`,
    );
  if (filter.toTimestamp !== null) conditions.push(`r."first_timestamp" < ${p.add(filter.toTimestamp, 'timestamptz')}`);
  if (filter.fromTimestamp !== null) {
    const from = p.add(filter.fromTimestamp, 'timestamptz');
    // A row is of one day.
    conditions.push(`r."last_timestamp" >= ${from} AND r."first_timestamp" >= ${from} - interval '1 day'`);
  }
  const newest = `ORDER BY r."first_timestamp" DESC, r."position" DESC LIMIT ${p.add(page.limit, 'int')}`;
  const text =
    `SELECT r."position"::text, r."event", r."owner" AS "ownerUrn", r."api_client" AS "apiClientUrn", r."identity" AS "identityUrn",` +
    ` r."token" AS "tokenUrn", r."operation", r."target" AS "targetUrn", r."first_timestamp" AS "firstTimestamp",` +
    ` r."last_timestamp" AS "lastTimestamp", r."count"::text FROM unnest(${p.add(companies, 'uuid[]')}) AS c(urn)` +
    // The newest of each company, by an index: all together would be looked for among what the others have.
    ` CROSS JOIN LATERAL (SELECT r.* FROM "access_record" r WHERE ${conditions.join(' AND ')} ${newest}) r ${newest}`;
  // The statement selects what AccessRecord names.
  return (await executor.query(unprepared(text, p))) as unknown as AccessRecord[];
}

/** Forgets up to `limit` rows that ended more than so many days ago; returns how many. */
export async function purgeAccessRecords(executor: Executor, days: number, limit: number): Promise<number> {
  const p = new Parameters();
  const longAgo = `now() - make_interval(days => ${p.add(days, 'int')})`;
  const text =
    `DELETE FROM "access_record" WHERE "position" IN (SELECT "position" FROM "access_record"` +
    ` WHERE "first_timestamp" < ${longAgo} AND "last_timestamp" < ${longAgo} ORDER BY "first_timestamp" LIMIT ${p.add(limit, 'int')}` +
    ` FOR UPDATE SKIP LOCKED) RETURNING 1`;
  return (await executor.query(prepared(text, p))).length;
}
