// The fields of an inbox, which is identified by the identity it belongs to.
import { defaultOrder } from '../../contract/listQuery.ts';
import { countInbox, readInbox } from '../../actions/community/inbox.ts';
import { connectionOf, pageRequest, type ConnectionArguments } from '../operation/connection.ts';
import { Named } from '../operation/answered.ts';
import type { GraphContext } from '../operation/context.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface Inbox {
  readonly owner: string;
}

// Several fields of one inbox are counted by one statement.
type State = ReturnType<typeof countInbox>;
const states = new WeakMap<Inbox, State>();

function stateOf(inbox: Inbox, context: GraphContext): State {
  const state = states.get(inbox) ?? countInbox(context, inbox.owner);
  states.set(inbox, state);
  return state;
}

/** Resolvers of the inbox's fields. */
export const inboxResolvers = {
  IdentityNotificationInbox: {
    url: ({ owner }: Inbox, _: Arguments, context: GraphContext) =>
      `${context.baseUrl}/n/v1/identitynotificationinbox/${owner}`,
    identity: ({ owner }: Inbox) => new Named('Identity', owner),
    unreadThreadCount: async (inbox: Inbox, _: Arguments, context: GraphContext) =>
      (await stateOf(inbox, context)).unreadThreadCount,
    unreadMentionCount: async (inbox: Inbox, _: Arguments, context: GraphContext) =>
      (await stateOf(inbox, context)).unreadMentionCount,
    async notifications(inbox: Inbox, args: Arguments, context: GraphContext) {
      const { owner } = inbox;
      const resource = context.contract.kinds.MessageThreadNotification;
      const isAll = args['all'] === true;
      // The SDL gives the field the arguments of a connection.
      const paging = args as ConnectionArguments;
      const list = `inbox ${owner} ${String(isAll)}`;
      const request = pageRequest(context, { resource, list }, paging, defaultOrder(resource));
      const page = await readInbox(context, owner, isAll, request.query);
      const count = async (): Promise<number | null> =>
        isAll ? null : (await stateOf(inbox, context)).unreadThreadCount;
      return connectionOf(context, request, page, count);
    },
  },
};
