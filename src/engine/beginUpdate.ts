// The write of one row that exists, as every verb on it begins: nothing changed yet, nothing found wrong.
import { resourceOf } from '../contract/resource.ts';
import type { Row } from '../database/engine/row.ts';
import type { WriteContext } from './kind.ts';

/**
 * A step on a locked row, at an instant read after the lock. Unless `parts` says otherwise it changes no value, requires
 * no version and forces nothing.
 */
export function beginUpdate(
  { context, transaction, now }: Pick<WriteContext, 'context' | 'transaction' | 'now'>,
  operation: 'UPDATE' | 'DELETE' | 'RESTORE',
  row: Row,
  parts: Partial<Pick<WriteContext, 'options' | 'values' | 'hidden' | 'violations'>> = {},
): WriteContext {
  return {
    context,
    transaction,
    resource: resourceOf(context.contract, row.$kind),
    operation,
    options: { expectedVersion: null, isStrict: false, isForced: false },
    urn: row.urn,
    before: row,
    container: null,
    owner: row.$owner,
    now,
    path: '',
    values: {},
    hidden: {},
    violations: [],
    shownOnce: {},
    ...parts,
  };
}
