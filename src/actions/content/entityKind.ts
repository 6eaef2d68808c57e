// What an entity does beyond the common path: its address, its publication, and the items sent with it.
// Spec: Entity, Entity status; resource reference 3.1, 10.1.
import { referredAmong, refreshPublished } from '../../database/content/publicationStore.ts';
import { keepRedirect, moveRedirects } from '../../database/content/pathRedirectStore.ts';
import { noteEdit } from '../../database/content/entityStore.ts';
import type { Row, Values } from '../../database/engine/row.ts';
import type { ItemName } from '../../generated/rows.ts';
import { type Violation, invalid } from '../../domain/errors.ts';
import { actorOf } from '../../domain/actor.ts';
import { isVariant } from '../../domain/variant.ts';
import { asRow, type Kind, type WriteContext } from '../../engine/kind.ts';
import { labelOfPart } from '../../engine/labelOfPart.ts';
import { usedAssets } from './usedAssets.ts';
import { decidePublications, followPublications, ordersNothing } from './entityPublication.ts';
import { applyDuePublication, endRemovals, refreshStatus } from './entityState.ts';
import { checkTypeOwner, withDefaults } from './typeRules.ts';
import type { Change } from '../../engine/announcements.ts';
import { removeRows } from '../../engine/removeRows.ts';
import type { Several } from '../../engine/setParts.ts';

/** Entities: the address, what a write orders of the publication, and the items sent with a create. */
export const entityKind: Kind<'Entity'> = {
  label: (pending, executor) => labelOfPart(pending, executor, publishing),

  complete: withDefaults,

  computed: { assets: usedAssets },

  // Of another company its mover may see less.
  isAnsweredAsMade: (step) => ordersNothing(step) && newOwner(step) === null,

  // A write finds an entity as its readers do: what is due is carried out once the row is locked.
  lock: ({ context, transaction }) => ({
    refresh: (row: Row<'Entity'>) => applyDuePublication(context, transaction, row),
  }),

  async prepare(step) {
    checkVariant(step);
    if (step.options.isStrict && step.values.status === 'PUBLISH' && step.values.publishTimestamp === undefined) {
      step.violations.push({
        path: '/publishTimestamp',
        code: 'REQUIRED',
        message: 'The status and the time are set together.',
      });
    }
    checkAudience(step);
    if (step.operation === 'CREATE') checkItemNames(step);
    await checkTypeOwner(step);
  },

  async decide(step) {
    if (step.operation === 'DELETE') return remove([step]);
    await decidePublications([step], (_, why) => {
      throw why;
    });
    await moved(step);
    return undefined;
  },

  // Values that come back are new ones, and so are drafts.
  async after(step, written) {
    if (step.operation === 'RESTORE') {
      noteEdit(step.transaction, step.urn, actorOf(step.context.viewer), step.now);
      await refreshPublished(step.transaction, [step.urn]);
      return refreshStatus(step, step.urn);
    }
    if (step.operation !== 'DELETE') await followPublications([step], [written]);
  },

  sets: {
    // An address may be left to another page, with its redirects; an audience is a row of its own.
    takes: (operation, input) =>
      operation !== 'UPDATE' || ['path', 'language', 'variant', 'audience'].every((name) => input[name] === undefined),

    async decide(steps) {
      if (steps[0].operation !== 'DELETE') {
        const alone = new Set<WriteContext>();
        await decidePublications(steps, (step) => void alone.add(step));
        return alone;
      }
      // What is referred to is deleted before or after what refers to it.
      const referred = await referredAmong(
        steps[0].transaction,
        steps.map(({ urn }) => urn),
      );
      return new Set<WriteContext>(steps.filter(({ urn }) => referred.has(urn)));
    },

    remove,

    async after(steps, written) {
      if (steps[0].operation !== 'DELETE') await followPublications(steps, written);
    },
  },
};

// What a publication is given by, and whom it is shown to.
const publishing = { label: 'PUBLISH', fields: ['status', 'publishTimestamp', 'unpublishTimestamp', 'audience'] };

// What each of the pages holds goes with it.
async function remove(steps: Several<WriteContext<'Entity'>>): Promise<Change[]> {
  const [step] = steps;
  const urns = steps.map(({ urn }) => urn);
  const changes = await removeRows(step, step.resource, urns);
  await refreshPublished(step.transaction, urns);
  return [...changes, ...(await endRemovals(step, urns))];
}

// A computed field may be sent as null where nothing else is said.
function checkAudience({ values, path, violations }: WriteContext<'Entity'>): void {
  const sent: unknown = values.audience;
  if (sent === null)
    violations.push({ path: `${path}/audience`, code: 'NULL_NOT_ALLOWED', message: 'Null is not allowed.' });
}

function checkVariant(step: WriteContext<'Entity'>): void {
  const { variant } = step.values;
  if (variant !== undefined && !isVariant(variant)) {
    const message = 'Letters, digits, -, _ and . are allowed.';
    step.violations.push({ path: '/variant', code: 'INVALID_FORMAT', message });
  }
}

// Two items of one kind, name and place inside one request would collide in the database only after others were written.
function checkItemNames(step: WriteContext<'Entity'>): void {
  let count = 0;
  for (const field of step.resource.fields.filter((f) => f.storage === 'INVERSE' && !f.isPaged)) {
    const items = step.values[field.name];
    if (!Array.isArray(items)) continue;
    count += items.length;
    const seen = new Set<string>();
    // Every list of items holds the values of one kind.
    for (const [at, item] of (items as readonly Values<ItemName>[]).entries()) {
      const key = JSON.stringify([item.name ?? null, item.sortOrder]);
      if (seen.has(key)) step.violations.push(twice(`/${field.name}/${String(at)}`));
      if (item.name !== undefined && item.name !== null) seen.add(key);
    }
  }
  const most = step.context.limits.itemsPerEntity;
  if (count > most) {
    const message = `At most ${String(most)} items in one entity.`;
    // Not one of so many is looked at.
    throw invalid([{ path: '', code: 'TOO_MANY', message, limit: most }, ...step.violations]);
  }
}

function twice(path: string): Violation {
  return { path, code: 'DUPLICATE', message: 'Another item of this kind has the same name and sortOrder.' };
}

// Where a page moves to; null where it stays.
const newOwner = ({ before, values: { owner } }: WriteContext<'Entity'>): string | null =>
  before !== null && typeof owner === 'string' && owner !== before.$owner ? owner : null;

// A new path leaves a redirect behind; a new owner takes the former addresses along.
async function moved(step: WriteContext<'Entity'>): Promise<void> {
  const { before, transaction } = step;
  if (!before) return;
  const next = asRow(step);
  if (before.path !== null && next.path !== before.path) await keepRedirect(transaction, before, step.now);
  const owner = newOwner(step);
  if (owner !== null) await moveRedirects(transaction, step.urn, owner);
}
