// Returns a page to a moment: what its items were then becomes their newest values, as drafts. Resource reference 3.3, 10.2.
import { resourceOf, isUpdatable } from '../../contract/resource.ts';
import { itemsSince, withoutPictures, type ItemThen } from '../../database/content/momentStore.ts';
import { entriesNamed } from '../../database/content/historyStore.ts';
import { databaseNow } from '../../database/engine/changeStore.ts';
import type { ItemRow, Row } from '../../database/engine/row.ts';
import { invalid, refusedAt } from '../../domain/errors.ts';
import { isAtOrBefore } from '../../domain/instant.ts';
import { returnedItemCost } from '../../domain/requestLimits.ts';
import { announceChanges, type Change } from '../../engine/announcements.ts';
import { requireCaller, requireLabel } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import type { WriteContext } from '../../engine/kind.ts';
import { checkLinks } from '../../engine/links.ts';
import { beginUpdate, lockForWrite } from '../../engine/lockForWrite.ts';
import { removeRows } from '../../engine/removeRows.ts';
import { chargeAhead } from '../../engine/requestBudget.ts';
import { readBack } from '../../engine/readResource.ts';
import { warnNotReturned } from '../../engine/warnings.ts';
import { refreshStatus } from './entityState.ts';
import { newestItems, rewrite, type RewrittenItem } from './rewriteItems.ts';

/** Most items that one return changes. */
const mostReturned = 1_000;

/**
 * The entity, once its items are as they were, as far as they can be: the warning NOT_RESTORED names the others. Needs UPDATE. OUT_OF_RANGE for a
 * moment that lies ahead or before the entity, TOO_MANY (CONFLICT) where more items would change than one return may.
 */
export async function returnEntity(
  context: Context,
  urn: string,
  { timestamp, expectedVersion }: { readonly timestamp: string; readonly expectedVersion: string | null },
): Promise<Row> {
  requireCaller(context.viewer);
  const resource = context.contract.kinds.Entity;
  await requireLabel(context.database, context.viewer, { resource, urn }, 'UPDATE');
  const of = { entity: urn, moment: timestamp };
  const limit = mostReturned + 1;
  const expected = await itemsSince(context.database, of, { limit });
  await chargeAhead(context, Math.min(expected.length, mostReturned) * returnedItemCost);
  const left = await context.database.transaction(async (transaction) => {
    const change = { context, transaction, resource, operation: 'UPDATE', urn } as const;
    const entity = await lockForWrite(change, { label: 'UPDATE', expectedVersion });
    const now = await databaseNow(transaction);
    requireMoment(entity, timestamp, now);
    await itemsSince(transaction, of, { limit, lock: true });
    // Read again: what was purged before the locks were had is gone.
    const items = await itemsSince(transaction, of, { limit });
    if (items.length > mostReturned) {
      const message = `More than ${mostReturned.toLocaleString('en')} items would change: return them one by one.`;
      throw refusedAt('CONFLICT', { path: '', code: 'TOO_MANY', message, limit: mostReturned });
    }
    return goBack(beginUpdate({ context, transaction, now }, 'UPDATE', entity), items);
  });
  for (const { urns, why } of left) warnNotReturned(context, urns, why);
  context.loaders.clear();
  return readBack(context, resource, urn);
}

function requireMoment({ createdTimestamp }: Row<'Entity'>, timestamp: string, now: string): void {
  const refuse = (message: string, limit: string): never => {
    throw invalid([{ path: '/timestamp', code: 'OUT_OF_RANGE', message, limit }]);
  };
  if (!isAtOrBefore(timestamp, now)) refuse('The moment must not lie ahead.', now);
  if (!isAtOrBefore(createdTimestamp, timestamp)) refuse('The entity was created later.', createdTimestamp);
}

/** Items that stay as they are, and why. */
interface Left {
  readonly urns: readonly string[];
  readonly why: string;
}

async function goBack(step: WriteContext, items: readonly ItemThen[]): Promise<Left[]> {
  const { context, transaction } = step;
  const wanted = items.flatMap(({ urn, kind, entry }) => (entry === null ? [] : [{ urn, kind, entry }]));
  const entries = await entriesNamed(
    transaction,
    wanted.map(({ entry }) => entry),
  );
  const unpictured = new Set(await withoutPictures(transaction, [...entries.keys()]));
  const pictured = wanted.filter(({ urn }) => !unpictured.has(urn));
  const unlinked = await whatBreaksRules(step, pictured, entries);
  const changes: Change[] = [];
  // What was made since goes first: it may hold the name of what comes back.
  for (const kind of context.contract.resources.filter((r) => r.isItem)) {
    const isMadeSince = (one: ItemThen): boolean => one.isKnown && one.entry === null && one.kind === kind.name;
    const urns = items.filter(isMadeSince).map(({ urn }) => urn);
    changes.push(...(await removeRows(step, kind, urns, { isNoted: true })));
  }
  changes.push(
    ...(await rewrite(
      step,
      pictured.filter(({ urn }) => !unlinked.has(urn)),
    )),
  );
  await announceChanges(step, changes);
  await refreshStatus(step, step.urn);
  return [
    { urns: [...unlinked], why: 'what they named then is gone, or may not be named by the caller' },
    { urns: [...unpictured], why: 'a picture of theirs is gone' },
    { urns: items.filter(({ isKnown }) => !isKnown).map(({ urn }) => urn), why: 'their values of then are not kept' },
  ];
}

// The items whose values of then a write would be refused with now: what they link to may be gone since, or may not be read.
async function whatBreaksRules(
  step: WriteContext,
  items: readonly RewrittenItem[],
  entries: ReadonlyMap<string, ItemRow>,
): Promise<ReadonlySet<string>> {
  const { context } = step;
  const newest = await newestItems(step);
  const steps: WriteContext[] = [];
  for (const { urn, kind, entry } of items) {
    const values = entries.get(entry);
    if (!values) continue;
    const resource = resourceOf(context.contract, kind);
    const fields = resource.fields.filter((f) => f.storage === 'COLUMN' && isUpdatable(f));
    const sent = Object.fromEntries(fields.map((f) => [f.name, (values as Row)[f.name]]));
    // Of one that was deleted nothing counts as unchanged.
    const nothing = Object.fromEntries(fields.map((f) => [f.name, null]));
    const before: Row = newest.get(urn) ?? { ...(values as Row), ...nothing, urn };
    const one = beginUpdate(step, 'UPDATE', before, { values: sent });
    await context.kindOf(resource).prepare?.(one);
    steps.push(one);
  }
  await checkLinks(steps);
  return new Set(steps.filter(({ violations }) => violations.length > 0).map(({ urn }) => urn));
}
