// Root fields of communities beyond the common ones: the inbox, and marking what was read.
import { chosenOrder } from '../../actions/chosenOrder.ts';
import { countInbox, inboxOwner, markInboxRead, markThreadRead, readInbox } from '../../actions/inbox.ts';
import { resourceOf } from '../../contract/resource.ts';
import { ServiceError } from '../../domain/errors.ts';
import { parseUrn } from '../../domain/urn.ts';
import { connectionOf, pageRequest, type ConnectionArguments } from '../connection.ts';
import type { GraphContext } from '../context.ts';
import { answer, optionsOf, urnOf } from './roots.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Root = (source: unknown, args: Arguments, context: GraphContext) => unknown;

interface Inbox {
  readonly owner: string;
}

/** `Query` fields of communities. */
export const communityQueries: Record<string, Root> = {
  async inbox(_, args, context) {
    const asked = typeof args['identity'] === 'string' ? parseUrn(args['identity']) : null;
    if (typeof args['identity'] === 'string' && asked === null) return null;
    return inboxOwner(context, asked).then(
      (owner): Inbox => ({ owner }),
      (error: unknown) => {
        if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
        throw error;
      },
    );
  },
};

/** `Mutation` fields of communities. */
export const communityMutations: Record<string, Root> = {
  markThreadRead: (_, args, context) =>
    answer(context, 'messageThreadNotification', () => {
      const post = typeof args['upTo'] === 'string' ? urnOf(args['upTo']) : null;
      return markThreadRead(context, urnOf(args['thread']), post, optionsOf({}));
    }),
  markInboxRead: (_, args, context) =>
    answer(context, 'inbox', async (): Promise<Inbox> => {
      const owner = await inboxOwner(context, null);
      await markInboxRead(context, owner, typeof args['beforeTimestamp'] === 'string' ? args['beforeTimestamp'] : null);
      return { owner };
    }),
};

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
      const resource = resourceOf(context.contract, 'MessageThreadNotification');
      const isAll = args['all'] === true;
      // The SDL gives the field the arguments of a connection.
      const paging = args as ConnectionArguments;
      const list = `inbox ${owner} ${String(isAll)}`;
      const request = pageRequest(context, resource, list, paging, chosenOrder(resource));
      const page = await readInbox(context, owner, isAll, request.query);
      const count = async (): Promise<number | null> =>
        isAll ? null : (await countInbox(context, owner)).unreadThreadCount;
      return connectionOf(context, request, page, count);
    },
  },
};
