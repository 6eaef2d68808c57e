// Notifies the participants of a thread of new, changed and deleted posts: maintains their notifications
// and announces what they subscribed to. Called by the hooks of posts, under the thread's lock. Resource reference 6.5.
import { insertRows } from '../../database/engine/changeStore.ts';
import { newListeners, type Audience } from '../../database/community/notificationStore.ts';
import { addressAnew, countFor, countLater, countsLater } from '../../database/community/unreadChangeStore.ts';
import {
  addressees,
  addUnread,
  dropUnread,
  moveLastRead,
  recountGuestsOf,
  recountPost,
  type ChangedNotification,
  type CountedPost,
  type PostedTo,
  type Recounted,
} from '../../database/community/unreadStore.ts';
import type { LeavingPost, TakenPlace } from '../../database/community/threadStore.ts';
import { newUrn } from '../../domain/urn.ts';
import { announceChanges, created, updated, type AnnouncedWrite } from '../../engine/announcements.ts';

/** A write, and the owner of what it makes. */
type OwnedWrite = AnnouncedWrite & { readonly owner: string };

/**
 * Counts a new post for everyone but its author; participants without a notification get one. In a large group for those alone whom
 * it addresses, and for the others after the commit (countUnread.ts).
 */
export async function notifyOfPost(
  step: OwnedWrite,
  posted: PostedTo,
  place: Pick<TakenPlace, 'countsLater' | 'hasNewMembers'>,
): Promise<void> {
  const { transaction, now } = step;
  const { thread, group, mentions } = posted;
  const before = String(BigInt(posted.position) - 1n);
  if (!place.countsLater) {
    if (place.hasNewMembers || mentions.length > 0)
      await addListeners(step, { thread, group, named: mentions, among: null, before });
    await announceNotices(step, await addUnread(transaction, posted, [posted]));
    return;
  }
  countLater(transaction, { ...posted, event: 'POSTED' });
  const addressed = addressees(posted);
  await addListeners(step, { thread, group, named: mentions, among: addressed, before });
  await announceNotices(step, await countFor(transaction, { thread, identities: addressed }, now));
}

/**
 * Counts posts of one thread that mention nobody and answer nothing, where they are counted at once and each member has a notification:
 * each notification is counted once for all of them.
 */
export async function notifyOfPosts(
  step: OwnedWrite,
  at: Pick<PostedTo, 'thread' | 'group' | 'timestamp'>,
  posts: readonly CountedPost[],
): Promise<void> {
  const added = await addUnread(
    step.transaction,
    at,
    posts.map((post) => ({ ...post, ...nobody })),
  );
  await announceNotices(step, added);
}

/** Gives those of an audience a notification who have none, and announces it to those who want notifications. */
export async function addListeners(step: OwnedWrite, audience: Audience): Promise<void> {
  const { transaction, context, owner } = step;
  const resource = context.contract.kinds.MessageThreadNotification;
  const rows = (await newListeners(transaction, audience)).map(({ identity, level, position }) => ({
    urn: newUrn(),
    owner,
    values: {
      messageThread: audience.thread,
      identity,
      level,
      notificationCount: 0,
      mentionCount: 0,
      isFollowing: false,
    },
    hidden: { last_read_position: position },
    timestamp: step.now,
  }));
  await insertRows(transaction, resource, rows);
  const notified = rows.filter(({ values }) => values.level !== 'NONE');
  await announceChanges(
    step,
    notified.map(({ urn }) => created(resource, { urn, owner, version: '1' })),
  );
}

/**
 * Counts posts of one thread no more that are about to be deleted: each notification is counted once for all of them. In a large group
 * each for those alone whom it addresses, and for the others after the commit.
 */
export async function notifyOfLeaving(step: AnnouncedWrite, posts: readonly LeavingPost[]): Promise<void> {
  const { transaction, now } = step;
  const [first] = posts;
  if (!first) return;
  const { thread, countsLater: isLater } = first;
  if (!isLater) {
    await announceNotices(step, await dropUnread(transaction, thread, posts, now));
    return;
  }
  for (const post of posts) {
    countLater(transaction, { ...post, event: 'REMOVED' });
    const counting = { thread, identities: addressees(post), leaving: post.post };
    await announceNotices(step, await countFor(transaction, counting, now));
  }
}

/** The rest of it, once they are deleted. */
export async function notifyOfRemoved(step: AnnouncedWrite, posts: readonly LeavingPost[]): Promise<void> {
  const { transaction, now } = step;
  const [first] = posts;
  if (!first || first.countsLater) return;
  await announceNotices(step, await recountGuestsOf(transaction, first.thread, now, posts));
  await announceNotices(step, await moveLastRead(transaction, first.thread, null, now), ['lastReadPost']);
}

/**
 * Counts a post again that is changed or restored. In a large group at once for those alone whom it addresses: for the others an edit
 * makes no difference, and what came back is counted after the commit.
 */
export async function notifyOfChange(
  step: AnnouncedWrite,
  post: CountedPost,
  change: Pick<Recounted, 'before' | 'after'>,
): Promise<void> {
  const { transaction, now } = step;
  if (!(await countsLater(transaction, post.thread))) {
    await announceNotices(step, await recountPost(transaction, post, { ...change, timestamp: now }));
    return;
  }
  const { before, after } = change;
  const addressed = { thread: post.thread, identities: addressees(before, after) };
  if (before === null) {
    countLater(transaction, { ...post, ...after, event: 'RETURNED' });
    await announceNotices(step, await countFor(transaction, addressed, now));
    return;
  }
  const counted = await countFor(transaction, addressed, now);
  addressAnew(transaction, post, after);
  const recounted = await recountPost(transaction, post, { ...change, timestamp: now });
  // Each once, as it is in the end.
  const last = new Map([...counted, ...recounted].map((one) => [one.urn, one]));
  await announceNotices(step, [...last.values()]);
}

/** Keeps what was read last at a post that is there, once one was restored; in a large group after the commit, as counts. */
export async function moveLastReadOf(step: AnnouncedWrite, thread: string): Promise<void> {
  const { transaction, now } = step;
  if (await countsLater(transaction, thread)) return;
  await announceNotices(step, await moveLastRead(transaction, thread, null, now), ['lastReadPost']);
}

const nobody = { mentions: [], answered: null };

/** What changes of a notification when it is counted. */
export const countedFields: readonly string[] = ['notificationCount', 'mentionCount', 'firstUnreadPost'];

/** Announces changed notifications to those who want notifications of them. */
export async function announceNotices(
  step: AnnouncedWrite,
  changed: readonly ChangedNotification[],
  fields: readonly string[] = countedFields,
): Promise<void> {
  const resource = step.context.contract.kinds.MessageThreadNotification;
  const changes = changed.filter((one) => one.isNotified).map((one) => updated(resource, one, fields));
  await announceChanges(step, changes);
}
