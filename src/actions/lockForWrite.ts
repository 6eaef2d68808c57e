// How every write of something that exists begins: the row locked, the caller known to hold the label, the version right.
import type { Resource } from '../contract/resource.ts';
import type { Transaction } from '../database/database.ts';
import { rowsByUrn } from '../database/resourceStore.ts';
import type { Row } from '../database/row.ts';
import { notFound, ServiceError, versionDiffers } from '../domain/errors.ts';
import { readScope, requireLabel, scopeFor } from './authorize.ts';
import type { Context, WriteOptions } from './context.ts';
import { settleDue } from './duePublication.ts';
import { lockEntity } from './entityOfItem.ts';

/** The row, locked, once the caller is known to hold the label and to expect this version. */
export async function lockForWrite(
  context: Context,
  transaction: Transaction,
  resource: Resource,
  urn: string,
  label: string,
  options: Pick<WriteOptions, 'expectedVersion'>,
): Promise<Row> {
  const { contract, viewer } = context;
  if (resource.isItem) await lockEntityOf(context, transaction, resource, urn);
  const system = scopeFor({ ...viewer, kind: 'SYSTEM' }, 'READ');
  const [row] = await rowsByUrn(transaction, contract, system, resource, [urn], 'UPDATE');
  if (!row) throw notFound();
  await requireLabel(context, transaction, viewer, resource, urn, label);
  if (options.expectedVersion !== null && options.expectedVersion !== row.version) throw versionDiffers(row.version);
  // A write finds an entity as its readers do: what is due is carried out first.
  return resource.name === 'Entity' ? settleDue(context, transaction, row) : row;
}

// The entity is locked before its item, always in this order.
async function lockEntityOf(
  context: Context,
  transaction: Transaction,
  resource: Resource,
  urn: string,
): Promise<void> {
  const [item] = await rowsByUrn(transaction, context.contract, readScope(context.viewer, resource), resource, [urn]);
  if (!item) throw notFound();
  await lockEntity(context, transaction, String(item['entity']));
}

/** Refuses an operation the kind does not offer. */
export function requireOperation(resource: Resource, operation: 'CREATE' | 'UPDATE' | 'DELETE'): void {
  if (!resource.operations.has(operation)) throw new ServiceError('METHOD_NOT_ALLOWED');
}
