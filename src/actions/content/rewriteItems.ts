// Writes values that items had as their newest ones: of living items, and of deleted ones, which come back with them. Nothing is published.
import type { Field } from '../../contract/resource.ts';
import { deletedRows } from '../../database/engine/deletedStore.ts';
import { forgetDeletions } from '../../database/engine/deletionStore.ts';
import { noteRepeats, reviveParts, rewriteItems, type Rewrite } from '../../database/content/draftStore.ts';
import { appendEntry, entriesNamed } from '../../database/content/historyStore.ts';
import { refreshPublished } from '../../database/content/publicationStore.ts';
import { itemsOfEntities } from '../../database/engine/resourceStore.ts';
import type { ItemRow } from '../../database/engine/row.ts';
import { actorOf } from '../../domain/actor.ts';
import { systemViewer } from '../../domain/viewer.ts';
import { updated, type Change } from '../../engine/announcements.ts';
import { scopeFor } from '../../engine/authorize.ts';
import type { WriteContext } from '../../engine/kind.ts';

/** An item of a kind, and the entry of its history whose values it is to have. */
export type RewrittenItem = Rewrite & { readonly kind: string };

/** The living items of the entity as they are now, by their urns. */
export async function newestItems({ context, transaction, urn }: WriteContext): Promise<Map<string, ItemRow>> {
  const kinds = context.contract.resources.filter((r) => r.isItem).map((r) => r.name);
  const rows = await itemsOfEntities(transaction, scopeFor(systemViewer, 'READ'), { entities: [urn], kinds });
  return new Map(rows.map((row) => [row.urn, row]));
}

/**
 * Writes the values, where the step is one of the entity, whose lock the caller holds; gives the changes to announce. A value that repeats
 * the live one leaves nothing to publish. The caller brings the status of the entity in line.
 */
export async function rewrite(step: WriteContext, items: readonly RewrittenItem[]): Promise<Change[]> {
  if (items.length === 0) return [];
  const { context, transaction, now } = step;
  const urns = items.map(({ urn }) => urn);
  const before = await newestItems(step);
  const values = await entriesNamed(
    transaction,
    items.map(({ entry }) => entry),
  );
  await reviveParts(transaction, urns);
  await rewriteItems(transaction, items, now);
  await appendEntry(transaction, urns, { isTombstone: false, actor: actorOf(context.viewer), timestamp: now });
  await noteRepeats(transaction, items);
  await refreshPublished(transaction, [step.urn]);
  forgetDeletions(transaction, urns);
  const entryOf = new Map(items.map(({ urn, entry }) => [urn, values.get(entry)]));
  const changes: Change[] = [];
  for (const kind of context.contract.resources.filter((r) => r.isItem)) {
    const ofKind = items.filter((item) => item.kind === kind.name).map(({ urn }) => urn);
    if (ofKind.length === 0) continue;
    for (const row of await deletedRows(transaction, kind, ofKind)) {
      const wasThere = before.get(row.urn);
      const differs = ({ name }: Field): boolean =>
        JSON.stringify(valueOf(wasThere, name)) !== JSON.stringify(valueOf(entryOf.get(row.urn), name));
      const fields = kind.fields.filter((field) => field.storage === 'COLUMN' && !field.isReadOnly && differs(field));
      const names = fields.map((f) => f.name).filter((name) => name !== 'urn');
      const change = updated(kind, { ...row, container: step.urn }, [...names, 'isPublished']);
      changes.push({ ...change, event: wasThere ? 'UPDATE' : 'CREATE' });
    }
  }
  return changes;
}

const valueOf = (row: Readonly<Record<string, unknown>> | undefined, name: string): unknown => row?.[name];
