// The fields of an inbox, which is identified by the identity it belongs to.
import { defaultOrder } from '../../contract/listQuery.ts';
import { countInbox, readInbox } from '../../actions/community/inbox.ts';
import { connectionOf, pageRequest, type ConnectionArguments } from '../operation/connection.ts';
import type { GraphContext } from '../operation/context.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface Inbox {
  readonly owner: string;
}

/** Resolvers of the inbox's fields. */
export const inboxResolvers = {
  IdentityNotificationInbox: {
    url: ({ owner }: Inbox, _: Arguments, context: GraphContext) =>
      `${context.baseUrl}/n/v1/identitynotificationinbox/${owner}`,
    identity: ({ owner }: Inbox, _: Arguments, context: GraphContext) => context.loaders.byUrn('Identity', owner),
    unreadThreadCount: async ({ owner }: Inbox, _: Arguments, context: GraphContext) =>
      (await countInbox(context, owner)).unreadThreadCount,
    unreadMentionCount: async ({ owner }: Inbox, _: Arguments, context: GraphContext) =>
      (await countInbox(context, owner)).unreadMentionCount,
    async notifications({ owner }: Inbox, args: Arguments, context: GraphContext) {
      const resource = context.contract.kinds.MessageThreadNotification;
      const isAll = args['all'] === true;
      // The SDL gives the field the arguments of a connection.
      const paging = args as ConnectionArguments;
      const list = `inbox ${owner} ${String(isAll)}`;
      const request = pageRequest(context, { resource, list }, paging, defaultOrder(resource));
      const page = await readInbox(context, owner, isAll, request.query);
      const count = async (): Promise<number | null> =>
        isAll ? null : (await countInbox(context, owner)).unreadThreadCount;
      return connectionOf(context, request, page, count);
    },
  },
};
