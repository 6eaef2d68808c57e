// An entity as it stands within a transaction, whoever asks.
import { resourceOf, type Contract } from '../contract/resource.ts';
import type { Transaction } from '../database/database.ts';
import { rowsByUrn } from '../database/resourceStore.ts';
import type { Row } from '../database/row.ts';
import { anonymousViewer, type Viewer } from '../domain/viewer.ts';
import { scopeFor } from './authorize.ts';

/** The service itself, for what it does without a request. */
export const systemViewer: Viewer = { ...anonymousViewer, kind: 'SYSTEM' };

/** The entity's row; null when it does not live. */
export async function entityRow(transaction: Transaction, contract: Contract, urn: string): Promise<Row | null> {
  const [row] = await rowsByUrn(transaction, contract, scopeFor(systemViewer, 'READ'), resourceOf(contract, 'Entity'), [
    urn,
  ]);
  return row ?? null;
}
