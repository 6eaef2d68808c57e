// Writes a new resource with the children sent inside it: prepares the whole tree first, so that every violation of the
// request is reported together, then inserts it top down. Used by create, and by updates that replace a list of children.
import { isChildList, linkLists } from '../contract/fieldGroups.ts';
import { targetOf, type Field, type Resource } from '../contract/resource.ts';
import type { StoredRow } from '../database/engine/changedRows.ts';
import { insertLinks, insertRows, type NewList, type NewRow } from '../database/engine/changeStore.ts';
import type { AccessScope } from '../domain/accessScope.ts';
import { actorOf } from '../domain/actor.ts';
import { newUrn } from '../domain/urn.ts';
import { type Change, created } from './announcements.ts';
import type { WriteContext } from './kind.ts';
import { settleImported } from './importedDates.ts';
import { checkLinks } from './links.ts';

/** A resource that is ready to be written, with its children. */
export interface Prepared {
  readonly step: WriteContext;
  readonly children: readonly Prepared[];
}

type ChildValues = Record<string, unknown>;

/** Runs the kind's own rules and checks links, for the resource and all children sent inside it. Writes nothing. */
export async function prepareTree(step: WriteContext): Promise<Prepared> {
  const tree = await prepareWithoutLinks(step);
  const steps = stepsOf(tree);
  await settleImported(steps);
  await checkLinks(steps);
  return tree;
}

/**
 * The same without a look at the links: whoever calls it checks those of all trees at once.
 * @param isPrepared whether the rules of the resource itself were looked at
 */
export async function prepareWithoutLinks(step: WriteContext, isPrepared = false): Promise<Prepared> {
  if (!isPrepared) await step.context.kindOf(step.resource).prepare?.(step);
  const children: Prepared[] = [];
  for (const field of step.resource.fields.filter((f) => isChildList(f) && Array.isArray(step.values[f.name]))) {
    // checkInput made each element an object of canonical values.
    const sent = step.values[field.name] as ChildValues[];
    for (const [at, values] of sent.entries()) {
      children.push(
        await prepareWithoutLinks(childWrite(step, field, values, `${step.path}/${field.name}/${String(at)}`)),
      );
    }
  }
  return { step, children };
}

/** The step that writes a child of a step's resource. */
export function childWrite(parent: WriteContext, field: Field, values: ChildValues, path: string): WriteContext {
  const resource = targetOf(field);
  const urn = typeof values['urn'] === 'string' ? values['urn'] : newUrn();
  return {
    ...parent,
    resource,
    operation: 'CREATE',
    urn,
    before: null,
    container: null,
    path,
    values: { ...values, urn, [field.inverseOf ?? '']: parent.urn },
    hidden: {},
    shownOnce: {},
  };
}

/** Trees that were inserted. */
export interface Inserted {
  /** The changes to announce: the parent first, then its children, in order. */
  readonly changes: Change[];
  /** The parents as they were stored, by their urns, where they are shown to somebody. */
  readonly rows: ReadonlyMap<string, StoredRow>;
}

/** How trees are inserted. */
interface Inserting {
  /** How the request is noted that makes a parent, by its urn. */
  readonly notes?: ReadonlyMap<string, string>;
  /** Who is shown the parents of a kind; null for the service itself. Absent: nobody asks. */
  readonly reader?: (resource: Resource) => AccessScope | null;
}

/**
 * Inserts trees. However many rows there are, it is one statement for each kind that states the same fields; parents come
 * before what lives in them.
 */
export async function insertTrees(
  trees: readonly Prepared[],
  { notes = new Map(), reader }: Inserting = {},
): Promise<Inserted> {
  const roots = new Set(trees.map(({ step }) => step));
  const steps = trees.flatMap(stepsOf);
  const [first] = steps;
  if (!first) return { changes: [], rows: new Map() };
  const { transaction, context } = first;
  const actor = actorOf(context.viewer);
  // Parents come first: a kind of children is inserted after all of what stands above it.
  const groups = new Map<string, WriteContext[]>();
  for (const step of steps) {
    const { resource } = step;
    if (resource.isItem) step.hidden['entry'] = newUrn();
    const name = `${roots.has(step) ? 'root' : 'child'} ${resource.name}`;
    const group = groups.get(name);
    if (group) group.push(step);
    else groups.set(name, [step]);
  }
  const rows = new Map<string, StoredRow>();
  for (const [name, group] of groups) {
    const [{ resource }] = group as [WriteContext, ...WriteContext[]];
    const isRoot = name.startsWith('root');
    const made = group.map((step) => ({ ...rowOf(step), createdAs: (isRoot && notes.get(step.urn)) || null }));
    const inserted = await insertRows(
      transaction,
      resource,
      made,
      isRoot && reader ? { actor, reader: reader(resource) } : { actor },
    );
    for (const row of inserted) rows.set(row.urn, row);
  }
  const lists = steps.flatMap(({ resource, urn, values }) =>
    linkLists(resource).flatMap((field): NewList[] => {
      const targets = values[field.name];
      return Array.isArray(targets) && targets.length > 0
        ? [{ resource, field, urn, targets: targets.map(String) }]
        : [];
    }),
  );
  await insertLinks(transaction, lists);
  return { changes: steps.map(creation), rows };
}

/** The steps of a tree, the parents before their children. */
export function stepsOf({ step, children }: Prepared): WriteContext[] {
  return [step, ...children.flatMap(stepsOf)];
}

function rowOf({ resource, urn, owner, values, hidden, now }: WriteContext): NewRow {
  return {
    urn,
    owner,
    values: resource.isItem ? { ...values, isPublished: false } : values,
    hidden,
    timestamp: now,
  };
}

function creation(step: WriteContext): Change {
  const { resource, urn, owner, values } = step;
  const container = resource.container ? String(values[resource.container.name]) : null;
  return created(resource, { urn, owner, version: '1', container });
}
