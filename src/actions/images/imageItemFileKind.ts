// Image files: taking one away also clears the address its image item knows it by. Resource reference 3.4.
import { entityOfFile } from '../../database/images/fileStore.ts';
import { appendEntry } from '../../database/content/historyStore.ts';
import { actorOf } from '../../domain/actor.ts';
import { newUrn } from '../../domain/urn.ts';
import { type Change, changeLocked } from '../../engine/announcements.ts';
import { lockEntity, refreshStatus } from '../content/entityState.ts';
import { imagePath } from '../../domain/imagePath.ts';
import { imageFields } from '../../engine/fields.ts';
import { removeRows } from '../../engine/removeRows.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { storedRow } from '../../engine/readResource.ts';

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
  const item = await storedRow(transaction, context.contract.kinds.ImageItem, itemUrn, 'UPDATE');
  if (item?.[field] !== imagePath + step.urn) return null;
  const hidden = { entry: newUrn(), is_published: false };
  const change = await changeLocked(step, item, { [field]: null }, { hidden, container: item.entity });
  await appendEntry(transaction, [itemUrn], { isTombstone: false, actor: actorOf(context.viewer), timestamp: now });
  await refreshStatus(step, item.entity);
  return change;
}
