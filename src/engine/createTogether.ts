// Creates of one kind in one company, in one transaction and the statements of one. What cannot be done so is not done: whoever asked does
// the creates one by one, which says why one is refused (createResource.ts). Resource reference 1.5.
import type { Resource } from '../contract/resource.ts';
import { creationsOf } from '../database/engine/deletedStore.ts';
import type { Row } from '../database/engine/row.ts';
import { announceChanges } from './announcements.ts';
import { namedScope, requireCaller } from './authorize.ts';
import type { Context, WriteOptions } from './context.ts';
import { beginCreate, checkCreate, namedCreate, noteOf, type NamedCreate, type SentCreate } from './createResource.ts';
import { requireMoves } from './handOver.ts';
import { differingOnCreate, ignoredIn } from './ignored.ts';
import { settleImported } from './importedDates.ts';
import type { WriteContext } from './kind.ts';
import { checkLinks } from './links.ts';
import { homeOf, lockPlace, placeOf, type Home, type Placed } from './places.ts';
import { warnOnInput } from './warnings.ts';
import { insertTrees, prepareWithoutLinks, stepsOf, type Prepared } from './writeTree.ts';

/** One of them. It names its urn. */
export interface TogetherCreate {
  /** The request as this create sees it: what it warns of is its own. */
  readonly context: Context;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Checked extends TogetherCreate {
  readonly sent: SentCreate;
  readonly named: NamedCreate;
  readonly home: Home | null;
}

type Several<One> = readonly [One, ...One[]];

/**
 * Creates them in their order; null, with nothing written, where one breaks a rule, was made before, or is of another company. Throws
 * what is found only while writing, such as ALREADY_EXISTS, with nothing written.
 */
export async function createTogether(
  context: Context,
  resource: Resource,
  creates: Several<TogetherCreate>,
  options: WriteOptions,
): Promise<readonly Row[] | null> {
  requireCaller(context.viewer);
  // Check
  const checked = await checkAll(resource, creates, options);
  if (!checked) return null;
  const rows = await context.database.transaction(async (transaction) => {
    const taken = await creationsOf(
      transaction,
      checked.map(({ named }) => named.urn),
    );
    if (taken.size > 0) return null;
    // Lock and authorize
    const [{ named, home, sent }] = checked;
    const values = sent.checked.values;
    const first = { context, transaction, resource, operation: 'CREATE', urn: named.urn, values } as const;
    const isLocked = await lockPlace(first, home, false);
    const place = await placeOf(first, home, { values, violations: [] }, { isOpen: false, isLocked });
    if (!place?.isAllowed) return null;
    // Prepare and decide
    const trees = await prepareAll({ ...first, place }, checked, options);
    if (!trees) return null;
    const kind = context.kindOf(resource);
    const steps = trees.map(({ step }) => step);
    await allOf(steps, async (step) => {
      await requireMoves(step);
      await kind.decide?.(step);
    });
    // Write
    const { changes, rows: made } = await insertTrees(trees, {
      notes: new Map(checked.map((one) => [one.named.urn, noteOf(one.named)])),
      reader: () => (kind.isAnsweredAsMade ? namedScope(context.viewer, resource) : null),
    });
    // Announce
    const [step] = steps;
    if (step) await announceChanges(step, changes);
    // After
    const written = steps.map((one) => made.get(one.urn));
    await allOf(steps, async (one, at) => {
      const row = written[at];
      if (!row) throw new Error(`${resource.name} ${one.urn} is gone within its own transaction`);
      await kind.after?.(one, row);
    });
    return written.filter((row) => row !== undefined);
  });
  for (const [at, row] of (rows ?? []).entries()) {
    const one = checked[at];
    if (!one) continue;
    const { cut, ignored, checked: values } = one.sent;
    const differing = ignoredIn(resource, differingOnCreate(one.context, resource, one.input, row));
    warnOnInput(one.context, resource, values.values, { cut, ignored: [...ignored, ...differing] });
  }
  return rows;
}

async function checkAll(
  resource: Resource,
  creates: Several<TogetherCreate>,
  options: WriteOptions,
): Promise<Several<Checked> | null> {
  const all: Checked[] = [];
  for (const one of creates) {
    const completed = await one.context.kindOf(resource).complete?.(one.context, one.input, options);
    const sent = checkCreate(one.context, resource, { input: one.input, completed }, options);
    const named = namedCreate(one.context, resource, sent.asSent);
    const home = homeOf(one.context, resource, sent.checked);
    if (completed?.makeFirst || sent.checked.violations.length > 0 || !named) return null;
    all.push({ ...one, sent, named, home });
  }
  const [first, ...others] = all;
  return first && others.every(({ home }) => home?.urn === first.home?.urn) ? [first, ...others] : null;
}

async function prepareAll(
  { transaction, resource, place }: Pick<WriteContext, 'transaction' | 'resource'> & { readonly place: Placed },
  checked: Several<Checked>,
  options: WriteOptions,
): Promise<Prepared[] | null> {
  const trees: Prepared[] = [];
  for (const { context, named, sent } of checked) {
    const { values } = sent.checked;
    const pending = { context, transaction, resource, operation: 'CREATE', urn: named.urn, values } as const;
    trees.push(await prepareWithoutLinks(await beginCreate(pending, place, { options, values, violations: [] })));
  }
  const steps = trees.flatMap(stepsOf);
  await settleImported(steps);
  await checkLinks(steps);
  return trees.some(({ step }) => step.violations.length > 0) ? null : trees;
}

// Their statements are sent without waiting for one another. Nothing is left running when one of them fails.
async function allOf(
  steps: readonly WriteContext[],
  work: (step: WriteContext, at: number) => Promise<void>,
): Promise<void> {
  const results = await Promise.allSettled(steps.map(work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
