// Which subject and event a change of a kind is announced as. Resource reference 9.8.
import { resourceOf, type Resource } from '../contract/resource.ts';
import type { Transaction } from '../database/database.ts';
import { recordEdges } from '../database/accessStore.ts';
import { announce, type Announcement } from '../database/triggerStore.ts';
import { actorOf } from '../domain/actor.ts';
import { raiseVersion } from '../database/containerVersion.ts';
import { settleDeletes } from './settleDeletes.ts';
import type { Services } from './context.ts';
import { noteForSearch } from './searchIndex.ts';
import type { Viewer } from '../domain/viewer.ts';

/** A change of one resource. */
export interface Change {
  readonly resource: Resource;
  readonly event: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
  readonly changedFields: readonly string[];
  /** The container's urn, for kinds that are announced as a change of it. */
  readonly containerUrn: string | null;
}

/** Records the triggers of the changes, in order. Changes of kinds without a subject are announced as their container's. */
export async function announceChanges(
  services: Pick<Services, 'contract'>,
  transaction: Transaction,
  viewer: Viewer,
  changes: readonly Change[],
  timestamp: string,
): Promise<void> {
  noteForSearch(transaction, changes);
  const actor = actorOf(viewer);
  const announcements: Announcement[] = [];
  const told = new Set<string>();
  for (const change of changes) {
    const { subject } = change.resource;
    if (subject) {
      announcements.push({
        owner: change.owner,
        subject,
        event: change.event,
        targetUrn: change.urn,
        targetVersion: change.version,
        changedFields: change.changedFields,
        actor,
        timestamp,
      });
      continue;
    }
    const container = change.resource.containerKind
      ? resourceOf(services.contract, change.resource.containerKind)
      : null;
    if (!container?.subject || !change.containerUrn || told.has(change.containerUrn)) continue;
    told.add(change.containerUrn);
    if (changes.some((c) => c.urn === change.containerUrn)) continue;
    announcements.push({
      owner: change.owner,
      subject: container.subject,
      event: 'UPDATE',
      targetUrn: change.containerUrn,
      targetVersion: await raiseVersion(transaction, container, change.containerUrn, timestamp),
      changedFields: [change.resource.plural],
      actor,
      timestamp,
    });
  }
  const edges = changes.filter((change) => change.resource.name === 'Permission');
  await recordEdges(transaction, edges, actor, timestamp);
  const deletes = await announce(transaction, announcements);
  if (deletes.length > 0) await settleDeletes(services, transaction, deletes);
}
