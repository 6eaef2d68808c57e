// The inbox: what waits for an identity, and marking it as read. Resource reference 6.6.
import { databaseNow } from '../../database/engine/changeStore.ts';
import { inboxPage, inboxState, type InboxPage, type InboxState } from '../../database/community/inboxStore.ts';
import { notificationOf } from '../../database/community/notificationStore.ts';
import { readUpTo } from '../../database/community/unreadStore.ts';
import { accessChecks } from '../../database/engine/accessCheckStore.ts';
import { forbidden, notFound } from '../../domain/errors.ts';
import { isItself } from '../../domain/viewer.ts';
import { leaves, readScope, requireCaller } from '../../engine/authorize.ts';
import type { Context, Page, Row, WriteOptions } from '../../engine/context.ts';
import { announceNotices, countedFields } from './threadNotices.ts';
import { updateResource } from '../../engine/updateResource.ts';

/** The identity whose inbox is requested: the caller's own, or another's given ADMIN on it. NOT_FOUND otherwise. */
export async function inboxOwner(context: Context, identity: string | null): Promise<string> {
  const { viewer, contract, database } = context;
  requireCaller(viewer);
  const wanted = identity ?? viewer.identityUrn;
  if (wanted === null) throw notFound();
  if (wanted === viewer.identityUrn) return wanted;
  const kind = contract.kinds.Identity;
  const standing = (await accessChecks(database, viewer, { resource: kind, urns: [wanted] }, 'ADMIN')).get(wanted);
  if (!standing?.isAllowed) throw notFound();
  return wanted;
}

/** How much waits in the inbox. */
export function countInbox(context: Context, identity: string): Promise<InboxState> {
  const { database, contract, viewer } = context;
  return inboxState(database, readScope(viewer, contract.kinds.MessageThreadNotification), identity);
}

/** A page of the inbox, newest first; with `isAll`, also notifications with nothing to report. */
export async function readInbox(context: Context, identity: string, isAll: boolean, page: InboxPage): Promise<Page> {
  const resource = context.contract.kinds.MessageThreadNotification;
  const scope = readScope(context.viewer, resource);
  const found = await inboxPage(context.database, scope, { identity, isAll }, page);
  return { ...found, totalCount: null };
}

/** Marks everything written up to the instant (now, when null) as read, in every thread. Only for the caller itself. */
export async function markInboxRead(context: Context, identity: string, before: string | null): Promise<void> {
  if (identity !== context.viewer.identityUrn || !isItself(context.viewer))
    throw forbidden('Only the identity itself marks what it has read.');
  if (!leaves(context.viewer, 'COMMENT')) throw forbidden('The token does not leave the label COMMENT.');
  await context.database.transaction(async (transaction) => {
    const now = await databaseNow(transaction);
    const changed = await readUpTo(transaction, identity, before ?? now, now);
    await announceNotices({ context, transaction, now }, changed, [...countedFields, 'lastReadPost']);
  });
  context.loaders.clear();
}

/** Marks a thread as read by the caller, up to a post or as a whole. NOT_FOUND when it has no notification of it. */
export async function markThreadRead(
  context: Context,
  thread: string,
  post: string | null,
  options: WriteOptions,
): Promise<Row> {
  const urn = await notificationOf(context.database, thread, await inboxOwner(context, null));
  if (urn === null) throw notFound();
  const resource = context.contract.kinds.MessageThreadNotification;
  const input = post === null ? { notificationCount: 0 } : { lastReadPost: post };
  return (await updateResource(context, { resource, urn }, input, options)).row;
}

/** The figures of the caller's own inbox. NOT_FOUND for a caller without an identity. */
export async function readInboxState(context: Context): Promise<InboxState> {
  return countInbox(context, await inboxOwner(context, null));
}
