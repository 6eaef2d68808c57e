// Groups, memberships, threads, posts and notifications, typed in from interface.md and resources.md section 6.
import { added, bool, crudl, int32, kept, link, links, oneOf, part, stated, str, time, words } from './field.ts';
import type { SpecKind } from './field.ts';
import { membershipEnrollments, membershipStatuses, notificationStates, threadPurposes } from './enums.ts';

/** resources.md 6.1: Group */
const group: SpecKind = {
  name: 'Group',
  path: 'group',
  plural: 'groups',
  subject: 'GROUP',
  verbs: crudl,
  owner: 'direct',
  fields: [
    ...kept(),
    ...added(
      link('owner', 'Company', { req: true, ign: true }),
      str('name', { req: true, max: 255 }),
      str('description', { max: 65536 }),
      link('entity', 'Entity'),
      oneOf('joinPolicy', words('OPEN APPROVAL INVITE_ONLY'), { default: 'APPROVAL' }),
      oneOf('visibility', words('PUBLIC OWNER MEMBERS'), { default: 'OWNER' }),
      int32('memberCount', { ro: true }),
      links('memberships', 'GroupMembership', { ro: true }),
      links('threads', 'MessageThread', { ro: true }),
    ),
  ],
};

/** interface.md: Group Membership; resources.md 2.3 and 6.2 */
const groupMembership: SpecKind = {
  name: 'GroupMembership',
  path: 'groupmembership',
  plural: 'groupmemberships',
  subject: 'GROUP_MEMBERSHIP',
  verbs: crudl,
  owner: 'Group',
  fields: [
    ...kept(),
    ...stated(
      link('identity', 'Identity', { req: true, ign: true }),
      link('group', 'Group', { req: true, ign: true }),
      oneOf('status', membershipStatuses, { req: true }),
      oneOf('enrollment', membershipEnrollments, { req: true }),
      oneOf('emailNotification', notificationStates, { req: true }),
      oneOf('smsNotification', notificationStates, { req: true }),
      oneOf('inAppNotification', notificationStates, { req: true }),
    ),
    ...added(
      time('statusTimestamp', { ro: true }),
      link('statusActor', 'Identity', { ro: true }),
      oneOf('role', words('MEMBER MODERATOR')),
    ),
  ],
};

/** interface.md: Message Thread; resources.md 6.3 */
const messageThread: SpecKind = {
  name: 'MessageThread',
  path: 'messagethread',
  plural: 'messagethreads',
  subject: 'MESSAGE_THREAD',
  verbs: crudl,
  owner: 'Group',
  fields: [
    ...kept(),
    ...stated(
      str('name', { max: 1024 }),
      oneOf('purpose', threadPurposes, { ign: true, default: 'GENERAL' }),
      // Purpose STANDALONE_CHAT may leave it out: the server makes a private group (6.3, decision 16).
      link('group', 'Group', { req: true, ign: true }),
      links('posts', 'ThreadPost', { ign: true }),
      links('companies', 'Company', { ign: true, max: 500 }),
      links('projects', 'Project', { ign: true, max: 500 }),
      links('invoices', 'PaymentInvoice', { ign: true, max: 500 }),
      links('entities', 'Entity', { ign: true, max: 500 }),
      links('tasks', 'Task', { ign: true, max: 500 }),
      part('pagination', 'Pagination', { ro: true }),
    ),
    ...added(bool('isClosed'), int32('postCount', { ro: true }), time('lastPostTimestamp', { ro: true })),
  ],
};

/** interface.md: Thread post; resources.md 6.4 (its `reactions` are marked "later" and not listed) */
const threadPost: SpecKind = {
  name: 'ThreadPost',
  path: 'threadpost',
  plural: 'threadposts',
  subject: 'THREAD_POST',
  verbs: crudl,
  owner: 'MessageThread',
  fields: [
    ...kept({ created: 'S' }),
    ...stated(
      link('messageThread', 'MessageThread', { req: true, ign: true }),
      link('authorIdentity', 'Identity', { req: true, ign: true }),
      str('content', { req: true, min: 1, max: 1024 }),
      link('replyTo', 'ThreadPost'),
    ),
    ...added(
      time('editedTimestamp', { ro: true }),
      bool('isDeleted', { ro: true }),
      links('mentions', 'Identity', { max: 500 }),
      int32('replyCount', { ro: true }),
    ),
  ],
};

/** resources.md 6.5: Message Thread Notification */
const messageThreadNotification: SpecKind = {
  name: 'MessageThreadNotification',
  path: 'messagethreadnotification',
  plural: 'messagethreadnotifications',
  subject: 'MESSAGE_THREAD_NOTIFICATION',
  verbs: ['R', 'U', 'D', 'L'],
  owner: 'MessageThread',
  fields: [
    ...kept(),
    ...added(
      link('messageThread', 'MessageThread', { ro: true }),
      link('identity', 'Identity', { ro: true }),
      int32('notificationCount'),
      int32('mentionCount', { ro: true }),
      // Only lastReadPost "may be set".
      link('firstUnreadPost', 'ThreadPost', { ro: true }),
      link('lastReadPost', 'ThreadPost'),
      oneOf('level', words('ALL MENTIONS NONE')),
      bool('isFollowing'),
    ),
  ],
};

/** Group, Group Membership, Message Thread, Thread Post and Message Thread Notification. */
export const community: readonly SpecKind[] = [
  group,
  groupMembership,
  messageThread,
  threadPost,
  messageThreadNotification,
];
