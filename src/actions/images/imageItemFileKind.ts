// Image files: taking one away also clears the address its image item knows it by. Resource reference 3.4.
import { changeRow } from '../../database/engine/changeStore.ts';
import { entityOfFile } from '../../database/images/fileStore.ts';
import { appendEntry } from '../../database/content/historyStore.ts';
import { rowsByUrn } from '../../database/engine/resourceStore.ts';
import { actorOf } from '../../domain/actor.ts';
import { newUrn } from '../../domain/urn.ts';
import type { Change } from '../../engine/announcements.ts';
import { scopeFor } from '../../engine/authorize.ts';
import { lockEntity, refreshStatus } from '../content/entityState.ts';
import { systemViewer } from '../../domain/viewer.ts';
import { imagePath } from '../../domain/imagePath.ts';
import { imageFields } from '../../engine/fields.ts';
import { removeRows } from '../../engine/removeRows.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';

/** A file is deleted together with the address of its format, which is a new value of the image item. */
export const imageItemFileKind: Kind<'ImageItemFile'> = {
  computed: {
    src: (row, context) => context.baseUrl + imagePath + row.urn,
  },

  async lock({ context, transaction, operation, urn }) {
    const entity = operation === 'DELETE' ? await entityOfFile(transaction, urn) : null;
    if (entity !== null) await lockEntity(context, transaction, entity);
    return undefined;
  },

  async decide(step) {
    const { before } = step;
    if (step.operation !== 'DELETE' || before === null) return undefined;
    const gone = await removeRows(step, step.resource, [step.urn]);
    const field = imageFields[before.imageItemFormat];
    const cleared = await clearAddress(step, before.imageItem, field);
    return cleared ? [...gone, cleared] : gone;
  },
};

async function clearAddress(
  step: WriteContext<'ImageItemFile'>,
  itemUrn: string,
  field: (typeof imageFields)[keyof typeof imageFields],
): Promise<Change | null> {
  const { context, transaction, now } = step;
  const { contract, viewer } = context;
  const resource = contract.kinds.ImageItem;
  const scope = scopeFor(systemViewer, 'READ');
  const [item] = await rowsByUrn(transaction, scope, { resource, urns: [itemUrn], lock: 'UPDATE' });
  if (item?.[field] !== imagePath + step.urn) return null;
  const version = String(BigInt(item.version) + 1n);
  const hidden = { entry: newUrn(), is_published: false };
  await changeRow(transaction, resource, itemUrn, { values: { [field]: null }, hidden, version, timestamp: now });
  const how = { isTombstone: false, actor: actorOf(viewer), timestamp: now };
  await appendEntry(transaction, [itemUrn], how);
  const entity = item.entity;
  await refreshStatus(step, entity);
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
