// Stages of workflows and the tasks in them.
import type { Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import type { Transaction } from '../connection/database.ts';
import { firstOf, onlyRow, Parameters, prepared, urnsOf, type Executor } from '../connection/statement.ts';
import { inScope } from '../engine/scope.ts';
import { quote } from '../mapping/columns.ts';

/** How many living tasks the stages hold. */
export async function tasksIn(executor: Executor, stages: readonly string[]): Promise<number> {
  const p = new Parameters();
  const text =
    `SELECT count(*)::int AS tasks FROM "task" WHERE "workflow_stage" = ANY(${p.add(stages, 'uuid[]')})` +
    ` AND "deleted_timestamp" IS NULL`;
  return (await onlyRow<{ tasks: number }>(executor, prepared(text, p))).tasks;
}

/** The workflow of a stage, living or not; null when there never was such a stage. */
export async function workflowOf(executor: Executor, stage: string): Promise<string | null> {
  const p = new Parameters();
  const text = `SELECT "workflow" FROM "workflow_stage" WHERE "urn" = ${p.add(stage, 'uuid')}`;
  return (await firstOf<{ workflow: string }>(executor, prepared(text, p)))?.workflow ?? null;
}

/** The living stages of a workflow, locked so that no task enters or leaves them meanwhile. */
export async function lockStages(transaction: Transaction, workflow: string): Promise<string[]> {
  const p = new Parameters();
  const text =
    `SELECT "urn" FROM "workflow_stage" WHERE "workflow" = ${p.add(workflow, 'uuid')}` +
    ` AND "deleted_timestamp" IS NULL ORDER BY "urn" FOR NO KEY UPDATE`;
  return urnsOf(transaction, prepared(text, p));
}

/** A few of the living tasks in the stages, of those in the scope, for a refusal that names them. */
export async function someTasksIn(
  executor: Executor,
  scope: AccessScope,
  resource: Resource,
  stages: readonly string[],
): Promise<string[]> {
  const p = new Parameters();
  const text =
    `SELECT t."urn" FROM ${quote(resource.table)} t WHERE t."workflow_stage" = ANY(${p.add(stages, 'uuid[]')})` +
    ` AND ${inScope(resource, 't', scope, p)} ORDER BY t."urn" LIMIT 20`;
  return urnsOf(executor, prepared(text, p));
}
