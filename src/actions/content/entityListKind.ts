// Entity lists: the order of entries, and that an entity stands in a list once. Resource reference 3.5.
import type { Values } from '../../database/engine/row.ts';
import type { Kind } from '../../engine/kind.ts';
import { entriesOf, highestSortOrder } from '../../database/content/entityStore.ts';

type Entry = Values<'EntityListItem'>;

/** Entries without a sortOrder take their position times ten; those already in the list keep theirs. */
export const entityListKind: Kind<'EntityList'> = {
  async prepare(step) {
    const { entities } = step.values;
    if (!entities) return;
    const seen = new Set<unknown>();
    for (const [at, entry] of entities.entries()) {
      entry.sortOrder ??= (at + 1) * 10;
      if (typeof entry.entity === 'string' && seen.has(entry.entity)) {
        const message = 'The entity stands in this list already.';
        step.violations.push({ path: `/entities/${String(at)}/entity`, code: 'DUPLICATE', message });
      }
      seen.add(entry.entity);
    }
    if (step.operation === 'UPDATE') keepKnown(entities, await entriesOf(step.transaction, step.urn));
  },
};

// An entity stands in a list once, so its entry is known by it, whatever urn was sent: entries that exchange places keep
// theirs. A urn that is taken this way belongs to no other entry.
function keepKnown(entries: readonly Entry[], stored: ReadonlyMap<string, string>): void {
  const taken = new Set<unknown>();
  for (const entry of entries) {
    const known = stored.get(String(entry.entity));
    if (known === undefined) continue;
    entry.urn = known;
    taken.add(known);
  }
  for (const entry of entries) {
    if (!stored.has(String(entry.entity)) && taken.has(entry.urn)) delete entry.urn;
  }
}

/** An entry made on its own goes to the end, unless it says where. */
export const entityListItemKind: Kind<'EntityListItem'> = {
  async prepare(step) {
    const list = step.values.entityList;
    if (step.operation !== 'CREATE' || step.values.sortOrder !== undefined || typeof list !== 'string') return;
    step.values.sortOrder = (await highestSortOrder(step.transaction, list)) + 10;
  },
};
