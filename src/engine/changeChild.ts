// Changes a child row that was sent back inside its parent.
import { linkLists } from '../contract/fieldGroups.ts';
import { changeRow, linkedUrns, replaceLinks } from '../database/engine/changeStore.ts';
import type { Row } from '../database/engine/row.ts';
import type { Change } from './announcements.ts';
import type { WriteContext } from './kind.ts';

/** Writes what differs from the stored child; null when nothing does. */
export async function changeChild(step: WriteContext, before: Row): Promise<Change | null> {
  const { resource, transaction, context, urn } = step;
  await context.kindOf(resource).decide?.(step);
  const changed = resource.fields.filter(
    (f) =>
      f.storage === 'COLUMN' &&
      !f.isReadOnly &&
      step.values[f.name] !== undefined &&
      JSON.stringify(step.values[f.name]) !== JSON.stringify(before[f.name]),
  );
  const lists = [];
  for (const field of linkLists(resource)) {
    const sent = step.values[field.name];
    if (!Array.isArray(sent)) continue;
    const stored = await linkedUrns(transaction, resource, field, urn);
    if (JSON.stringify(stored) !== JSON.stringify(sent)) lists.push({ field, targets: sent.map(String) });
  }
  if (changed.length === 0 && lists.length === 0) return null;
  const version = String(BigInt(before.version) + 1n);
  const values = Object.fromEntries(changed.map((f) => [f.name, step.values[f.name]]));
  await changeRow(transaction, resource, urn, { values, hidden: step.hidden, version, timestamp: step.now });
  for (const { field, targets } of lists) {
    await replaceLinks(transaction, { resource, field, urn }, targets);
  }
  const names = [...changed.map((f) => f.name), ...lists.map((l) => l.field.name), 'updatedTimestamp'];
  return {
    resource,
    event: 'UPDATE',
    urn,
    owner: step.owner,
    version,
    changedFields: names,
    containerUrn: resource.container ? String(before[resource.container.name]) : null,
  };
}
