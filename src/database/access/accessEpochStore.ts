// The access epoch of each tenant: a number that triggers raise whenever something changes that decides what a caller may
// do, in the transaction of the change. Equal epochs mean an equal decision, until the clock passes a border.
import { positionSql } from '../connection/positions.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import { epochSql, millisSql } from '../engine/accessEpoch.ts';

/** The epochs of some tenants, and the clock that time windows are judged by, at one moment. */
export interface Epochs {
  readonly nowMillis: number;
  readonly byTenant: ReadonlyMap<string, string>;
  /** By tenant its edge epoch: raised when an edge on a single resource ends or changes, which statements look up themselves. */
  readonly edges: ReadonlyMap<string, string>;
  /** Where the server that takes writes was at that moment, as `positionSql` says it; null unless requested. */
  readonly position: unknown;
  /** When that was requested, by `performance.now()`. */
  readonly sentAt: number;
}

interface EpochRow {
  readonly urn: string;
  readonly now: string | number;
  readonly epoch: string;
  readonly edges?: string | null;
  readonly position?: unknown;
}

/** The epochs as they stand, and how far the server has come if that is wanted. */
export async function readEpochs(
  executor: Executor,
  tenants: readonly string[],
  withPosition: boolean,
): Promise<Epochs> {
  const p = new Parameters();
  const position = withPosition
    ? `, ${positionSql} AS position, (SELECT max(e."edge_epoch") FROM "access_epoch" e WHERE e."tenant" = t.urn)::text AS edges`
    : '';
  const text =
    `SELECT t.urn, ${millisSql('statement_timestamp()')} AS now, ${epochSql('t.urn')} AS epoch${position}` +
    ` FROM unnest(${p.add(tenants, 'uuid[]')}) AS t(urn)`;
  const sentAt = performance.now();
  const rows = await rowsOf<EpochRow>(executor, prepared(text, p));
  return {
    sentAt,
    nowMillis: Number(rows[0]?.now),
    byTenant: new Map(rows.map((row) => [row.urn, row.epoch])),
    edges: new Map(rows.map((row) => [row.urn, String(row.edges)])),
    position: rows[0]?.position ?? null,
  };
}
