// Image files: taking one away also clears the address its image item knows it by. Resource reference 3.4.
import { resourceOf } from '../../contract/resource.ts';
import { changeRow } from '../../database/changeStore.ts';
import { entityOfFile } from '../../database/fileStore.ts';
import { appendEntry } from '../../database/historyStore.ts';
import { rowsByUrn } from '../../database/resourceStore.ts';
import { actorOf } from '../../domain/actor.ts';
import { newUrn } from '../../domain/urn.ts';
import type { Change } from '../announcements.ts';
import { scopeFor } from '../authorize.ts';
import { lockEntity, refreshStatus } from '../entityOfItem.ts';
import { systemViewer } from '../entityRow.ts';
import { imageFields, imagePath } from '../fields.ts';
import { removeRows } from '../removeRows.ts';
import type { Kind, Step } from './kind.ts';

const fields: Readonly<Record<string, string>> = imageFields;

/** A file is deleted together with the address of its format, which is a new value of the image item. */
export const imageItemFileKind: Kind = {
  async lockFirst({ context, transaction, operation, urn }) {
    if (operation !== 'DELETE') return;
    const entity = await entityOfFile(transaction, urn);
    if (entity !== null) await lockEntity(context, transaction, entity);
  },

  async remove(step, before) {
    const gone = await removeRows(step, step.resource, [step.urn]);
    const field = fields[String(before['imageItemFormat'])] ?? '';
    const cleared = await clearAddress(step, String(before['imageItem']), field);
    return cleared ? [...gone, cleared] : gone;
  },
};

async function clearAddress(step: Step, itemUrn: string, field: string): Promise<Change | null> {
  const { context, transaction, now } = step;
  const { contract, viewer } = context;
  const resource = resourceOf(contract, 'ImageItem');
  const scope = scopeFor(systemViewer, 'READ');
  const [item] = await rowsByUrn(transaction, contract, scope, resource, [itemUrn], 'UPDATE');
  if (item?.[field] !== imagePath + step.urn) return null;
  const version = String(BigInt(item.version) + 1n);
  const hidden = { entry: newUrn(), is_published: false };
  await changeRow(transaction, resource, itemUrn, { values: { [field]: null }, hidden, version, timestamp: now });
  const how = { isTombstone: false, actor: actorOf(viewer), timestamp: now };
  await appendEntry(transaction, contract, [itemUrn], how);
  const entity = String(item['entity']);
  await refreshStatus(context, transaction, viewer, entity, now);
  return {
    resource,
    event: 'UPDATE',
    urn: itemUrn,
    owner: item.$owner,
    version,
    changedFields: [field, 'updatedTimestamp'],
    containerUrn: entity,
  };
}
