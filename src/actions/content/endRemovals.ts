// What hangs on an item that is removed from a live page stays as long as the page shows it: a removal is a draft until it is
// published. Resource reference 15.7.
import { dropRemovedEdges } from '../../database/content/publicationStore.ts';
import type { AnnouncedWrite, Change } from '../../engine/announcements.ts';
import { endedEdges } from '../../engine/removeRows.ts';

/**
 * Ends the permission edges on removed items of the entity that are live no more, for their removal is published or the page
 * is gone. Returns the changes to announce. The caller holds the entity's lock.
 */
export async function endRemovals({ context, transaction, now }: AnnouncedWrite, entityUrn: string): Promise<Change[]> {
  return endedEdges(context.contract, await dropRemovedEdges(transaction, entityUrn, now));
}
