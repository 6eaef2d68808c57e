// Discards what is newer than the live values of an entity: each live value is written again as the newest, as a repeat of
// the one that stays live, so that nothing changes for readers without READ_DRAFT. Resource reference 10.1 (discarddrafts), 15.7.
import { databaseNow } from '../../database/engine/changeStore.ts';
import { draftItems, type DraftItem } from '../../database/content/draftStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { invalidTransition } from '../../domain/errors.ts';
import { announceChanges, type Change } from '../../engine/announcements.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { refreshStatus } from './entityState.ts';
import { rewrite } from './rewriteItems.ts';
import type { WriteContext } from '../../engine/kind.ts';
import { lockForWrite, beginUpdate } from '../../engine/lockForWrite.ts';
import { removeRows } from '../../engine/removeRows.ts';
import { readBack } from '../../engine/readResource.ts';

/** The entity, PUBLISHED with the live values as its newest. Needs UPDATE; INVALID_TRANSITION without drafts. */
export async function discardDrafts(context: Context, entityUrn: string): Promise<Row> {
  requireCaller(context.viewer);
  const entityKind = context.contract.kinds.Entity;
  await context.database.transaction(async (transaction) => {
    const entity = await lockForWrite(
      { context, transaction, resource: entityKind, operation: 'UPDATE', urn: entityUrn },
      { label: 'UPDATE' },
    );
    if (entity.status !== 'PUBLISHED_WITH_DRAFTS') {
      const allowed = ['PUBLISHED_WITH_DRAFTS, whose drafts can be discarded'];
      throw invalidTransition('/status', entity.status, 'PUBLISHED', allowed);
    }
    const step = beginUpdate({ context, transaction, now: await databaseNow(transaction) }, 'UPDATE', entity);
    await discard(step, await draftItems(transaction, entityUrn));
  });
  return readBack(context, entityKind, entityUrn);
}

// What was added goes first: it may hold the name of what comes back.
async function discard(step: WriteContext, drafts: readonly DraftItem[]): Promise<void> {
  const { contract } = step.context;
  const changes: Change[] = [];
  for (const kind of contract.resources.filter((r) => r.isItem)) {
    const added = drafts.filter((draft) => !draft.isLive && draft.kind === kind.name);
    const urns = added.map((draft) => draft.urn);
    changes.push(...(await removeRows(step, kind, urns, { isNoted: true })));
  }
  const kept = drafts.flatMap(({ urn, kind, live }) => (live === null ? [] : [{ urn, kind, entry: live }]));
  changes.push(...(await rewrite(step, kept)));
  await announceChanges(step, changes);
  await refreshStatus(step, step.urn);
}
