// The current state of an entity within a transaction, independent of the caller.
import type { Transaction } from '../../database/connection/database.ts';
import { rowsByUrn } from '../../database/engine/resourceStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { systemViewer } from '../../domain/viewer.ts';
import { scopeFor } from '../../engine/authorize.ts';

/** The entity's row; null when it does not live. */
export async function entityRow(transaction: Transaction, urn: string): Promise<Row<'Entity'> | null> {
  const [row] = await rowsByUrn(transaction, scopeFor(systemViewer, 'READ'), {
    resource: transaction.contract.kinds.Entity,
    urns: [urn],
  });
  return row ?? null;
}
