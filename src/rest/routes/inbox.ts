// The inbox of an identity as a page of notifications. Resource reference 6.6.
import { defaultOrder } from '../../contract/listQuery.ts';
import type { FastifyReply } from 'fastify';
import { listFingerprint } from '../../engine/cursor.ts';
import { countInbox, inboxOwner, markInboxRead, readInbox } from '../../actions/community/inbox.ts';
import { sendJson } from '../response/answer.ts';
import type { Call } from '../request/handle.ts';
import { pageParameters, readPage } from '../request/listParameters.ts';
import { addressOf, paginationOf } from '../response/pagination.ts';
import { flagParameter } from '../request/queryParameters.ts';
import { representAll } from '../response/represent.ts';
import { shallowLink } from '../response/representValue.ts';
import { readShape, shapeParameters } from '../request/shape.ts';

const path = '/n/v1/identitynotificationinbox';

/** The parameters of an inbox. */
export const inboxParameters: readonly string[] = [...pageParameters, ...shapeParameters, 'all'];

/** Answers the inbox of an identity; without one the caller's own. */
export async function sendInbox(call: Call, identity: string | null | undefined): Promise<FastifyReply> {
  return sendPage(call, await inboxOwner(call.context, identity ?? null));
}

/** Marks everything before an instant as read, and answers the inbox. */
export async function markInbox(
  call: Call,
  identity: string | null | undefined,
  before: string | null | undefined,
): Promise<FastifyReply> {
  const owner = await inboxOwner(call.context, identity ?? null);
  await markInboxRead(call.context, owner, before ?? null);
  return sendPage(call, owner);
}

async function sendPage(call: Call, identity: string): Promise<FastifyReply> {
  const { context, parameters } = call;
  const isAll = flagParameter(parameters, 'all');
  const resource = context.contract.kinds.MessageThreadNotification;
  const shape = readShape(resource, parameters);
  const order = defaultOrder(resource);
  const list = listFingerprint(`inbox ${identity} ${String(isAll)}`, order);
  const query = readPage(context, parameters, list, order);
  const page = await readInbox(context, identity, isAll, query);
  const own = `${path}/${identity}`;
  const { unreadThreadCount, unreadMentionCount } = await countInbox(context, identity);
  return sendJson(call, 200, {
    identity: shallowLink(context, context.contract.kinds.Identity, identity),
    notifications: await representAll(context, { resource, rows: page.rows }, shape),
    unreadThreadCount,
    unreadMentionCount,
    pagination: paginationOf(context, { page, query, list, path: own, parameters }),
    url: addressOf(context, own, parameters),
  });
}
