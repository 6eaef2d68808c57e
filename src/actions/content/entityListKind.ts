// Entity lists: the order of entries, what they lead to, and that a page stands in a list once. Resource reference 3.5;
// addresses outside and lists below are said in docs/behavior.md.
import { lockName } from '../../database/connection/advisoryLocks.ts';
import { entriesOf, highestSortOrder, type ListEntry } from '../../database/content/entityStore.ts';
import { listsAbove, listsBelow } from '../../database/content/listTreeStore.ts';
import type { Values } from '../../database/engine/row.ts';
import { invalid, refusedAt } from '../../domain/errors.ts';
import { levelsOf, mostLevels, mostLists } from '../../domain/listTree.ts';
import { asRow, type Kind, type PendingWrite, type WriteContext } from '../../engine/kind.ts';

type Entry = Values<'EntityListItem'>;

/** Entries without a sortOrder take their position times ten; those already in the list keep theirs. */
export const entityListKind: Kind<'EntityList'> = {
  locksFirst: isNestingList,

  lock: async (pending) => (isNestingList(pending) ? lockTrees(pending) : undefined),

  async prepare(step) {
    const { entities } = step.values;
    if (!entities) return;
    for (const [at, entry] of entities.entries()) entry.sortOrder ??= (at + 1) * 10;
    refuseRepeated(step, entities);
    if (step.operation === 'UPDATE') keepKnown(entities, await entriesOf(step.transaction, step.urn));
  },

  async decide(step) {
    const { entities } = step.values;
    if (step.operation !== 'DELETE') await requireTree(step, step.urn, nested(entities ?? []));
    return undefined;
  },

  // Other lists were written while it was gone.
  async after(step) {
    if (step.operation !== 'RESTORE') return;
    const below = await listsBelow(step.transaction, String(step.context.viewer.tenantUrn), [step.urn]);
    const places = below.filter(({ level }) => level === 2).map(({ urn }) => ({ list: urn, path: '' }));
    await requireTree(step, step.urn, places);
  },
};

function refuseRepeated(step: WriteContext<'EntityList'>, entries: readonly Entry[]): void {
  for (const name of ['entity', 'list'] as const) {
    const seen = new Set<unknown>();
    for (const [at, entry] of entries.entries()) {
      const target = entry[name];
      if (typeof target === 'string' && seen.has(target)) {
        const message = `The ${name} stands in this list already.`;
        step.violations.push({ path: `/entities/${String(at)}/${name}`, code: 'DUPLICATE', message });
      }
      seen.add(target);
    }
  }
}

// What an entry is known by: the page, else the list, and else the address.
const targetOf = ({ entity, list, href }: Entry | ListEntry): string | null => entity ?? list ?? href ?? null;

// An entry is known by what it leads to, whatever urn was sent: entries that exchange places keep theirs. A urn that is taken this way
// belongs to no other entry. Addresses may repeat: of several the one that was named, and else the first.
function keepKnown(entries: readonly Entry[], stored: readonly ListEntry[]): void {
  const free = new Map<string, string[]>();
  for (const one of stored) {
    const target = targetOf(one);
    if (target !== null) free.set(target, [...(free.get(target) ?? []), one.urn]);
  }
  const taken = new Set<unknown>();
  const known = new Set<Entry>();
  const take = (entry: Entry, isNamed: boolean): void => {
    const urns = known.has(entry) ? [] : (free.get(targetOf(entry) ?? '') ?? []);
    const at = isNamed ? urns.indexOf(entry.urn ?? '') : 0;
    const [urn] = at < 0 ? [] : urns.splice(at, 1);
    if (urn === undefined) return;
    entry.urn = urn;
    taken.add(urn);
    known.add(entry);
  };
  for (const entry of entries) take(entry, true);
  for (const entry of entries) take(entry, false);
  for (const entry of entries) if (!known.has(entry) && taken.has(entry.urn)) delete entry.urn;
}

