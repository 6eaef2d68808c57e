// Throws away what is newer than the live values of an entity: each live value is written again as the newest.
// Resource reference 10.1 (discarddrafts).
import { resourceOf } from '../contract/resource.ts';
import { databaseNow, markDeleted } from '../database/changeStore.ts';
import { liveEntries } from '../database/historyStore.ts';
import { makeLive } from '../database/publicationStore.ts';
import { draftItems } from '../database/draftStore.ts';
import { rowsByUrn } from '../database/resourceStore.ts';
import type { Row } from '../database/row.ts';
import { invalidTransition, notFound } from '../domain/errors.ts';
import { announceChanges } from './announcements.ts';
import { requireCaller, scopeFor } from './authorize.ts';
import type { Context } from './context.ts';
import { refreshStatus } from './entityOfItem.ts';
import { removeRows } from './removeRows.ts';
import type { Step } from './kinds/kind.ts';
import { writeValuesOf } from './restoreValue.ts';
import { lockForWrite } from './lockForWrite.ts';

/** The entity, PUBLISHED with the live values as its newest. Needs UPDATE; INVALID_TRANSITION without drafts. */
export async function discardDrafts(context: Context, entityUrn: string): Promise<Row> {
  requireCaller(context.viewer);
  const { contract, viewer } = context;
  const entityKind = resourceOf(contract, 'Entity');
  await context.database.transaction(async (transaction) => {
    const entity = await lockForWrite(context, transaction, entityKind, entityUrn, 'UPDATE', { expectedVersion: null });
    if (entity['status'] !== 'PUBLISHED_WITH_DRAFTS') {
      throw invalidTransition('/status', String(entity['status']), 'PUBLISHED', [
        'discard drafts of PUBLISHED_WITH_DRAFTS',
      ]);
    }
    const system = scopeFor({ ...viewer, kind: 'SYSTEM' }, 'READ');
    const now = await databaseNow(transaction);
    const step: Step = {
      context,
      transaction,
      resource: entityKind,
      operation: 'UPDATE',
      urn: entityUrn,
      before: entity,
      container: null,
      options: { expectedVersion: null, isStrict: false, isForced: false },
      owner: entity.$owner,
      now,
      path: '',
      values: {},
      hidden: {},
      violations: [],
      shownOnce: {},
    };
    for (const draft of await draftItems(transaction, entityUrn)) {
      const kind = resourceOf(contract, draft.kind);
      if (!draft.isLive) {
        await announceChanges(context, transaction, viewer, await removeRows(step, kind, [draft.urn]), now);
        continue;
      }
      if (draft.isDeleted) await markDeleted(transaction, kind, [draft.urn], null);
      const [item] = await rowsByUrn(transaction, contract, system, kind, [draft.urn]);
      const live = (await liveEntries(transaction, contract, system, [draft.urn])).get(draft.urn);
      if (!item || !live) throw notFound();
      await writeValuesOf(context, transaction, kind, item, live);
      const [written] = await transaction.query({
        text: 'SELECT "entry" FROM "item" WHERE "urn" = $1::uuid',
        values: [draft.urn],
      });
      await makeLive(transaction, draft.urn, String(written?.['entry']), entityUrn, await databaseNow(transaction));
    }
    await refreshStatus(context, transaction, viewer, entityUrn, now);
  });
  context.loaders.clear();
  const row = await context.loaders.byUrn('Entity', entityUrn);
  if (!row) throw notFound();
  return row;
}
