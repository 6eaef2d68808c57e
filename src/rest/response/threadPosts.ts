// The posts inside a message thread: the newest page of them, in the order they were written, with its Pagination.
// Resource reference 6.3.
import { listFingerprint } from '../../engine/cursor.ts';
import type { Context } from '../../engine/context.ts';
import { checkOrder } from '../../contract/listQuery.ts';
import { targetOf, fieldOf, type Field, type Resource } from '../../contract/resource.ts';
import { readPage } from '../request/listParameters.ts';
import { paginationOf } from './pagination.ts';
import { listParameter, textParameter, type QueryParameters } from '../request/queryParameters.ts';
import type { Page, PageQuery, Row } from '../request/row.ts';

/** The parameters that page the posts of a thread that is read. */
export const postParameters = ['after', 'before', 'limit', 'sort'] as const;

/** Whether a field is the one long list that is embedded in full. */
export function isThreadPosts(field: Field): boolean {
  return field.name === 'posts' && field.typeName === 'ThreadPost';
}

/** The name that cursors into the posts of a thread are bound to, here and on `/messagethread/{urn}/posts`. */
export const postsListName = (thread: string): string => `MessageThread/${thread}/posts`;

/** Which posts of a thread are wanted, and the parameters that said so, for the address of the next page. */
export interface PostsPage {
  readonly query: PageQuery;
  readonly parameters: QueryParameters;
}

/** Reads the page of posts that a read of one thread asks for: the newest one, unless an order or a place is named. */
export function readPostsPage(context: Context, thread: string, parameters: QueryParameters): PostsPage {
  const order = checkOrder(context.contract.kinds.ThreadPost, listParameter(parameters, 'sort'), 'sort');
  const query = readPage(context, parameters, listFingerprint(postsListName(thread), order), order);
  const isNewest = query.after === null && textParameter(parameters, 'sort') === null;
  return { query: isNewest ? { ...query, isBackward: true } : query, parameters };
}

/** The embedded page of a thread's posts. `nextUrl` is an address of the thread: of the newest page, with the posts before. */
export async function embeddedPosts(
  context: Context,
  thread: Row,
  asked: PostsPage | null,
): Promise<{ page: Page; child: Resource; field: Field; pagination: Record<string, unknown> }> {
  const kind = context.contract.kinds.MessageThread;
  const field = fieldOf(kind, 'posts');
  const child = targetOf(field);
  const { query, parameters } = asked ?? readPostsPage(context, thread.urn, new Map());
  const page = await context.loaders.page(kind.name, field.name, thread.urn, query);
  const list = listFingerprint(postsListName(thread.urn), query.order);
  const path = `/n/v1/${kind.path}/${thread.urn}`;
  return { page, child, field, pagination: paginationOf(context, { page, query, list, path, parameters }) };
}
