// Entity lists: the order of entries, and that an entity stands in a list once. Resource reference 3.5.
import type { Kind } from './kind.ts';
import { highestSortOrder } from '../../database/entityListStore.ts';

/** Entries without a sortOrder take their position times ten. */
export const entityListKind: Kind = {
  prepare(step) {
    const { entities } = step.values;
    if (!Array.isArray(entities)) return;
    const seen = new Set<unknown>();
    // checkInput made each element an object of canonical values.
    for (const [at, entry] of (entities as Record<string, unknown>[]).entries()) {
      entry['sortOrder'] ??= (at + 1) * 10;
      if (seen.has(entry['entity'])) {
        step.violations.push({
          path: `/entities/${String(at)}/entity`,
          code: 'DUPLICATE',
          message: 'The entity stands in this list already.',
        });
      }
      seen.add(entry['entity']);
    }
  },
};

/** An entry made on its own goes to the end, unless it says where. */
export const entityListItemKind: Kind = {
  async prepare(step) {
    const list = step.values['entityList'];
    if (step.operation !== 'CREATE' || step.values['sortOrder'] !== undefined || typeof list !== 'string') return;
    step.values['sortOrder'] = (await highestSortOrder(step.transaction, list)) + 10;
  },
};
