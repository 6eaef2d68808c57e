// Changes and removals of many rows of one kind at once (writeSets.ts).
import { isChildList, linkLists } from '../contract/fieldGroups.ts';
import type { Field } from '../contract/resource.ts';
import { checkInput, type Checked } from '../contract/rules.ts';
import { lockedAtOnce, lockedItems } from '../database/engine/accessCheckStore.ts';
import type { StoredRow } from '../database/engine/changedRows.ts';
import { changeRows } from '../database/engine/changeStore.ts';
import { noteDeletions } from '../database/engine/deletionStore.ts';
import type { Row } from '../database/engine/row.ts';
import { actorOf } from '../domain/actor.ts';
import { groupBy } from '../domain/groupBy.ts';
import { announceChanges, updated, type Change } from './announcements.ts';
import { namedScope } from './authorize.ts';
import type { Context } from './context.ts';
import { requireMoves } from './handOver.ts';
import { mayBeIgnored } from './ignored.ts';
import type { WriteContext } from './kind.ts';
import { checkLinks } from './links.ts';
import { beginUpdate } from './lockForWrite.ts';
import { removeRows } from './removeRows.ts';
import {
  answered,
  decideAll,
  deny,
  followAll,
  hooksOf,
  prepareAll,
  refusedOf,
  type Begun,
  type Made,
  type SetOutcome,
  type SetStep,
  type SetWrite,
  type Several,
} from './setParts.ts';
import { changedColumns, isShownAsStored } from './updateResource.ts';
import { warnOnInput } from './warnings.ts';

interface Changing {
  readonly write: SetWrite;
  readonly checked: Checked;
  readonly cut: readonly string[];
  readonly ignored: readonly string[];
}

/** A change with its step, and the columns that it gives other values. */
interface Changed extends Begun {
  readonly before: Row;
  readonly fields: readonly Field[];
}

/** Changes rows of one kind, as `writeSet` says. */
export async function updateAll(context: Context, writes: Several<SetWrite>): Promise<SetOutcome> {
  const [{ resource }] = writes;
  const refused = new Set<SetWrite>();
  // Check
  const changes = checkUpdates(context, writes, refused);
  if (refused.size > 0) return { refused };
  const made = await context.database.transaction(async (transaction): Promise<Made[]> => {
    const set = { context, transaction, writes, refused };
    // Lock and authorize
    const rows = await lockAll(set, resource.labels.update, changes);
    if (refused.size > 0) return [];
    // Prepare
    const begun = await prepareUpdates(set, changes, rows);
    if (refused.size > 0) return [];
    // Decide
    await decideAll(set, begun);
    if (refused.size > 0) return [];
    // Write
    const changed = begun.map((one, at): Changed => {
      const before = rows[at] as Row;
      return { ...one, before, fields: changedColumns(one.step, before) };
    });
    const after = await writeUpdates(set, changed);
    // After
    const steps = changed.map(({ step }) => step);
    await followAll(
      set,
      steps,
      changed.map(({ before, step }) => after.get(step.urn) ?? before),
    );
    return changed.map(({ before, step }): Made => {
      const row = after.get(step.urn);
      const isKnown = hooksOf(set).kind.isAnsweredAsMade === true && row?.$isRead === true;
      return { row: row ?? before, isKnown: isShownAsStored(resource) || isKnown };
    });
  });
  if (refused.size > 0) return { refused };
  for (const { write, checked, cut, ignored } of changes)
    warnOnInput(write.context, resource, checked.values, { cut, ignored });
  return { rows: await answered({ context, writes }, made, (row) => row) };
}

// Refused is what is more than other values: a move, a list, members that a change leaves alone.
function checkUpdates(context: Context, writes: Several<SetWrite>, refused: Set<SetWrite>): Changing[] {
  const [{ resource }] = writes;
  const places = resource.fields.filter((field) => field === resource.container || field.access === 'MOVE');
  const others = [...resource.fields.filter(isChildList), ...linkLists(resource), ...places];
  return writes.flatMap((write): Changing[] => {
    const [cut, ignored]: [string[], string[]] = [[], []];
    const how = { operation: 'UPDATE', path: '', isStrict: false, given: new Set<string>(), cut, ignored } as const;
    const checked = checkInput(context.contract, resource, write.input, how);
    const isPlain = others.every(({ name }) => checked.values[name] === undefined);
    const isSound = checked.violations.length === 0 && isPlain && !mayBeIgnored(resource, write.input);
    return isSound ? [{ write, checked, cut, ignored }] : deny(refused, write);
  });
}

async function prepareUpdates(set: SetStep, changes: readonly Changing[], rows: readonly Row[]): Promise<Begun[]> {
  const { transaction, refused } = set;
  const { kind } = hooksOf(set);
  const begun = rows.flatMap((before, at): Begun[] => {
    const change = changes[at];
    if (!change) return [];
    const { write, checked } = change;
    const parts = { options: write.options, values: { ...checked.values } };
    const opening = { context: write.context, transaction, now: String(rows[0]?.$lockedAt) };
    return [{ write, step: beginUpdate(opening, 'UPDATE', before, parts) }];
  });
  const steps = begun.map(({ step }) => step);
  const isPrepared = await prepareAll(set, begun);
  const alone = isPrepared ? new Set() : await refusedOf(steps, async (step) => kind.prepare?.(step));
  await checkLinks(steps);
  const unplaced = await refusedOf(steps, requireMoves);
  for (const { write, step } of begun)
    if (alone.has(step) || unplaced.has(step) || step.violations.length > 0) refused.add(write);
  return begun;
}

