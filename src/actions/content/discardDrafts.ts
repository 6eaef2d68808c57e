// Discards what is newer than the live values of an entity: each live value is written again as the newest, as a repeat of
// the one that stays live, so that nothing changes for readers without READ_DRAFT. Resource reference 10.1 (discarddrafts), 15.7.
import type { Field } from '../../contract/resource.ts';
import { databaseNow } from '../../database/engine/changeStore.ts';
import { deletedRows } from '../../database/engine/deletedStore.ts';
import {
  draftItems,
  noteRepeats,
  reviveParts,
  rewriteLiveValues,
  type DraftItem,
} from '../../database/content/draftStore.ts';
import { appendEntry, liveEntries } from '../../database/content/historyStore.ts';
import { refreshPublished } from '../../database/content/publicationStore.ts';
import { itemsOfEntities } from '../../database/engine/resourceStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { actorOf } from '../../domain/actor.ts';
import { invalidTransition } from '../../domain/errors.ts';
import { newUrn } from '../../domain/urn.ts';
import { announceChanges, type Change, updated } from '../../engine/announcements.ts';
import { requireCaller, scopeFor } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { refreshStatus } from './entityState.ts';
import { systemViewer } from '../../domain/viewer.ts';
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
  const kept = drafts.filter((draft) => draft.isLive);
  if (kept.length > 0) changes.push(...(await rewrite(step, kept)));
  await announceChanges(step, changes);
  await refreshStatus(step, step.urn);
}

async function rewrite(step: WriteContext, drafts: readonly DraftItem[]): Promise<Change[]> {
  const { context, transaction, now } = step;
  const { contract } = context;
  const urns = drafts.map((draft) => draft.urn);
  const scope = scopeFor(systemViewer, 'READ');
  const kinds = contract.resources.filter((r) => r.isItem).map((r) => r.name);
  const newest = await itemsOfEntities(transaction, scope, { entities: [step.urn], kinds });
  const before = new Map<string, Row>(newest.map((row) => [row.urn, row]));
  const live: ReadonlyMap<string, Row> = await liveEntries(transaction, scope, urns);
  await reviveParts(transaction, urns);
  await rewriteLiveValues(transaction, new Map(urns.map((urn) => [urn, newUrn()])), now);
  await appendEntry(transaction, urns, { isTombstone: false, actor: actorOf(context.viewer), timestamp: now });
  await noteRepeats(transaction, urns);
  await refreshPublished(transaction, step.urn);
  const changes: Change[] = [];
  for (const kind of contract.resources.filter((r) => r.isItem)) {
    const ofKind = drafts.filter((draft) => draft.kind === kind.name).map((draft) => draft.urn);
    if (ofKind.length === 0) continue;
    for (const row of await deletedRows(transaction, kind, ofKind)) {
      const wasThere = before.get(row.urn);
      const differs = (field: Field): boolean =>
        JSON.stringify(wasThere?.[field.name]) !== JSON.stringify(live.get(row.urn)?.[field.name]);
      const fields = kind.fields.filter((field) => field.storage === 'COLUMN' && !field.isReadOnly && differs(field));
      const names = fields.map((f) => f.name).filter((name) => name !== 'urn');
      const change = updated(kind, { ...row, container: step.urn }, [...names, 'isPublished']);
      changes.push({ ...change, event: wasThere ? 'UPDATE' : 'CREATE' });
    }
  }
  return changes;
}
