// Deletes posts, one or many at once: what is left of them, what no longer counts for their readers, and what their threads hold.
// Resource reference 6.4, 6.5.
import { changeRows } from '../../database/engine/changeStore.ts';
import { countPosts, dropMentions, leavingPosts, type LeavingPost } from '../../database/community/threadStore.ts';
import { actorOf } from '../../domain/actor.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { removed, type Change } from '../../engine/announcements.ts';
import type { WriteContext } from '../../engine/kind.ts';
import { removeRows } from '../../engine/removeRows.ts';
import type { Several } from '../../engine/setParts.ts';
import { notifyOfLeaving, notifyOfRemoved } from './threadNotices.ts';

type Step = WriteContext<'ThreadPost'>;

// From `decide` to `after` of one write; forgotten with the step.
const leaving = new WeakMap<WriteContext, LeavingPost>();

/**
 * Finds out what is to be known of posts that are to be deleted, their threads being locked; comes first. Gives those that are not deleted
 * with others: what is a placeholder already, and what is counted later for others.
 */
export async function lookAtLeaving(steps: Several<Step>): Promise<ReadonlySet<WriteContext>> {
  const found = await leavingPosts(
    steps[0].transaction,
    steps.map(({ urn }) => urn),
  );
  const byUrn = new Map(found.map((one) => [one.post, one]));
  const alone = new Set<WriteContext>();
  for (const step of steps) {
    const post = byUrn.get(step.urn);
    if (post) leaving.set(step, post);
    if (!post || post.countsLater || step.before?.isDeleted !== false) alone.add(step);
  }
  return alone;
}

// The posts by their threads.
function byThread(steps: readonly Step[]): LeavingPost[][] {
  const posts = steps.flatMap((step) => leaving.get(step) ?? []);
  return [...groupBy(posts, ({ thread }) => thread).values()];
}

/** Removes the posts, as if they were deleted in their order: one that others answer then stays as an empty placeholder for its answers. */
export async function removePosts(steps: Several<Step>): Promise<Change[]> {
  const [step] = steps;
  const { resource } = step;
  for (const posts of byThread(steps)) await notifyOfLeaving(step, posts);
  const gone = unanswered(steps);
  const emptied = await empty(steps.filter(({ urn }) => !gone.has(urn)));
  const changes = gone.size === 0 ? [] : await removeRows(step, resource, [...gone], { isTogether: true });
  const own = new Map([...emptied, ...changes].map((change) => [change.urn, change]));
  const others = changes.filter(({ urn }) => !gone.has(urn));
  return [...steps.flatMap(({ urn }) => own.get(urn) ?? []), ...others];
}

// The posts of which no answer is left when it is their turn.
function unanswered(steps: readonly Step[]): Set<string> {
  const gone = new Set<string>();
  for (const step of steps) {
    const post = leaving.get(step);
    if (post && !post.isAnswered && post.answers.every((urn) => gone.has(urn))) gone.add(step.urn);
  }
  return gone;
}

// They count as deleted all the same.
async function empty(steps: readonly Step[]): Promise<Change[]> {
  const [step] = steps;
  if (!step) return [];
  const { transaction, resource, context, now } = step;
  const urns = steps.map(({ urn }) => urn);
  const emptied = urns.map((urn) => ({ urn, values: { content: '', isDeleted: true }, hidden: {} }));
  const how = { actor: actorOf(context.viewer), timestamp: now, reader: null };
  const rows = await changeRows(transaction, resource, emptied, how);
  dropMentions(transaction, urns);
  return steps.flatMap(({ urn, owner, before }): Change[] => {
    const row = rows.get(urn);
    return row
      ? [removed(resource, { urn, owner, version: row.version, container: before?.messageThread ?? null })]
      : [];
  });
}

/** Writes what follows from the deletion of the posts. */
export async function followRemoved(steps: Several<Step>): Promise<void> {
  const [step] = steps;
  for (const posts of byThread(steps)) {
    await notifyOfRemoved(step, posts);
    for (const { thread } of posts.slice(0, 1)) countPosts(step.transaction, thread, -posts.length, step.now);
  }
}