// Writes and announces what differs; gives the rows that do, by their urns.
async function writeUpdates(set: SetStep, changed: readonly Changed[]): Promise<Map<string, StoredRow>> {
  const { transaction, context } = set;
  const differing = changed.filter(({ fields, step }) => fields.length > 0 || Object.keys(step.hidden).length > 0);
  const [first] = differing;
  if (!first) return new Map();
  const { resource, now } = first.step;
  const values = differing.map(({ step, fields }) => ({
    urn: step.urn,
    values: Object.fromEntries(fields.map(({ name }) => [name, step.values[name]])),
    hidden: step.hidden,
  }));
  const isAnswered = hooksOf(set).kind.isAnsweredAsMade === true && !resource.isItem;
  const reader = isAnswered ? namedScope(context.viewer, resource) : null;
  const actor = actorOf(context.viewer);
  const after = await changeRows(transaction, resource, values, { actor, timestamp: now, reader });
  const announced = differing.flatMap(({ step: { urn }, fields }): Change[] => {
    const row = after.get(urn);
    if (!row) return [];
    const names = fields.map(({ name }) => name);
    const container = resource.container ? String(row[resource.container.name]) : null;
    return [updated(resource, { urn, owner: row.$owner, version: row.version, container }, names)];
  });
  await announceChanges({ context, transaction, now }, announced);
  return after;
}

/** Deletes rows of one kind with all that lives in them, as `writeSet` says. */
export async function deleteAll(context: Context, writes: Several<SetWrite>): Promise<SetOutcome> {
  const [{ resource }] = writes;
  const refused = new Set<SetWrite>();
  await context.database.transaction(async (transaction) => {
    const set = { context, transaction, writes, refused };
    // Lock and authorize
    const before = await lockAll(set, resource.labels.delete, []);
    if (refused.size > 0) return;
    const begun = before.flatMap((row, at): Begun[] => {
      const write = writes[at];
      const opening = { transaction, now: String(before[0]?.$lockedAt) };
      return write
        ? [
            {
              write,
              step: beginUpdate({ ...opening, context: atOnce(write) }, 'DELETE', row, { options: write.options }),
            },
          ]
        : [];
    });
    // Decide
    await decideAll(set, begun);
    if (refused.size > 0) return;
    const steps = begun.map(({ step }) => step);
    const [first] = steps;
    if (!first) return;
    // Write
    const changes = await removeAll(set, steps);
    // Announce
    await announceChanges({ context, transaction, now: first.now }, changes);
    // After
    await followAll(set, steps, before);
  });
  if (refused.size > 0) return { refused };
  context.loaders.clear();
  return { rows: writes.map(() => null) };
}

// What others cannot be without is refused at once: whether they still are there at the end is looked at for each delete by itself, so
// that it is known which is to blame.
const atOnce = ({ context }: SetWrite): Context => ({ ...context, putOff: undefined });

async function removeAll(set: SetStep, steps: readonly WriteContext[]): Promise<Change[]> {
  const { transaction, context } = set;
  const { sets } = hooksOf(set);
  const changes: Change[] = [];
  for (const [, [first, ...others]] of groupBy(steps, ({ owner }) => owner)) {
    if (!first) continue;
    const { resource } = first;
    const urns = [first, ...others].map(({ urn }) => urn);
    if (sets.remove) {
      await context.states.beforeDelete(first, resource, urns);
      changes.push(...(await sets.remove([first, ...others])));
      noteDeletions(transaction, resource, urns, actorOf(context.viewer));
    } else changes.push(...(await removeRows(first, resource, urns, { isNoted: true })));
  }
  return changes;
}

// The rows in the order of their writes, locked; refused is each that the caller may not write, knows in another version, or would have
// to wait for.
async function lockAll(set: SetStep, label: string, changes: readonly Changing[]): Promise<Row[]> {
  const { context, transaction, writes, refused } = set;
  const [{ resource, verb }] = writes;
  const { kind, sets } = hooksOf(set);
  const urns = writes.map(({ urn }) => String(urn));
  await sets.lockRows?.({ context, transaction }, { resource, urns, operation: verb }, label);
  const lock = resource.isItem ? lockedItems : lockedAtOnce;
  const rows = await lock(transaction, context.viewer, { resource, urns }, label);
  const locked: Row[] = [];
  for (const [at, write] of writes.entries()) {
    const row = rows.get(String(write.urn));
    const { expectedVersion } = write.options;
    if (!row || (expectedVersion !== null && expectedVersion !== row.version)) {
      refused.add(write);
      continue;
    }
    const values = changes[at]?.checked.values ?? {};
    const pending = { context, transaction, resource, operation: verb, urn: row.urn, values, label };
    const mayLock = sets.lockRows === undefined && kind.locksFirst?.(pending) !== false;
    const found = mayLock ? await kind.lock?.(pending) : undefined;
    locked.push((await found?.refresh?.(row)) ?? row);
  }
  return locked;
}
