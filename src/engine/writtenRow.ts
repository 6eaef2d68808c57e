// The row a write would leave behind, for hooks that look at the whole.
import type { Row } from '../database/engine/row.ts';
import type { WriteContext } from './kind.ts';

/** The row a step would write, for hooks that look at the whole: stored values with the sent ones laid over. */
export function asRow<Name extends string>(step: WriteContext<Name>): Row<Name> {
  const stored = step.before ?? { $kind: step.resource.name, $owner: step.owner, $seesDrafts: true, urn: step.urn };
  // Members that a create did not send are undefined, which hooks read as absent.
  return { ...stored, ...step.values } as Row<Name>;
}
