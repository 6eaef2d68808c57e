// The graph of tasks that wait for one another, as one viewer may see it.
import type { Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import type { Dependency } from '../../domain/dependencyGraph.ts';
import { quote } from '../mapping/columns.ts';
import { inScope } from '../engine/scope.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

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
