// The other cells that this one knows: where tenants live that moved away, and who is asked about tokens that nobody here knows.
import type { Cell } from '../../domain/cell.ts';
import { Parameters, prepared, type Executor } from '../connection/statement.ts';

/** A cell, and how many tenants moved there from here. */
export interface KnownCell extends Cell {
  readonly tenants: number;
}

const tenantsThere = `(SELECT count(*)::int FROM "disabled_tenant" z WHERE z."cell" = c."name" AND z."state" = 'MOVED')`;

/** All of them, by name. */
export async function readCells(executor: Executor): Promise<KnownCell[]> {
  const text = `SELECT c."name", c."url", ${tenantsThere} AS tenants FROM "cell" c ORDER BY c."name"`;
  // The columns of the statement.
  return (await executor.query(prepared(text, new Parameters()))) as unknown as KnownCell[];
}

/** Notes where the gateways of a cell answer, or answer now. */
export async function writeCell(executor: Executor, { name, url }: Cell): Promise<void> {
  const p = new Parameters();
  const values = [p.add(name, 'text'), p.add(url, 'text')].join(', ');
  const text = `INSERT INTO "cell" ("name", "url") VALUES (${values}) ON CONFLICT ("name") DO UPDATE SET "url" = excluded."url"`;
  await executor.query(prepared(text, p));
}

/** Forgets a cell; false, and nothing is done, for one that is unknown, or where tenants live that moved away from here. */
export async function removeCell(executor: Executor, name: string): Promise<boolean> {
  const p = new Parameters();
  const text = `DELETE FROM "cell" c WHERE c."name" = ${p.add(name, 'text')} AND ${tenantsThere} = 0 RETURNING c."name"`;
  return (await executor.query(prepared(text, p))).length === 1;
}
