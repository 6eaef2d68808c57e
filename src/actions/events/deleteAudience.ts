// Whether an API client could read what is being deleted, decided in the transaction of the delete: afterwards this can
// no longer be determined. Resource reference 9.5, Permission.
import { knowableEvents } from '../../database/events/eventStore.ts';
import { completePlanned } from '../../database/events/deliveryStore.ts';
import { viewerOfSubject } from '../../database/access/tokenStore.ts';
import type { Announced, ChangeListener } from '../../engine/announcements.ts';
import { scopeFor } from '../../engine/authorize.ts';

/** Settles who is told of what was deleted. */
export const snapshotDeleteAudience: ChangeListener = { follow: snapshot, composed: () => [] };

// Marks each delivery as one to a client that could read the target, or drops it. One statement per client and subject.
async function snapshot({ contract, transaction, deletes }: Announced): Promise<void> {
  if (deletes.length === 0) return;
  const readable: string[] = [];
  const clients = new Set(deletes.map((d) => d.apiClient));
  for (const client of clients) {
    const viewer = await viewerOfSubject(transaction, { scope: 'API_CLIENT', urn: client }, null);
    if (!viewer) continue;
    const own = deletes.filter((d) => d.apiClient === client);
    for (const subject of new Set(own.map((d) => d.subject))) {
      const kind = contract.resources.find((r) => r.subject === subject);
      if (!kind) continue;
      const wanted = own
        .filter((d) => d.subject === subject)
        .map((d) => ({ ...d, targetUrn: d.target, targetVersion: null, event: 'DELETE', changedFields: [] }));
      const scope = scopeFor(viewer, kind.labels.read);
      const known = await knowableEvents(transaction, scope, kind, wanted);
      readable.push(...[...known].map((d) => d.delivery));
    }
  }
  await completePlanned(
    transaction,
    deletes.map((d) => d.delivery),
    readable,
  );
}
