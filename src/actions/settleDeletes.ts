// Whether an API client could read what is being deleted, settled in the transaction of the delete: afterwards nobody
// can tell. Resource reference 9.5, Permission.
import { resourceOf, type Contract } from '../contract/resource.ts';
import type { Transaction } from '../database/database.ts';
import type { PlannedDelete } from '../database/deliveryPlan.ts';
import { knowableTargets } from '../database/eventStore.ts';
import { settlePlanned } from '../database/deliveryStore.ts';
import { viewerOfSubject } from '../database/tokenStore.ts';
import { scopeFor } from './authorize.ts';

/** Marks each delivery as one to a client that could read the target, or drops it. One statement per client and subject. */
export async function settleDeletes(
  services: { readonly contract: Contract },
  transaction: Transaction,
  deletes: readonly PlannedDelete[],
): Promise<void> {
  const readable: string[] = [];
  const clients = new Set(deletes.map((d) => d.apiClient));
  for (const client of clients) {
    const viewer = await viewerOfSubject(transaction, { scope: 'API_CLIENT', urn: client }, null);
    if (!viewer) continue;
    const own = deletes.filter((d) => d.apiClient === client);
    for (const subject of new Set(own.map((d) => d.subject))) {
      const kind = services.contract.resources.find((r) => r.subject === subject);
      if (!kind) continue;
      const asked = own.filter((d) => d.subject === subject);
      const resource = resourceOf(services.contract, kind.name);
      const scope = scopeFor(viewer, resource.labels.read);
      const targets = [...new Set(asked.map((d) => d.target))];
      const known = await knowableTargets(transaction, services.contract, scope, resource, targets);
      readable.push(...asked.filter((d) => known.has(d.target)).map((d) => d.delivery));
    }
  }
  await settlePlanned(
    transaction,
    deletes.map((d) => d.delivery),
    readable,
  );
}