/** An entry made on its own goes to the end, unless it says where. */
export const entityListItemKind: Kind<'EntityListItem'> = {
  locksFirst: isNestingEntry,

  lock: async (pending) => (isNestingEntry(pending) ? lockTrees(pending) : undefined),

  async prepare(step) {
    checkTarget(step);
    const list = step.values.entityList;
    // One that is written with its list has a place already.
    if (step.operation !== 'CREATE' || step.values.sortOrder !== undefined || typeof list !== 'string') return;
    step.values.sortOrder = (await highestSortOrder(step.transaction, list)) + 10;
  },

  async decide(step) {
    // Those that are written with their list are looked at together.
    if (step.operation !== 'DELETE' && step.path === '') await requireOwnTree(step);
    return undefined;
  },

  async after(step) {
    if (step.operation === 'RESTORE') await requireOwnTree(step);
  },

  isIncomplete: (row) => targetOf(row) === null,
};

function checkTarget(step: WriteContext<'EntityListItem'>): void {
  const { entity, href, list, title } = asRow(step);
  const paths = ['entity', 'href', 'list', 'title'].map((name) => `${step.path}/${name}`);
  if (step.violations.some(({ path }) => paths.includes(path))) return;
  const [hasEntity, hasHref] = [typeof entity === 'string', typeof href === 'string'];
  if (hasEntity && hasHref) {
    const message = 'Give entity or href, not both.';
    step.violations.push({ path: `${step.path}/href`, code: 'NOT_ALLOWED_TOGETHER', message });
  }
  if (!hasEntity && !hasHref && typeof list !== 'string') {
    const message = 'Required without href and list.';
    step.violations.push({ path: `${step.path}/entity`, code: 'REQUIRED', message });
  }
  if (hasHref && typeof title !== 'string') {
    const message = 'Required with href.';
    step.violations.push({ path: `${step.path}/title`, code: 'REQUIRED', message });
  }
}

/** A list that is to stand below another one, and where the request says so. */
interface Place {
  readonly list: string;
  readonly path: string;
}

function nested(entries: readonly Entry[]): Place[] {
  return entries.flatMap(({ list }, at) =>
    typeof list === 'string' ? [{ list, path: `/entities/${String(at)}/list` }] : [],
  );
}

// Two lists could be put below one another at the same time: who does that in a tenant goes one after the other.
async function lockTrees({ context, transaction }: Pick<PendingWrite, 'context' | 'transaction'>): Promise<undefined> {
  await lockName(transaction, `lists ${String(context.viewer.tenantUrn)}`);
  return undefined;
}

function isNestingList({ operation, values }: PendingWrite<'EntityList'>): boolean {
  return operation === 'RESTORE' || nested(values.entities ?? []).length > 0;
}

function isNestingEntry({ operation, values }: PendingWrite<'EntityListItem'>): boolean {
  return operation === 'RESTORE' || typeof values.list === 'string';
}

async function requireOwnTree(step: WriteContext<'EntityListItem'>): Promise<void> {
  const { entityList, list } = asRow(step);
  if (typeof list === 'string') await requireTree(step, entityList, [{ list, path: '/list' }]);
}

// Refuses lists below one another that go round in a circle, too deep, or are too many.
async function requireTree(step: WriteContext, above: string, places: readonly Place[]): Promise<void> {
  const [first] = places;
  if (!first) return;
  const { transaction, context } = step;
  const tenant = String(context.viewer.tenantUrn);
  const isNew = step.operation === 'CREATE' && step.resource.name === 'EntityList';
  const over = isNew ? [{ urn: above, level: 1 }] : await listsAbove(transaction, tenant, above);
  const isOver = new Set(over.map(({ urn }) => urn));
  const below = await listsBelow(
    transaction,
    tenant,
    places.map(({ list }) => list),
  );
  const closing = places.find(({ list }) => isOver.has(list));
  if (closing) {
    const message = 'A list cannot stand below itself.';
    throw refusedAt('DEPENDENCY_CYCLE', { path: closing.path, code: 'CYCLE', message, related: [closing.list] });
  }
  if (Math.max(over.length, below.length) > mostLists) {
    const message = `At most ${mostLists.toLocaleString('en')} lists stand above or below one list.`;
    throw invalid([{ path: first.path, code: 'TOO_MANY', message, limit: mostLists }]);
  }
  if (levelsOf(over) + levelsOf(below) <= mostLevels) return;
  const message = `At most ${String(mostLevels)} lists stand one below the other.`;
  throw invalid([{ path: first.path, code: 'TOO_MANY', message, limit: mostLevels }]);
}
