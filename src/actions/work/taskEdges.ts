// Tasks beside tasks: adding or removing one member of a list of a task, without the others being sent; and the graph of those
// that one waits for and that wait for it, as far as the caller may read them. Resource reference 5.4.
import { resourceOf, fieldOf } from '../../contract/resource.ts';
import { databaseNow, linkedUrns } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import type { Row } from '../../database/engine/row.ts';
import { accessChecks } from '../../database/engine/accessCheckStore.ts';
import { invalid, notFound } from '../../domain/errors.ts';
import type { TaskList } from '../../domain/taskActivity.ts';
import { requireCaller, readScope } from '../../engine/authorize.ts';
import type { Context, WriteOptions, Written } from '../../engine/context.ts';
import type { WriteContext } from '../../engine/kind.ts';
import { lockForWrite, beginUpdate } from '../../engine/lockForWrite.ts';
import { applyUpdate } from '../../engine/updateResource.ts';
import { readBack } from '../../engine/readResource.ts';
import { edgesAmong, neighboringTasks } from '../../database/work/taskStore.ts';
import { edgeToItself } from './taskLists.ts';
import { rowsByUrn } from '../../database/engine/resourceStore.ts';
import type { Dependency } from '../../domain/dependencyGraph.ts';

/** One member of one list. */
export interface TaskEdgeChange {
  readonly urn: string;
  readonly list: TaskList;
  readonly other: string;
  readonly isAdded: boolean;
}

/**
 * The task after the change; `isNew` reports whether there was anything to change. NOT_FOUND when the task or the other end
 * may not be read, or when a member to be removed is not in the list.
 */
export async function changeTaskEdge(
  context: Context,
  change: TaskEdgeChange,
  options: WriteOptions,
): Promise<Written> {
  requireCaller(context.viewer);
  const { urn, list, other, isAdded } = change;
  const resource = context.contract.kinds.Task;
  const isNew = await context.database.transaction(async (transaction) => {
    const pending = { context, transaction, resource, operation: 'UPDATE', urn, values: { [list]: [other] } } as const;
    const before = await lockForWrite(pending, { ...options, label: resource.labels.update });
    const field = fieldOf(resource, list);
    const stored = await linkedUrns(transaction, resource, field, urn);
    const isThere = stored.includes(other);
    if (!(await isReadable(context, transaction, field.typeName, other)) || (!isAdded && !isThere)) throw notFound();
    // Its place among the stored ones would tell how many there are, those that the caller may not read included.
    if (other === urn) throw invalid([edgeToItself(urn, list, 0)]);
    if (isAdded && isThere) return false;
    const members = isAdded ? [...stored, other] : stored.filter((member) => member !== other);
    await write({ context, transaction, options, before, now: await databaseNow(transaction) }, { [list]: members });
    return true;
  });
  return { row: await readBack(context, resource, urn), isNew };
}

async function isReadable(context: Context, transaction: Transaction, kind: string, urn: string): Promise<boolean> {
  const resource = resourceOf(context.contract, kind);
  const { viewer } = context;
  return (await accessChecks(transaction, viewer, { resource, urns: [urn] }, resource.labels.read)).has(urn);
}

async function write(
  parts: Pick<WriteContext, 'context' | 'transaction' | 'options' | 'now'> & { readonly before: Row },
  values: Record<string, unknown>,
): Promise<void> {
  const resource = parts.context.contract.kinds.Task;
  const kind = parts.context.kindOf(resource);
  const step = beginUpdate(parts, 'UPDATE', parts.before, { options: parts.options, values });
  await kind.prepare?.(step);
  if (step.violations.length > 0) throw invalid(step.violations);
  await kind.decide?.(step);
  await applyUpdate(step, parts.before);
}

/** Most tasks in one graph. */
const most = 2_000;

/** A graph of tasks. */
interface Dependencies {
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
  const rows = await rowsByUrn(database, scope, { resource, urns });
  const byUrn = new Map(rows.map((row) => [row.urn, row]));
  const nodes = near.flatMap(({ urn: at, distance }) => {
    const task = byUrn.get(at);
    return task ? [{ task, distance }] : [];
  });
  const edges = await edgesAmong(database, [...byUrn.keys()]);
  return { nodes, edges, isTruncated: found.length > most };
}
