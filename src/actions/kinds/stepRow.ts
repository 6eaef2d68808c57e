// The row a write would leave behind, for hooks that look at the whole.
import type { Row } from '../../database/row.ts';
import type { Step } from './kind.ts';

/** The row a step would write, for hooks that look at the whole: stored values with the sent ones laid over. */
export function asRow(step: Step): Row {
  const stored = step.before ?? { $kind: step.resource.name, $owner: step.owner, $seesDrafts: true, urn: step.urn };
  // Members that a create did not send are undefined, which hooks read as absent.
  return { ...stored, ...step.values } as Row;
}
