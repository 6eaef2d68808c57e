// The write of one row that exists, as every verb on it begins: nothing changed yet, nothing found wrong.
import { resourceOf } from '../contract/resource.ts';
import type { Row } from '../database/row.ts';
import type { Step } from './kinds/kind.ts';

/**
 * A step on a locked row, at an instant read after the lock. Unless `parts` says otherwise it changes no value, asks for
 * no version and forces nothing.
 */
export function stepOn(
  { context, transaction, now }: Pick<Step, 'context' | 'transaction' | 'now'>,
  operation: 'UPDATE' | 'DELETE',
  row: Row,
  parts: Partial<Pick<Step, 'options' | 'values' | 'hidden' | 'violations'>> = {},
): Step {
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
