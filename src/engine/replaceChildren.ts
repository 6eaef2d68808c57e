// An update that sends a list of children replaces it: known urns are changed, others made, missing ones removed; children
// that the caller may not read stay as they are.
// Resource reference 1.5 ("a list is replaced as a whole"), 3.5, 5.3.
import { isChildList, linkLists } from '../contract/fieldGroups.ts';
import { inverseOf, targetOf, isCreatable, type Field } from '../contract/resource.ts';
import { slices } from '../domain/slices.ts';
import { rowsReferring } from '../database/engine/resourceStore.ts';
import type { Row } from '../database/engine/row.ts';
import { type Change, changeLocked } from './announcements.ts';
import { readableAmong, scopeFor } from './authorize.ts';
import { removeRows } from './removeRows.ts';
import type { WriteContext } from './kind.ts';
import { settleImported } from './importedDates.ts';
import { checkLinks } from './links.ts';
import { childWrite, prepareWithoutLinks, insertTrees, stepsOf, type Prepared } from './writeTree.ts';
import { linkedUrns, replaceLinks } from '../database/engine/changeStore.ts';

/** A change of a child, and the parent's field it stands in. */
export interface ChildChange {
  readonly field: string;
  readonly change: Change;
}

/** A list of children that is ready to replace the one there is. */
export interface PreparedList {
  readonly field: Field;
  /** The children as they will be, in their order. */
  readonly steps: readonly WriteContext[];
  readonly added: readonly Prepared[];
  readonly gone: readonly Row[];
}

/** Checks every list of children that the step sends: what is wrong is a violation of the step. Writes nothing. */
export async function prepareChildren(step: WriteContext): Promise<PreparedList[]> {
  const lists: PreparedList[] = [];
  for (const field of step.resource.fields.filter((f) => isChildList(f) && !f.isIgnoredOnUpdate)) {
    const sent = step.values[field.name];
    if (!Array.isArray(sent)) continue;
    // checkInput made each element an object of canonical values.
    lists.push(await prepareList(step, field, sent as Record<string, unknown>[]));
  }
  return lists;
}

/** Puts the lists in the place of those there are. */
export async function replaceChildren(step: WriteContext, lists: readonly PreparedList[]): Promise<ChildChange[]> {
  const changes: ChildChange[] = [];
  for (const list of lists) changes.push(...(await replaceList(step, list)));
  return changes;
}

async function prepareList(
  step: WriteContext,
  field: Field,
  sent: readonly Record<string, unknown>[],
): Promise<PreparedList> {
  const { context, transaction } = step;
  const resource = targetOf(field);
  const system = scopeFor({ ...context.viewer, kind: 'SYSTEM' }, 'READ');
  const stored = await rowsReferring(transaction, system, { resource, field: inverseOf(field), parents: [step.urn] });
  const urns = stored.map((row) => row.urn);
  const readable = new Set(await readableAmong(transaction, context.viewer, resource, urns));
  const known = new Map(stored.filter((row) => readable.has(row.urn)).map((row) => [row.urn, row]));
  const steps = sent.map((values, at) => {
    const child = childWrite(step, field, values, `/${field.name}/${String(at)}`);
    const before = known.get(child.urn) ?? null;
    return before ? { ...child, operation: 'UPDATE' as const, before } : child;
  });
  const kept = new Set(steps.map(({ urn }) => urn));
  const gone = [...known.values()].filter(({ urn }) => !kept.has(urn));
  const added: Prepared[] = [];
  for (const child of steps) {
    if (child.before) await context.kindOf(resource).prepare?.(child);
    else {
      completeNew(child);
      added.push(await prepareWithoutLinks(child));
    }
  }
  const made = added.flatMap(stepsOf);
  await settleImported(made);
  await checkLinks([...steps.filter(({ before }) => before !== null), ...made]);
  return { field, steps, added, gone };
}

/** Children whose statements are sent together: each of them waits for nothing of the others. */
const atOnce = 200;

async function replaceList(step: WriteContext, { field, steps, added, gone }: PreparedList): Promise<ChildChange[]> {
  const as = (change: Change): ChildChange => ({ field: field.name, change });
  const urns = gone.map((row: Row) => row.urn);
  const removed = await removeRows(step, targetOf(field), urns, { isNoted: true });
  const changed: Change[] = [];
  for (const some of slices(steps, atOnce)) {
    const known = some.flatMap((child) => (child.before ? [changeChild(child, child.before)] : []));
    changed.push(...(await Promise.all(known)).filter((change) => change !== null));
  }
  const { changes: made } = await insertTrees(added);
  return [...removed, ...changed, ...made].map(as);
}

// A child that names its own urn but is not there yet is new: it needs what any new one needs.
function completeNew(child: WriteContext): void {
  for (const field of child.resource.fields.filter((f) => isCreatable(f) && child.values[f.name] === undefined)) {
    const path = `${child.path}/${field.name}`;
    if (field.isRequired) child.violations.push({ path, code: 'REQUIRED', message: 'Required.' });
    else if (field.defaultValue !== undefined) child.values[field.name] = field.defaultValue;
  }
}

/** Writes what differs from the stored child; null when nothing does. */
async function changeChild(step: WriteContext, before: Row): Promise<Change | null> {
  const { resource, transaction, context, urn } = step;
  await context.kindOf(resource).decide?.(step);
  const changed = resource.fields.filter(
    (f) =>
      f.storage === 'COLUMN' &&
      !f.isReadOnly &&
      step.values[f.name] !== undefined &&
      JSON.stringify(step.values[f.name]) !== JSON.stringify(before[f.name]),
  );
  const lists = [];
  for (const field of linkLists(resource)) {
    const sent = step.values[field.name];
    if (!Array.isArray(sent)) continue;
    const stored = await linkedUrns(transaction, resource, field, urn);
    if (JSON.stringify(stored) !== JSON.stringify(sent)) lists.push({ field, targets: sent.map(String) });
  }
  if (changed.length === 0 && lists.length === 0) return null;
  const values = Object.fromEntries(changed.map((f) => [f.name, step.values[f.name]]));
  const change = await changeLocked(step, before, values, {
    hidden: step.hidden,
    fields: lists.map((l) => l.field.name),
    container: resource.container ? String(before[resource.container.name]) : null,
  });
  for (const { field, targets } of lists) {
    await replaceLinks(transaction, { resource, field, urn }, targets);
  }
  return { ...change, owner: step.owner };
}
