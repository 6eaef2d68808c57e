// Changes a resource of any kind: lock, permission, version, rules, the kind's own checks, then the row, its history
// entry and its trigger in one transaction. A write that changes nothing is answered without a new version or event.
import { checkInput, type Checked } from '../contract/rules.ts';
import { isChildList, linkLists } from '../contract/fieldGroups.ts';
import type { Field, Resource } from '../contract/resource.ts';
import { changeAtOnce, isComparable } from '../database/engine/change.ts';
import type { StoredRow } from '../database/engine/changedRows.ts';
import { changeRow, databaseNow, linkedUrns, replaceLinks } from '../database/engine/changeStore.ts';
import type { Row } from '../database/engine/row.ts';
import { actorOf } from '../domain/actor.ts';
import { invalid } from '../domain/errors.ts';
import { labelsThatGive } from '../domain/label.ts';
import { announceChanges, updated } from './announcements.ts';
import { namedScope, requireCaller, notingDenial } from './authorize.ts';
import type { Context, WriteOptions, Written } from './context.ts';
import { isAnsweredAsMade, isPlain, type WriteContext } from './kind.ts';
import { moveAlong, requireMoves } from './handOver.ts';
import { differingOnUpdate, ignoredIn, mayBeIgnored } from './ignored.ts';
import { checkLinks, keepUnreadable } from './links.ts';
import { lockForWrite, beginUpdate, turnAt } from './lockForWrite.ts';
import { warnOnInput } from './warnings.ts';
import { prepareChildren, replaceChildren, type PreparedList } from './replaceChildren.ts';
import { traced } from '../tracing/traced.ts';

/** Changes the fields that are sent; null clears, absent leaves, a list is replaced as a whole. */
export function updateResource(
  context: Context,
  what: Updated,
  input: unknown,
  options: WriteOptions,
): Promise<Written> {
  return traced({ kind: 'ACTION', name: `update ${what.resource.name}` }, () => {
    const { resource, urn } = what;
    const write = { operation: `update${resource.name}`, target: { table: resource.table, urn } };
    return notingDenial(context, write, () => update(context, what, input, options));
  });
}

interface Updated {
  readonly resource: Resource;
  readonly urn: string;
}

async function update(
  context: Context,
  { resource, urn }: Updated,
  input: unknown,
  options: WriteOptions,
): Promise<Written> {
  requireCaller(context.viewer);
  // Check
  const cut: string[] = [];
  const ignored: string[] = [];
  const checked = checkInput(context.contract, resource, input, {
    operation: 'UPDATE',
    path: '',
    isStrict: options.isStrict,
    given: new Set(),
    cut,
    ignored,
  });
  const composed =
    ignored.length > 0 || mayBeIgnored(resource, input)
      ? null
      : await compose(context, { resource, urn }, checked, options);
  if (composed) {
    warnOnInput(context, resource, checked.values, { cut, ignored });
    return { row: await answered(context, resource, composed, composed.$isRead), isNew: false };
  }
  const change = { context, resource, operation: 'UPDATE', urn, values: checked.values } as const;
  const written = await context.database.transaction(async (transaction) => {
    // Lock
    const before = await lockForWrite({ ...change, transaction }, options);
    const differing = await differingOnUpdate(context, resource, input, before);
    const step = beginUpdate(
      { context, transaction, now: before.$lockedAt ?? (await databaseNow(transaction)) },
      'UPDATE',
      before,
      {
        options,
        values: { ...checked.values },
        violations: [...checked.violations, ...(options.isStrict ? differing.map(violation) : [])],
      },
    );
    // Prepare
    const kind = context.kindOf(resource);
    await kind.prepare?.(step);
    await checkLinks([step]);
    const lists = await prepareChildren(step);
    if (step.violations.length > 0) throw invalid(step.violations);
    await keepUnreadable(step);
    // Decide
    await requireMoves(step);
    await kind.decide?.(step);
    // Write
    const { stored } = await writeUpdate(step, before, lists);
    return { stored, shownOnce: step.shownOnce, differing, isMade: isAnsweredAsMade(step) };
  }, turnAt(change));
  ignored.push(...ignoredIn(resource, written.differing));
  warnOnInput(context, resource, checked.values, { cut, ignored });
  const row = await written.stored;
  const isKnown = written.isMade && row.$isRead === true;
  const fresh = await answered(context, resource, row, isKnown || isShownAsStored(resource));
  return { row: { ...fresh, ...written.shownOnce }, isNew: false };
}

// The row as the caller reads it now; where that is known, as it was stored.
async function answered(
  { loaders }: Context,
  resource: Resource,
  stored: Row & Partial<StoredRow>,
  isKnown: boolean,
): Promise<Row> {
  loaders.clear();
  const { $isRead, ...row } = (isKnown ? stored : await loaders.byUrn(resource.name, stored.urn)) ?? stored;
  return row;
}

