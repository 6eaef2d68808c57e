// The parameter `around` of a long list inside a resource: the page with one row in its middle, and the ways on from it
// in both directions. Resource reference 6.3.
import type { FastifyReply } from 'fastify';
import { cursorOf, listFingerprint } from '../../engine/cursor.ts';
import { readAround, type LongList } from '../../engine/readAround.ts';
import { checkLimit, checkOrder } from '../../contract/listQuery.ts';
import { targetOf } from '../../contract/resource.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { parseUrn } from '../../domain/urn.ts';
import { sendJson } from '../response/answer.ts';
import type { Call } from '../request/handle.ts';
import { addressOf, paginationOf } from '../response/pagination.ts';
import { listParameter, textParameter } from '../request/queryParameters.ts';
import { representAll } from '../response/represent.ts';
import { readShape } from '../request/shape.ts';

/** Whether the page around a row is asked for. */
export function asksAround({ parameters }: Call): boolean {
  return parameters.has('around');
}

/** Answers the page. Its pagination also holds `before` and `previousUrl`: cursor and address of what comes earlier. */
export async function sendAround(
  call: Call,
  list: LongList,
  { name, path }: { readonly name: string; readonly path: string },
): Promise<FastifyReply> {
  const { context, parameters } = call;
  for (const other of parameters.keys()) {
    if (other === 'after' || other === 'before' || other === 'count' || other.startsWith('filter')) {
      throw invalidParameter(other.slice(0, 100), `around and ${other.slice(0, 100)} are not allowed together.`);
    }
  }
  const child = targetOf(list.field);
  const shape = readShape(child, parameters);
  const order = checkOrder(child, listParameter(parameters, 'sort'), 'sort');
  const limit = checkLimit(textParameter(parameters, 'limit'), 'limit');
  const page = await readAround(context, list, parseUrn(textParameter(parameters, 'around')), { order, limit });
  const bound = listFingerprint(name, order);
  const rest = new Map([...parameters].filter(([parameter]) => parameter !== 'around'));
  const query = { order, limit, after: null, before: null, isBackward: false };
  const [first] = page.rows;
  const before = first ? cursorOf(context, bound, order, first) : null;
  return sendJson(call, 200, {
    [list.field.name]: await representAll(context, { resource: child, rows: page.rows }, shape),
    pagination: {
      ...paginationOf(context, { page, query, list: bound, path, parameters: rest }),
      before,
      previousUrl:
        page.hasEarlier && before !== null ? addressOf(context, path, new Map([...rest, ['before', before]])) : null,
    },
    url: addressOf(context, path, parameters),
  });
}
