// How PostgreSQL carried statements out.
import pg from 'pg';
import { expect } from 'vitest';
import type { Statement } from '../../src/database/connection/statement.ts';
import { withClient } from './database.ts';
import { urnDigits } from './urnLists.ts';

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) names its members. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

function literalOf(value: unknown): string {
  if (Array.isArray(value))
    return `{${value.map((one) => (one === null ? 'NULL' : JSON.stringify(String(one)))).join(',')}}`;
  if (!Buffer.isBuffer(value)) return String(value);
  return `{${urnDigits(value).join(',')}}`;
}

/** How a statement was carried out: with a name it is prepared and planned once, without one planned for its values. */
export function carriedOut(client: pg.Client, statement: Statement): Promise<PlanNode> {
  return explained(client, statement, 'ANALYZE, FORMAT JSON');
}

/** How a statement would be carried out, which is not done. */
export function planned(client: pg.Client, statement: Statement): Promise<PlanNode> {
  return explained(client, statement, 'FORMAT JSON');
}

async function explained(client: pg.Client, { name, text, values }: Statement, how: string): Promise<PlanNode> {
  if (name === undefined) return planOf(await client.query(`EXPLAIN (${how}) ${text}`, [...values]));
  const known = await client.query('SELECT 1 FROM pg_prepared_statements WHERE name = $1', [name]);
  if (known.rows.length === 0) await client.query(`PREPARE ${pg.escapeIdentifier(name)} AS ${text}`);
  const given = values.map((value) => (value === null ? 'NULL' : pg.escapeLiteral(literalOf(value))));
  return planOf(
    await client.query(
      `EXPLAIN (${how}) EXECUTE ${pg.escapeIdentifier(name)} ${given.length > 0 ? `(${given.join(', ')})` : ''}`,
    ),
  );
}

function planOf({ rows }: pg.QueryResult<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>): PlanNode {
  return rows[0]?.['QUERY PLAN'][0].Plan ?? expect.fail('nothing was explained');
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

/** The tables all of whose rows a plan reads. */
export function scannedBy(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scannedBy)];
}

/** How often a plan has a step of that type. */
export function stepsOf(node: PlanNode, type: string): number {
  return (node.Plans ?? []).reduce((sum, one) => sum + stepsOf(one, type), node['Node Type'] === type ? 1 : 0);
}

/** Most rows of a table, or of its first partition, that one of the statements reads; what they change is undone. */
export function mostReadBy(statements: readonly Statement[], databaseUrl: string, table: string): Promise<number> {
  const asked = statements.filter(({ text }) => new RegExp(`\\b${table}\\b`).test(text));
  expect(asked).not.toEqual([]);
  return withClient(databaseUrl, async (client) => {
    let most = 0;
    for (const statement of asked) {
      await client.query(`SET plan_cache_mode = ${statement.isPlannedByValue ? 'auto' : 'force_generic_plan'}`);
      await client.query('BEGIN');
      const plan = await carriedOut(client, statement);
      await client.query('ROLLBACK');
      most = Math.max(most, ...[table, `${table}_0`].map((one) => readOf(plan, one)));
    }
    return most;
  });
}

/** The same for the statements of some work, which is done first: those that are heard of meanwhile, in `sent`. */
export async function mostReadDuring(
  work: () => Promise<unknown>,
  { sent, databaseUrl }: { readonly sent: Statement[]; readonly databaseUrl: string },
  table: string,
): Promise<number> {
  sent.length = 0;
  await work();
  return mostReadBy([...sent], databaseUrl, table);
}