// The change as one statement. Null for what is to go step by step, refusals included; nothing is changed then.
async function compose(
  context: Context,
  { resource, urn }: Updated,
  { values, violations }: Checked,
  { expectedVersion, isStrict }: WriteOptions,
): Promise<StoredRow | null> {
  const { viewer, proof, changeListeners } = context;
  const { writeAtOnce: write } = context.database;
  const isSound = violations.length === 0 && Object.keys(values).length > 0 && isComparable(resource, values);
  if (write === null || isStrict || !isSound || !isComposed(context, resource)) return null;
  const added = changeListeners.map((listener) => listener.composed(resource, Object.keys(values)));
  if (added.includes(null)) return null;
  const following = added.flatMap((one) => one ?? []);
  const reader = resource.isItem ? null : namedScope(viewer, resource);
  const turn = turnAt({ context, resource, operation: 'UPDATE', urn });
  return changeAtOnce(
    (statement) => write(statement, turn),
    viewer,
    { resource, urn, values, expectedVersion, under: proof?.under ?? null, reader, following },
    resource.labels.update,
  );
}

/**
 * Whether updates of the kind may be one statement: none of its hooks takes part in them, each is announced as a change of the row alone,
 * and of items whoever may change one may read it as it is stored.
 */
export function isComposed({ kindOf }: Pick<Context, 'kindOf'>, resource: Resource): boolean {
  return (
    resource.subject !== null && isPlain(resource, kindOf(resource)) && (!resource.isItem || isShownAsStored(resource))
  );
}

/** Whether the changed row is answered as it was written: UPDATE gives READ_DRAFT on items. */
export function isShownAsStored({ isItem, labels }: Resource): boolean {
  return isItem && labelsThatGive('READ_DRAFT').includes(labels.update);
}

/** Writes the step's values, lists of children apart, over the locked row; returns the row as it is then. */
export async function applyUpdate(step: WriteContext, before: Row): Promise<Row> {
  return (await writeUpdate(step, before, [])).stored;
}

// `stored` is the row as the database has it, when it answers: the transaction may be committed before.
async function writeUpdate(
  step: WriteContext,
  before: Row,
  lists: readonly PreparedList[],
): Promise<{ readonly stored: Promise<Row & Partial<StoredRow>> }> {
  const { context, transaction, resource, urn, now } = step;
  const changed = await changedFields(step, before);
  const children = await replaceChildren(step, lists);
  const kind = context.kindOf(resource);
  if (changed.length === 0 && children.length === 0 && Object.keys(step.hidden).length === 0) {
    await kind.after?.(step, before);
    return { stored: Promise.resolve(before) };
  }
  const columns = changed.filter((f) => f.storage === 'COLUMN');
  const values = Object.fromEntries(columns.map((f) => [f.name, step.values[f.name]]));
  const stored = changeRow(
    transaction,
    resource,
    { urn, values, hidden: step.hidden },
    {
      timestamp: now,
      actor: actorOf(context.viewer),
      reader: isAnsweredAsMade(step) && !resource.isItem ? namedScope(context.viewer, resource) : null,
    },
  );
  // If it fails, so does the transaction.
  stored.catch(() => undefined);
  // What is announced of an item follows from what was read with the lock; the answer of its statement is not waited for.
  const row: Row = resource.isItem
    ? { ...before, ...values, version: String(BigInt(before.version) + 1n) }
    : await stored;
  for (const field of changed.filter((f) => f.storage !== 'COLUMN')) {
    // checkInput made it a list of urns.
    const targets = step.values[field.name] as string[];
    await replaceLinks(transaction, { resource, field, urn }, targets);
  }
  // Announce
  const moved = await moveAlong(step, before, row);
  const names = [...changed.map((f) => f.name), ...new Set(children.map((c) => c.field))];
  const container = resource.container ? String(row[resource.container.name]) : null;
  const own = updated(resource, { urn, owner: row.$owner, version: row.version, container }, names);
  await announceChanges(step, [own, ...children.map((c) => c.change), ...moved]);
  // After
  await kind.after?.(step, row);
  return { stored };
}

/** The columns to which the step gives other values than the row has. */
export function changedColumns({ resource, values }: WriteContext, before: Row): Field[] {
  return resource.fields.filter(
    (field) =>
      field.storage === 'COLUMN' &&
      values[field.name] !== undefined &&
      !isChildList(field) &&
      !field.isWriteOnly &&
      !field.isComputed &&
      JSON.stringify(before[field.name]) !== JSON.stringify(values[field.name]),
  );
}

async function changedFields(step: WriteContext, before: Row): Promise<Field[]> {
  const changed: Field[] = [];
  const columns = new Set(changedColumns(step, before));
  for (const field of step.resource.fields) {
    const value = step.values[field.name];
    if (columns.has(field)) changed.push(field);
    else if (value !== undefined && linkLists(step.resource).includes(field)) {
      const stored = await linkedUrns(step.transaction, step.resource, field, step.urn);
      if (JSON.stringify(stored) !== JSON.stringify(value)) changed.push(field);
    }
  }
  return changed;
}

// Strict handling: a member that cannot change must not differ.
function violation(name: string): { path: string; code: 'IMMUTABLE'; message: string } {
  return { path: `/${name}`, code: 'IMMUTABLE', message: 'This cannot be changed.' };
}
