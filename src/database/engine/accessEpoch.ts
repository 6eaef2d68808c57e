// The access epoch and the clock of time windows, as parts of the statements that read them.
import type { Parameters } from '../connection/statement.ts';

/** The epoch of a tenant (as SQL); 0 for one in which nothing has changed yet. An aggregate would cost a tenth of a short read. */
export function epochSql(tenant: string): string {
  return `coalesce((SELECT e."epoch" FROM "access_epoch" e WHERE e."tenant" = ${tenant}), 0)::text`;
}

/** An instant (as SQL) in milliseconds since 1970. */
export function millisSql(instant: string): string {
  return `(extract(epoch FROM ${instant}) * 1000)::float8`;
}

/** What a decision about a caller was made under: values, or the places of values. */
interface Under {
  readonly tenant: unknown;
  readonly epoch: unknown;
  /** In milliseconds since 1970; null for none. */
  readonly border: unknown;
}

/** Whether that decision holds still in the snapshot of the statement, as SQL. */
export function stillDecidedSql({ tenant, epoch, border }: Under, p: Parameters): string {
  const at = p.add(border, 'float8');
  return (
    `${epochSql(p.add(tenant, 'uuid'))} = ${p.add(epoch, 'text')}` +
    ` AND (${at} IS NULL OR ${millisSql('statement_timestamp()')} < ${at})`
  );
}
