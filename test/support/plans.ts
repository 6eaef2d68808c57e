// How PostgreSQL carried statements out.
import pg from 'pg';
import { expect } from 'vitest';
import type { Statement } from '../../src/database/connection/statement.ts';

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) names its members. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

// Lists of urns are sent in binary: their number, and behind the head one urn every 20 bytes.
function literalOf(value: unknown): string {
  if (Array.isArray(value))
    return `{${value.map((one) => (one === null ? 'NULL' : JSON.stringify(String(one)))).join(',')}}`;
  if (!Buffer.isBuffer(value)) return String(value);
  const urns = Array.from({ length: value.readInt32BE(12) }, (_, at) =>
    value.toString('hex', 24 + 20 * at, 40 + 20 * at),
  );
  return `{${urns.join(',')}}`;
}

/** How a prepared statement was carried out: with a name it is planned once. */
export async function carriedOut(client: pg.Client, { name, text, values }: Statement): Promise<PlanNode> {
  expect(name).toBeDefined();
  await client.query({ name: String(name), text, values: [...values] });
  const given = values.map((value) => (value === null ? 'NULL' : pg.escapeLiteral(literalOf(value))));
  const { rows: explained } = await client.query(
    `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${pg.escapeIdentifier(String(name))} ${given.length > 0 ? `(${given.join(', ')})` : ''}`,
  );
  const [{ Plan }] = explained[0]['QUERY PLAN'] as [{ Plan: PlanNode }];
  return Plan;
}

/** How often a plan searched the table. */
export function looksAt(node: PlanNode, table: string): number {
  const own = node['Relation Name'] === table ? node['Actual Loops'] : 0;
  return own + (node.Plans ?? []).reduce((sum, one) => sum + looksAt(one, table), 0);
}

/** How many rows of the table a plan read. */
export function readOf(node: PlanNode, table: string): number {
  const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const own = node['Relation Name'] === table ? read : 0;
  return own + (node.Plans ?? []).reduce((sum, one) => sum + readOf(one, table), 0);
}
