// The graph of the tasks around one: those it waits for and those that wait for it, as far as the caller may read them.
// Resource reference 5.4.
import { edgesAmong, neighboringTasks } from '../../database/work/taskStore.ts';
import { rowsByUrn } from '../../database/engine/resourceStore.ts';
import type { Row } from '../../database/engine/row.ts';
import type { Dependency } from '../../domain/dependencyGraph.ts';
import { notFound } from '../../domain/errors.ts';
import { readScope, requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';

/** Most tasks in one graph. */
const most = 2_000;

/** A graph of tasks. */
export interface Dependencies {
  /** The tasks, nearest first; the requested one stands at distance 0. */
  readonly nodes: readonly { readonly task: Row; readonly distance: number }[];
  /** `from` waits for `to`; both are among the nodes. */
  readonly edges: readonly Dependency[];
  /** Whether more tasks lie within the depth than are given. */
  readonly isTruncated: boolean;
}

/** The graph up to `depth` edges away. NOT_FOUND when the task may not be read. */
export async function readDependencies(context: Context, urn: string, depth: number): Promise<Dependencies> {
  requireCaller(context.viewer);
  const { database, contract, viewer } = context;
  const resource = contract.kinds.Task;
  if (!(await context.loaders.byUrn(resource.name, urn))) throw notFound();
  const scope = readScope(viewer, resource);
  const found = await neighboringTasks(database, scope, resource, { urn, depth, most: most + 1 });
  const near = found.slice(0, most);
  const urns = near.map((node) => node.urn);
  const [rows, edges] = await Promise.all([rowsByUrn(database, scope, { resource, urns }), edgesAmong(database, urns)]);
  const byUrn = new Map(rows.map((row) => [row.urn, row]));
  const nodes = near.flatMap(({ urn: at, distance }) => {
    const task = byUrn.get(at);
    return task ? [{ task, distance }] : [];
  });
  const shown = edges.filter((edge) => byUrn.has(edge.from) && byUrn.has(edge.to));
  return { nodes, edges: shown, isTruncated: found.length > most };
}
