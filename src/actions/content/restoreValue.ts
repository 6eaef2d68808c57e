// Writes an older value of an item again, as its newest one. Nothing goes live. Resource reference 3.3.
import { isUpdatable, type Resource } from '../../contract/resource.ts';
import type { Transaction } from '../../database/connection/database.ts';
import { databaseNow } from '../../database/engine/changeStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { invalid } from '../../domain/errors.ts';
import type { Context } from '../../engine/context.ts';
import { withEntry, type EntryOfItem } from './historyChange.ts';
import { checkLinks } from '../../engine/links.ts';
import { applyUpdate } from '../../engine/updateResource.ts';
import { beginUpdate } from '../../engine/beginUpdate.ts';

/** The item with the old value as its newest. Needs UPDATE. */
export function restoreValue(context: Context, chosen: EntryOfItem): Promise<Row> {
  const { resource } = chosen;
  return withEntry(context, chosen, resource.labels.update, async (transaction, item, entry) => {
    await writeValuesOf(context, transaction, { resource, item, entry });
  });
}

// The values over the locked item, as a new entry. What they link to may be gone since: that is checked as in any write.
async function writeValuesOf(
  context: Context,
  transaction: Transaction,
  { resource, item, entry }: { readonly resource: Resource; readonly item: Row; readonly entry: Row },
): Promise<void> {
  const fields = resource.fields.filter((f) => f.storage === 'COLUMN' && isUpdatable(f));
  const values = Object.fromEntries(fields.map((f) => [f.name, entry[f.name]]));
  const step = beginUpdate({ context, transaction, now: await databaseNow(transaction) }, 'UPDATE', item, { values });
  await context.kindOf(resource).prepare?.(step);
  await checkLinks(step);
  if (step.violations.length > 0) throw invalid(step.violations);
  await applyUpdate(step, item);
}
