// Rows around tasks: their places within a stage, their project, their log, the edges between them, and the graph of those that wait
// for one another, as one viewer may see it.
import type { Dependency } from '../../domain/dependencyGraph.ts';
import type { Transaction } from '../connection/database.ts';
import { firstOf, onlyRow, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import type { Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import { inRanks, quote } from '../mapping/columns.ts';
import { inScope } from '../engine/scope.ts';

/** How the link table names the edges between tasks. */
const edgeFields = ['Task.blockedBy', 'Task.associatedTasks'];

// What is locked for the edges within the tenant of a company.
const edgesKey = (company: string): string =>
  `hashtextextended('task edges ' || coalesce((SELECT "owner" FROM "company" WHERE "urn" = ${company}), ${company})::text, 0)`;

/** Makes changes of edges within one tenant wait for one another, so that two of them cannot close a cycle together. */
export async function lockEdges(transaction: Transaction, company: string): Promise<void> {
  const p = new Parameters();
  await transaction.query(prepared(`SELECT pg_advisory_xact_lock(${edgesKey(p.add(company, 'uuid'))})`, p));
}

/** The same for the task `t` where nobody holds the lock, as an SQL condition that is false where somebody does. */
export const edgesLockedSql = `pg_try_advisory_xact_lock(${edgesKey('t."owner"')})`;

/** The owner of a task, deleted or not; null when there is none. */
export async function ownerOfTask(executor: Executor, urn: string): Promise<string | null> {
  const p = new Parameters();
  const text = `SELECT "owner" FROM "task" WHERE "urn" = ${p.add(urn, 'uuid')}`;
  return (await firstOf<{ owner: string }>(executor, prepared(text, p)))?.owner ?? null;
}

/** Every edge on a way that leads from one of the tasks to what it waits for, however far. */
export async function edgesBeyond(executor: Executor, urns: readonly string[]): Promise<Dependency[]> {
  const p = new Parameters();
  const text =
    `WITH RECURSIVE reached(urn) AS (SELECT w.urn FROM unnest(${p.add(urns, 'uuid[]')}) AS w(urn) UNION SELECT l."to_urn" FROM "link" l` +
    ` JOIN reached r ON l."from_urn" = r.urn WHERE l."field" = 'Task.blockedBy')` +
    ` SELECT l."from_urn" AS "from", l."to_urn" AS "to" FROM "link" l JOIN reached r ON l."from_urn" = r.urn` +
    ` WHERE l."field" = 'Task.blockedBy'`;
  return rowsOf<Dependency>(executor, prepared(text, p));
}

/** Those of the tasks that live and are not done. */
export async function openTasks(executor: Executor, urns: readonly string[]): Promise<string[]> {
  if (urns.length === 0) return [];
  const p = new Parameters();
  const text =
    `SELECT "urn" FROM "task" WHERE "urn" = ANY(${p.add(urns, 'uuid[]')}) AND "deleted_timestamp" IS NULL` +
    ` AND "status" NOT IN ('COMPLETED', 'CLOSED') ORDER BY "urn"`;
  return urnsOf(executor, prepared(text, p));
}

/**
 * The rank of a living task in the stage, and the next one behind or before it that is not of the task `but`, empty where there is none.
 * Null when the task is not there.
 */
export async function rankBeyond(
  transaction: Transaction,
  { stage, beside, but }: { readonly stage: string; readonly beside: string; readonly but: string },
  isAfter: boolean,
): Promise<{ readonly rank: string; readonly next: string } | null> {
  const p = new Parameters();
  const place = p.add(stage, 'uuid');
  const [own, other] = [inRanks('t."rank"'), inRanks('n."rank"')];
  const next =
    `SELECT n."rank" FROM "task" n WHERE n."workflow_stage" = ${place} AND ${other} ${isAfter ? '>' : '<'} ${own}` +
    ` AND n."urn" <> ${p.add(but, 'uuid')} ORDER BY ${other} ${isAfter ? 'ASC' : 'DESC'} LIMIT 1`;
  const text =
    `SELECT t."rank", coalesce((${next}), '') AS "next" FROM "task" t WHERE t."urn" = ${p.add(beside, 'uuid')}` +
    ` AND t."workflow_stage" = ${place} AND t."deleted_timestamp" IS NULL`;
  return firstOf(transaction, prepared(text, p));
}

/** The status of each of the projects that live, by its urn; none changes before the transaction ends. */
export async function statusesOfProjects(
  transaction: Transaction,
  urns: readonly string[],
): Promise<Map<string, string>> {
  const p = new Parameters();
  const text =
    `SELECT "urn", "status" FROM "project" WHERE "urn" = ANY(${p.add(urns, 'uuid[]')}) AND "deleted_timestamp" IS NULL` +
    ` ORDER BY "urn" FOR SHARE`;
  const rows = await rowsOf<{ urn: string; status: string }>(transaction, prepared(text, p));
  return new Map(rows.map(({ urn, status }) => [urn, status]));
}

/** An edge of a task, seen from the other end. */
export interface TaskEdge {
  readonly other: string;
  /** The list of the other task in which this one stands. */
  readonly listOfOther: 'blockedBy' | 'blocking' | 'associatedTasks';
}

/** Those of the tasks that have an edge. */
export async function tasksWithEdges(executor: Executor, urns: readonly string[]): Promise<Set<string>> {
  const p = new Parameters();
  const [tasks, fields] = [p.add(urns, 'uuid[]'), p.add(edgeFields, 'text[]')];
  const text =
    `SELECT "from_urn" AS urn FROM "link" WHERE "from_urn" = ANY(${tasks}) AND "field" = ANY(${fields})` +
    ` UNION SELECT "to_urn" FROM "link" WHERE "to_urn" = ANY(${tasks}) AND "field" = ANY(${fields})`;
  return new Set(await urnsOf(executor, prepared(text, p)));
}

/** Those of the tasks that wait for another one that is not done, or that is among `changing`. */
export async function waitingTasks(
  executor: Executor,
  urns: readonly string[],
  changing: readonly string[],
): Promise<Set<string>> {
  const p = new Parameters();
  const text =
    `SELECT DISTINCT l."from_urn" AS urn FROM "link" l JOIN "task" t ON t."urn" = l."to_urn" WHERE l."from_urn" = ANY(${p.add(urns, 'uuid[]')})` +
    ` AND l."field" = 'Task.blockedBy' AND (t."urn" = ANY(${p.add(changing, 'uuid[]')})` +
    ` OR (t."deleted_timestamp" IS NULL AND t."status" NOT IN ('COMPLETED', 'CLOSED')))`;
  return new Set(await urnsOf(executor, prepared(text, p)));
}

/** Removes edges that came back, each as it stands in the link table. */
export async function removeReturned(
  transaction: Transaction,
  edges: readonly { readonly urn: string; readonly field: string; readonly target: string }[],
): Promise<void> {
  const p = new Parameters();
  const text =
    `DELETE FROM "link" l USING json_to_recordset(${p.add(JSON.stringify(edges), 'json')}) AS e("urn" uuid, "field" text, "target" uuid)` +
    ` WHERE l."from_urn" = e."urn" AND l."field" = e."field" AND l."to_urn" = e."target"`;
  await transaction.query(prepared(text, p));
}

/** One end of an association, and the other. */
export interface Association {
  readonly task: string;
  readonly other: string;
}

/** Writes the other half of associations: the others name the task too, at the end of their lists, in this order. */
export async function mirrorAssociations(
  transaction: Transaction,
  { added, removed }: { readonly added: readonly Association[]; readonly removed: readonly Association[] },
): Promise<void> {
  const pairs = (of: readonly Association[], p: Parameters): string =>
    `unnest(${(['task', 'other'] as const)
      .map((end) =>
        p.add(
          of.map((one) => one[end]),
          'uuid[]',
        ),
      )
      .join(', ')}) WITH ORDINALITY AS o(task, other, n)`;
  if (added.length > 0) {
    const p = new Parameters();
    const text =
      `INSERT INTO "link" ("from_urn", "field", "to_urn", "position", "tenant") SELECT o.other, 'Task.associatedTasks', o.task,` +
      ` (SELECT coalesce(max("position"), 0) FROM "link" l WHERE l."from_urn" = o.other AND l."field" = 'Task.associatedTasks')` +
      ` + row_number() OVER (PARTITION BY o.other ORDER BY o.n), t."tenant"` +
      ` FROM ${pairs(added, p)} JOIN "task" t ON t."urn" = o.task ON CONFLICT DO NOTHING`;
    await transaction.query(prepared(text, p));
  }
  if (removed.length === 0) return;
  const p = new Parameters();
  const text =
    `DELETE FROM "link" l USING ${pairs(removed, p)} WHERE l."to_urn" = o.task AND l."field" = 'Task.associatedTasks'` +
    ` AND l."from_urn" = o.other`;
  await transaction.query(prepared(text, p));
}

/** Those of the tasks that have more edges of one sort than a task may have. */
export async function crowdedTasks(
  executor: Executor,
  urns: readonly string[],
  most: { readonly blockers: number; readonly associations: number },
): Promise<string[]> {
  if (urns.length === 0) return [];
  const p = new Parameters();
  const tasks = p.add(urns, 'uuid[]');
  const blockers = p.add(most.blockers, 'int');
  const associations = p.add(most.associations, 'int');
  const text =
    `SELECT "from_urn" AS urn FROM "link" WHERE "from_urn" = ANY(${tasks}) AND "field" = ANY(${p.add(edgeFields, 'text[]')})` +
    ` GROUP BY "from_urn", "field" HAVING count(*) > CASE "field" WHEN 'Task.blockedBy' THEN ${blockers} ELSE ${associations} END` +
    ` UNION SELECT "to_urn" FROM "link" WHERE "to_urn" = ANY(${tasks}) AND "field" = 'Task.blockedBy'` +
    ` GROUP BY "to_urn" HAVING count(*) > ${blockers} ORDER BY 1`;
  return urnsOf(executor, prepared(text, p));
}

/** A task at its new version. */
export interface RaisedTask {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
}

/** Counts living tasks one version up, locking them in the order of their urns. */
export async function raiseTasks(
  transaction: Transaction,
  urns: readonly string[],
  timestamp: string,
): Promise<RaisedTask[]> {
  if (urns.length === 0) return [];
  const p = new Parameters();
  const text =
    `WITH locked AS MATERIALIZED (SELECT "urn" FROM "task" WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})` +
    ` AND "deleted_timestamp" IS NULL ORDER BY "urn" FOR NO KEY UPDATE)` +
    ` UPDATE "task" t SET "version" = t."version" + 1, "updated_timestamp" = ${p.add(timestamp, 'timestamptz')}` +
    ` FROM locked WHERE t."urn" = locked."urn" RETURNING t."urn", t."owner", t."version"`;
  const raised = await rowsOf<RaisedTask>(transaction, prepared(text, p));
  return raised.sort((a, b) => (a.urn < b.urn ? -1 : 1));
}

/** A task of the graph, and how many edges it is away from where the reader stands. */
export interface NearTask {
  readonly urn: string;
  readonly distance: number;
}

/** Tasks within `depth` edges of a task, in either direction, nearest first. Ways lead through tasks in scope alone. */
export async function neighboringTasks(
  executor: Executor,
  scope: AccessScope,
  resource: Resource,
  start: { readonly urn: string; readonly depth: number; readonly most: number },
): Promise<NearTask[]> {
  const p = new Parameters();
  const urn = p.add(start.urn, 'uuid');
  const depth = p.add(start.depth, 'int');
  const within = inScope(resource, 't', scope, p);
  const text =
    `WITH RECURSIVE near(urn, distance) AS (SELECT ${urn}, 0 UNION SELECT t."urn", n.distance + 1 FROM near n` +
    ` CROSS JOIN LATERAL (SELECT l."to_urn" AS urn FROM "link" l WHERE l."from_urn" = n.urn AND l."field" = 'Task.blockedBy'` +
    ` UNION ALL SELECT l."from_urn" FROM "link" l WHERE l."to_urn" = n.urn AND l."field" = 'Task.blockedBy') e` +
    ` JOIN ${quote(resource.table)} t ON t."urn" = e.urn WHERE n.distance < ${depth} AND ${within})` +
    ` SELECT urn, min(distance) AS distance FROM near GROUP BY urn ORDER BY 2, 1 LIMIT ${p.add(start.most, 'int')}`;
  return rowsOf<NearTask>(executor, prepared(text, p));
}

/** The edges among the tasks. */
export async function edgesAmong(executor: Executor, urns: readonly string[]): Promise<Dependency[]> {
  const p = new Parameters();
  const tasks = p.add(urns, 'uuid[]');
  const text =
    `SELECT "from_urn" AS "from", "to_urn" AS "to" FROM "link" WHERE "field" = 'Task.blockedBy'` +
    ` AND "from_urn" = ANY(${tasks}) AND "to_urn" = ANY(${tasks}) ORDER BY "from_urn", "position", "to_urn"`;
  return rowsOf<Dependency>(executor, prepared(text, p));
}

/** The place after every line of the task's log that was written in this very instant; 0 when there is none. */
export async function nextPlace(executor: Executor, task: string, timestamp: string): Promise<number> {
  const p = new Parameters();
  const text =
    `SELECT coalesce(max("sort_order") + 1, 0) AS place FROM "task_log" WHERE "task" = ${p.add(task, 'uuid')}` +
    ` AND "created_timestamp" = ${p.add(timestamp, 'timestamptz')}`;
  return (await onlyRow<{ place: number }>(executor, prepared(text, p))).place;
}

/** Whether a living line is a comment on the task. */
export async function isCommentOn(executor: Executor, line: string, task: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `SELECT 1 FROM "task_log" WHERE "urn" = ${p.add(line, 'uuid')} AND "task" = ${p.add(task, 'uuid')}` +
    ` AND "activity" = 'COMMENT_ADDED' AND "deleted_timestamp" IS NULL`;
  return (await executor.query(prepared(text, p))).length > 0;
}

/** The living tasks whose single link names the urn. */
export async function tasksNaming(
  executor: Executor,
  link: 'project' | 'assignee',
  urn: string,
): Promise<{ readonly urn: string; readonly owner: string }[]> {
  const p = new Parameters();
  const column = link === 'project' ? '"project"' : '"assignee"';
  const text =
    `SELECT "urn", "owner" FROM "task" WHERE ${column} = ${p.add(urn, 'uuid')}` +
    ` AND "deleted_timestamp" IS NULL ORDER BY "urn"`;
  return rowsOf<{ urn: string; owner: string }>(executor, prepared(text, p));
}
