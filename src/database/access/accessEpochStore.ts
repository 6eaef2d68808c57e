// The access epoch of each tenant: a number that triggers raise whenever something changes that decides what a caller may
// do, in the transaction of the change. Equal epochs mean an equal decision, until the clock passes a border.
import { Parameters, prepared, type Executor } from '../connection/statement.ts';

/** The epoch of a tenant (as SQL), as the select list and the rest of a subquery. */
export function epochSql(tenant: string): string {
  return `coalesce(max(e."epoch"), 0)::text FROM "access_epoch" e WHERE e."tenant" = ${tenant}`;
}

/** An instant (as SQL) in milliseconds since 1970. */
export function millisSql(instant: string): string {
  return `(extract(epoch FROM ${instant}) * 1000)::float8`;
}

/** The epochs of some tenants, and the clock that time windows are judged by, at one moment. */
export interface Epochs {
  readonly nowMillis: number;
  readonly byTenant: ReadonlyMap<string, string>;
}

/** The epochs as they stand. */
export async function readEpochs(executor: Executor, tenants: readonly string[]): Promise<Epochs> {
  const p = new Parameters();
  const text =
    `SELECT t.urn, ${millisSql('statement_timestamp()')} AS now, (SELECT ${epochSql('t.urn')}) AS epoch` +
    ` FROM unnest(${p.add(tenants, 'uuid[]')}) AS t(urn)`;
  const rows = await executor.query(prepared(text, p));
  return {
    nowMillis: Number(rows[0]?.['now']),
    byTenant: new Map(rows.map((row) => [String(row['urn']), String(row['epoch'])])),
  };
}
