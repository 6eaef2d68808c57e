// The graph of the tasks around one: those it waits for and those that wait for it, as far as the caller may read them.
// Resource reference 5.4.
import { resourceOf } from '../contract/resource.ts';
import { edgesAmong, nearTasks } from '../database/dependencyStore.ts';
import { rowsByUrn } from '../database/resourceStore.ts';
import type { Row } from '../database/row.ts';
import type { Dependency } from '../domain/dependencyGraph.ts';
import { invalidParameter, notFound } from '../domain/errors.ts';
import { readScope, requireCaller } from './authorize.ts';
import type { Context } from './context.ts';

/** Deepest and usual graph; most tasks in one. */
const dependencyLimits = { deepest: 20, usual: 1, most: 2_000 } as const;

/** A graph of tasks. */
export interface Dependencies {
  /** The tasks, nearest first; the one that was asked for stands at distance 0. */
  readonly nodes: readonly { readonly task: Row; readonly distance: number }[];
  /** `from` waits for `to`; both are among the nodes. */
  readonly edges: readonly Dependency[];
  /** Whether more tasks lie within the depth than are given. */
  readonly isTruncated: boolean;
}

/** The graph up to `depth` edges away. Throws INVALID_PARAMETER for a depth outside 1 to 20. */
export async function readDependencies(context: Context, urn: string, depth: unknown): Promise<Dependencies> {
  requireCaller(context.viewer);
  const { deepest, usual, most } = dependencyLimits;
  const asked = typeof depth === 'string' && /^[0-9]{1,4}$/.test(depth) ? Number(depth) : (depth ?? usual);
  if (typeof asked !== 'number' || !Number.isInteger(asked) || asked < 1 || asked > deepest) {
    throw invalidParameter('depth', `1 to ${String(deepest)} is allowed.`, deepest);
  }
  const { database, contract, viewer } = context;
  const resource = resourceOf(contract, 'Task');
  if (!(await context.loaders.byUrn(resource.name, urn))) throw notFound();
  const scope = readScope(viewer, resource);
  const found = await nearTasks(database, contract, scope, resource, { urn, depth: asked, most: most + 1 });
  const near = found.slice(0, most);
  const urns = near.map((node) => node.urn);
  const [rows, edges] = await Promise.all([
    rowsByUrn(database, contract, scope, resource, urns),
    edgesAmong(database, urns),
  ]);
  const byUrn = new Map(rows.map((row) => [row.urn, row]));
  const nodes = near.flatMap(({ urn: at, distance }) => {
    const task = byUrn.get(at);
    return task ? [{ task, distance }] : [];
  });
  const shown = edges.filter((edge) => byUrn.has(edge.from) && byUrn.has(edge.to));
  return { nodes, edges: shown, isTruncated: found.length > most };
}
