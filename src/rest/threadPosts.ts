// The posts inside a message thread: the newest page of them, in the order they were written, with its Pagination.
// Resource reference 6.3.
import { listFingerprint } from '../actions/cursor.ts';
import type { Context } from '../actions/context.ts';
import { checkOrder, pageLimits, type OrderTerm } from '../contract/listQuery.ts';
import { fieldOf, resourceOf, type Field, type Resource } from '../contract/resource.ts';
import { defaultOrder, readPage } from './listParameters.ts';
import { paginationOf } from './pagination.ts';
import { listParameter, type QueryParameters } from './queryParameters.ts';
import type { Page, PageQuery, Row } from './row.ts';

/** The parameters that page the posts of a thread that is read. */
export const postParameters = ['after', 'before', 'limit', 'sort'] as const;

/** Whether a field is the one long list that is embedded in full. */
export function isThreadPosts(field: Field): boolean {
  return field.name === 'posts' && field.typeName === 'ThreadPost';
}

/** The name that cursors into the posts of a thread are bound to, here and on `/messagethread/{urn}/posts`. */
export const postsListName = (thread: string): string => `MessageThread/${thread}/posts`;

/** The page of posts a read of one thread asks for; null when it names none. */
export function readPostsPage(context: Context, thread: string, parameters: QueryParameters): PageQuery | null {
  if (!postParameters.some((name) => parameters.has(name))) return null;
  const order = checkOrder(resourceOf(context.contract, 'ThreadPost'), listParameter(parameters, 'sort'), 'sort');
  return readPage(context, parameters, listFingerprint(postsListName(thread), order), order);
}

/** The embedded page of a thread's posts. `nextUrl` leads to the posts before it, unless the page asked goes forward. */
export async function embeddedPosts(
  context: Context,
  thread: Row,
  asked: PageQuery | null,
): Promise<{ page: Page; child: Resource; field: Field; pagination: Record<string, unknown> }> {
  const kind = resourceOf(context.contract, 'MessageThread');
  const field = fieldOf(kind, 'posts');
  const child = resourceOf(context.contract, field.typeName);
  const newest = { limit: pageLimits.usual, after: null, before: null, isBackward: true };
  const query = asked ?? { ...newest, order: defaultOrder(child) };
  const page = await context.loaders.page(kind.name, field.name, thread.urn, query);
  const pagination = paginationOf(context, {
    page,
    query,
    list: listFingerprint(postsListName(thread.urn), query.order),
    path: `/n/v1/${kind.path}/${thread.urn}/posts`,
    parameters: new Map([
      ...(asked ? [['limit', String(query.limit)] as const] : []),
      ...(asked ? [['sort', sortText(query.order)] as const] : []),
    ]),
  });
  return { page, child, field, pagination };
}

const sortText = (order: readonly OrderTerm[]): string =>
  order.map(({ field, isDescending }) => `${isDescending ? '-' : ''}${field.name}`).join(',');
