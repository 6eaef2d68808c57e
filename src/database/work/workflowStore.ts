// Stages of workflows and the tasks in them.
import type { Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import type { TaskStatus } from '../../domain/taskStatus.ts';
import type { Transaction } from '../connection/database.ts';
import { firstOf, onlyRow, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import { inScope } from '../engine/scope.ts';
import { inRanks, quote } from '../mapping/columns.ts';

/** How many living tasks the stages hold. */
export async function tasksIn(executor: Executor, stages: readonly string[]): Promise<number> {
  const p = new Parameters();
  const text =
    `SELECT count(*)::int AS tasks FROM "task" WHERE "workflow_stage" = ANY(${p.add(stages, 'uuid[]')})` +
    ` AND "deleted_timestamp" IS NULL`;
  return (await onlyRow<{ tasks: number }>(executor, prepared(text, p))).tasks;
}

/** Locks living stages against removal and against other tasks entering, in the order of their urns. */
export async function lockEntered(transaction: Transaction, stages: readonly string[]): Promise<void> {
  const p = new Parameters();
  const text =
    `SELECT 1 FROM "workflow_stage" WHERE "urn" = ANY(${p.add(stages, 'uuid[]')}) AND "deleted_timestamp" IS NULL` +
    ` ORDER BY "urn" FOR NO KEY UPDATE`;
  await transaction.query(prepared(text, p));
}

/** A stage, living or not, and what tasks that enter or leave it find. */
export interface StageState {
  readonly urn: string;
  readonly workflow: string;
  readonly lives: boolean;
  readonly taskStatus: TaskStatus | null;
  readonly taskLimit: number | null;
  /** How many living tasks it holds; null where it holds any number. */
  readonly tasks: number | null;
  /** The greatest rank in it, those of deleted tasks included; empty where there is none. */
  readonly lastRank: string;
  /** The stages that a task may go on to; all of them where there is none. */
  readonly allowedNext: readonly string[];
}

/** The stages, by their urns. */
export async function stageStates(executor: Executor, stages: readonly string[]): Promise<Map<string, StageState>> {
  const p = new Parameters();
  const tasks = `SELECT count(*)::int FROM "task" t WHERE t."workflow_stage" = s."urn" AND t."deleted_timestamp" IS NULL`;
  const last =
    `SELECT t."rank" FROM "task" t WHERE t."workflow_stage" = s."urn"` +
    ` ORDER BY ${inRanks('t."rank"')} DESC LIMIT 1`;
  const next =
    `SELECT l."to_urn" FROM "link" l WHERE l."from_urn" = s."urn" AND l."field" = 'WorkflowStage.allowedNext'` +
    ` ORDER BY l."position", l."to_urn"`;
  const text =
    `SELECT s."urn", s."workflow", s."deleted_timestamp" IS NULL AS "lives", s."task_status" AS "taskStatus", s."task_limit" AS "taskLimit",` +
    ` CASE WHEN s."task_limit" IS NOT NULL THEN (${tasks}) END AS "tasks", coalesce((${last}), '') AS "lastRank", ARRAY(${next}) AS "allowedNext"` +
    ` FROM "workflow_stage" s WHERE s."urn" = ANY(${p.add(stages, 'uuid[]')})`;
  const rows = await rowsOf<StageState>(executor, prepared(text, p));
  return new Map(rows.map((row) => [row.urn, row]));
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
