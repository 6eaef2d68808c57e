// The argument `around` of a connection: the page with one row in its middle. Resource reference 6.3.
import { readAround, type LongList } from '../engine/readAround.ts';
import { invalidParameter } from '../domain/errors.ts';
import { parseUrn } from '../domain/urn.ts';
import { connectionOf, type PageRequest } from './connection.ts';
import type { GraphContext } from './context.ts';

/** The page around `args.around`, as a Connection. Throws INVALID_PARAMETER together with another place in the list. */
export async function connectionAround(
  context: GraphContext,
  list: LongList,
  args: Readonly<Record<string, unknown>>,
  request: PageRequest,
): Promise<Record<string, unknown>> {
  for (const other of ['after', 'before', 'last', 'where', 'orderBy']) {
    if (args[other] === undefined || args[other] === null) continue;
    throw invalidParameter(other, `Give around or ${other}, not both.`);
  }
  const page = await readAround(context, list, parseUrn(args['around']), request.query);
  const count = (): Promise<number | null> =>
    context.loaders.pageCount(list.resource.name, list.field.name, list.parent);
  const connection = connectionOf(context, request, page, count);
  // connectionOf puts an object there.
  const pageInfo = { ...(connection['pageInfo'] as object), hasPreviousPage: page.hasEarlier };
  return { ...connection, pageInfo };
}
