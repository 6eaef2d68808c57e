// Notifies the participants of a thread of new, changed and deleted posts: maintains their notifications
// and announces what they subscribed to. Called by the hooks of posts, under the thread's lock. Resource reference 6.5.
import { insertRows } from '../../database/engine/changeStore.ts';
import { newListeners } from '../../database/community/notificationStore.ts';
import {
  addUnread,
  recountPost,
  type ChangedNotification,
  type CountedPost,
  type PostedTo,
  type Recounted,
} from '../../database/community/unreadStore.ts';
import { newUrn } from '../../domain/urn.ts';
import { announceChanges, updated } from '../../engine/announcements.ts';
import type { WriteContext } from '../../engine/kind.ts';

/** Counts a new post for everyone but its author; participants without a notification get one. */
export async function notifyOfPost(
  step: Pick<WriteContext, 'context' | 'transaction' | 'owner' | 'now'>,
  posted: PostedTo,
): Promise<void> {
  const { transaction } = step;
  const resource = step.context.contract.kinds.MessageThreadNotification;
  const listeners = await newListeners(transaction, posted.thread, posted.group, posted.mentions);
  const before = String(BigInt(posted.position) - 1n);
  await insertRows(
    transaction,
    resource,
    listeners.map(({ identity, level }) => ({
      urn: newUrn(),
      owner: step.owner,
      values: {
        messageThread: posted.thread,
        identity,
        level,
        notificationCount: 0,
        mentionCount: 0,
        isFollowing: false,
      },
      hidden: { last_read_position: before },
      timestamp: step.now,
    })),
  );
  await announceNotices(step, await addUnread(transaction, posted));
}

/** Counts a post again that is changed, deleted or restored. */
export async function notifyOfChange(
  step: Pick<WriteContext, 'context' | 'transaction' | 'now'>,
  post: CountedPost,
  change: Pick<Recounted, 'before' | 'after'>,
): Promise<void> {
  await announceNotices(step, await recountPost(step.transaction, post, { ...change, timestamp: step.now }));
}

/** Announces changed notifications to those who want notifications of them. */
export async function announceNotices(
  step: Pick<WriteContext, 'context' | 'transaction' | 'now'>,
  changed: readonly ChangedNotification[],
): Promise<void> {
  const resource = step.context.contract.kinds.MessageThreadNotification;
  const fields = ['notificationCount', 'mentionCount', 'firstUnreadPost'];
  const changes = changed.filter((one) => one.isNotified).map((one) => updated(resource, one, fields));
  await announceChanges(step, changes);
}
