// The arguments of a verb as passed to its action: canonical, with defaults, or rejected. Both faces read them here, so
// that no argument reaches a statement unchecked.
import { invalid, ServiceError } from '../domain/errors.ts';
import type { Contract, Verb } from './resource.ts';
import { checkArguments } from './rules.ts';

/**
 * Canonical values of what was sent. Throws with every violation: VALIDATION_FAILED where arguments are a body over REST,
 * INVALID_PARAMETER where they are parameters.
 * @param cut takes the paths of instants that were cut to the microseconds that are kept
 */
export function readArguments(
  contract: Contract,
  verb: Verb,
  sent: Readonly<Record<string, unknown>>,
  { isStrict = false, cut = [] }: { readonly isStrict?: boolean; readonly cut?: string[] } = {},
): Record<string, unknown> {
  const { values, violations } = checkArguments(contract, verb, sent, { isStrict, cut });
  const [first] = violations;
  if (!first) return values;
  if (verb.root === 'Mutation' || verb.rest.some(({ method }) => method === 'POST')) throw invalid(violations);
  throw new ServiceError(
    'INVALID_PARAMETER',
    `${first.path.slice(1)}: ${first.message}`,
    violations.map((one) => ({ ...one, path: `?${one.path.slice(1)}`, code: 'INVALID_PARAMETER' as const })),
  );
}
