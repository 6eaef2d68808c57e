// A member of a group, a post of a thread there, and the notification that the member has of the thread.
import { past, type Given, type Names } from './scenario.ts';

/** A person is a member. */
export const membership = (urn: Names): Given => [
  'group_membership',
  { identity: urn('person'), group: urn('group'), status: 'ACTIVE' },
];
/** What takes part in nothing. */
export const notMember = {
  'member.status': ['BLOCKED_BY_MEMBER', 'PENDING_ACCEPTANCE'],
  'member.deleted_timestamp': past,
  'member.identity': 'urn:another',
  'member.group': 'urn:another',
};
/** The fifth post of the thread, by another. */
export const post = (urn: Names, more: Readonly<Record<string, unknown>> = {}) =>
  [
    'thread_post',
    { urn: urn('post'), message_thread: urn('thread'), author_identity: urn('author'), position: 5, ...more },
  ] as const;
/** The person has read nothing of it, and wants to know of all. */
export const notification = (urn: Names, more: Readonly<Record<string, unknown>> = {}) =>
  [
    'message_thread_notification',
    {
      urn: urn('note'),
      message_thread: urn('thread'),
      identity: urn('person'),
      level: 'ALL',
      last_read_position: 0,
      notification_count: 1,
      mention_count: 0,
      notified_count: 1,
      ...more,
    },
  ] as const;

/** Whether the notification is among those. */
export const isChanged = (changed: readonly { readonly urn: string }[], urn: Names): boolean =>
  changed.some((one) => one.urn === urn('note'));
