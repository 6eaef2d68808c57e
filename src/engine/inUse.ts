// The refusal to remove what others need: it names those that the caller may read, and tells nothing of the rest but that there
// are some. Resource reference 1.2, 7.2.
import type { Resource } from '../contract/resource.ts';
import type { Executor } from '../database/connection/statement.ts';
import { ServiceError } from '../domain/errors.ts';
import { readableAmong } from './authorize.ts';
import type { Context } from './context.ts';

/** The most that a refusal names. */
const mostNamed = 20;

/**
 * IN_USE by resources of one kind.
 * @param urns all of them, or some
 * @param saying the message, from the number of those that the caller may read; never called with 0
 */
export async function inUse(
  { context, transaction }: { readonly context: Context; readonly transaction: Executor },
  {
    resource,
    urns,
    path = '',
  }: { readonly resource: Resource; readonly urns: readonly string[]; readonly path?: string },
  saying: (known: number) => string,
): Promise<ServiceError> {
  const known = await readableAmong(transaction, context.viewer, resource, urns);
  const message = known.length === 0 ? 'It is needed elsewhere.' : saying(known.length);
  return new ServiceError('IN_USE', message, [{ path, code: 'IN_USE', message, related: known.slice(0, mostNamed) }]);
}
