// Relay connections: arguments to a page request, and a page to edges with cursors. Resource reference 11.
import { givenCursor, positionFrom, cursorOf, listFingerprint, type CursorParts } from '../../engine/cursor.ts';
import { checkLimit, checkOrder, type ListQuery, type OrderTerm } from '../../contract/listQuery.ts';
import type { Resource } from '../../contract/resource.ts';
import { orderNames } from '../../contract/fieldGroups.ts';
import { sortableItems } from '../../contract/listedItems.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { Page, Row } from '../../engine/context.ts';
import type { GraphContext } from './context.ts';
import { selectedFields } from './selectedFields.ts';
import { readWhere } from './where.ts';
import { readAround, type LongList } from '../../engine/readAround.ts';
import { parseUrn } from '../../domain/urn.ts';
import type { GraphQLResolveInfo } from 'graphql';

interface GivenTerm {
  readonly field: string;
  readonly direction: string;
  /** Of the item whose value it is. */
  readonly name?: string | null;
}

/** The arguments of a connection field. */
export interface ConnectionArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
  readonly where?: Readonly<Record<string, unknown>> | null;
  readonly orderBy?: readonly GivenTerm[] | null;
}

/** What a request for a page is read with. */
export type PageParts = CursorParts & { readonly baseUrl: string };

/** A checked request for a page, with what its cursors are bound to. */
export interface PageRequest {
  readonly query: ListQuery;
  readonly fingerprint: string;
}

/** Checks the arguments. `list` names the list, so that a cursor of another one is refused. */
export function pageRequest(
  context: PageParts,
  { resource, list }: { readonly resource: Resource; readonly list: string },
  args: ConnectionArguments,
  ownOrder?: readonly OrderTerm[],
): PageRequest {
  const { first, last } = args;
  const [after, before] = [givenCursor(args.after), givenCursor(args.before)];
  if (typeof first === 'number' && typeof last === 'number')
    throw invalidParameter('last', 'Give first or last, not both.');
  if (after !== null && before !== null) throw invalidParameter('before', 'Give after or before, not both.');
  const terms = (args.orderBy ?? []).map((one) => termOf(resource, one));
  const order = ownOrder ?? checkOrder(resource, terms, 'orderBy');
  const conditions = readWhere(resource, args.where ?? null, context.baseUrl);
  const fingerprint = listFingerprint(list, order, conditions);
  const isBackward = typeof last === 'number' || (before !== null && typeof first !== 'number');
  return {
    fingerprint,
    query: {
      conditions,
      order,
      limit: isBackward ? checkLimit(last, 'last') : checkLimit(first, 'first'),
      after: after === null ? null : positionFrom(context, fingerprint, order, after),
      before: before === null ? null : positionFrom(context, fingerprint, order, { before }),
      isBackward,
      wantsCount: false,
    },
  };
}

function termOf(resource: Resource, { field, direction, name }: GivenTerm): string {
  const known = orderNames(resource).get(field) ?? '';
  const isItem = sortableItems(resource).has(known);
  if (isItem && typeof name !== 'string') throw invalidParameter('orderBy', 'The name of the item is expected.');
  if (!isItem && typeof name === 'string') throw invalidParameter('orderBy', 'Only an item has a name.');
  return `${direction === 'DESC' ? '-' : ''}${known}${isItem ? `.${String(name)}` : ''}`;
}

/** A page as a Connection: members that cost a statement or a signature are functions, run only when they are selected. */
export function connectionOf(
  context: GraphContext,
  { query, fingerprint }: PageRequest,
  page: Page,
  count: () => Promise<number | null>,
): Record<string, unknown> {
  const cursor = (node: Row): string => cursorOf(context, fingerprint, query.order, node);
  const { rows } = page;
  const [first, last] = [rows[0], rows.at(-1)];
  let counted: Promise<number | null> | null = null;
  const total = (): Promise<number | null> => (counted ??= count());
  return {
    edges: () => rows.map((node) => ({ cursor: () => cursor(node), node })),
    nodes: rows,
    pageInfo: {
      hasNextPage: query.isBackward ? query.before !== null : page.hasMore,
      hasPreviousPage: query.isBackward ? page.hasMore : query.after !== null,
      startCursor: () => (first ? cursor(first) : null),
      endCursor: () => (last ? cursor(last) : null),
    },
    totalCount: total,
    totalCountIsEstimate: async () => (await total()) === null,
  };
}

/** The page around `args.around`, as a Connection. Throws INVALID_PARAMETER together with another place in the list. */
export async function connectionAround(
  context: GraphContext,
  list: LongList,
  args: Readonly<Record<string, unknown>>,
  request: PageRequest,
): Promise<Record<string, unknown>> {
  for (const other of ['after', 'before', 'last', 'where', 'orderBy']) {
    if (args[other] === undefined || args[other] === null || args[other] === '') continue;
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

const totals: ReadonlySet<string> = new Set(['totalCount', 'totalCountIsEstimate']);

/** Whether the total of the connection that is resolved is selected, by itself or through a fragment. */
export function selectsTotal({ fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): boolean {
  const sets = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  for (const { node } of selectedFields(sets, fragments)) if (totals.has(node.name.value)) return true;
  return false;
}
