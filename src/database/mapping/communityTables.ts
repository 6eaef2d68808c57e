// The tables of groups and threads beside the kinds: marks on members, where the service writes, what is yet to be counted.
import { reference, table, uuid, type Table } from './table.ts';

/** All of them. */
export const communityTables: readonly Table[] = [
  // Opt-outs and bans outlive the membership they were made on.
  table(
    'membership_mark',
    [
      uuid('tenant'),
      uuid('identity'),
      uuid('group'),
      { name: 'member_opt_out', type: 'boolean' },
      { name: 'owner_ban', type: 'boolean' },
    ],
    ['identity', 'group'],
    {
      indexes: [{ name: 'ix_membership_mark_group', keys: ['"group"'] }],
      references: [reference('membership_mark', 'identity'), reference('membership_mark', 'group')],
    },
  ),
  // The thread in which the service writes to the people who run a company, and the identity it writes as.
  table('support_thread', [uuid('tenant'), uuid('owner'), uuid('thread'), uuid('author')], ['owner'], {
    indexes: [
      { name: 'ix_support_thread_thread', keys: ['"thread"'] },
      { name: 'ix_support_thread_author', keys: ['"author"'] },
    ],
    references: [
      reference('support_thread', 'owner'),
      reference('support_thread', 'thread'),
      reference('support_thread', 'author'),
    ],
  }),
  // Changes of posts that the notifications of large groups are yet to count, in their order.
  table(
    'unread_change',
    [
      uuid('tenant'),
      { name: 'id', type: 'bigint', isIdentity: true },
      uuid('message_thread'),
      // Its place among the changes of the thread.
      { name: 'number', type: 'bigint' },
      { name: 'position', type: 'bigint' },
      uuid('author'),
      { name: 'mentions', type: 'uuid[]' },
      uuid('answered', true),
      // What it adds to the counts: 1 or -1.
      { name: 'added', type: 'integer' },
      // Whether the post was written, and not one that had been there before.
      { name: 'is_new', type: 'boolean' },
    ],
    ['id'],
    {
      indexes: [{ name: 'ix_unread_change_thread', keys: ['"message_thread"', '"number"'] }],
      references: [reference('unread_change', 'message_thread')],
    },
  ),
];
